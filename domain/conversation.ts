import { type Refusal, type Verdict, allowed, refused } from './verdict.ts'

/** spec §9: six items, three exchanges of a question and its answer. */
export const MAX_EXCHANGES = 3
/** Lengths in UTF-16 units. */
export const MAX_QUESTION = 2000
export const MAX_ANSWER = 4000

/** `answer`: the quotes answer the question. `offer`: a passage may. `refuse`: nothing was found. */
export const EVIDENCE_VERDICTS = ['answer', 'offer', 'refuse'] as const
export type EvidenceVerdict = (typeof EVIDENCE_VERDICTS)[number]

/** Whether a language model worded it, or the manuals' own sentences were put together. */
export const WORDED_BY = ['model', 'quotes'] as const
export type WordedBy = (typeof WORDED_BY)[number]

/** `interrupted`: broken off; it has whatever had been said until then. */
export const EXCHANGE_STATES = ['running', 'complete', 'interrupted'] as const
export type ExchangeState = (typeof EXCHANGE_STATES)[number]

/** `solved` only when the customer pressed yes; `abandoned`: went away in the middle of it. */
export const OUTCOMES = ['open', 'solved', 'handed-over', 'abandoned'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the rules need to know of an exchange. */
export interface Exchange {
  readonly state: ExchangeState
  /** Whether any of an answer has been said. */
  readonly answered: boolean
  /** Whether its question stands in the conversation's ticket. */
  readonly inTicket: boolean
}

/** What the rules need to know of a conversation. */
export interface Conversation {
  readonly outcome: Outcome
  readonly exchanges: readonly Exchange[]
  readonly hasTicket: boolean
  /** Nothing more is asked then; a person still may be. */
  readonly ticketClosed: boolean
  /** Whether its customer or Support has written into its ticket what is no part of it; information that was added is not counted. */
  readonly ticketHasMore: boolean
}

/** May another question be asked? */
export function mayAsk(conversation: Conversation) {
  const verdict = mayResume(conversation)
  if (!verdict.allowed) return verdict
  if (isAnswering(conversation)) return refused('still-answering')
  return conversation.exchanges.length < MAX_EXCHANGES ? allowed : refused('exchanges-exhausted')
}

/** May its customer come back to it, to ask or to say how it ends? */
export const mayResume = ({ outcome, ticketClosed }: Conversation) =>
  outcome === 'open' && !ticketClosed ? allowed : refused('conversation-over')

/** May its ticket be made, while the conversation goes on (spec §4, Chat flow 5)? */
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
 * May the customer say that it is solved: that the last answer solved it? What was written to Support besides is not
 * closed by that, and what Support answered is accepted as any other answer of a person's. Late, once its customer had
 * gone away from it, only while no ticket of it is over.
 */
export function maySolve(conversation: Conversation) {
  const { outcome, hasTicket } = conversation
  const verdict = outcome === 'abandoned' && !hasTicket ? mayBeKept(conversation) : mayBeWritten(conversation)
  if (!verdict.allowed) return verdict
  if (conversation.ticketHasMore) return refused('ticket-has-more')
  return conversation.exchanges.at(-1)?.answered === true ? allowed : refused('nothing-answered')
}

/** May it be handed over to a person? At any moment but while it answers, also once its customer had gone away from it. */
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

/** Whether somebody has gone away from it, and it is time to close what it left. */
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
