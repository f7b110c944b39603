import { CLAIM_INTERVAL_MS } from './claim-interval.ts'
import type { OfficeCalendar } from './office/office-calendar.ts'
import { type Standing, isTalking, isUnfinishedTalk } from './ticket.ts'
import { allowed, refused } from './verdict.ts'

export const CLAIMS_IN_A_ROW = 3

/** The facts that a rule may ask for besides the ticket. */
export interface Situation {
  readonly now: Date
  /** The office's calendar: a refusal may depend on its hours. */
  readonly office: OfficeCalendar
}

/** spec §4, Ticket actions: a technician asked something and waits for the customer. */
export function mayReply(ticket: Standing) {
  if (ticket.accepted) return refused('already-accepted')
  if (ticket.state === 'closed') return refused('ticket-closed')
  // A customer who is talking to the assistant may write to Support at any time.
  return ticket.lastEntryKind === 'answer' || isTalking(ticket) ? allowed : refused('awaiting-answer')
}

/** spec §4, Ticket actions: claiming an answer, once a day, at most three times in a row. */
export function mayClaim(ticket: Standing, { now }: Pick<Situation, 'now'>) {
  if (ticket.accepted) return refused('already-accepted')
  if (ticket.state === 'closed') return refused('ticket-closed')
  if (isTalking(ticket)) return refused('conversation-open')
  if (ticket.lastEntryKind === 'answer') return refused('answered-by-support')
  if (ticket.claimsInARow >= CLAIMS_IN_A_ROW) return refused('claims-exhausted')
  if (!ticket.lastClaimAt) return allowed
  const again = new Date(ticket.lastClaimAt.getTime() + CLAIM_INTERVAL_MS)
  return now > again ? allowed : refused('claimed-recently', again)
}

/** spec §4: Conforme and No conforme appear under the same condition. */
export function mayConclude(ticket: Standing) {
  if (ticket.accepted) return refused('already-accepted')
  if (ticket.state === 'pending') return refused('ticket-open')
  return ticket.blockingIncident === null ? allowed : refused('incident-undelivered')
}

/** An abandoned conversation, which nobody accepted, may always be rejected. */
export const mayReject = (ticket: Standing) => (isUnfinishedTalk(ticket) ? allowed : mayConclude(ticket))

/** While the ticket or its incident is open, no matter whose turn it is. */
export function mayAddInformation(ticket: Pick<Standing, 'state' | 'accepted' | 'blockingIncident'>) {
  if (ticket.accepted) return refused('already-accepted')
  return ticket.state === 'pending' || ticket.blockingIncident !== null ? allowed : refused('ticket-closed')
}

/** A late document may still join a closed ticket, but not one that is over. */
export const mayAttach = (ticket: Pick<Standing, 'accepted'>) =>
  ticket.accepted ? refused('already-accepted') : allowed

/** The customer may correct a transcript as long as the ticket allows any act. */
export const mayCorrect = (ticket: Pick<Standing, 'accepted'>) =>
  ticket.accepted ? refused('already-accepted') : allowed

/** «Ya está resuelto»: only an open ticket can be withdrawn. */
export function mayWithdraw(ticket: Pick<Standing, 'state' | 'accepted'>) {
  if (ticket.accepted) return refused('already-accepted')
  return ticket.state === 'pending' ? allowed : refused('ticket-closed')
}

/** An accepted ticket is never reopened: a new one refers to it. */
export const mayOpenRelated = (ticket: Pick<Standing, 'accepted'>) =>
  ticket.accepted ? allowed : refused('ticket-open')

/** How long acceptance by silence may be disputed. */
export const SILENCE_REVERSIBLE_MS = 30 * 24 * 60 * 60 * 1000

/** Until when acceptance by silence may be disputed; null without one. */
export const silenceReversibleUntil = (ticket: Pick<Standing, 'accepted' | 'lastEntryKind' | 'lastEntryAt'>) =>
  ticket.accepted && ticket.lastEntryKind === 'silence'
    ? new Date(ticket.lastEntryAt.getTime() + SILENCE_REVERSIBLE_MS)
    : null

/** product.md, Ticket life: nobody confirmed it, so for a month it may still be disputed. */
export function mayUndoSilence(ticket: Standing, { now }: Pick<Situation, 'now'>) {
  const until = silenceReversibleUntil(ticket)
  if (!until) return refused('not-by-silence')
  return now <= until ? allowed : refused('silence-final')
}

/** The acts that a ticket admits now; `accionesConsulta` on the wire. */
export const ticketActions = (ticket: Standing, situation: Situation) => ({
  reply: mayReply(ticket),
  claim: mayClaim(ticket, situation),
  conclude: mayConclude(ticket),
})

export type TicketActions = ReturnType<typeof ticketActions>
export type TicketRefusal = Extract<
  TicketActions[keyof TicketActions] | ReturnType<typeof mayUndoSilence>,
  { allowed: false }
>['reason']
