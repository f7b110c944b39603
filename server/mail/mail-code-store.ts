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

/** A browser that has asked for codes of a mail. */
export interface Asker {
  readonly mail: number
  readonly device: Buffer
}

const CODE_MS = 10 * 60_000
export const codeEnds = (askedAt: Date): Date => new Date(askedAt.getTime() + CODE_MS)
const liveSince = (now: Date): Date => new Date(now.getTime() - CODE_MS)

const DAY_MS = 24 * 60 * 60_000
const MOST_A_DAY = 30
const MOST_A_DAY_FROM_A_NETWORK = 10

/**
 * Whether an unknown browser may have another code of this mail: people to whom the mail was forwarded can ask, too.
 * Codes that have opened the ticket do not count. Locks the mail, so that simultaneous askers are counted.
 */
export async function mayHaveAnother(tx: Transaction, mail: number, network: string, now: Date): Promise<boolean> {
  await tx.rows(sql`select 1 as locked from mail m where ${tx.own('m')} and m.mail_id = ${mail} for update`)
  const { all, here } = await tx.row<{ all: number; here: number }>(sql`
    select count(*) as all, count(*) filter (where c.network = ${network}) as here from ticket_code c
    where ${tx.own('c')} and c.mail_id = ${mail} and c.asked_at > ${new Date(now.getTime() - DAY_MS)}`)
  return all < MOST_A_DAY && here < MOST_A_DAY_FROM_A_NETWORK
}

interface KeptCode extends Asker {
  readonly code: Buffer
  readonly network: string
  readonly askedAt: Date
}

/** Leaves the mail's other codes as they are: each is valid until it ends. */
export const keepCode = (tx: Transaction, { mail, code, device, network, askedAt }: KeptCode) =>
  tx.rows(sql`
    insert into ticket_code (client_id, mail_id, code, device_hash, network, asked_at)
    values (${tx.client}, ${mail}, ${code}, ${device}, ${network}, ${askedAt})`)

/** Whether the browser has asked for a code of the mail within the last day, and used none since. */
export const hasAsked = async (tx: Transaction, { mail, device }: Asker): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 as asked from ticket_code c
    where ${tx.own('c')} and c.mail_id = ${mail} and c.device_hash = ${device} limit 1`)) !== undefined

const MOST_TRIES = 5

/**
 * The codes to compare: those that this browser asked for. Reading one counts as a try of it, so that there are at most
 * five, even of simultaneous ones.
 */
export const tryCodes = (tx: Transaction, { mail, device }: Asker, now: Date) =>
  tx.rows<{ code: Buffer }>(sql`
    update ticket_code c set tries = c.tries + 1
    where ${tx.own('c')} and c.mail_id = ${mail} and c.device_hash = ${device} and c.asked_at > ${liveSince(now)}
      and c.tries < ${MOST_TRIES}
    returning c.code`)

/** Uses up the browser's codes of the mail: of two right tries at once the second finds none. */
export const takeCodes = async (tx: Transaction, { mail, device }: Asker): Promise<boolean> =>
  (
    await tx.rows(sql`
      delete from ticket_code c where ${tx.own('c')} and c.mail_id = ${mail} and c.device_hash = ${device}
      returning 1 as taken`)
  ).length > 0

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
