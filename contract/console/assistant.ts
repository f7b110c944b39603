import { EXCHANGE_STATES, OUTCOMES, WORDED_BY } from '#domain/conversation.ts'
import { assistantVerdict } from '../assistant.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { citedSource, ticketNumber } from '../ticket-codec.ts'
import {
  consoleObject,
  count,
  day,
  inAddress,
  instant,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  recordNumber,
  text,
} from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'

const exchange = consoleObject({
  turn: integer,
  question: text(2000),
  answer: text(4000),
  /** Null if it was broken off before anything was found. */
  verdict: nullable(assistantVerdict),
  topic: text(60),
  sources: list(citedSource),
  state: oneOf(EXCHANGE_STATES),
  /** Whether a language model wrote it, or it was put together from the manuals' sentences. */
  wordedBy: nullable(oneOf(WORDED_BY)),
  /** The customer's rating. */
  rating: nullable(text(2000)),
  askedAt: instant,
})

const conversation = consoleObject({
  startedAt: instant,
  person: text(1000),
  topic: text(60),
  /** `solved` only if the customer said yes. */
  outcome: oneOf(OUTCOMES),
  outcomeAt: nullable(instant),
  /** Who said yes. */
  solvedBy: nullable(text(1000)),
  exchanges: list(exchange),
})

export const consoleAssistant = {
  conversations: endpoint({
    method: 'GET',
    path: '/console/ticket/conversations',
    summary: 'The conversations with the assistant that belong to a ticket, with their citations; oldest first',
    access: 'technician',
    input: consoleInput({ ticket: inAddress(ticketNumber) }),
    data: list(conversation),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/console/assistant/figures',
    summary: 'The numbers of conversations and answers in a span of days, by default the last 30',
    access: 'technician',
    input: consoleInput({ from: optional(day), to: optional(day) }),
    data: consoleObject({
      from: day,
      to: day,
      conversations: count,
      questions: count,
      answers: count,
      offers: count,
      refusals: count,
      /** Broken off before the end. */
      interrupted: count,
      /** The customer said yes. */
      solved: count,
      handedOver: count,
      abandoned: count,
      open: count,
    }),
  }),
  withoutSource: endpoint({
    method: 'GET',
    path: '/console/assistant/questions-without-source',
    summary: 'Questions that the manuals could not answer, newest first: a list of what to write',
    access: 'technician',
    input: consoleInput({ ...keyset }),
    data: consoleObject({
      items: list(
        consoleObject({
          question: text(2000),
          topic: text(60),
          askedAt: instant,
          client: consoleObject({ code: recordNumber('client'), name: text(200) }),
          ticket: nullable(ticketNumber),
        }),
      ),
      next: nextPart,
    }),
  }),
}
