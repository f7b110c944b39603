import type { consoleTechnicians } from '#contract/console/technicians.ts'
import type { Data } from '#contract/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { mailTechnicianLink } from '../../mail/mailed-link.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { type Account, linkExpiry, newTechnicianLink, technicianLinkAddress } from '../door/technician-account-store.ts'

/** Mails a link for the password to a technician; if that is impossible, returns it, with the reason. */
export async function giveTechnicianLink(
  { username, name, email }: Pick<Account, 'username' | 'name' | 'email'>,
  { mailer, origin, secrets }: Pick<ConsoleDependencies, 'mailer' | 'origin' | 'secrets'>,
  { tx, technician, now, request }: ConsoleContext,
): Promise<Data<typeof consoleTechnicians.issueLink>> {
  const expiresAt = linkExpiry(now)
  const token = await newTechnicianLink(tx, username, technician.username, expiresAt)
  if (mailer.isThere && email !== null) {
    const reader = { name, email, language: languageOf(request) }
    await mailTechnicianLink(tx, { reader, username, token, expiresAt }, { origin, secrets }, now)
    return { address: null, sentTo: email, unsent: null, username, expiresAt }
  }
  const unsent = mailer.isThere ? 'no-address' : 'no-mail-server'
  return { address: technicianLinkAddress(origin, token), sentTo: null, unsent, username, expiresAt }
}
