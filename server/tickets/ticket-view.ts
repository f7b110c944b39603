import * as z from 'zod/mini'
import type { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { SHOWN_KIND, currentTicket } from '#contract/ticket-codec.ts'
import { localTime } from '#domain/office-hours.ts'
import { type Situation, type TicketRefusal, silenceReversibleUntil, ticketActions } from '#domain/ticket-actions.ts'
import { isTalking, isUnfinishedTalk, listedState, rowIcon, sideOf } from '#domain/ticket.ts'
import type { Refusal, Verdict } from '#domain/verdict.ts'
import { Problem } from '../http/problems.ts'
import type { LinkedIncident, Ticket } from './ticket-store.ts'
import type { ListedTicket } from './ticket-list-store.ts'
import type { TimelineRow } from './timeline-store.ts'

type View = Data<typeof api.tickets.view>

/**
 * The acts that the ticket allows now, and for the others the reason and until when. It is the same in lists, details
 * and refusals.
 */
export function actionsOf(ticket: Ticket, situation: Situation, sentences: Sentences): View['actions'] {
  const verdicts = ticketActions(ticket, situation)
  const reason = (verdict: Verdict<TicketRefusal>) =>
    verdict.allowed
      ? undefined
      : { reason: verdict.reason, sentence: sentences.refusal[verdict.reason](verdict.until), until: verdict.until }
  return {
    mayReply: verdicts.reply.allowed,
    mayClaim: verdicts.claim.allowed,
    mayConclude: verdicts.conclude.allowed,
    refusals: Object.fromEntries(Object.entries(verdicts).map(([act, verdict]) => [act, reason(verdict)])),
  }
}

/**
 * The 409 for an act that the rules refuse. It holds the ticket's current state, so that the loser of a race sees it.
 */
export function refusedNow(
  ticket: Ticket,
  refusal: Refusal<TicketRefusal>,
  situation: Situation,
  sentences: Sentences,
): Problem {
  const current = {
    number: ticket.number,
    state: ticket.state,
    accepted: ticket.accepted,
    actions: actionsOf(ticket, situation, sentences),
  }
  return new Problem(409, (s) => s.refusal[refusal.reason](refusal.until), z.encode(currentTicket, current))
}

export const rowOf = (
  ticket: ListedTicket,
  situation: Situation,
  sentences: Sentences,
): Data<typeof api.tickets.list>['items'][number] => ({
  number: ticket.number,
  area: ticket.area,
  module: ticket.module,
  state: ticket.state,
  listedState: listedState(ticket),
  accepted: ticket.accepted,
  talking: isTalking(ticket),
  conversation: ticket.conversation,
  unfinished: isUnfinishedTalk(ticket),
  urgency: ticket.urgency,
  raisedBy: ticket.raisedBy,
  behalf: ticket.behalf,
  title: ticket.title,
  createdAt: ticket.createdAt,
  stateAt: ticket.lastEntryAt,
  closedAt: ticket.closedAt,
  incidentTicket: ticket.incidentState === null ? null : ticket.number,
  incidentState: ticket.incidentState,
  plannedDelivery: ticket.plannedDelivery,
  lastInteraction: sideOf(ticket.lastEntryKind),
  icon: rowIcon(ticket),
  attachments: ticket.attachments,
  unread: ticket.unread,
  ...actionsOf(ticket, situation, sentences),
})

export interface TicketParts {
  readonly ticket: Ticket
  /** The newest entries. */
  readonly timeline: readonly TimelineRow[]
  /** The entry before which there are older ones; null if the timeline is complete. */
  readonly before: number | null
  /** The ticket's first entry, if the timeline lacks it. */
  readonly opening: TimelineRow | null
  readonly claimsBefore: number
  readonly incidents: readonly LinkedIncident[]
  readonly conversation: string | null
  /** Support's entries that the caller has not seen. */
  readonly unread: number
}

export const viewOf = (parts: TicketParts, situation: Situation, sentences: Sentences): View => ({
  conversation: parts.conversation,
  messages: messagesOf(parts),
  timeline: timelineIn(parts.ticket, parts.timeline, sentences),
  hasEarlier: parts.before !== null,
  before: parts.before,
  claims: parts.timeline
    .filter(({ kind }) => kind === 'claim')
    .map(({ at, author }, index) => ({
      sequence: parts.claimsBefore + index + 1,
      at,
      time: timeOf(at),
      by: author,
    })),
  incidents: parts.incidents.map(({ number, state, situation, plannedDelivery, createdAt, changedAt }) => ({
    number,
    state,
    situation,
    plannedDelivery,
    changedAt,
    changedTime: timeOf(changedAt),
    createdTime: timeOf(createdAt),
  })),
  actions: actionsOf(parts.ticket, situation, sentences),
  silence: {
    at: parts.ticket.silentAcceptanceAt,
    accepted: parts.ticket.accepted && parts.ticket.lastEntryKind === 'silence',
    reversibleUntil: silenceReversibleUntil(parts.ticket),
  },
  unread: parts.unread,
  newest: Math.max(...parts.timeline.map(({ id }) => id)),
})

/** The messages of this part of the timeline, and always the ticket's first. */
function messagesOf({ ticket, timeline, opening }: TicketParts): View['messages'] {
  const isThere = timeline.some(({ number }) => number === ticket.number)
  return [...(opening && !isThere ? [opening] : []), ...timeline].flatMap((entry) =>
    entry.number === null ? [] : [messageOf(ticket, entry, entry.number)],
  )
}

/** A timeline in the customer's view. */
export const timelineIn = (ticket: Ticket, timeline: readonly TimelineRow[], sentences: Sentences): View['timeline'] =>
  timeline.map((entry) => ({
    id: entry.id,
    number: entry.number ?? ticket.number,
    side: sideOf(entry.kind),
    kind: SHOWN_KIND[entry.kind],
    text: textOf(entry, sentences),
    author: entry.author,
    behalf: entry.behalf,
    origin: entry.origin,
    transcribed: entry.transcribed,
    typedTranscript: entry.typedTranscript,
    generatedBy: entry.generatedBy,
    sources: entry.sources,
    corrected: entry.corrected,
    notedBySupport: entry.written && sideOf(entry.kind) === 'customer',
    recipient: entry.recipient,
    quoted: entry.quoted,
    at: entry.at,
    time: timeOf(entry.at),
    attachments: entry.attachments,
  }))

const messageOf = (ticket: Ticket, entry: TimelineRow, number: number): View['messages'][number] => ({
  number,
  parent: number === ticket.number ? null : ticket.number,
  area: ticket.area,
  module: ticket.module,
  state: ticket.state,
  accepted: ticket.accepted,
  talking: isTalking(ticket),
  unfinished: isUnfinishedTalk(ticket),
  rating: ticket.rating,
  urgency: ticket.urgency,
  origin: entry.origin,
  author: entry.author,
  behalf: entry.behalf,
  content: { title: ticket.title, text: entry.text },
  title: ticket.title,
  email: ticket.email,
  createdAt: entry.at,
  createdTime: timeOf(entry.at),
  closedAt: ticket.closedAt,
  closedTime: ticket.closedAt && timeOf(ticket.closedAt),
  version: ticket.version,
  installation: ticket.installation,
  company: ticket.company,
  transcribed: entry.transcribed,
  fromAssistant: ticket.fromAssistant,
  technician: ticket.technician,
  relatedTicket: ticket.relatedTicket,
})

/** Entries that the system makes appear in the reader's language. */
function textOf({ kind, text }: TimelineRow, sentences: Sentences): string {
  if (kind === 'silence') return sentences.ticket['accepted-by-silence']()
  return kind === 'abandonment' ? sentences.assistant.abandoned() : text
}

const timeOf = (at: Date): string => localTime(at, OFFICE_ZONE).time
