import type { Transaction } from '../../db/sql.ts'
import type { Ticket } from '../../tickets/ticket-store.ts'
import { addEntry } from '../../tickets/timeline-store.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import { type FullEntry, assigneeOf, entriesAfter, latestEntryOf, setAssignee } from './support-ticket-store.ts'

/** Other people's entries on a ticket after a given one. An entry number from the future counts as none seen. */
export async function writtenSince(
  own: Transaction,
  ticket: number,
  seen: number,
  technician: ConsoleContext['technician'],
): Promise<FullEntry[]> {
  const isThere = seen <= (await latestEntryOf(own, ticket))
  return entriesAfter(own, ticket, isThere ? seen : 0, technician.username)
}

/** Adds an answer to a ticket that the transaction holds; returns the entry's id. */
export async function addAnswer(
  own: Transaction,
  ticket: Ticket,
  { text, closes }: { readonly text: string; readonly closes: boolean },
  { technician, now }: ConsoleContext,
): Promise<number> {
  const { id } = await addEntry(own, ticket, {
    kind: 'answer',
    at: now,
    closes,
    text,
    author: technician.name,
    username: technician.username,
    origin: '',
    person: null,
  })
  // A technician who answers an unassigned ticket takes it; a program takes none.
  if (technician.session !== null && !(await assigneeOf(own, ticket.number)))
    await setAssignee(own, ticket.number, technician.username)
  return id
}
