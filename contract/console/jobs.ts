import { MAILBOX_TROUBLES } from '#domain/mail/mailbox-trouble.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { consoleObject, instant, list, nullable, oneOf, text } from '../wire.ts'

/**
 * Why the jobs are stopped. `step`: the clock jumped by over an hour. `apart`: it differs from the database's by over a minute.
 * `gap`: by its time nothing has run for a week.
 */
export const CLOCK_DOUBTS = ['step', 'apart', 'gap'] as const
const reason = oneOf(CLOCK_DOUBTS)

const state = consoleObject({
  stopped: nullable(consoleObject({ at: instant, reason })),
  /** The jobs that are due and do not run; `schedule` is the schedule itself, which starts the others. */
  late: nullable(consoleObject({ since: instant, jobs: list(text(100)) })),
  /**
   * The mailbox that is not read: since when, why, and what its mail server says. Null while it is read, or without
   * one.
   */
  mailbox: nullable(consoleObject({ since: instant, reason: oneOf(MAILBOX_TROUBLES), said: text(300) })),
})

export const consoleJobs = {
  state: endpoint({
    method: 'GET',
    path: '/console/jobs',
    summary:
      'Whether the jobs are stopped because the clock must be wrong, since when and why, which are late, and why the mailbox is not read',
    access: 'technician',
    input: consoleInput({}),
    data: state,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/console/jobs/resume',
    summary: 'Resume the jobs after checking the clock',
    access: 'supervisor',
    input: consoleInput({}),
    data: state,
  }),
}
