import { consoleApi } from '#contract/console/api.ts'
import { isTechnicianLink, technicianResendRefusal } from '#contract/mail.ts'
import { mayMailLink } from '#domain/mail/mailed-links.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { lockAccount } from '../door/technician-account-store.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { technicianLinksMailed } from '../mail/forgotten-store.ts'
import { noteTechnicianRefusal } from '../mail/notification-mail-store.ts'
import {
  type ListedTechnicianMail,
  listTechnicianMails,
  lockTechnicianMail,
  newestTechnicianMail,
  noteMadeAnew,
  resendTechnicianMail,
  shownTechnicianMail,
} from '../mail/technician-outbox-store.ts'
import { written } from '../masters/master-form.ts'
import { mailTechnicianAddressAgain } from './new-address.ts'
import { giveTechnicianLink } from './technician-link.ts'

const HOUR_MS = 3_600_000

type Mailing = Pick<ConsoleDependencies, 'mailer' | 'origin' | 'secrets'>

/**
 * The mails to technicians, and a supervisor's order to send one again. No link is ever sent twice: a new one is made.
 */
export function bindTechnicianOutbox(binding: ConsoleBinding, mailing: Mailing): void {
  const endpoints = consoleApi.consoleOutbox

  bindConsole(binding, endpoints.listToTechnicians, async ({ limit = DEFAULT_LIMIT, ...question }, context) => {
    const { tx, now, note } = context
    const { search, state, kind, from, until } = question
    await note({ details: { search, state, kind, from, until } })
    return listTechnicianMails(tx, { ...question, limit }, now)
  })

  bindConsole(binding, endpoints.resendToTechnician, async ({ mail: id }, context) => {
    const { tx, now, note } = context
    // Of two simultaneous orders the second sees the first one's result.
    const mail = await lockTechnicianMail(tx, id)
    if (!mail) throw notFound()
    const refusal = technicianResendRefusal(mail, now)
    if (refusal) throw new Problem(409, (s) => s.console[refusal]())
    const after = await sentAgain(mail, mailing, context)
    // Sending it again means trying the address again.
    await noteTechnicianRefusal(tx, after, null, now)
    const { username, kind, state } = mail
    // A link lets its reader in, so the same rules apply as for a link requested at the technician's form.
    await note({ details: { username, mail: id, kind, state, to: after.email, gives: isTechnicianLink(kind) } })
    return shownTechnicianMail(after, now)
  })
}

async function sentAgain(
  { id, kind, username, state }: ListedTechnicianMail,
  mailing: Mailing,
  context: ConsoleContext,
): Promise<ListedTechnicianMail> {
  const { tx, now } = context
  if (!isTechnicianLink(kind) || state === 'queued') {
    await resendTechnicianMail(tx, id, now)
    return written(await lockTechnicianMail(tx, id))
  }
  if (kind === 'address-link') await mailTechnicianAddressAgain(username, mailing, context)
  else await mailPasswordAgain(username, mailing, context)
  await noteMadeAnew(tx, id, now)
  return newestTechnicianMail(tx, username, kind)
}

async function mailPasswordAgain(username: string, mailing: Mailing, context: ConsoleContext): Promise<void> {
  const { tx, now } = context
  const account = await lockAccount(tx, username)
  // Links are never shown here.
  if (!account?.active || account.email === null || !mailing.mailer.isThere) throw notFound()
  if (!mayMailLink(await technicianLinksMailed(tx, account, new Date(now.getTime() - HOUR_MS)), now)) {
    throw new Problem(409, (s) => s.console['links-just-mailed']())
  }
  await giveTechnicianLink(account, mailing, context)
}
