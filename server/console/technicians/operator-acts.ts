import type { Database, StaffTransaction } from '../../db/sql.ts'
import { forgetSecondFactor, technicianFactor } from '../../session/second-factor-store.ts'
import { audit } from '../door/audit-store.ts'
import { type Recounted, recount } from '../jobs/recount-store.ts'
import { linkExpiry, lockAccount, newTechnicianLink } from '../door/technician-account-store.ts'
import { endTechnicianSessions } from '../door/technician-session.ts'
import { makeSupervisor } from './first-supervisor.ts'
import { endEverySession } from './technician-store.ts'

/**
 * The operator's name in the audit; no technician can have it. As at the console, anybody who gives access counts as
 * one person: two supervisors who both got theirs from the operator do not count as two (`isOneHand`).
 */
const OPERATOR = { username: 'OPERATOR' }

/** The operator's acts when nobody can enter the console. They return false if there is no such technician. */
export function operatorActs(staff: Database, now: Date) {
  const act = <T>(username: string, name: string, work: (tx: StaffTransaction) => Promise<T>): Promise<T | false> =>
    staff.acrossClients(async (tx) => {
      if (!(await lockAccount(tx, username))) return false
      await audit(tx, OPERATOR, `/console/technicians/${name}`, { details: { username } }, now)
      return work(tx)
    })
  return {
    /** Makes somebody a supervisor who may enter, new or not, with a link for their password. */
    supervisor: (username: string) =>
      staff.acrossClients(async (tx) => {
        await makeSupervisor(tx, username)
        const details = { username, role: 'supervisor', active: true, gives: true }
        await audit(tx, OPERATOR, '/console/technicians/change', { details }, now)
        return linkFor(tx, username)
      }),
    /** Replaces the link for their password. */
    link: (username: string) => act(username, 'password-link', (tx) => linkFor(tx, username)),
    /** Removes their second factor: they set up a new one at their next login. */
    resetSecondFactor: (username: string) =>
      act(username, 'reset-second-factor', async (tx) => {
        await forgetSecondFactor(tx, technicianFactor(username))
        await endTechnicianSessions(tx, username)
        return true
      }),
    endSessions: (username: string) =>
      act(username, 'end-sessions', async (tx) => {
        await endTechnicianSessions(tx, username)
        return true
      }),
    /** Ends the sessions of technicians and customers: everybody must log in again. */
    endAllSessions: () =>
      staff.acrossClients(async (tx) => {
        await endEverySession(tx)
        await audit(tx, OPERATOR, '/console/technicians/end-sessions', { details: { everybody: true } }, now)
        return true
      }),
    /** Counts the kept figures again. */
    figures: (): Promise<Recounted> =>
      staff.acrossClients(async (tx) => {
        const { lists, queue, unread } = await recount(tx)
        await audit(tx, OPERATOR, '/console/figures/recount', { details: { lists, queue, unread } }, now)
        return { lists, queue, unread }
      }),
  }

  async function linkFor(tx: StaffTransaction, username: string) {
    const expiresAt = linkExpiry(now)
    return { token: await newTechnicianLink(tx, username, OPERATOR.username, expiresAt), expiresAt }
  }
}
