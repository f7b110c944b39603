import { OFFICE_ZONE } from '#contract/moment.ts'
import { isVersionOrRelease } from '#domain/document.ts'
import { localTime } from '#domain/office-hours.ts'
import { hasReached } from '#domain/problems/problem.ts'
import { type WorkProgress, afterMending } from '#domain/work.ts'
import type { Transaction } from '../../db/sql.ts'
import { type Work, type WorkEvent, addEvent, findWork, ofClient, saveProgress } from '../../incidents/work-store.ts'
import { lockTicketsOf, refreshBlocking } from '../../tickets/blocking-store.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import { tellMarked } from './mark-store.ts'
import { lockIncidentsOf, setVersionOf } from './problem-incident-store.ts'

/**
 * A version mends the problem, whose row this transaction holds: its incidents move, and everybody who meets it is
 * told. The incidents' events and the marks cause the mails.
 */
export async function mend(problem: number, version: string, context: ConsoleContext): Promise<void> {
  const { tx, now, note } = context
  const today = localTime(now, OFFICE_ZONE).date
  for (const { client, number, installed } of await lockIncidentsOf(tx, problem)) {
    const own = tx.of(client)
    const work = await findWork(own, number, ofClient(own))
    const to = work && afterMending(work, today, hasReached(installed, version))
    if (!work || !to) continue
    if (isVersionOrRelease(version)) await setVersionOf(own, number, version)
    await saveProgress(own, work, to, now)
    await refreshBlocking(own, await lockTicketsOf(own, number))
    await tellSteps(own, work, to, context)
    await note({ client, details: { problem, work: number, from: work.state, state: to.state } })
  }
  await tellMarked(tx, problem, now)
}

async function tellSteps(
  own: Transaction,
  work: Work,
  to: WorkProgress,
  { technician, now }: ConsoleContext,
): Promise<void> {
  const step = (kind: WorkEvent['kind'], from: string, to: string) =>
    addEvent(own, work, { kind, from, to, reason: '', author: technician.name, at: now })
  await step('state', work.state, 'delivered')
  if (to.state === 'installed-in-production')
    await step('installed-production', 'delivered', to.productionInstalledOn ?? '')
}
