import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { sentencesIn } from '#contract/sentences.ts'
import type { Settings } from '#domain/settings.ts'
import { type Binding, bind, bindPublic } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'
import { type PublicContext, decode, encode, route } from '../http/door.ts'
import { languageOf } from '../http/language.ts'
import { noteLanguage } from '../mail/reader-store.ts'
import { Problem } from '../http/problems.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import { addressOf, base32 } from './totp.ts'
import { availableCompanies, endSession } from './account-store.ts'
import { arrivalOf, enter } from './arrival.ts'
import { EntryRefused } from './entry.ts'
import { callerOf } from './live-session.ts'
import type { SecretBox } from '../secret-box.ts'
import { knownDevices } from './known-device.ts'
import {
  type ProvedLogin,
  confirmSecondFactor,
  insistOnSecondFactor,
  openLogin,
  provePassword,
  removeSecondFactor,
  secondFactorSet,
  wrongPassword,
} from './login.ts'
import { contactFactor, newSecret } from './second-factor-store.ts'

interface SessionDependencies {
  readonly origin: string
  readonly settings: Settings
  readonly simulateTechnician: boolean
  readonly secrets: SecretBox
}

type RequestContext = Pick<PublicContext, 'now' | 'request' | 'reply'>

/** The parts that opening and ending a browser's session needs. */
interface Opening extends SessionDependencies {
  readonly binding: Binding
  readonly cookie: ReturnType<typeof sessionCookie>
}

export function bindSession(binding: Binding, dependencies: SessionDependencies): void {
  const { database, findCaller } = binding
  const opening = { ...dependencies, binding, cookie: sessionCookie(isSecure(dependencies)) }
  bindLogin(opening)
  bindEntry(opening)

  bindPublic(binding, api.session.logout, async (_input, { now, request, reply }) => {
    const caller = await findCaller(request, now)
    if (caller) await endSession(database, caller)
    opening.cookie.take(reply)
    return null
  })

  bindPublic(binding, api.session.check, async (_input, { now, request }) => {
    const found = await findCaller(request, now)
    // A mail's code lets nobody into the portal.
    const caller = found?.onlyTicket === null ? found : null
    return { valid: caller !== null, account: caller && accountOf(caller) }
  })

  bindPublic(binding, api.session.person, async (_input, { now, request }) => {
    const caller = await findCaller(request, now)
    return caller?.onlyTicket === null ? { name: caller.personName } : null
  })

  bind(binding, api.session.companies, async (_input, { caller, tx }) => {
    const companies = await availableCompanies(tx, caller.installation, caller.contact?.id ?? null)
    // A ticket needs a company, so its code is told, but not its name.
    return caller.limited ? companies.map(({ code }) => ({ code, name: '' })) : companies
  })

  bind(binding, api.session.prefill, async (_input, { caller: { entry } }) => ({
    company: entry.company ?? null,
    contactName: entry.contactName ?? null,
    email: entry.email ?? null,
    phone: entry.phone ?? null,
  }))

  bind(binding, api.session.demos, async () => dependencies.settings.demos ?? null)

  bindPublic(binding, api.session.configuration, async () => configurationOf(dependencies))
  bind(binding, api.assistant.settings, async () => configurationOf(dependencies))
}

const isSecure = ({ origin }: SessionDependencies): boolean => origin.startsWith('https:')

/** An administrator's entry by password, with or without a second factor, and the set-up of that factor. */
function bindLogin(opening: Opening): void {
  const { binding, secrets, settings } = opening
  const { database, findCaller } = binding
  const devices = knownDevices(secrets, isSecure(opening))
  const proof = { secrets, devices }

  bindPublic(binding, api.session.login, async (input, context) => {
    const login = await provePassword(binding, proof, input, context)
    await insistOnSecondFactor(binding, secrets, { login, code: input.verificationCode ?? '' }, context)
    return letIn(login, context)
  })

  bindPublic(binding, api.session.newSecondFactor, async (input, context) => {
    const { client, contact, username } = await provePassword(binding, proof, input, context)
    const secret = await database.inClient(client, (tx) => newSecret(tx, contactFactor(tx, contact), secrets))
    if (!secret) throw secondFactorSet()
    return { secret: base32(secret), address: addressOf(secret, username, settings.product.name) }
  })

  bindPublic(binding, api.session.confirmSecondFactor, async (input, context) => {
    const { request, now } = context
    const login = await provePassword(binding, proof, input, context)
    const caller = await findCaller(request, now)
    const isIn = caller?.client === login.client && caller.contact?.id === login.contact
    const kept = isIn ? caller.session : null
    const given = { login, code: input.verificationCode, kept }
    const recoveryCodes = await confirmSecondFactor(binding, secrets, given, context)
    return { recoveryCodes, account: isIn ? null : await letIn(login, context) }
  })

  bindPublic(binding, api.session.removeSecondFactor, async (input, context) => {
    const login = await provePassword(binding, proof, input, context)
    await removeSecondFactor(binding, secrets, { login, code: input.verificationCode }, context)
    return null
  })

  /** Opens the session of an authenticated administrator. */
  async function letIn(login: ProvedLogin, context: PublicContext) {
    const { request, reply, now } = context
    const token = await openLogin(database, login, context)
    const account = await begin(opening, token, await findCaller(request, now), context)
    if (!account) throw wrongPassword()
    devices.remember(request, reply, login.username, now)
    return account
  }
}

/** A person's entry by a link of their installation. */
function bindEntry(opening: Opening): void {
  const { binding, secrets } = opening
  const { database, findCaller, clock, budgets } = binding
  // Every fault of an entry, even in its form, gets the same answer: hence not bindPublic.
  route(binding, api.session.enter, async (request, reply) => {
    const now = clock()
    try {
      const input = entryInput(request)
      const arrival = await arrivalOf(database, secrets, input, now)
      budgets.entry(arrival, request.ip, now)
      const previous = await findCaller(request, now)
      const person = previous?.onlyTicket === null ? previous : null
      const maySwitch = input.confirmSwitch ?? false
      const { token, continues } = await enter(database, arrival, { now, previous: person, maySwitch })
      const caller = await begin(opening, token, continues ? null : previous, { now, request, reply })
      if (!caller) throw new EntryRefused('ended-meanwhile')
      return encode(api.session.enter, caller)
    } catch (error) {
      throw error instanceof EntryRefused ? entryRefused(error, request) : error
    }
  })
}

/** Replaces this browser's session with the new one. Returns null if the new one ended as it began. */
async function begin(
  { binding: { database }, cookie, settings: { limits } }: Opening,
  token: string,
  previous: Caller | null,
  { now, request, reply }: RequestContext,
) {
  const caller = await callerOf(database, token, now, limits)
  if (!caller) return null
  if (previous) await endSession(database, previous)
  cookie.give(reply, token)
  const { client, person, session, contact } = caller
  if (contact?.email) await database.inClient(client, (tx) => noteLanguage(tx, contact.email, languageOf(request)))
  request.log.info({ security: 'session-opened', client, person, session }, 'a session was opened')
  return accountOf(caller)
}

function entryRefused({ reason }: EntryRefused, request: FastifyRequest): Problem {
  request.log.warn({ security: 'entry-refused', reason, address: request.ip }, 'entry refused')
  return new Problem(401, (s) => s.session['entry-refused']())
}

/** @throws EntryRefused for a parameter given twice or too long. A request that no page sends is 400, as everywhere */
function entryInput(request: FastifyRequest): Input<typeof api.session.enter> {
  try {
    return decode(api.session.enter, request, sentencesIn(languageOf(request)))
  } catch (error) {
    const { body } = request
    const givenTwice = typeof body === 'object' && body !== null && Object.values(body).some(Array.isArray)
    if (givenTwice) throw new EntryRefused('given-twice')
    if (error instanceof Problem && error.status === 422) throw new EntryRefused('too-long')
    throw error
  }
}

const accountOf = (caller: Caller): Data<typeof api.session.login> => ({ ...caller, areas: [...caller.areas] })

function configurationOf({
  settings,
  simulateTechnician,
}: SessionDependencies): Data<typeof api.session.configuration> {
  const { assistant, contact, flags, limits } = settings
  return {
    checkTextLength: flags.checkTextLength,
    checkIncidentFiles: flags.checkIncidentFiles,
    saveClosedChats: flags.saveClosedChats,
    streamAnswers: flags.streamAnswers,
    simulateTechnician,
    assistantName: assistant.name,
    supportContact: { phone: contact.phone, email: contact.email },
    maxAttachmentBytes: limits.attachmentBytes,
    maxAttachments: limits.attachments,
  }
}
