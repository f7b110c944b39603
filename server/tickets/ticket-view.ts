import * as z from 'zod/mini'
import type { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { currentTicket } from '#contract/ticket-codec.ts'
import { localTime } from '#domain/office-hours.ts'
import { type TicketRefusal, silenceReversibleUntil, ticketActions } from '#domain/ticket-actions.ts'
import { type EntryKind, listedState, rowIcon, sideOf } from '#domain/ticket.ts'
import type { Refusal, Verdict } from '#domain/verdict.ts'
import { Problem } from '../http/problems.ts'
import type { LinkedIncident, ListedTicket, Ticket, TimelineRow } from './ticket-store.ts'

type View = Data<typeof api.tickets.view>

/** What may be done now and, where not, why and until when: as lists, details and refusals say it. */
export function actionsOf(ticket: Ticket, now: Date, sentences: Sentences): View['actions'] {
  const { reply, claim, conclude } = ticketActions(ticket, now)
  const reason = (verdict: Verdict<TicketRefusal>) =>
    verdict.allowed
      ? undefined
      : { reason: verdict.reason, sentence: sentences.refusal[verdict.reason](verdict.until), until: verdict.until }
  return {
    mayReply: reply.allowed,
    mayClaim: claim.allowed,
    mayConclude: conclude.allowed,
    refusals: { reply: reason(reply), claim: reason(claim), conclude: reason(conclude) },
  }
}

/** The 409 of an act that the rules refuse now; whoever lost a race sees where the ticket stands. */
export function refusedNow(ticket: Ticket, refusal: Refusal<TicketRefusal>, now: Date, sentences: Sentences): Problem {
  const current = {
    number: ticket.number,
    state: ticket.state,
    accepted: ticket.accepted,
    actions: actionsOf(ticket, now, sentences),
  }
  return new Problem(409, (s) => s.refusal[refusal.reason](refusal.until), z.encode(currentTicket, current))
}

export const rowOf = (
  ticket: ListedTicket,
  now: Date,
  sentences: Sentences,
): Data<typeof api.tickets.list>['items'][number] => ({
  number: ticket.number,
  area: ticket.area,
  module: ticket.module,
  state: ticket.state,
  listedState: listedState(ticket),
  accepted: ticket.accepted,
  urgency: ticket.urgency,
  raisedBy: ticket.raisedBy,
  title: ticket.title,
  createdAt: ticket.createdAt,
  stateAt: ticket.lastEntryAt,
  closedAt: ticket.closedAt,
  incidentTicket: ticket.incidentState === null ? null : ticket.number,
  incidentState: ticket.incidentState,
  lastInteraction: sideOf(ticket.lastEntryKind),
  icon: rowIcon(ticket),
  attachments: ticket.attachments,
  ...actionsOf(ticket, now, sentences),
})

export interface TicketParts {
  readonly ticket: Ticket
  readonly timeline: readonly TimelineRow[]
  readonly incidents: readonly LinkedIncident[]
}

export const viewOf = ({ ticket, timeline, incidents }: TicketParts, now: Date, sentences: Sentences): View => ({
  messages: timeline.flatMap((entry) => (entry.number === null ? [] : [messageOf(ticket, entry, entry.number)])),
  timeline: timeline.map((entry) => ({
    number: entry.number ?? ticket.number,
    side: sideOf(entry.kind),
    kind: SHOWN_KIND[entry.kind],
    text: entry.kind === 'silence' ? sentences.ticket['accepted-by-silence']() : entry.text,
    author: entry.author,
    origin: entry.origin,
    transcribed: entry.transcribed,
    typedTranscript: entry.typedTranscript,
    generatedBy: entry.generated ? ('assistant' as const) : null,
    sources: entry.sources,
    corrected: entry.corrected,
    notedBySupport: entry.written && sideOf(entry.kind) === 'customer',
    recipient: entry.recipient,
    at: entry.at,
    time: timeOf(entry.at),
    attachments: entry.attachments,
  })),
  claims: timeline
    .filter(({ kind }) => kind === 'claim')
    .map((claim, index) => ({ sequence: index + 1, at: claim.at, time: timeOf(claim.at), by: claim.author })),
  incidents: incidents.map(({ number, state, situation, plannedDelivery, createdAt, changedAt }) => ({
    number,
    state,
    situation,
    plannedDelivery,
    changedAt,
    changedTime: timeOf(changedAt),
    createdTime: timeOf(createdAt),
  })),
  actions: actionsOf(ticket, now, sentences),
  silence: {
    at: ticket.silentAcceptanceAt,
    accepted: ticket.accepted && ticket.lastEntryKind === 'silence',
    reversibleUntil: silenceReversibleUntil(ticket),
  },
})

const messageOf = (ticket: Ticket, entry: TimelineRow, number: number): View['messages'][number] => ({
  number,
  parent: number === ticket.number ? null : ticket.number,
  area: ticket.area,
  module: ticket.module,
  state: ticket.state,
  accepted: ticket.accepted,
  rating: ticket.rating,
  urgency: ticket.urgency,
  origin: entry.origin,
  author: entry.author,
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

/** A customer's first words and later ones look alike on the wire: both are messages. */
const SHOWN_KIND: Record<EntryKind, View['timeline'][number]['kind']> = {
  query: 'message',
  reply: 'message',
  answer: 'answer',
  claim: 'claim',
  rejection: 'rejection',
  acceptance: 'acceptance',
  note: 'note',
  withdrawal: 'withdrawal',
  // Nobody said yes: the text tells that.
  silence: 'acceptance',
  abandonment: 'answer',
  merge: 'merge',
}

const timeOf = (at: Date): string => localTime(at, OFFICE_ZONE).time
