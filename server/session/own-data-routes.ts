import { api } from '#contract/api.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { dataChangeRequest } from '#contract/session.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { passwordProblems } from '#domain/password-change.ts'
import { type DataChangeProblem, MAX_REQUEST_TEXT, dataChangeProblems } from '#domain/personal-data.ts'
import { type Binding, type Context, bind } from '../http/bind.ts'
import { type Problem, invalid, roleMissing, tooMany } from '../http/problems.ts'
import { countFailure, secondsToWait } from './login-limit.ts'
import {
  dataChangeRequests,
  endOtherSessions,
  hasCredential,
  insertDataChangeRequest,
  lockCredential,
  replacePassword,
} from './own-data-store.ts'
import { hashPassword, isPassword } from './password.ts'
import { passwordWords } from './password-words.ts'

/** What a person may do about the own access and data (spec §4, Password change; §5, Password and personal data). */
export function bindOwnData(binding: Binding): void {
  bind(binding, api.session.ownDetails, async (_input, { tx, caller }) => ({
    hasPassword: await hasCredential(tx, caller),
    requests: await dataChangeRequests(tx, caller),
  }))
  bind(binding, api.session.changePassword, async (input, context) => {
    await changePassword(binding, input, context)
    return null
  })
  bind(binding, api.session.requestDataChange, async ({ request }, { tx, caller, now, sentences }) => {
    const problems = dataChangeProblems(request)
    if (problems.text || problems.acceptsPrivacy) throw requestRefused(problems, sentences)
    await insertDataChangeRequest(tx, caller, request.text ?? '', now)
    return null
  })
}

async function changePassword(
  { database }: Pick<Binding, 'database'>,
  input: Input<typeof api.session.changePassword>,
  { tx, caller, now, sentences, request }: Context,
): Promise<void> {
  const credential = await lockCredential(tx, caller)
  if (!credential) throw roleMissing()
  const problems = passwordProblems(input)
  if (Object.keys(problems).length > 0) throw passwordRefused(passwordWords(problems, sentences))
  const attempt = { username: credential.username, address: request.ip }
  const wait = await secondsToWait(tx, attempt, now)
  if (wait !== null) throw tooMany(wait)
  if (!(await isPassword(input.current ?? '', credential.passwordHash))) {
    // Not in this transaction, which is given up, nor waited for, because it needs a connection of its own.
    countFailure(database, attempt, now).catch((error: unknown) => request.log.error({ err: error }, 'not counted'))
    request.log.warn({ security: 'password-change-refused', address: request.ip }, 'password change refused')
    throw passwordRefused({ current: sentences.session['current-password-wrong']() })
  }
  await replacePassword(tx, caller, await hashPassword(input.next ?? ''))
  await endOtherSessions(tx, caller)
  request.log.info({ security: 'password-changed' }, 'a password was changed')
}

const passwordRefused = (fields: Record<string, string>): Problem =>
  invalid((s) => s.session['check-fields'](), wireNamesOf(api.session.changePassword.input, fields))

/** The privacy box has a sentence of its own for the whole form, unless something else is wrong too. */
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
