import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { sentencesIn } from '#contract/sentences.ts'
import type { Settings } from '#domain/settings.ts'
import { type Binding, type PublicContext, bind, bindPublic, decode, encode, languageOf, route } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'
import { Problem, tooMany } from '../http/problems.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import { activeContact, availableCompanies, callerOf, endSession, loginNamed, openSession } from './account-store.ts'
import { arrivalOf, enter } from './arrival.ts'
import { EntryRefused } from './entry.ts'
import type { SecretBox } from '../secret-box.ts'
import { type KnownDevices, knownDevices } from './known-device.ts'
import { countAttempt, forgetFailures } from './login-limit.ts'
import { isPassword } from './password.ts'

interface SessionDependencies {
  readonly origin: string
  readonly settings: Settings
  readonly simulateTechnician: boolean
  readonly secrets: SecretBox
}

type RequestContext = Pick<PublicContext, 'now' | 'request' | 'reply'>

export function bindSession(binding: Binding, dependencies: SessionDependencies): void {
  const { database, findCaller, clock, budgets } = binding
  const { limits } = dependencies.settings
  const secure = dependencies.origin.startsWith('https:')
  const cookie = sessionCookie(secure)
  const devices = knownDevices(dependencies.secrets, secure)

  bindPublic(binding, api.session.login, async (input, context) => {
    const token = await logIn(binding, devices, input, context)
    const caller = await begin(token, await findCaller(context.request, context.now), context)
    if (!caller) throw wrongPassword()
    devices.remember(context.request, context.reply, input.username, context.now)
    return caller
  })

  // Whatever is wrong with an entry, its shape included, gets the one answer: hence not bindPublic.
  route(binding, api.session.enter, async (request, reply) => {
    const now = clock()
    try {
      const input = entryInput(request)
      const arrival = await arrivalOf(database, dependencies.secrets, input, now)
      if (arrival.limited) budgets.limitedEntry(arrival.installation, request.ip, now)
      const previous = await findCaller(request, now)
      const maySwitch = input.confirmSwitch ?? false
      const { token, continues } = await enter(database, arrival, { now, previous, maySwitch })
      const caller = await begin(token, continues ? null : previous, { now, request, reply })
      if (!caller) throw new EntryRefused('ended-meanwhile')
      return encode(api.session.enter, caller)
    } catch (error) {
      throw error instanceof EntryRefused ? entryRefused(error, request) : error
    }
  })

  bindPublic(binding, api.session.logout, async (_input, { now, request, reply }) => {
    const caller = await findCaller(request, now)
    if (caller) await endSession(database, caller)
    cookie.take(reply)
    return null
  })

  bindPublic(binding, api.session.check, async (_input, { now, request }) => {
    const caller = await findCaller(request, now)
    return { valid: caller !== null, account: caller && accountOf(caller) }
  })

  bindPublic(binding, api.session.person, async (_input, { now, request }) => {
    const caller = await findCaller(request, now)
    return caller && { name: caller.personName }
  })

  bind(binding, api.session.companies, async (_input, { caller, tx }) => {
    const companies = await availableCompanies(tx, caller.installation, caller.contact?.id ?? null)
    // A ticket needs a company: its code is told, and not whose it is.
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

  /** The new session takes the place of the one that this browser had; null when it was ended as it began. */
  async function begin(token: string, previous: Caller | null, { now, request, reply }: RequestContext) {
    const caller = await callerOf(database, token, now, limits)
    if (!caller) return null
    if (previous) await endSession(database, previous)
    cookie.give(reply, token)
    const { client, person, session } = caller
    request.log.info({ security: 'session-opened', client, person, session }, 'a session was opened')
    return accountOf(caller)
  }
}

/** Checks the password of an administrator; returns the token of the session that it opens. */
async function logIn(
  { database }: Binding,
  devices: KnownDevices,
  { username, password }: Input<typeof api.session.login>,
  { now, request }: RequestContext,
): Promise<string> {
  const attempt = { username, address: request.ip, known: devices.idIn(request, username, now) }
  const wait = await countAttempt(database, attempt, now)
  if (wait !== null) throw refused('too-many', tooMany(wait))
  const login = await loginNamed(database, username)
  if (!(await isPassword(password, login?.passwordHash)) || !login) throw refused('wrong-password', wrongPassword())
  await forgetFailures(database, attempt)
  if (login.visibility !== 'client') throw refused('no-administrator', onlyFromInstallation())

  const { client, contact, installation } = login
  return database.inClient(client, async (tx) => {
    const known = await activeContact(tx, contact, null)
    if (!known) throw refused('contact', wrongPassword())
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
    return openSession(tx, session, now)
  })

  // Without the name that was typed: people type their password there.
  function refused(reason: string, problem: Problem): Problem {
    request.log.warn({ security: 'login-refused', reason, address: request.ip }, 'log-in refused')
    return problem
  }
}

const wrongPassword = () => new Problem(401, (s) => s.session['wrong-password']())
const onlyFromInstallation = () => new Problem(401, (s) => s.session['only-from-installation']())

function entryRefused({ reason }: EntryRefused, request: FastifyRequest): Problem {
  request.log.warn({ security: 'entry-refused', reason, address: request.ip }, 'entry refused')
  return new Problem(401, (s) => s.session['entry-refused']())
}

/** @throws EntryRefused for a parameter given twice or too long; a request that nobody's page makes is 400 as everywhere */
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
    checkTextLength: Number(flags.checkTextLength),
    checkIncidentFiles: Number(flags.checkIncidentFiles),
    saveClosedChats: Number(flags.saveClosedChats),
    streamAnswers: Number(flags.streamAnswers),
    simulateTechnician: Number(simulateTechnician),
    assistantName: assistant.name,
    supportContact: { phone: contact.phone, email: contact.email },
    maxAttachmentBytes: limits.attachmentBytes,
    maxAttachments: limits.attachments,
  }
}
