import { consoleApi } from '#contract/console/api.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { listNotifications, markRead, silence, silencedBy, unreadOf } from './notification-store.ts'

const endpoints = consoleApi.consoleNotifications

/** Each technician's own notifications; nobody sees another's. */
export function bindNotifications(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, technician }) => ({
    ...(await listNotifications(tx, technician.username, { ...question, limit })),
    silenced: await silencedBy(tx, technician.username),
  }))

  bindConsole(binding, endpoints.unread, (_input, { tx, technician }) => unreadOf(tx, technician.username))

  bindConsole(binding, endpoints.read, async ({ subject = null, number = null }, { tx, technician, now }) => {
    await markRead(tx, technician.username, { subject, number }, now)
    return unreadOf(tx, technician.username)
  })

  bindConsole(binding, endpoints.silence, async ({ kinds }, { tx, technician }) => {
    await silence(tx, technician.username, [...new Set(kinds)])
    return { silenced: await silencedBy(tx, technician.username) }
  })
}
