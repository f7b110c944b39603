import { type Database, sql } from '../../db/sql.ts'

/** How much work waits, for the figures. */
export const waitingWork = (staff: Database) =>
  staff.row<{
    mails: number
    mailsFailed: number
    receivedMails: number
    webhooks: number
    webhooksDead: number
    filesUnscanned: number
    filesInfected: number
    jobsStopped: number
  }>(sql`
    select (select count(*) from mail any_m where any_m.state in ('queued', 'sending'))::bigint as mails,
      (select count(*) from mail any_m where any_m.state = 'failed')::bigint as mails_failed,
      (select count(*) from received_mail r where r.state = 'waiting')::bigint as received_mails,
      (select count(*) from webhook_delivery d where d.state = 'waiting')::bigint as webhooks,
      (select count(*) from webhook_delivery d where d.state = 'dead')::bigint as webhooks_dead,
      (select count(*) from file_scan s where s.state = 'waiting')::bigint as files_unscanned,
      (select count(*) from file_scan s where s.state = 'infected')::bigint as files_infected,
      (select count(*) from job_clock c where c.stopped_at is not null)::bigint as jobs_stopped`)
