import { type StaffTransaction, sql } from '../../db/sql.ts'

export const dropOldEvents = (tx: StaffTransaction, before: Date) =>
  tx.rows(sql`delete from event any_e where any_e.at < ${before}`)
