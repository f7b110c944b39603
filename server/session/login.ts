import { api } from '#contract/api.ts'
import type { Input } from '#contract/endpoint.ts'
import { codeOnWire } from '#contract/failure.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { wireNamesOf } from '#contract/wire.ts'
import type { Database } from '../db/sql.ts'
import type { PublicContext } from '../http/door.ts'
import { Problem, invalid, tooMany } from '../http/problems.ts'
import type { SecretBox } from '../secret-box.ts'
import { type Login, activeContact, availableCompanies, loginNamed, openSession } from './account-store.ts'
import type { KnownDevices } from './known-device.ts'
import { countAttempt, forgetFailures } from './login-limit.ts'
import { isPassword } from './password.ts'
import {
  confirmSecret,
  contactFactor,
  contactFactorOf,
  endPasswordSessions,
  forgetSecondFactor,
  lockContactFactor,
  takeCode,
  takeRecoveryCode,
} from './second-factor-store.ts'

type Asking = Pick<PublicContext, 'now' | 'request' | 'sentences'>
interface Databases {
  readonly database: Database
}

/** An administrator who has given the right password. */
export interface ProvedLogin extends Login {
  readonly username: string
}

interface GivenCode {
  readonly login: ProvedLogin
  readonly code: string
}

/** @throws Problem 401, the same for an unknown user and a wrong password; 429 after too many */
export async function provePassword(
  { database }: Databases,
  { secrets, devices }: { readonly secrets: SecretBox; readonly devices: KnownDevices },
  { username, password }: Pick<Input<typeof api.session.login>, 'username' | 'password'>,
  asking: Asking,
): Promise<ProvedLogin> {
  const { now, request } = asking
  const known = devices.idIn(request, username, now)
  const attempt = { username: secrets.mark(username), address: request.ip, known }
  const wait = await countAttempt(database, attempt, now)
  if (wait !== null) throw refused('too-many', tooMany(wait), asking)
  const login = await loginNamed(database, username)
  if (!(await isPassword(password, login?.passwordHash, attempt)) || !login) {
    throw refused('wrong-password', wrongPassword(), asking)
  }
  await forgetFailures(database, attempt)
  if (login.visibility !== 'client') throw refused('no-administrator', onlyFromInstallation(), asking)
  return { ...login, username }
}

/** @throws Problem 401 with its own code if a step is missing or the code is wrong; 429 after too many */
export async function insistOnSecondFactor(
  { database }: Databases,
  box: SecretBox,
  { login, code }: GivenCode,
  asking: Asking,
): Promise<void> {
  const { client, contact } = login
  const factor = await database.inClient(client, (tx) => contactFactorOf(tx, contact))
  if (!factor?.confirmed) {
    if (factor?.required) throw secondFactorMissing()
    return
  }
  if (code.trim() === '') throw codeProblem('code-wanted')
  await insistOnFewCodes(database, login, asking)
  const given = { secret: factor.secret, code, now: asking.now, box }
  const right = await database.inClient(client, async (tx) => {
    const holder = contactFactor(tx, contact)
    return (await takeCode(tx, holder, given)) || takeRecoveryCode(tx, holder, code)
  })
  if (!right) throw refused('wrong-code', codeProblem('wrong-code'), asking)
  await forgetFailures(database, codesOf(login))
}

/** Activates the new secret and returns the recovery codes; `kept`: the session that continues. */
export async function confirmSecondFactor(
  { database }: Databases,
  box: SecretBox,
  { login, code, kept }: GivenCode & { readonly kept: number | null },
  asking: Asking,
): Promise<string[]> {
  const { client, contact } = login
  await insistOnFewCodes(database, login, asking)
  const recoveryCodes = await database.inClient(client, async (tx) => {
    const factor = await lockContactFactor(tx, contact)
    if (!factor || factor.confirmed) throw secondFactorSet()
    const holder = contactFactor(tx, contact)
    if (!(await takeCode(tx, holder, { secret: factor.secret, code, now: asking.now, box }))) return null
    await endPasswordSessions(tx, contact, kept)
    return confirmSecret(tx, holder)
  })
  if (!recoveryCodes) throw refused('wrong-code', wrongNewCode(asking.sentences), asking)
  await forgetFailures(database, codesOf(login))
  asking.request.log.info({ security: 'second-factor-set', client, contact }, 'a second factor was set up')
  return recoveryCodes
}

/** @throws Problem 409 if there is none, or if the client requires one */
export async function removeSecondFactor(
  databases: Databases,
  box: SecretBox,
  given: GivenCode,
  asking: Asking,
): Promise<void> {
  const { client, contact } = given.login
  const factor = await databases.database.inClient(client, (tx) => contactFactorOf(tx, contact))
  if (!factor?.confirmed) throw new Problem(409, (s) => s.secondFactor['none-set']())
  if (factor.required) throw new Problem(409, (s) => s.secondFactor.required())
  await insistOnSecondFactor(databases, box, given, asking)
  await databases.database.inClient(client, (tx) => forgetSecondFactor(tx, contactFactor(tx, contact)))
  asking.request.log.info({ security: 'second-factor-removed', client, contact }, 'a second factor was taken away')
}

/** The token of a new session. */
export function openLogin(database: Database, login: ProvedLogin, asking: Asking): Promise<string> {
  const { client, contact, installation, username } = login
  return database.inClient(client, async (tx) => {
    const known = await activeContact(tx, contact, null)
    if (!known) throw refused('contact', wrongPassword(), asking)
    const companies = await availableCompanies(tx, installation, contact)
    const session = {
      installation,
      source: 'portal' as const,
      login: username,
      name: { text: known.name, guessed: true },
      contact,
      company: companies.length === 1 ? (companies[0]?.code ?? null) : null,
      kid: null,
      limited: false,
      administrator: true,
      entry: {},
    }
    return openSession(tx, session, asking.now)
  })
}

/** The typed name is left out, because people type their password there by mistake. */
function refused(reason: string, problem: Problem, { request }: Asking): Problem {
  request.log.warn({ security: 'login-refused', reason, address: request.ip }, 'log-in refused')
  return problem
}

/** Codes can be guessed from any address, but only with the password. */
function codesOf({ client, contact }: ProvedLogin) {
  const name = `code/${client}/${contact}`
  return { username: name, address: name, known: true as const }
}

/** Counted before it is tried, so that simultaneous guesses count, too. */
async function insistOnFewCodes(database: Database, login: ProvedLogin, asking: Asking): Promise<void> {
  const wait = await countAttempt(database, codesOf(login), asking.now)
  if (wait !== null) throw refused('too-many-codes', tooMany(wait), asking)
}

export const wrongPassword = () => new Problem(401, (s) => s.session['wrong-password']())
const onlyFromInstallation = () => new Problem(401, (s) => s.session['only-from-installation']())

export const secondFactorSet = () => new Problem(409, (s) => s.secondFactor.set())
const secondFactorMissing = () => new Problem(401, (s) => s.secondFactor.missing(), codeOnWire('second-factor-missing'))
const codeProblem = (sentence: 'code-wanted' | 'wrong-code') =>
  new Problem(401, (s) => s.secondFactor[sentence](), codeOnWire('second-factor'))

const wrongNewCode = (sentences: Sentences) =>
  invalid(
    (s) => s.session['check-fields'](),
    wireNamesOf(api.session.confirmSecondFactor.input, { verificationCode: sentences.secondFactor['wrong-code']() }),
  )
