import { maySupport } from '#domain/support-actions.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { evenIfJoined } from '../../tickets/ticket-lock.ts'
import { type Ticket, lockByNumber } from '../../tickets/ticket-store.ts'
import { placeOf } from './support-ticket-store.ts'

interface Found {
  /** The transaction of the ticket's client. */
  readonly own: Transaction
  readonly number: number
}

interface Held {
  readonly own: Transaction
  readonly ticket: Ticket
}

/** Finds the ticket that a message's number leads to, in its client's transaction. */
export async function findTicket(tx: StaffTransaction, message: number): Promise<Found> {
  const place = await placeOf(tx, message)
  if (!place) throw notFound()
  return { own: tx.of(place.client), number: place.number }
}

/** The same, locked until the transaction ends. */
export async function lockFound(tx: StaffTransaction, message: number): Promise<Held> {
  const held = await evenIfJoined(async () => {
    const { own, number } = await findTicket(tx, message)
    const ticket = await lockByNumber(own, number)
    return ticket && { own, ticket }
  })
  if (!held) throw notFound()
  return held
}

/** The same, for an act that a finished ticket does not allow. */
export async function holdTicket(message: number, { tx }: { readonly tx: StaffTransaction }): Promise<Held> {
  const held = await lockFound(tx, message)
  const verdict = maySupport(held.ticket)
  if (!verdict.allowed) throw refused(verdict.reason)
  return held
}

type Refusal = 'ticket-over' | 'merge-itself' | 'already-merged' | 'merge-other-client' | 'merge-other-audience'

export const refused = (reason: Refusal): Problem => new Problem(409, (s) => s.support[reason]())
