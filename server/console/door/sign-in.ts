import type { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import type { PublicContext } from '../../http/door.ts'
import { Problem, tooMany } from '../../http/problems.ts'
import type { SecretBox } from '../../secret-box.ts'
import { countAttempt, forgetFailures } from '../../session/login-limit.ts'
import { takeCode, takeRecoveryCode, technicianFactor } from '../../session/second-factor-store.ts'
import { audit } from './audit-store.ts'
import type { ConsoleBinding, Technician } from './console-binding.ts'
import type { ConsoleDependencies } from './console-dependencies.ts'
import type { Account } from './technician-account-store.ts'
import { consoleCookie, endTechnicianSession, openTechnicianSession } from './technician-session.ts'

// The end of every way to sign in: the code of the second factor, and the session.

export type Arrival = Pick<PublicContext, 'now' | 'request' | 'reply'>

/** Opens a session for somebody who has proved their identity, and ends the browser's previous one. */
type OpenConsole = (
  account: Pick<Account, 'username' | 'name' | 'role'>,
  enrolling: boolean,
  act: string,
  arrival: Arrival,
) => Promise<Data<typeof consoleApi.consoleSession.finishOpenIdByCode>>

export const openConsole =
  ({ staff, findTechnician }: ConsoleBinding, { origin }: Pick<ConsoleDependencies, 'origin'>): OpenConsole =>
  async (account, enrolling, act, { now, request, reply }) => {
    const previous = await findTechnician(request, now)
    const token = await staff.acrossClients(async (tx) => {
      if (previous) await endTechnicianSession(tx, previous.session)
      await audit(tx, account, act, { details: { address: request.ip } }, now)
      return openTechnicianSession(tx, { username: account.username, enrolling }, now)
    })
    consoleCookie(origin.startsWith('https:')).give(reply, token)
    request.log.info({ security: 'console-opened', technician: account.username }, "a technician's session was opened")
    return shown({ ...account, enrolling })
  }

export const shown = ({ username, name, role, enrolling }: Omit<Technician, 'session'>) => ({
  username,
  name,
  role,
  enrolling,
})

interface GivenCode {
  readonly account: Account
  readonly code: string
  /** The act that follows, for the audit. */
  readonly act: string
}

/** @throws Problem 401 unless it is a current code of the second factor or a recovery code; 429 after too many tries */
export async function insistOnCode(
  binding: ConsoleBinding,
  box: SecretBox,
  { account, code, act }: GivenCode,
  arrival: Arrival,
): Promise<void> {
  const { staff } = binding
  const { now } = arrival
  const refused = (reason: string, problem: Problem) =>
    refusedEntry(binding, { reason, problem, known: account, act }, arrival)
  const guess = guessOf(account)
  const wait = await countAttempt(staff, guess, now)
  if (wait !== null) throw refused('too-many-codes', tooMany(wait))
  const holder = technicianFactor(account.username)
  const given = { secret: account.secret, code, now, box }
  const right = await staff.acrossClients(
    async (tx) => (await takeCode(tx, holder, given)) || takeRecoveryCode(tx, holder, code),
  )
  if (!right) throw refused('wrong-code', new Problem(401, (s) => s.console['wrong-code']()))
  await forgetFailures(staff, guess)
}

interface RefusedEntry {
  readonly reason: string
  readonly problem: Problem
  readonly known: Account | undefined
  readonly act: string
}

/**
 * Records a refused login. An unknown user name is left out, because people type their password there. Nobody waits for
 * the record, so that a known name does not take longer than an unknown one.
 */
export function refusedEntry(
  { staff }: ConsoleBinding,
  { reason, problem, known, act }: RefusedEntry,
  { request, now }: Arrival,
): Problem {
  request.log.warn({ security: 'console-refused', reason, address: request.ip }, 'log-in at the console refused')
  if (known) {
    audit(staff, known, act, { details: { refused: reason, address: request.ip } }, now).catch((error: unknown) =>
      request.log.error({ err: error }, 'a refused login could not be recorded'),
    )
  }
  return problem
}

/** Guesses of codes are counted by account, from any address: a guess needs the password. */
export const guessOf = ({ username }: Pick<Account, 'username'>) => ({
  username: `console-code/${username}`,
  address: `console-code/${username}`,
  known: true as const,
})
