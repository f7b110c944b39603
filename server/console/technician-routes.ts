import { consoleApi } from '#contract/console/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { isTechnicianName, leavesSupervisor } from '#domain/technician.ts'
import { Problem, invalid, notFound } from '../http/problems.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from './console-binding.ts'
import type { ConsoleDependencies } from './console.ts'
import { DEFAULT_LIMIT } from './paged-list.ts'
import { endTechnicianSessions } from './technician-session.ts'
import {
  changeTechnician,
  dropLink,
  forgetSecondFactor,
  insertTechnician,
  isSubjectTaken,
  listTechnicians,
  linkExpiry,
  lockAccount,
  lockActiveSupervisors,
  newTechnicianLink,
  technicianNames,
} from './technician-store.ts'

const endpoints = consoleApi.consoleTechnicians

/** The master of technicians. */
export function bindTechnicians(binding: ConsoleBinding, { origin, settings }: ConsoleDependencies): void {
  bindConsole(binding, endpoints.names, (_input, { tx }) => technicianNames(tx))

  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx, now }) => {
    const liveSince = new Date(now.getTime() - settings.limits.consoleIdleMinutes * 60_000)
    return listTechnicians(tx, { ...question, limit, liveSince })
  })

  bindConsole(binding, endpoints.create, async (input, context) => {
    const { tx, sentences, note } = context
    const { username, name, role } = input
    const subject = asSubject(input.subject)
    if (!isTechnicianName(username)) throw wrong({ username: sentences.console['bad-username']() })
    if (await isSubjectTaken(tx, subject, username)) throw wrong({ subject: sentences.console['subject-taken']() })
    if (!(await insertTechnician(tx, { username, name, role, subject }))) {
      throw wrong({ username: sentences.console['name-taken']() })
    }
    await note({ details: { username, name, role, subject } })
    return linkFor(username, context)
  })

  bindConsole(binding, endpoints.change, async (input, { tx, sentences, note }) => {
    const { username, name, role, active } = input
    const subject = asSubject(input.subject)
    const supervisors = await lockActiveSupervisors(tx)
    if (!(await lockAccount(tx, username))) throw notFound()
    if (!leavesSupervisor(supervisors, { username, role, active })) {
      throw new Problem(409, (s) => s.console['last-supervisor']())
    }
    if (await isSubjectTaken(tx, subject, username)) throw wrong({ subject: sentences.console['subject-taken']() })
    await changeTechnician(tx, { username, name, role, subject, active })
    if (!active) {
      await endTechnicianSessions(tx, username)
      await dropLink(tx, username)
    }
    await note({ details: { username, name, role, subject, active } })
    return null
  })

  bindConsole(binding, endpoints.issueLink, async ({ username }, context) => {
    const account = await lockAccount(context.tx, username)
    if (!account?.active) throw notFound()
    await context.note({ details: { username } })
    return linkFor(username, context)
  })

  bindConsole(binding, endpoints.resetSecondFactor, async ({ username }, { tx, note }) => {
    if (!(await lockAccount(tx, username))) throw notFound()
    await forgetSecondFactor(tx, username)
    await endTechnicianSessions(tx, username)
    await note({ details: { username } })
    return null
  })

  bindConsole(binding, endpoints.endSessions, async ({ username }, { tx, note }) => {
    if (!(await lockAccount(tx, username))) throw notFound()
    await endTechnicianSessions(tx, username)
    await note({ details: { username } })
    return null
  })

  async function linkFor(
    username: string,
    { tx, technician, now }: ConsoleContext,
  ): Promise<Data<typeof endpoints.issueLink>> {
    const token = await newTechnicianLink(tx, username, technician.username, now)
    return { address: technicianLinkAddress(origin, token), username, expiresAt: linkExpiry(now) }
  }
}

/** Where a technician sets a password. */
export const technicianLinkAddress = (origin: string, token: string): string =>
  `${origin}/consola/contrasena?t=${encodeURIComponent(token)}`

/** Nothing but spaces is none; a mail address is the same in capitals. */
function asSubject(typed: string | null | undefined): string | null {
  const subject = typed?.trim() ?? ''
  if (subject === '') return null
  return subject.includes('@') ? subject.toLowerCase() : subject
}

const wrong = (fields: Record<string, string>): Problem => invalid((s) => s.session['check-fields'](), fields)
