import { type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'

/** False while another file is previewed or loaded. */
export const takesTurn = async (tx: StaffTransaction): Promise<boolean> =>
  (await tx.row<{ isFree: boolean }>(sql`select pg_try_advisory_xact_lock(7320122) as is_free`)).isFree

/** `undone` rolls back everything after this. */
export const begun = (tx: StaffTransaction) => tx.rows(sql`savepoint record_sheet`)

export const undone = (tx: StaffTransaction) => tx.rows(sql`rollback to savepoint record_sheet`)

/** A client's contacts with an e-mail address, also one that waits to be confirmed. */
export const contactsAddressed = async (tx: Transaction, email: string): Promise<readonly number[]> =>
  (
    await tx.rows<{ contact: number }>(sql`
      select k.contact_id as contact from contact k where ${tx.own('k')} and k.email <> '' and lower(k.email) = lower(${email}::text)
      union
      select a.contact_id from contact_new_address a where ${tx.own('a')} and lower(a.email) = lower(${email}::text)
      order by 1`)
  ).map(({ contact }) => contact)
