import { type Database, type StaffTransaction, sql } from '../../db/sql.ts'
import { audit } from '../door/audit-store.ts'
import { linkExpiry, linkOf, newTechnicianLink } from '../door/technician-account-store.ts'

/** The author, in the audit, of the start that made somebody supervisor; also the giver of the link. */
const START = { username: 'SUPERVISOR' }

/**
 * If no supervisor could enter, creates one with the name that the operator chose; they set a password by a link. A link made by an
 * earlier start, or by another server, stays valid.
 * @returns the link's token, which is stored nowhere, or until when the earlier one is valid; null if there is a supervisor
 */
export const inviteFirstSupervisor = (
  staff: Database,
  username: string,
  now: Date,
): Promise<{ token: string } | { waitsUntil: Date } | null> =>
  staff.acrossClients(async (tx) => {
    const able = await tx.maybe(sql`
      select from technician t
      where t.role = 'supervisor' and t.active and (t.password_hash is not null or t.subject is not null)`)
    if (able) return null
    await makeSupervisor(tx, username)
    // Of two servers that start at once the second waits for the row above, and then finds the link.
    const earlier = await linkOf(tx, username, now)
    if (earlier) return { waitsUntil: earlier.expiresAt }
    await audit(tx, { username }, START.username, {}, now)
    return { token: await newTechnicianLink(tx, username, START.username, linkExpiry(now)) }
  })

export const makeSupervisor = (tx: StaffTransaction, username: string) =>
  tx.rows(sql`
    insert into technician (username, name, role) values (${username}, ${username}, 'supervisor')
    on conflict (username) do update set role = 'supervisor', active = true where not technician.of_key`)
