import { type Database, sql } from '../../db/sql.ts'
import { audit } from '../door/audit-store.ts'
import { newTechnicianLink } from '../door/technician-account-store.ts'

/**
 * If no supervisor could enter, makes one with the name that the operator chose, who sets a password by a link.
 * @returns the link's token, which is stored nowhere; null if there is a supervisor
 */
export const inviteFirstSupervisor = (staff: Database, username: string, now: Date): Promise<string | null> =>
  staff.acrossClients(async (tx) => {
    const able = await tx.maybe(sql`
      select from technician t
      where t.role = 'supervisor' and t.active and (t.password_hash is not null or t.subject is not null)`)
    if (able) return null
    await tx.rows(sql`
      insert into technician (username, name, role) values (${username}, ${username}, 'supervisor')
      on conflict (username) do update set role = 'supervisor', active = true`)
    await audit(tx, { username }, 'SUPERVISOR', {}, now)
    return newTechnicianLink(tx, username, 'SUPERVISOR', now)
  })
