import { type Runner, sql } from '../../db/sql.ts'

/** Whether the scheduled jobs run, and whether mail leaves. It does not if a mail is overdue. */
export const standing = (runner: Runner, lateBefore: Date) =>
  runner.row<{ stopped: boolean; late: boolean; mailsLate: boolean }>(sql`
    select j.stopped_at is not null as stopped, j.late_since is not null as late,
      exists (
        select from mail any_m
        where any_m.state = 'queued'
          and (any_m.due_at < ${lateBefore} or (any_m.attempts > 0 and any_m.created_at < ${lateBefore})))
      or exists (
        select from technician_mail d
        where d.state = 'queued' and (d.due_at < ${lateBefore} or (d.attempts > 0 and d.created_at < ${lateBefore})))
        as mails_late
    from job_clock j`)
