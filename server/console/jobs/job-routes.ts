import { consoleApi } from '#contract/console/api.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { readJobClock, releaseJobs, standingOf } from './job-clock-store.ts'

/** Whether the jobs are stopped, and the supervisor's order to resume them. */
export function bindJobs(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleJobs

  bindConsole(binding, endpoints.state, async (_input, { tx }) => standingOf(await readJobClock(tx)))

  bindConsole(binding, endpoints.resume, async (_input, { tx, now, note }) => {
    const { reason } = await readJobClock(tx)
    if (await releaseJobs(tx, now)) await note({ details: { reason } })
    return standingOf(await readJobClock(tx))
  })
}
