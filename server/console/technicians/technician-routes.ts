import { consoleApi } from '#contract/console/api.ts'
import { isEmail } from '#domain/contact-details.ts'
import { givesAccess, isTechnicianName, leavesSupervisor } from '#domain/technician.ts'
import { Problem, invalid, notFound } from '../../http/problems.ts'
import { forgetSecondFactor, technicianFactor } from '../../session/second-factor-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { bindIdentity, listIdentityRequests, takeIdentityRequest } from '../door/identity-store.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { issuerOf } from '../door/openid-settings.ts'
import { endTechnicianSessions } from '../door/technician-session.ts'
import { changeAddress } from '../door/changed-address.ts'
import { addressOfTechnician } from './new-address.ts'
import { giveTechnicianLink } from './technician-link.ts'
import {
  changeTechnician,
  insertTechnician,
  listTechnicians,
  lockActiveSupervisors,
  takenOf,
  technicianNames,
} from './technician-store.ts'
import { dropLink, lockAccount } from '../door/technician-account-store.ts'

const endpoints = consoleApi.consoleTechnicians

/** The master of technicians. */
export function bindTechnicians(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { settings, openId } = dependencies
  bindAccess(binding, dependencies)
  bindConsole(binding, endpoints.names, (_input, { tx }) => technicianNames(tx))

  bindConsole(binding, endpoints.list, ({ limit = DEFAULT_LIMIT, ...question }, { tx, now }) => {
    const liveSince = new Date(now.getTime() - settings.limits.consoleIdleMinutes * 60_000)
    return listTechnicians(tx, { ...question, limit, liveSince })
  })

  bindConsole(binding, endpoints.create, async (input, context) => {
    const { tx, sentences, note } = context
    const { username, name, role } = input
    const known = identityIn(input, openId)
    if (!isTechnicianName(username)) throw wrong({ username: sentences.console['bad-username']() })
    insistOnAddress(known.email, context)
    await insistOnFree({ username, ...known }, context)
    if (!(await insertTechnician(tx, { username, name, role, ...known }))) {
      throw wrong({ username: sentences.console['name-taken']() })
    }
    await note({ details: { username, name, role, subject: known.subject, email: known.email } })
    return giveTechnicianLink({ username, name, email: known.email }, dependencies, context)
  })

  bindConsole(binding, endpoints.change, async (input, context) => {
    const { tx, now, note } = context
    const { username, name, role, active } = input
    const known = identityIn(input, openId)
    const supervisors = await lockActiveSupervisors(tx)
    const before = await lockAccount(tx, username)
    if (!before) throw notFound()
    if (!leavesSupervisor(supervisors, { username, role, active })) {
      throw new Problem(409, (s) => s.console['last-supervisor']())
    }
    if (known.email !== before.email) insistOnAddress(known.email, context)
    await insistOnFree({ username, ...known }, context)
    const { email, waiting } = await changeAddress(
      addressOfTechnician(username, dependencies, context),
      { before: before.email, typed: known.email },
      dependencies.mailer.isThere,
      context,
    )
    await changeTechnician(tx, { username, name, role, ...known, email, active }, now)
    // A disabled technician loses all sessions, and so does one whose identity changes.
    if (!active || (before.subject !== null && before.subject !== known.subject)) {
      await endTechnicianSessions(tx, username)
    }
    // A link may lie in the mailbox that is no longer theirs.
    const leavesAddress = before.email !== null && before.email !== email
    if (!active || leavesAddress) await dropLink(tx, username)
    const gives = givesAccess(before, { role, active, ...known })
    await note({ details: { username, name, role, subject: known.subject, email: known.email, active, gives } })
    return waiting
  })
}

/** How technicians get in: their identities at another provider, links for passwords, second factors and sessions. */
function bindAccess(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  bindConsole(binding, endpoints.identityRequests, (_input, { tx }) => listIdentityRequests(tx))

  bindConsole(binding, endpoints.decideIdentity, async ({ username, issuer, subject, confirmed }, context) => {
    const { tx, note } = context
    if (!(await lockAccount(tx, username))) throw notFound()
    if (!(await takeIdentityRequest(tx, username, { issuer, subject }))) throw notFound()
    if (confirmed) {
      await insistOnFree({ username, subject, email: null }, context)
      await bindIdentity(tx, username, { issuer, subject })
    }
    await note({ details: { username, subject, confirmed } })
    return null
  })

  bindConsole(binding, endpoints.issueLink, async ({ username }, context) => {
    const account = await lockAccount(context.tx, username)
    if (!account?.active) throw notFound()
    await context.note({ details: { username } })
    return giveTechnicianLink(account, dependencies, context)
  })

  bindConsole(binding, endpoints.resetSecondFactor, async ({ username }, { tx, note }) => {
    if (!(await lockAccount(tx, username))) throw notFound()
    await forgetSecondFactor(tx, technicianFactor(username))
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
}

/** A typed identity belongs to the provider that the portal started with. */
function identityIn(
  { subject, email }: { subject?: string | null | undefined; email?: string | null | undefined },
  openId: ConsoleDependencies['openId'],
) {
  const number = typedOrNull(subject)
  return {
    subject: number,
    issuer: number === null || !openId ? null : issuerOf(openId),
    email: typedOrNull(email)?.toLowerCase() ?? null,
  }
}

function insistOnAddress(email: string | null, { sentences }: Pick<ConsoleContext, 'sentences'>): void {
  if (email !== null && !isEmail(email)) throw wrong({ email: sentences.field['bad-email']() })
}

async function insistOnFree(
  technician: Parameters<typeof takenOf>[1],
  { tx, sentences }: Pick<ConsoleContext, 'tx' | 'sentences'>,
): Promise<void> {
  const taken = await takenOf(tx, technician)
  if (taken) throw wrong({ [taken]: sentences.console[`${taken}-taken`]() })
}

/** A value of spaces alone counts as empty. */
const typedOrNull = (typed: string | null | undefined): string | null => typed?.trim() || null

const wrong = (fields: Record<string, string>): Problem => invalid((s) => s.session['check-fields'](), fields)
