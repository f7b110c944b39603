import { type StaffTransaction, sql } from '../../db/sql.ts'

/** Clients that have readers and have not got this month's report. */
export const clientsToMail = (tx: StaffTransaction, month: string, most: number) =>
  tx.rows<{ client: number }>(sql`
    select distinct any_r.client_id as client
    from report_reader any_r join client any_c on any_c.client_id = any_r.client_id and any_c.active
    where any_r.chosen and not exists (
      select from mailed_report any_m where any_m.client_id = any_r.client_id and any_m.month >= ${month})
    order by any_r.client_id limit ${most}`)
