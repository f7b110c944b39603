import type { FastifyRequest } from 'fastify'
import { type ForgottenPassword, keepForgotten } from '../console/mail/forgotten-store.ts'
import type { Database } from '../db/sql.ts'
import { networkOf } from '../http/budgets.ts'
import { languageOf } from '../http/language.ts'
import { Problem } from '../http/problems.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SecretBox } from '../secret-box.ts'
import { countAttempt } from './login-limit.ts'

export interface ForgettingDependencies {
  readonly staff: Database
  readonly mailer: Mailer
  readonly secrets: SecretBox
}

/**
 * «He olvidado la contraseña», at either login. The name is only noted, and looked up later, so that neither the answer
 * nor its time reveals whether the account exists.
 * @throws Problem 409 for everybody, if the portal sends no mail
 */
export async function noteForgotten(
  { staff, mailer, secrets }: ForgettingDependencies,
  { username, ofTechnician }: { readonly username: string; readonly ofTechnician: boolean },
  { request, now }: { readonly request: FastifyRequest; readonly now: Date },
): Promise<void> {
  if (!mailer.isThere) throw new Problem(409, (s) => s.request['no-mail-server']())
  const asker = { username: 'forgotten', address: `forgotten ${networkOf(request.ip)}`, known: true as const }
  if ((await countAttempt(staff, asker, now)) !== null) {
    request.log.warn(
      { security: 'forgotten-password-refused', address: request.ip },
      'too many passwords were forgotten',
    )
    return
  }
  const typed = secrets.seal(Buffer.from(username.trim()), aboutTyped(ofTechnician))
  await keepForgotten(staff, { ofTechnician, typed, language: languageOf(request) }, now)
  request.log.info({ security: 'forgotten-password', address: request.ip }, 'a forgotten password was asked for')
}

/** The typed name; null if no key opens it any more. */
export const openTyped = (secrets: SecretBox, { typed, ofTechnician }: ForgottenPassword): string | null =>
  secrets.open(typed, aboutTyped(ofTechnician))?.toString() ?? null

const aboutTyped = (ofTechnician: boolean): string => (ofTechnician ? 'technician that forgot' : 'customer that forgot')
