import { consoleApi } from '#contract/console/api.ts'
import { languageOf } from '../../http/language.ts'
import { noteConsoleOpen } from '../mail/notification-mail-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { listNotifications, mailsOf, markRead, silence, silencedBy, unmail, unreadOf } from './notification-store.ts'

const endpoints = consoleApi.consoleNotifications

/** Each technician's own notifications; nobody sees another's. */
export function bindNotifications(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, technician }) => ({
    ...(await listNotifications(tx, technician.username, { ...question, limit })),
    silenced: await silencedBy(tx, technician.username),
    ...(await mailsOf(tx, technician.username)),
  }))

  bindConsole(binding, endpoints.unread, async (_input, { tx, technician, request, now }) => {
    // A console whose streams are cut still asks this.
    await noteConsoleOpen(tx, technician.username, languageOf(request), now)
    return unreadOf(tx, technician.username)
  })

  bindConsole(binding, endpoints.read, async ({ subject = null, number = null }, { tx, technician, now }) => {
    await markRead(tx, technician.username, { subject, number }, now)
    return unreadOf(tx, technician.username)
  })

  bindConsole(binding, endpoints.silence, async ({ kinds }, { tx, technician }) => {
    await silence(tx, technician.username, [...new Set(kinds)])
    return { silenced: await silencedBy(tx, technician.username) }
  })

  bindConsole(binding, endpoints.unmail, async ({ kinds }, { tx, technician }) => {
    await unmail(tx, technician.username, [...new Set(kinds)])
    return { unmailed: (await mailsOf(tx, technician.username)).unmailed }
  })
}
