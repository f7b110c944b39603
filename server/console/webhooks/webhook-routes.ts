import { randomBytes } from 'node:crypto'
import { consoleApi } from '#contract/console/api.ts'
import { webhookNow } from '#contract/console/webhooks.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { notFound } from '../../http/problems.ts'
import { NotOutside, insistOnOutside } from './outside-address.ts'
import { shownSecret } from './webhook-call.ts'
import {
  type WebhookForm,
  changeWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resend,
  rotateSecret,
  setSecret,
  webhookNumbered,
} from './webhook-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { aboutWebhook } from '../door/sealed-secret-store.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { changedMeanwhile, changesOf, written, wrong } from '../masters/master-form.ts'

const endpoints = consoleApi.consoleWebhooks
const SECRET_BYTES = 32
const OVERLAP_MS = 24 * 60 * 60 * 1000

/** The addresses of other programs that receive events. */
export function bindWebhooks(
  binding: ConsoleBinding,
  { secrets: box, webhookInside }: Pick<ConsoleDependencies, 'secrets' | 'webhookInside'>,
): void {
  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx, now }) =>
    listWebhooks(tx, { ...question, limit }, now),
  )

  bindConsole(binding, endpoints.create, async (typed, context) => {
    const { tx, technician, now, note } = context
    const form = checked(typed, context)
    const id = await insertWebhook(tx, form, technician.username, now)
    const secret = randomBytes(SECRET_BYTES)
    await setSecret(tx, id, sealed(secret, id))
    await note({ details: { webhook: id, ...form } })
    return { webhook: written(await webhookNumbered(tx, id, now)), secret: shownSecret(secret) }
  })

  bindConsole(binding, endpoints.change, async ({ webhook: id, active, revision, ...typed }, context) => {
    const { tx, now, note } = context
    const form = checked(typed, context)
    const before = await find(tx, id, now)
    const changed = await changeWebhook(tx, { webhook: id, ...form, active, revision })
    const after = await find(tx, id, now)
    if (!changed) throw changedMeanwhile(webhookNow, { current: after })
    await note({ details: { webhook: id, ...changesOf(endpoints.change, before, after, ['webhook']) } })
    return after
  })

  bindConsole(binding, endpoints.rotate, async ({ webhook: id }, { tx, now, note }) => {
    const { name } = await find(tx, id, now)
    const secret = randomBytes(SECRET_BYTES)
    await rotateSecret(tx, id, sealed(secret, id), new Date(now.getTime() + OVERLAP_MS))
    await note({ details: { webhook: id, name } })
    return { webhook: written(await webhookNumbered(tx, id, now)), secret: shownSecret(secret) }
  })

  bindConsole(binding, endpoints.remove, async ({ webhook: id, revision }, { tx, now, note }) => {
    const { name, address } = await find(tx, id, now)
    if (!(await removeWebhook(tx, id, revision))) {
      throw changedMeanwhile(webhookNow, { current: await find(tx, id, now) })
    }
    await note({ details: { webhook: id, name, address } })
    return null
  })

  bindConsole(binding, endpoints.deliveries, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, now }) => {
    await find(tx, question.webhook, now)
    return listDeliveries(tx, { ...question, limit })
  })

  bindConsole(binding, endpoints.resend, async ({ webhook: id, event }, { tx, now, note }) => {
    await find(tx, id, now)
    const count = await resend(tx, id, event ?? null, now)
    if (count === 0 && event !== undefined && event !== null) throw notFound()
    await note({ details: { webhook: id, event: event ?? null, count } })
    return { count }
  })

  const sealed = (secret: Buffer, id: number): Buffer => box.seal(secret, aboutWebhook(String(id)))

  function checked({ name, address, kinds }: WebhookForm, { sentences }: ConsoleContext): WebhookForm {
    const url = URL.parse(address.trim())
    const problem = problemOf(url)
    if (problem || !url) throw wrong({ address: sentences.master[problem ?? 'bad-address']() })
    if (kinds.length === 0) throw wrong({ kinds: sentences.master['no-kind']() })
    return { name: name.trim(), address: url.href, kinds: [...new Set(kinds)] }
  }

  function problemOf(url: URL | null): 'bad-address' | 'inside-address' | null {
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return 'bad-address'
    try {
      insistOnOutside(url, webhookInside)
      return null
    } catch (error) {
      if (!(error instanceof NotOutside)) throw error
      return error.reason === 'inside' ? 'inside-address' : 'bad-address'
    }
  }
}

async function find(tx: StaffTransaction, id: number, now: Date) {
  const found = await webhookNumbered(tx, id, now)
  if (!found) throw notFound()
  return found
}
