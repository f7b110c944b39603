import type { Language } from '#contract/moment.ts'
import { type Transaction, sql } from '../db/sql.ts'
import { hashOf, newToken } from '../http/session-cookie.ts'

/** The mail whose link somebody follows. */
export interface FollowedMail {
  readonly ticket: number
  readonly email: string
  readonly reader: string
  readonly language: Language
}

export const followedMail = (tx: Transaction, mail: number) =>
  tx.maybe<FollowedMail>(sql`
    select t.number as ticket, m.email, m.reader, m.language
    from mail m join ticket t on t.client_id = m.client_id and t.number = m.ticket_number
    where ${tx.own('m')} and m.mail_id = ${mail} and t.merged_into is null`)

interface KeptCode {
  readonly mail: number
  readonly code: Buffer
  readonly device: string
  readonly expiresAt: Date
}

/** A later code replaces the one before. */
export const keepCode = (tx: Transaction, { mail, code, device, expiresAt }: KeptCode) =>
  tx.rows(sql`
    insert into mail_code (client_id, mail_id, code, device_hash, expires_at)
    values (${tx.client}, ${mail}, ${code}, ${hashOf(device)}, ${expiresAt})
    on conflict (client_id, mail_id) do update
      set code = excluded.code, device_hash = excluded.device_hash, expires_at = excluded.expires_at, tries = 0`)

const MOST_TRIES = 5

/** The code to compare. Reading it counts as a try, so that there are at most five, even of simultaneous ones. */
export const tryCode = (tx: Transaction, mail: number, device: Buffer, now: Date) =>
  tx.maybe<{ code: Buffer }>(sql`
    update mail_code c set tries = c.tries + 1
    where ${tx.own('c')} and c.mail_id = ${mail} and c.device_hash = ${device} and c.expires_at > ${now} and c.tries < ${MOST_TRIES}
    returning c.code`)

/** Uses up the code: of two right tries at once the second finds none. */
export const takeMailCode = async (tx: Transaction, mail: number, code: Buffer): Promise<boolean> =>
  (await tx.maybe(sql`
    delete from mail_code c where ${tx.own('c')} and c.mail_id = ${mail} and c.code = ${code} returning 1 as taken`)) !==
  undefined

/** Opens a session that sees this ticket alone, as the person who raised it. Returns its token. */
export async function openTicketSession(tx: Transaction, ticket: number, now: Date): Promise<string> {
  const token = newToken()
  await tx.rows(sql`
    insert into session (client_id, token_hash, person_id, contact_id, installation_code, company_code, limited, entry,
      only_ticket_number, created_at, seen_at)
    select t.client_id, ${hashOf(token)}, t.person_id, t.contact_id, t.installation_code, t.company_code, true,
      case when p.named then jsonb_build_object('name', p.name) else '{}' end, t.number, ${now}, ${now}
    from ticket t join person p on p.client_id = t.client_id and p.person_id = t.person_id
    where ${tx.own('t')} and t.number = ${ticket}`)
  return token
}
