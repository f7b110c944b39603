import type { Situation, TicketRefusal } from '#domain/ticket-actions.ts'
import type { Standing } from '#domain/ticket.ts'
import type { Verdict } from '#domain/verdict.ts'
import { situationAt } from '../db/office-calendar-store.ts'
import type { Context } from '../http/bind.ts'
import { notFound } from '../http/problems.ts'
import { type Ticket, lockTicket } from './ticket-store.ts'
import { refusedNow } from './ticket-view.ts'

/** A rule that says whether an act on a ticket is allowed now. */
export type Rule = (ticket: Standing, situation: Situation) => Verdict<TicketRefusal>

/**
 * Locks a ticket. While we wait for the lock it may be joined to another ticket, and its number then leads to that one.
 * So we ask again.
 */
export const evenIfJoined = async <Held>(lock: () => Promise<Held | undefined>): Promise<Held | undefined> =>
  (await lock()) ?? (await lock())

/** Locks the ticket and returns it if the rule allows the act now. */
export async function lockFor(number: number, rule: Rule, { tx, caller, now, sentences }: Context): Promise<Ticket> {
  const [ticket, situation] = await Promise.all([
    evenIfJoined(() => lockTicket(tx, caller, number)),
    situationAt(tx, now),
  ])
  if (!ticket) throw notFound()
  const verdict = rule(ticket, situation)
  if (!verdict.allowed) throw refusedNow(ticket, verdict, situation, sentences)
  return ticket
}
