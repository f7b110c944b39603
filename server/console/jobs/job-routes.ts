import { consoleApi } from '#contract/console/api.ts'
import type { StaffTransaction } from '../../db/sql.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { mailboxUnread } from '../mail/received-store.ts'
import { readJobClock, releaseJobs, standingOf } from './job-clock-store.ts'

/** Tells whether jobs and mailbox work, and lets a supervisor resume the jobs. */
export function bindJobs(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleJobs

  bindConsole(binding, endpoints.state, (_input, { tx }) => standing(tx))

  bindConsole(binding, endpoints.resume, async (_input, { tx, now, note }) => {
    const { reason } = await readJobClock(tx)
    if (await releaseJobs(tx, now)) await note({ details: { reason } })
    return standing(tx)
  })
}

const standing = async (tx: StaffTransaction) => ({
  ...standingOf(await readJobClock(tx)),
  mailbox: (await mailboxUnread(tx)) ?? null,
})
