import { MOST_INCIDENTS } from '#contract/console/problems.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { addEvent } from '../../incidents/work-store.ts'
import { linkIncident } from '../../tickets/blocking-store.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import { askerOf, insertWork } from '../work/support-work-store.ts'
import { countIncidents, lockProblem, setProblemOf } from './problem-incident-store.ts'

// Opens an incident for a ticket because of a problem of the product.

type Held = NonNullable<Awaited<ReturnType<typeof lockProblem>>> & { readonly id: number }

/** The problem, locked until the transaction ends. Nothing can join a discarded one. */
export async function holdProblem(tx: StaffTransaction, id: number): Promise<Held> {
  const problem = await lockProblem(tx, id)
  if (!problem) throw notFound()
  return { ...problem, id }
}

export async function insistOnRoom(tx: StaffTransaction, { id, state }: Held): Promise<void> {
  if (state === 'discarded') throw new Problem(409, (s) => s.problem.discarded())
  if ((await countIncidents(tx, id)) >= MOST_INCIDENTS)
    throw new Problem(409, (s) => s.problem['too-many'](MOST_INCIDENTS))
}

export const UNPLANNED = { plannedDelivery: null, plannedTest: null, plannedProduction: null }

/** Opens an incident of the problem for a ticket that the transaction holds. */
export async function makeIncident(
  own: Transaction,
  { id, title, plannedOn }: Held,
  ticket: number,
  { technician, now, note }: ConsoleContext,
): Promise<number> {
  const { installation } = await askerOf(own, ticket)
  const number = await insertWork(
    own,
    {
      kind: 'incident',
      installation,
      title,
      version: '',
      department: '',
      sprint: '',
      budget: '',
      requestedOn: null,
      ...UNPLANNED,
      plannedDelivery: plannedOn,
      person: null,
      contact: null,
    },
    now,
  )
  const work = { kind: 'incident', number } as const
  const event = { from: '', reason: '', author: technician.name, at: now }
  await addEvent(own, work, { ...event, kind: 'state', to: 'pending' })
  if (plannedOn !== null) await addEvent(own, work, { ...event, kind: 'planned-delivery', to: plannedOn })
  await setProblemOf(own, number, id)
  await linkIncident(own, number, ticket)
  await addEvent(own, work, { ...event, kind: 'link', to: String(ticket) })
  await note({ client: own.client, ticket, details: { problem: id, work: number } })
  return number
}
