import { api } from '#contract/api.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { dataChangeRequest } from '#contract/own-data.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { type DataChangeProblem, MAX_REQUEST_TEXT, dataChangeProblems } from '#domain/personal-data.ts'
import type { Transaction } from '../db/sql.ts'
import { type Asking, type Binding, type Context, bind, bindPrepared } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'
import { type Problem, invalid, roleMissing, tooMany } from '../http/problems.ts'
import type { SecretBox } from '../secret-box.ts'
import { mailChoiceOf } from '../mail/reader-store.ts'
import { countAttempt, forgetFailures } from './login-limit.ts'
import {
  dataChangeRequests,
  endOtherSessions,
  hasCredential,
  insertDataChangeRequest,
  credentialOf,
  lockCredential,
  replacePassword,
} from './own-data-store.ts'
import { hashPassword, isPassword } from './password.ts'
import { refusedChange } from './password-words.ts'
import { contactFactorOf } from './second-factor-store.ts'

/** A person's own access and data (spec §4, Password change; §5, Password and personal data). */
export function bindOwnData(binding: Binding, secrets: SecretBox): void {
  bind(binding, api.session.ownDetails, async (_input, { tx, caller }) => ({
    hasPassword: await hasCredential(tx, caller),
    secondFactor: await ownSecondFactor(tx, caller),
    mails: await ownMails(tx, caller),
    requests: await dataChangeRequests(tx, caller),
  }))
  bindPrepared(binding, api.session.changePassword, async (input, asking) => {
    const password = await newPassword(binding, secrets, input, asking)
    return async (context) => {
      await changePassword(password, context)
      return null
    }
  })
  bind(binding, api.session.requestDataChange, async ({ request }, { tx, caller, now, sentences }) => {
    const problems = dataChangeProblems(request)
    if (problems.text || problems.acceptsPrivacy) throw requestRefused(problems, sentences)
    await insertDataChangeRequest(tx, caller, request.text ?? '', now)
    return null
  })
}

/** Null for a person who does not log in by hand. */
async function ownSecondFactor(tx: Transaction, caller: Caller) {
  const credential = caller.visibility === 'client' ? await credentialOf(tx, caller) : undefined
  const factor = await contactFactorOf(tx, caller.contact?.id ?? null)
  if (!credential || !factor) return null
  return { username: credential.username, active: factor.confirmed, required: factor.required }
}

/** Null if no address of the person's own is on record. */
async function ownMails(tx: Transaction, { contact }: Caller) {
  return contact?.email ? { email: contact.email, choice: await mailChoiceOf(tx, contact.email) } : null
}

/** Both passwords in their stored form. */
interface PasswordChange {
  readonly from: string
  readonly to: string
}

async function newPassword(
  { database }: Pick<Binding, 'database'>,
  secrets: SecretBox,
  input: Input<typeof api.session.changePassword>,
  { caller, now, sentences, request }: Asking,
): Promise<PasswordChange> {
  const credential = await database.inClient(caller.client, (tx) => credentialOf(tx, caller))
  if (!credential) throw roleMissing()
  const wrong = refusedChange(input, sentences)
  if (wrong) throw passwordRefused(wrong)
  const username = secrets.mark(credential.username)
  const attempt = { username, address: request.ip, known: `session ${caller.session}` }
  const wait = await countAttempt(database, attempt, now)
  if (wait !== null) throw tooMany(wait)
  if (!(await isPassword(input.current ?? '', credential.passwordHash, attempt))) {
    request.log.warn({ security: 'password-change-refused', address: request.ip }, 'password change refused')
    throw currentWrong(sentences)
  }
  await forgetFailures(database, attempt)
  return { from: credential.passwordHash, to: await hashPassword(input.next ?? '') }
}

async function changePassword(
  { from, to }: PasswordChange,
  { tx, caller, sentences, request }: Context,
): Promise<void> {
  const credential = await lockCredential(tx, caller)
  // Of two simultaneous changes the second finds that the current password has changed.
  if (credential?.passwordHash !== from) throw currentWrong(sentences)
  await replacePassword(tx, caller, to)
  await endOtherSessions(tx, caller)
  request.log.info({ security: 'password-changed' }, 'a password was changed')
}

const currentWrong = (sentences: Sentences): Problem =>
  passwordRefused({ current: sentences.session['current-password-wrong']() })

const passwordRefused = (fields: Readonly<Record<string, string>>): Problem =>
  invalid((s) => s.session['check-fields'](), wireNamesOf(api.session.changePassword.input, fields))

/** The privacy box has its own sentence for the whole form, unless something else is wrong, too. */
function requestRefused(problems: ReturnType<typeof dataChangeProblems>, sentences: Sentences): Problem {
  const { text, acceptsPrivacy } = problems
  const fields = {
    ...(text && { text: requestWords(text, sentences) }),
    ...(acceptsPrivacy && { acceptsPrivacy: sentences.session.privacy() }),
  }
  return invalid(
    (s) => (text ? s.session['check-fields']() : s.session.privacy()),
    wireNamesOf(dataChangeRequest, fields),
  )
}

function requestWords(problem: DataChangeProblem, { field, session }: Sentences): string {
  switch (problem) {
    case 'too-long':
      return field['too-long'](MAX_REQUEST_TEXT)
    case 'privacy':
      return session.privacy()
    case 'required':
    case 'blank':
      return field[problem]()
  }
}
