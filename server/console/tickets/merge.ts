import type { consoleApi } from '#contract/console/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { blockingAmong } from '#domain/incident.ts'
import { type Promised, joinedPromise } from '#domain/promise.ts'
import { mayMerge } from '#domain/support-actions.ts'
import { promisedFor } from '../../db/promise-store.ts'
import { notFound } from '../../http/problems.ts'
import { incidentsOf, lockByNumber } from '../../tickets/ticket-store.ts'
import { addEntry } from '../../tickets/timeline-store.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import { refused } from './held-ticket.ts'
import { lockPair, moveAll, rebuildStanding, standingEntriesOf, ticketNumbered } from './merge-store.ts'
import { insertNote } from './support-ticket-store.ts'

type Merge = typeof consoleApi.consoleTickets.merge

/** Joins a ticket to another one of the same client, which keeps the stricter promise of the two. */
export async function merge(
  { ticket: number, into }: Input<Merge>,
  { tx, technician, now, note, sentences }: ConsoleContext,
): Promise<Data<Merge>> {
  const [found, target] = [await ticketNumbered(tx, number), await ticketNumbered(tx, into)]
  if (!found || !target) throw notFound()
  // The refusal gives the reason: technicians may see both clients.
  if (found.client !== target.client) throw refused('merge-other-client')
  const own = tx.of(found.client)
  const pair = await lockPair(own, [number, into])
  const one = pair.find((ticket) => ticket.number === number)
  const other = pair.find((ticket) => ticket.number === into)
  if (!one || !other) throw notFound()
  const verdict = mayMerge(one, other)
  if (!verdict.allowed) throw refused(verdict.reason)
  const promised = async (ticket: typeof one): Promise<Promised> => ({
    ...ticket,
    timeline: await standingEntriesOf(own, ticket.number),
  })
  const { urgency, dueAt, anewSince } = joinedPromise(await promised(one), await promised(other))
  const kept = { urgency, dueAt: anewSince ? await promisedFor(own, anewSince, urgency) : dueAt }
  await moveAll(own, number, into)
  await rebuildStanding(own, into, blockingAmong(await incidentsOf(own, into)), kept)
  const joined = await lockByNumber(own, into)
  if (!joined) throw new Error('A locked ticket is missing')
  await addEntry(own, joined, {
    kind: 'merge',
    at: now,
    closes: false,
    text: String(number),
    author: technician.name,
    username: technician.username,
    origin: '',
    person: null,
  })
  const told = changedBy(number, other, { ...kept, isAnew: anewSince !== null }, sentences)
  if (told) await insertNote(own, into, technician.username, told.words, now)
  await note({ client: own.client, ticket: into, details: { joined: number, ...told?.details } })
  await note({ client: own.client, ticket: number, details: { into } })
  return { number: into }
}

/** The changes that a join made to the remaining ticket, if any, for its readers and the audit. */
function changedBy(
  joined: number,
  before: Pick<Promised, 'urgency' | 'dueAt'>,
  after: Pick<Promised, 'urgency' | 'dueAt'> & { readonly isAnew: boolean },
  { joining: words, urgency }: Sentences,
) {
  const isEarlier = after.dueAt !== null && (before.dueAt === null || after.dueAt < before.dueAt)
  const isMoreUrgent = after.urgency !== before.urgency
  if (!isEarlier && !isMoreUrgent) return null
  return {
    words: [
      ...(isMoreUrgent ? [words.urgency(String(joined), urgency[before.urgency], urgency[after.urgency])] : []),
      ...(isEarlier ? [after.isAnew ? words['promise-anew']() : words.promise(String(joined))] : []),
    ].join(' '),
    details: {
      ...(isMoreUrgent && { urgency: { from: before.urgency, to: after.urgency } }),
      ...(isEarlier && { dueAt: { from: before.dueAt, to: after.dueAt } }),
    },
  }
}
