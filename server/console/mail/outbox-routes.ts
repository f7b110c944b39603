import { consoleApi } from '#contract/console/api.ts'
import { resendRefusal } from '#contract/mail.ts'
import type { Transaction } from '../../db/sql.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { readerOf } from '../../mail/reader-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { written } from '../masters/master-form.ts'
import { listMails, lockMail, mailNumbered, redirectMail, resendMail, shownMail } from './outbox-list-store.ts'
import { type Reader, noteRefusal, refusalOf, sendHeldBack } from './outbox-store.ts'

/** An older mail would only confuse its reader. */
const HELD_FOR_MS = 3 * 24 * 3_600_000

/** The mails that were sent or wait, and a supervisor's order to send one again. */
export function bindOutbox(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleOutbox

  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, now, note }) => {
    const { client = null, ticket = null, search, state, kind, from, until } = question
    await note({ client, ticket, details: { search, state, kind, from, until } })
    return listMails(tx, { ...question, limit }, now)
  })

  bindConsole(binding, endpoints.resend, async ({ client, mail: id }, { tx, now, note }) => {
    // Of two simultaneous orders the second sees the first one's result.
    await lockMail(tx, client, id)
    const mail = await mailNumbered(tx, client, id)
    if (!mail) throw notFound()
    const refusal = resendRefusal(mail, now)
    if (refusal) throw new Problem(409, (s) => s.console[refusal]())
    const own = tx.of(client)
    const reader = await readerToday(own, mail)
    if (reader) await redirectMail(own, id, reader)
    await resendMail(own, id, now)
    const after = written(await mailNumbered(tx, client, id))
    // Sending it again means trying the address again.
    await noteRefusal(own, after.email, null, now)
    await note({
      client,
      ticket: mail.ticket,
      details: { mail: id, kind: mail.kind, state: mail.state, to: after.email },
    })
    return shownMail(after, now)
  })

  bindConsole(binding, endpoints.retryAddress, async ({ client, email }, { tx, now, note }) => {
    const own = tx.of(client)
    const refusal = await refusalOf(own, email)
    if (!refusal) throw notFound()
    await noteRefusal(own, email, null, now)
    await sendHeldBack(own, email, new Date(now.getTime() - HELD_FOR_MS), now)
    await note({ client, details: { refused: refusal.reason } })
    return null
  })
}

/** The current reader of a ticket's mails: their address may have been corrected since. */
async function readerToday(
  tx: Transaction,
  { kind, ticket }: { readonly kind: string; readonly ticket: number | null },
): Promise<Reader | undefined> {
  // A valuation has several readers.
  const reader = ticket === null || kind === 'valuation' ? undefined : await readerOf(tx, ticket)
  return reader?.email ? reader : undefined
}
