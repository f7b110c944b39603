import { type Refusal, type Verdict, allowed, refused } from './verdict.ts'

/** spec §9: six items, three exchanges of a question and its answer. */
export const MAX_EXCHANGES = 3
/** Lengths in UTF-16 units. */
export const MAX_QUESTION = 2000
export const MAX_ANSWER = 4000

/** `answer`: the quoted sections answer the question. `offer`: they may. `refuse`: nothing was found. */
export const EVIDENCE_VERDICTS = ['answer', 'offer', 'refuse'] as const
export type EvidenceVerdict = (typeof EVIDENCE_VERDICTS)[number]

/** Whether a language model wrote it, or it was put together from the manuals' sentences. */
export const WORDED_BY = ['model', 'quotes'] as const
export type WordedBy = (typeof WORDED_BY)[number]

/** `interrupted`: broken off, with the part written until then. */
export const EXCHANGE_STATES = ['running', 'complete', 'interrupted'] as const
export type ExchangeState = (typeof EXCHANGE_STATES)[number]

/** `solved` only if the customer said yes; `abandoned` if the customer left in the middle. */
export const OUTCOMES = ['open', 'solved', 'handed-over', 'abandoned'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The facts about an exchange that the rules need. */
export interface Exchange {
  readonly state: ExchangeState
  /** Whether any of the answer has been shown. */
  readonly answered: boolean
  /** Whether the question is in the conversation's ticket. */
  readonly inTicket: boolean
}

/** The facts about a conversation that the rules need. */
export interface Conversation {
  readonly outcome: Outcome
  readonly exchanges: readonly Exchange[]
  readonly hasTicket: boolean
  /** It takes no further question then, but its customer may still ask for a person. */
  readonly ticketClosed: boolean
  /** Whether the customer or Support has written anything else into its ticket. Added information does not count. */
  readonly ticketHasMore: boolean
}

/** May the customer ask another question? */
export function mayAsk(conversation: Conversation) {
  const verdict = mayResume(conversation)
  if (!verdict.allowed) return verdict
  if (isAnswering(conversation)) return refused('still-answering')
  return conversation.exchanges.length < MAX_EXCHANGES ? allowed : refused('exchanges-exhausted')
}

/** May the customer return to it, to ask or to end it? */
export const mayResume = ({ outcome, ticketClosed }: Conversation) =>
  outcome === 'open' && !ticketClosed ? allowed : refused('conversation-over')

/** May its ticket be created while it goes on (spec §4, Chat flow 5)? */
export function mayOpenTicket(conversation: Conversation) {
  const verdict = mayBeWritten(conversation)
  if (!verdict.allowed) return verdict
  return conversation.hasTicket ? refused('has-ticket') : allowed
}

/** May its next exchange be added to its ticket? */
export function mayAddNode(conversation: Conversation) {
  const verdict = mayBeWritten(conversation)
  if (!verdict.allowed) return verdict
  if (!conversation.hasTicket) return refused('no-ticket')
  return conversation.exchanges.some(({ inTicket }) => !inTicket) ? allowed : refused('nothing-new')
}

/**
 * May the customer say that the last answer solved it? Not if anything else was written into its ticket: then the
 * ticket waits for Support or, once answered, is accepted like any other. After an abandoned conversation, only while
 * its ticket is not over.
 */
export function maySolve(conversation: Conversation) {
  const { outcome, hasTicket } = conversation
  const verdict = outcome === 'abandoned' && !hasTicket ? mayBeKept(conversation) : mayBeWritten(conversation)
  if (!verdict.allowed) return verdict
  if (conversation.ticketHasMore) return refused('ticket-has-more')
  return conversation.exchanges.at(-1)?.answered === true ? allowed : refused('nothing-answered')
}

/** May it be handed over to a person? At any moment except during an answer, even after it was abandoned. */
export const mayHandOver = (conversation: Conversation) =>
  conversation.outcome === 'abandoned' ? mayBeKept(conversation) : mayBeWritten(conversation)

/** May the server's record become part of a ticket? */
const mayBeWritten = (conversation: Conversation) =>
  conversation.outcome === 'open' ? mayBeKept(conversation) : refused('conversation-over')

function mayBeKept(conversation: Conversation): Verdict<'still-answering' | 'nothing-asked'> {
  if (isAnswering(conversation)) return refused('still-answering')
  return conversation.exchanges.length > 0 ? allowed : refused('nothing-asked')
}

const isAnswering = ({ exchanges }: Conversation): boolean => exchanges.some(({ state }) => state === 'running')

/** Whether the customer has been away for so long that the conversation must be closed. */
export const isAbandoned = (
  { outcome, touchedAt }: { readonly outcome: Outcome; readonly touchedAt: Date },
  now: Date,
  idleMinutes: number,
): boolean => outcome === 'open' && now.getTime() - touchedAt.getTime() >= idleMinutes * 60_000

export type ConversationRefusal = Refusal<
  | 'conversation-over'
  | 'still-answering'
  | 'exchanges-exhausted'
  | 'has-ticket'
  | 'no-ticket'
  | 'nothing-new'
  | 'nothing-asked'
  | 'nothing-answered'
  | 'ticket-has-more'
>['reason']
