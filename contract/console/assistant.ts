import { EXCHANGE_STATES, OUTCOMES, WORDED_BY } from '#domain/conversation.ts'
import { assistantVerdict } from '../assistant.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { citedSource, ticketNumber } from '../ticket-codec.ts'
import {
  as,
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
  wireObject,
} from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'

const exchange = wireObject({
  turn: as('turn', integer),
  question: as('question', text(2000)),
  answer: as('answer', text(4000)),
  /** Null: it was broken off before anything was found. */
  verdict: as('verdict', nullable(assistantVerdict)),
  topic: as('topic', text(60)),
  sources: as('sources', list(citedSource)),
  state: as('state', oneOf(EXCHANGE_STATES)),
  /** Whether a language model worded it, or the manuals' own sentences were put together. */
  wordedBy: as('wordedBy', nullable(oneOf(WORDED_BY))),
  /** What the customer said of it. */
  rating: as('rating', nullable(text(2000))),
  askedAt: as('askedAt', instant),
})

const conversation = wireObject({
  startedAt: as('startedAt', instant),
  person: as('person', text(1000)),
  topic: as('topic', text(60)),
  /** `solved` only when the customer pressed yes. */
  outcome: as('outcome', oneOf(OUTCOMES)),
  outcomeAt: as('outcomeAt', nullable(instant)),
  /** Who pressed yes. */
  solvedBy: as('solvedBy', nullable(text(1000))),
  exchanges: as('exchanges', list(exchange)),
})

export const consoleAssistant = {
  conversations: endpoint({
    method: 'GET',
    path: '/console/ticket/conversations',
    summary: 'What was said with the assistant before and in a ticket, with what was cited; oldest first',
    access: 'technician',
    input: consoleInput({ ticket: as('ticket', inAddress(ticketNumber)) }),
    data: list(conversation),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/console/assistant/figures',
    summary: 'How many conversations and answers there were in a span of days, the last 30 by default',
    access: 'technician',
    input: consoleInput({ from: as('from', optional(day)), to: as('to', optional(day)) }),
    data: wireObject({
      from: as('from', day),
      to: as('to', day),
      conversations: as('conversations', count),
      questions: as('questions', count),
      answers: as('answers', count),
      offers: as('offers', count),
      refusals: as('refusals', count),
      /** Broken off. */
      interrupted: as('interrupted', count),
      /** The customer pressed yes. */
      solved: as('solved', count),
      handedOver: as('handedOver', count),
      abandoned: as('abandoned', count),
      open: as('open', count),
    }),
  }),
  withoutSource: endpoint({
    method: 'GET',
    path: '/console/assistant/questions-without-source',
    summary: 'Questions that the manuals had nothing for, newest first: what there is to write',
    access: 'technician',
    input: consoleInput({ ...keyset }),
    data: wireObject({
      items: as(
        'items',
        list(
          wireObject({
            question: as('question', text(2000)),
            topic: as('topic', text(60)),
            askedAt: as('askedAt', instant),
            client: as('client', wireObject({ code: as('code', recordNumber('client')), name: as('name', text(200)) })),
            ticket: as('ticket', nullable(ticketNumber)),
          }),
        ),
      ),
      next: nextPart,
    }),
  }),
}
