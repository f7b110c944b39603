import type { Language } from '#contract/moment.ts'
import type { MailChoice } from '#domain/personal-data.ts'
import { type Transaction, sql } from '../db/sql.ts'

/** A contact of a client to whom its administrators may have the month's report mailed. */
export interface ReportReader {
  readonly contact: number
  readonly name: string
  readonly email: string
  readonly chosen: boolean
  /** The reader wants no report, or only mails that ask for an act. */
  readonly declined: boolean
}

const MOST_LISTED = 500

/** Whether the reader at an address keeps the report out. */
const DECLINED = sql`(r.declined_at is not null or coalesce(a.choice, 'at-once') = 'acts')`
const JOINS = sql`
  left join report_reader r on r.client_id = k.client_id and r.contact_id = k.contact_id
  left join mail_address a on a.client_id = k.client_id and a.email = k.email and k.email <> ''`

export const reportReaders = (tx: Transaction) =>
  tx.rows<ReportReader>(sql`
    select k.contact_id as contact, k.name, k.email, coalesce(r.chosen, false) as chosen, ${DECLINED} as declined
    from contact k ${JOINS}
    where ${tx.own('k')} and k.active order by k.name, k.contact_id limit ${MOST_LISTED}`)

/** One of them, locked until the transaction ends. */
export const lockReader = (tx: Transaction, contact: number) =>
  tx.maybe<{ email: string }>(sql`
    select k.email from contact k where ${tx.own('k')} and k.contact_id = ${contact} and k.active for update`)

export const countChosen = (tx: Transaction, but: number) =>
  tx.row<{ chosen: number }>(sql`
    select count(*)::int as chosen from report_reader r join contact k on ${tx.own('k')} and k.client_id = r.client_id and k.contact_id = r.contact_id
    where ${tx.own('r')} and r.chosen and k.active and r.contact_id <> ${but}`)

export const chooseReader = (tx: Transaction, contact: number, chosen: boolean) =>
  tx.rows(sql`
    insert into report_reader (client_id, contact_id, chosen) values (${tx.client}, ${contact}, ${chosen})
    on conflict (client_id, contact_id) do update set chosen = excluded.chosen`)

/** Whether the reader at an address gets the report; null: nobody there was chosen. */
export const reportChoiceOf = async (tx: Transaction, email: string): Promise<boolean | null> =>
  (
    await tx.row<{ wanted: boolean | null }>(sql`
      select bool_and(r.declined_at is null) as wanted
      from contact k join report_reader r on ${tx.own('r')} and r.client_id = k.client_id and r.contact_id = k.contact_id and r.chosen
      where ${tx.own('k')} and k.email = ${email} and k.active`)
  ).wanted

/** Records the reader's own choice, for all contacts at the address. */
export const keepReportChoice = (tx: Transaction, email: string, wanted: boolean, now: Date) =>
  tx.rows(sql`
    update report_reader r set declined_at = case when ${wanted} then null else coalesce(r.declined_at, ${now}::timestamptz) end
    from contact k where ${tx.own('r')} and ${tx.own('k')} and k.client_id = r.client_id and k.contact_id = r.contact_id and k.email = ${email}`)

/** Claims a client's month; false: another server has it, or it was mailed before. */
export const claimMonth = async (tx: Transaction, month: string, now: Date): Promise<boolean> =>
  (await tx.maybe(sql`
    insert into mailed_report as m (client_id, month, mailed_at) values (${tx.client}, ${month}, ${now})
    on conflict (client_id) do update set month = excluded.month, mailed_at = excluded.mailed_at
      where m.month < excluded.month
    returning 1 as claimed`)) !== undefined

export interface ChosenReader {
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly choice: MailChoice
  readonly declined: boolean
}

const CHOSEN = sql`k.name, k.email, coalesce(a.language, 'es') as language, coalesce(a.choice, 'at-once') as choice, ${DECLINED} as declined`

export const chosenReaders = (tx: Transaction) =>
  tx.rows<ChosenReader>(sql`
    select ${CHOSEN} from contact k ${JOINS}
    where ${tx.own('k')} and k.active and r.chosen order by k.contact_id`)

/** A chosen contact at an address, preferably one who has not declined. */
export const chosenAt = (tx: Transaction, email: string) =>
  tx.maybe<ChosenReader>(sql`
    select ${CHOSEN} from contact k ${JOINS}
    where ${tx.own('k')} and k.active and r.chosen and k.email = ${email} order by declined, k.contact_id limit 1`)
