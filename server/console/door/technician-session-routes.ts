import { consoleApi } from '#contract/console/api.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { TECHNICIANS } from '#domain/password-change.ts'
import { bindPublic } from '../../http/bind.ts'
import { linkRefused } from '../../http/link-refused.ts'
import { Problem, invalid, tooMany } from '../../http/problems.ts'
import { noteForgotten } from '../../session/forgotten-password.ts'
import { type KnownDevices, knownDevices } from '../../session/known-device.ts'
import { countAttempt, forgetFailures } from '../../session/login-limit.ts'
import type { SecretBox } from '../../secret-box.ts'
import { hashPassword, isPassword } from '../../session/password.ts'
import { refusedChange, refusedPassword } from '../../session/password-words.ts'
import {
  confirmSecret,
  newRecoveryCodes,
  newSecret,
  takeCode,
  technicianFactor,
} from '../../session/second-factor-store.ts'
import { audit } from './audit-store.ts'
import type { ConsoleDependencies } from './console-dependencies.ts'
import { type ConsoleAsking, type ConsoleBinding, bindConsole, bindConsolePrepared } from './console-binding.ts'
import {
  type Account,
  accountNamed,
  accountOfLink,
  lockAccount,
  setPasswordHash,
  takeLink,
} from './technician-account-store.ts'
import { type Arrival, guessOf, insistOnCode, openConsole, refusedEntry, shown } from './sign-in.ts'
import {
  consoleCookie,
  endTechnicianSession,
  endTechnicianSessions,
  openTechnicianSession,
} from './technician-session.ts'
import { addressOf, base32 } from '../../session/totp.ts'

const endpoints = consoleApi.consoleSession

/** Login by password and second factor; changing one's second factor and password. */
export function bindConsoleSession(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { staff, findTechnician } = binding
  const { settings, secrets: box } = dependencies
  const secure = isSecure(dependencies)
  const devices = knownDevices(box, secure)
  const open = openConsole(binding, dependencies)
  bindSecondFactor(binding, dependencies)
  bindPassword(binding, dependencies)

  bindPublic(binding, endpoints.configuration, async () => ({
    productName: settings.product.name,
    providerName: settings.provider.name,
    openId: dependencies.openId !== undefined,
  }))

  bindPublic(binding, endpoints.login, async (input, context) => {
    const account = await proved(binding, { box, devices }, input, context)
    if (!account) return null
    const opened = await open(account, !account.confirmed && !account.exempt, endpoints.login.path, context)
    devices.remember(context.request, context.reply, countedAs(account), context.now)
    return opened
  })

  bindPublic(binding, endpoints.logout, async (_input, { now, request, reply }) => {
    const technician = await findTechnician(request, now)
    if (technician) {
      await staff.acrossClients(async (tx) => {
        await endTechnicianSession(tx, technician.session)
        await audit(tx, technician, endpoints.logout.path, {}, now)
      })
    }
    consoleCookie(secure).take(reply)
    return null
  })

  bindPublic(binding, endpoints.check, async (_input, { now, request }) => {
    const technician = await findTechnician(request, now)
    return technician && shown(technician)
  })
}

const isSecure = ({ origin }: ConsoleDependencies): boolean => origin.startsWith('https:')

/** A technician's second factor, set up by themselves. */
function bindSecondFactor(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { settings, secrets: box } = dependencies
  const cookie = consoleCookie(isSecure(dependencies))

  bindConsole(binding, endpoints.newSecondFactor, async (_input, { tx, technician, note }) => {
    const secret = await newSecret(tx, technicianFactor(technician.username), box)
    if (!secret) throw secondFactorSet()
    await note({})
    return { secret: base32(secret), address: addressOf(secret, technician.username, settings.product.name) }
  })

  bindConsolePrepared(binding, endpoints.confirmSecondFactor, async ({ code }, asking) => {
    await insistOnFewGuesses(binding, asking)
    return async ({ tx, technician, now, sentences, note, reply }) => {
      const account = await lockAccount(tx, technician.username)
      if (!account || account.confirmed) throw secondFactorSet()
      const holder = technicianFactor(technician.username)
      if (!(await takeCode(tx, holder, { secret: account.secret, code, now, box }))) {
        throw invalid((s) => s.session['check-fields'](), { code: sentences.console['wrong-code']() })
      }
      await forgetFailures(tx, guessOf(technician))
      const recoveryCodes = await confirmSecret(tx, holder)
      await endTechnicianSessions(tx, technician.username)
      cookie.give(reply, await openTechnicianSession(tx, { ...technician, enrolling: false }, now))
      await note({})
      return { recoveryCodes }
    }
  })

  bindConsolePrepared(binding, endpoints.renewRecoveryCodes, async ({ password, code }, asking) => {
    const { technician, sentences } = asking
    await insistOnFewGuesses(binding, asking)
    const account = await accountNamed(binding.staff, technician.username)
    if (!account?.passwordHash) throw new Problem(409, (s) => s.console['enters-without-password']())
    if (!(await isPassword(password, account.passwordHash, guessOf(technician)))) {
      throw passwordRefused({ password: sentences.session['current-password-wrong']() })
    }
    return async ({ tx, now, note }) => {
      const locked = await lockAccount(tx, technician.username)
      if (!locked?.confirmed) throw new Problem(409, (s) => s.console['no-second-factor']())
      const holder = technicianFactor(technician.username)
      if (!(await takeCode(tx, holder, { secret: locked.secret, code, now, box }))) {
        throw passwordRefused({ code: sentences.console['wrong-code']() })
      }
      await forgetFailures(tx, guessOf(technician))
      const recoveryCodes = await newRecoveryCodes(tx, holder)
      await note({})
      return { recoveryCodes }
    }
  })
}

/** A technician's password, changed by themselves or set by a link. */
function bindPassword(binding: ConsoleBinding, { mailer, secrets }: ConsoleDependencies): void {
  const { staff } = binding

  bindPublic(binding, endpoints.forgotPassword, async ({ username }, context) => {
    await noteForgotten({ staff, mailer, secrets }, { username, ofTechnician: true }, context)
    return null
  })

  bindConsolePrepared(binding, endpoints.changePassword, async (input, asking) => {
    const { from, to } = await newPassword(binding, input, asking)
    return async ({ tx, technician, sentences, note }) => {
      const account = await lockAccount(tx, technician.username)
      // Of two simultaneous changes the second finds that the current password has changed.
      if (account?.passwordHash !== from) throw currentWrong(sentences)
      await setPasswordHash(tx, technician.username, to)
      await endTechnicianSessions(tx, technician.username, technician.session)
      await note({})
      return null
    }
  })

  bindPublic(binding, endpoints.checkPasswordLink, async ({ token }, { now, request }) => {
    const account = await accountOfLink(staff, token, now)
    if (!account) throw linkRefused(request, 'console-link')
    return account
  })

  bindPublic(binding, endpoints.setPassword, async ({ token, ...typed }, { now, sentences, request }) => {
    if (!(await accountOfLink(staff, token, now))) throw linkRefused(request, 'console-link')
    const wrong = refusedPassword(typed, sentences, TECHNICIANS)
    if (wrong) throw passwordRefused(wrong)
    const hash = await hashPassword(typed.next ?? '')
    await staff.acrossClients(async (tx) => {
      const account = await takeLink(tx, token, now)
      if (!account) throw linkRefused(request, 'console-link')
      await setPasswordHash(tx, account.username, hash)
      await endTechnicianSessions(tx, account.username)
      await audit(tx, account, endpoints.setPassword.path, {}, now)
    })
    return null
  })
}

/**
 * The account whose password and second factor were given; null if only the code of the second factor is missing.
 * @throws Problem 401, the same for an unknown technician and for a wrong password
 */
async function proved(
  binding: ConsoleBinding,
  { box, devices }: { readonly box: SecretBox; readonly devices: KnownDevices },
  { username, password, code }: Input<typeof endpoints.login>,
  arrival: Arrival,
): Promise<Account | null> {
  const { staff } = binding
  const { now, request } = arrival
  const counted = countedAs({ username })
  const attempt = { username: box.mark(counted), address: request.ip, known: devices.idIn(request, counted, now) }
  const wait = await countAttempt(staff, attempt, now)
  if (wait !== null) throw refused('too-many', tooMany(wait))
  const account = await accountNamed(staff, username)
  const stored = account?.active ? account.passwordHash : null
  if (!(await isPassword(password, stored ?? undefined, attempt)) || !account) {
    throw refused('wrong-password', new Problem(401, (s) => s.session['wrong-password']()), account)
  }
  if (account.confirmed) {
    if (!code?.trim()) return null
    await insistOnCode(binding, box, { account, code, act: endpoints.login.path }, arrival)
  }
  await forgetFailures(staff, attempt)
  return account

  function refused(reason: string, problem: Problem, known?: Account): Problem {
    return refusedEntry(binding, { reason, problem, known, act: endpoints.login.path }, arrival)
  }
}

/** A technician and a customer may have the same user name, but wrong guesses are counted apart. */
const countedAs = ({ username }: Pick<Account, 'username'>): string => `console/${username}`

/** Counts a guess before it is tried, in a transaction of its own, because the request's may be rolled back. */
async function insistOnFewGuesses({ staff }: ConsoleBinding, { technician, now }: ConsoleAsking): Promise<void> {
  const wait = await countAttempt(staff, guessOf(technician), now)
  if (wait !== null) throw tooMany(wait)
}

/** The hashes of the current and the new password. */
async function newPassword(
  binding: ConsoleBinding,
  input: Input<typeof endpoints.changePassword>,
  context: ConsoleAsking,
): Promise<{ from: string; to: string }> {
  const { technician, sentences } = context
  const wrong = refusedChange(input, sentences, TECHNICIANS)
  if (wrong) throw passwordRefused(wrong)
  await insistOnFewGuesses(binding, context)
  const account = await accountNamed(binding.staff, technician.username)
  const from = account?.passwordHash ?? undefined
  if (!(await isPassword(input.current ?? '', from, guessOf(technician))) || from === undefined)
    throw currentWrong(sentences)
  await forgetFailures(binding.staff, guessOf(technician))
  return { from, to: await hashPassword(input.next ?? '') }
}

const currentWrong = (sentences: Sentences): Problem =>
  passwordRefused({ current: sentences.session['current-password-wrong']() })

const passwordRefused = (fields: Readonly<Record<string, string>>): Problem =>
  invalid((s: Sentences) => s.session['check-fields'](), fields)

const secondFactorSet = () => new Problem(409, (s) => s.console['second-factor-set']())
