import type { Transaction } from '../../db/sql.ts'
import { type Ticket, addEntry } from '../../tickets/ticket-store.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import { type FullEntry, assigneeOf, entriesAfter, latestEntryOf, setAssignee } from './support-ticket-store.ts'

/** What others wrote on a ticket after an entry. Whoever names one that the ticket does not have yet has seen none. */
export async function writtenSince(
  own: Transaction,
  ticket: number,
  seen: number,
  technician: ConsoleContext['technician'],
): Promise<FullEntry[]> {
  const isThere = seen <= (await latestEntryOf(own, ticket))
  return entriesAfter(own, ticket, isThere ? seen : 0, technician.username)
}

/** Answers a ticket that this transaction holds; answers the entry's id. */
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
  // Whoever answers what nobody had taken has taken it.
  if (!(await assigneeOf(own, ticket.number))) await setAssignee(own, ticket.number, technician.username)
  return id
}
