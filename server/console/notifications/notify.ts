import { addOfficeTime } from '#domain/office-hours.ts'
import { heardOf } from '#domain/ticket.ts'
import { CLAIMS_IN_A_ROW } from '#domain/ticket-actions.ts'
import { countsAs } from '#domain/urgency.ts'
import { readPromises } from '../../db/promise-store.ts'
import type { Database, StaffTransaction } from '../../db/sql.ts'
import { PORTAL, audit } from '../door/audit-store.ts'
import { type Event, eventsAfter } from '../events/event-store.ts'
import { setAssignee } from '../tickets/support-ticket-store.ts'
import {
  type NewNotification,
  type TicketAtHand,
  addNotifications,
  dueBetween,
  isFailed,
  lastAssigning,
  moveCursor,
  noteOf,
  supervisorFor,
  takeCursor,
  ticketAtHand,
  valuedFor,
  waitingFor,
} from './notification-store.ts'

const EVENTS_AT_ONCE = 200
const DAY_MS = 86_400_000
/** A promise is near when a fifth of its time is left. */
const NEAR_SHARE = 0.2

/**
 * Notifies technicians of events, each once: the cursor moves in the same transaction. Any number of servers may do
 * this at once.
 */
export async function notify(staff: Database, clock: () => Date): Promise<void> {
  while (await staff.acrossClients((tx) => tellSome(tx, clock())));
}

/** Notifies of promises with a fifth of their time left, and of those broken in the last day; once of each. */
export const notifyOfPromises = (staff: Database, clock: () => Date): Promise<void> =>
  staff.acrossClients((tx) => tellOfPromises(tx, clock()))

async function tellSome(tx: StaffTransaction, now: Date): Promise<boolean> {
  const cursor = await takeCursor(tx)
  if (!cursor) return false
  const events = await eventsAfter(tx, cursor.reached, EVENTS_AT_ONCE)
  const last = events.at(-1)
  if (!last) return false
  for (const event of events) {
    const told = await toldOf(tx, event, now)
    if (told.length > 0) addNotifications(tx, told, now)
  }
  moveCursor(tx, last.id)
  return events.length === EVENTS_AT_ONCE
}

type Told = Pick<NewNotification, 'kind' | 'username'> & { readonly cause?: string }

/** The readers of an event, each with the kind of their notification. */
async function toldOf(tx: StaffTransaction, event: Event, now: Date): Promise<NewNotification[]> {
  const { id, subject, number } = event
  const told = await recipientsOf(tx, event, now)
  return told.map(({ kind, username, cause = String(id) }) => ({ kind, username, cause, subject, number }))
}

async function recipientsOf(tx: StaffTransaction, event: Event, now: Date): Promise<readonly Told[]> {
  const { client, kind, subject, number } = event
  if (subject === 'valuation') {
    if (kind !== 'decision' && kind !== 'decision-undone') return []
    const username = await valuedFor(tx, client, number)
    return [{ kind: kind === 'decision' ? 'decided' : 'undone', username }]
  }
  if (subject !== 'ticket') {
    const isFailure = kind === 'validation' && (await isFailed(tx, client, subject, number))
    if (!isFailure && kind !== 'claim') return []
    const waiting = await waitingFor(tx, client, subject, number)
    const people = waiting.length > 0 ? waiting : [{ assignee: null }]
    return people.map(({ assignee }) => ({ kind: isFailure ? 'not-working' : 'claimed', username: assignee }))
  }
  if (kind === 'internal-note') return mentionsIn(tx, event)
  if (kind !== 'assignment' && kind !== 'claim' && !heardOf(kind)?.isReply) return []
  const ticket = await ticketAtHand(tx, client, number)
  if (!ticket) return []
  if (kind === 'claim') return claimed(tx, event, ticket, now)
  const { assignee } = ticket
  if (assignee === null) return []
  if (kind !== 'assignment') return [{ kind: 'replied', username: assignee }]
  // Nobody is notified of their own act, nor twice of a third claim.
  const last = await lastAssigning(tx, number)
  if (last?.username === assignee || last?.username === PORTAL.username) return []
  // The key is the act: the technician who has the ticket now is told once, however often it changed hands since the
  // last round.
  return [{ kind: 'assigned', username: assignee, cause: last ? `act ${last.id}` : String(event.id) }]
}

/** The third claim in a row assigns the ticket to a supervisor. */
async function claimed(
  tx: StaffTransaction,
  { client, number }: Event,
  { assignee, claimsInARow, lastClaimAt }: TicketAtHand,
  now: Date,
): Promise<readonly Told[]> {
  const supervisor = claimsInARow >= CLAIMS_IN_A_ROW ? await supervisorFor(tx, assignee) : undefined
  if (!supervisor) return [{ kind: 'claimed', username: assignee }]
  const { username } = supervisor
  if (username !== assignee) {
    await setAssignee(tx.of(client), number, username)
    const details = { from: assignee, to: username }
    await audit(tx, PORTAL, '/console/ticket/assign', { client, ticket: number, details }, now)
  }
  const before: readonly Told[] =
    assignee !== null && assignee !== username ? [{ kind: 'claimed', username: assignee }] : []
  return [{ kind: 'third-claim', username, cause: `${number} ${lastClaimAt?.toISOString()}` }, ...before]
}

/** `@sonia` in a note. Its author needs no notification. */
async function mentionsIn(tx: StaffTransaction, { id: event }: Event): Promise<readonly Told[]> {
  const note = await noteOf(tx, event)
  if (!note) return []
  const { id, username: author, text } = note
  return mentioned(text)
    .filter((username) => username !== author)
    .map((username) => ({ kind: 'mentioned' as const, username, cause: `note ${id}` }))
}

const mentioned = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![\w.-])@([a-z\d][\w.-]*\w)/gi)].map(([, name = '']) => name.toLowerCase())),
]

async function tellOfPromises(tx: StaffTransaction, now: Date): Promise<void> {
  const { promises, calendar } = await readPromises(tx)
  const fifthOf = (hours: number) => addOfficeTime(now, hours * 60 * NEAR_SHARE, calendar)
  const horizon = fifthOf(Math.max(...Object.values(promises.officeHours)))
  if (!horizon) return
  const near = new Map(Object.entries(promises.officeHours).map(([urgency, hours]) => [urgency, fifthOf(hours)]))
  const due = await dueBetween(tx, new Date(now.getTime() - DAY_MS), horizon)
  const told = due.flatMap(({ number, assignee, urgency, dueAt }): NewNotification[] => {
    const nearBy = near.get(countsAs(urgency))
    const kind = dueAt <= now ? 'promise-broken' : nearBy && dueAt <= nearBy ? 'promise-near' : null
    if (!kind) return []
    return [{ kind, subject: 'ticket', number, cause: `${number} ${dueAt.toISOString()}`, username: assignee }]
  })
  if (told.length > 0) addNotifications(tx, told, now)
}
