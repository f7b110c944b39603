import type { Language } from '#contract/moment.ts'
import type { Reader } from '../console/mail/outbox-store.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { MailKind, MailSubject } from '#contract/mail.ts'
import type { MailChoice } from '#domain/personal-data.ts'
import type { ValuationLine } from '#domain/valuation/amounts.ts'
import type { TicketState } from '#domain/ticket.ts'

/** The reader of mails about a ticket, and the ticket's state. */
export interface TicketReader extends Reader {
  readonly ticket: number
  readonly title: string
  readonly state: TicketState
  readonly accepted: boolean
  readonly blocked: boolean
  readonly silentAcceptanceAt: Date | null
}

const MOST_READERS = 200

/**
 * The readers of mails about a ticket, or about work that tickets led to: the contact that raised it, else its client. An address
 * comes from the record alone (security.md, Mail).
 */
export const readersOf = (tx: Transaction, subject: 'ticket' | 'incident' | 'development', number: number) =>
  tx.rows<TicketReader>(sql`
    select t.number as ticket, t.title, t.state, t.accepted, t.blocking_incident is not null as blocked, t.silent_acceptance_at,
      coalesce(k.name, c.name) as name, r.email, coalesce(a.language, 'es') as language, coalesce(a.choice, 'at-once') as choice
    from ticket t
    join client c on c.client_id = t.client_id
    left join contact k on k.client_id = t.client_id and k.contact_id = t.contact_id and k.active
    cross join lateral (select coalesce(nullif(k.email, ''), c.email) as email) r
    left join mail_address a on a.client_id = t.client_id and a.email = r.email
    where ${tx.own('t')} and t.merged_into is null and t.number in (
      select ${number}::bigint where ${subject} = 'ticket'
      union all
      select l.ticket_number from incident_ticket l
      where ${tx.own('l')} and ${subject} = 'incident' and l.incident_number = ${number}
      union all
      select d.ticket_number from development_ticket d
      where ${tx.own('d')} and ${subject} = 'development' and d.development_number = ${number})
    order by t.number desc limit ${MOST_READERS}`)

/** The reader of mails about a ticket; undefined for a ticket that was joined to another. */
export const readerOf = async (tx: Transaction, ticket: number): Promise<TicketReader | undefined> =>
  (await readersOf(tx, 'ticket', ticket))[0]

/** The people who decide on a client's valuations: its administrators or, without any, the client. */
export const valuationReaders = (tx: Transaction, valuation: number) =>
  tx.rows<Reader & { ticket: number | null }>(sql`
    select v.ticket_number as ticket, coalesce(k.name, c.name) as name, r.email, coalesce(a.language, 'es') as language,
      coalesce(a.choice, 'at-once') as choice
    from valuation v
    join client c on c.client_id = v.client_id
    left join contact k on k.client_id = v.client_id and k.active and k.visibility = 'client' and k.email <> ''
    cross join lateral (select coalesce(k.email, c.email) as email) r
    left join mail_address a on a.client_id = v.client_id and a.email = r.email
    where ${tx.own('v')} and v.number = ${valuation} and v.decision is null and v.closed_at is null
    limit ${MOST_READERS}`)

/** Whether the author of the ticket's last claim also raised the ticket. */
export const isOwnClaim = async (tx: Transaction, ticket: number): Promise<boolean> =>
  (
    await tx.maybe<{ own: boolean }>(sql`
      select e.person_id is not distinct from t.person_id as own
      from entry e join ticket t on t.client_id = e.client_id and t.number = e.ticket_number
      where ${tx.own('e')} and e.ticket_number = ${ticket} and e.kind = 'claim' order by e.at desc, e.entry_id desc limit 1`)
  )?.own ?? false

/** The subject of a mail: work, a valuation or a mended problem, with its dates as `YYYY-MM-DD`. */
export interface MailedWork {
  readonly title: string
  readonly state: string
  readonly situation: string | null
  readonly version: string
  readonly plannedDelivery: string | null
  readonly plannedTest: string | null
  readonly plannedProduction: string | null
}

export const mailedWork = (tx: Transaction, subject: MailSubject, number: number) =>
  tx.maybe<MailedWork>(sql`
    select i.title, i.state, i.situation, i.version, i.planned_delivery, i.planned_test, i.planned_production
    from incident i where ${tx.own('i')} and ${subject} = 'incident' and i.number = ${number}
    union all
    select d.title, d.state, null, d.version, d.planned_delivery, d.planned_test, d.planned_production
    from development d where ${tx.own('d')} and ${subject} = 'development' and d.number = ${number}
    union all
    select v.description, '', null, '', null, null, null
    from valuation v where ${tx.own('v')} and ${subject} = 'valuation' and v.number = ${number}
    union all
    select p.title, p.state, null, p.mended_version, null, null, null
    from product_problem p where p.published and p.state = 'mended' and ${subject} = 'problem' and p.problem_id = ${number}`)

/** A valuation's offer, for its mail. */
export const mailedValuation = (tx: Transaction, number: number) =>
  tx.maybe<{
    version: number
    lines: readonly ValuationLine[]
    validUntil: string | null
    isOver: boolean
  }>(sql`
    select v.version, v.lines, v.valid_until, v.decision is not null or v.closed_at is not null as is_over
    from valuation v where ${tx.own('v')} and v.number = ${number}`)

/** The mails of a ticket that its reader can have, the oldest first: their mail client shows them together. */
export const threadBefore = (tx: Transaction, ticket: number, email: string, mail: number) =>
  tx.rows<{ messageId: string }>(sql`
    select m.message_name as message_id from mail m
    where ${tx.own('m')} and m.ticket_number = ${ticket} and m.email = ${email} and m.mail_id < ${mail}
      and m.state in ('sent', 'possibly-sent')
    order by m.mail_id desc limit 10`)

/** The mails that a summary contains. */
export const foldedMails = (tx: Transaction, summary: number) =>
  tx.rows<FoldedMail>(sql`
    select m.mail_id as id, m.kind, m.ticket_number as ticket, m.subject, m.number, m.ends_at, t.title
    from mail m left join ticket t on t.client_id = m.client_id and t.number = m.ticket_number
    where ${tx.own('m')} and m.summary_id = ${summary} order by m.mail_id limit 500`)

export interface FoldedMail {
  readonly id: number
  readonly kind: MailKind
  readonly ticket: number | null
  readonly subject: MailSubject | null
  readonly number: number | null
  readonly endsAt: Date | null
  readonly title: string | null
}

/** Remembers the language in which somebody uses the portal, for the mails to their address. */
export const noteLanguage = (tx: Transaction, email: string, language: Language) =>
  tx.rows(sql`
    insert into mail_address as a (client_id, email, language) values (${tx.client}, ${email}, ${language})
    on conflict (client_id, email) do update set language = excluded.language where a.language <> excluded.language`)

/** The choice of mails by the reader at an address. */
export const mailChoiceOf = async (tx: Transaction, email: string): Promise<MailChoice> =>
  (
    await tx.maybe<{ choice: MailChoice }>(sql`
      select a.choice from mail_address a where ${tx.own('a')} and a.email = ${email}`)
  )?.choice ?? 'at-once'

/** The language of the mails to an address. */
export const languageOf = async (tx: Transaction, email: string): Promise<Language> =>
  (
    await tx.maybe<{ language: Language }>(sql`
      select a.language from mail_address a where ${tx.own('a')} and a.email = ${email}`)
  )?.language ?? 'es'

/** Mails to a new address are in `language` until somebody uses the portal under that address. */
export const keepMailChoice = (tx: Transaction, email: string, choice: MailChoice, language: Language) =>
  tx.rows(sql`
    insert into mail_address (client_id, email, choice, language) values (${tx.client}, ${email}, ${choice}, ${language})
    on conflict (client_id, email) do update set choice = excluded.choice`)
