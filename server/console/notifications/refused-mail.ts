import { type Transaction, sql } from '../../db/sql.ts'
import { addNotifications } from './notification-store.ts'

/**
 * Tells the technicians of a mail's tickets that its address is refused: of each ticket once, until the address is
 * refused anew. Of a ticket that nobody has, the supervisors are told, once of each address.
 */
export async function tellOfRefusal(tx: Transaction, mail: number, now: Date): Promise<void> {
  const tickets = await tx.rows<{ number: number; assignee: string | null; email: string; refusedAt: Date }>(sql`
    select t.number, t.assignee, a.email, a.refused_at
    from mail m
      join mail_address a on a.client_id = m.client_id and a.email = m.email and a.refused_at is not null
      join ticket t on t.client_id = m.client_id and t.number = m.ticket_number
    where ${tx.own('m')} and (m.mail_id = ${mail} or m.summary_id = ${mail})
    order by t.number`)
  const told = tickets.map(({ number, assignee, email, refusedAt }) => {
    const refusal = `${tx.client} ${email} ${refusedAt.toISOString()}`
    const cause = assignee === null ? refusal : `${number} ${refusal}`
    return { kind: 'mail-refused' as const, username: assignee, subject: 'ticket' as const, number, cause }
  })
  if (told.length > 0) addNotifications(tx, told, now)
}
