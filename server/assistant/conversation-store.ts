import { randomBytes } from 'node:crypto'
import type {
  Conversation as ConversationFacts,
  EvidenceVerdict,
  Exchange,
  ExchangeState,
  Outcome,
  WordedBy,
} from '#domain/conversation.ts'
import { type Caller, authorOf } from '../http/caller.ts'
import { ticketOfMessage } from '../scope/scope.ts'
import { type Statement, type Transaction, sql } from '../db/sql.ts'
import type { Source } from './found-answer.ts'

/** A conversation as its row holds it. */
export interface Conversation {
  readonly id: string
  readonly topic: string
  readonly outcome: Outcome
  readonly ticket: number | null
  /** Whether that ticket is closed, by its answer or by Support. */
  readonly ticketClosed: boolean
  /** Whether that ticket is over, so that a further question to a person needs a new one. */
  readonly ticketOver: boolean
  /** Whether that ticket has entries from outside the conversation (added information does not count). */
  readonly ticketHasMore: boolean
  readonly person: number
  readonly personName: string
  readonly touchedAt: Date
}

/** One question with its answer. */
export interface Turn {
  readonly turn: number
  readonly question: string
  readonly answer: string
  readonly verdict: EvidenceVerdict
  readonly topic: string
  readonly sources: readonly Source[]
  /** Who has worded the answer. */
  readonly generatedBy: WordedBy
  readonly state: ExchangeState
  readonly key: string | null
  /** The message number of its question in the ticket. */
  readonly number: number | null
  readonly answerEntry: number | null
  readonly askedAt: Date
}

/** A conversation and its exchanges, locked until the transaction ends. */
export interface HeldConversation extends Conversation {
  readonly turns: readonly Turn[]
}

/** The state of an exchange. */
export interface TurnPlace {
  readonly client: number
  readonly conversation: string
  readonly turn: number
}

/** Who worded the answer of turn `u`. Where the manuals went on for a model, part of it is the model's. */
export const GENERATED_BY = sql`case when u.answer = u.quoted then 'quotes' else 'model' end`

/** A server that was answering counts as dead after this silence. An SQL interval. */
const GONE = sql`alive_at < clock_timestamp() - interval '8 seconds'`

export async function openConversation(tx: Transaction, caller: Caller, now: Date): Promise<string> {
  const id = randomBytes(24).toString('base64url')
  await tx.rows(sql`
    insert into conversation (client_id, conversation_id, person_id, contact_id, limited_session_id, person_name,
      started_at, touched_at)
    values (${tx.client}, ${id}, ${caller.person}, ${caller.contact?.id ?? null},
      ${caller.limited ? caller.session : null}, ${authorOf(caller)}, ${now}, ${now})`)
  return id
}

const conversationOf = (tx: Transaction): Statement => sql`c.conversation_id as id, c.topic, c.outcome,
  c.ticket_number as ticket, exists (select from ticket t
    where ${tx.own('t')} and t.number = c.ticket_number and t.state = 'closed') as ticket_closed,
  exists (select from ticket t
    where ${tx.own('t')} and t.number = c.ticket_number and t.accepted and t.merged_into is null) as ticket_over,
  exists (select from entry e
    where ${tx.own('e')} and e.ticket_number = c.ticket_number and e.kind <> 'note' and not exists (
      select from conversation_turn u
      where ${tx.own('u')} and u.conversation_id = c.conversation_id
        and e.entry_id in (u.question_entry, u.answer_entry))) as ticket_has_more, c.person_id as person, c.person_name, c.touched_at`

/** The caller's own conversations: nobody else's are visible, not even a colleague's. */
const ownConversations = (tx: Transaction, caller: Caller): Statement =>
  sql`${tx.own('c')} and c.person_id = ${caller.person}
    and c.limited_session_id is not distinct from ${caller.limited ? caller.session : null}`

export const holdConversation = (tx: Transaction, caller: Caller, id: string): Promise<HeldConversation | null> =>
  hold(tx, sql`${ownConversations(tx, caller)} and c.conversation_id = ${id}`)

/** The conversation behind a ticket; the number of any of its messages leads there. */
export const holdConversationOf = (tx: Transaction, caller: Caller, ticket: number): Promise<HeldConversation | null> =>
  hold(tx, sql`${ownConversations(tx, caller)} and c.ticket_number = ${ticketOfMessage(tx, ticket)}`)

/** The id of the caller's own conversation that made ticket `t` and is still open. */
export const openConversationOf = (tx: Transaction, caller: Caller): Statement =>
  sql`(select c.conversation_id from conversation c
    where ${tx.own('c')} and ${ownConversations(tx, caller)} and c.ticket_number = t.number and c.outcome = 'open')`

/** Anybody's conversation: for the server's own jobs. */
export const holdAnyConversation = (tx: Transaction, id: string): Promise<HeldConversation | null> =>
  hold(tx, sql`${tx.own('c')} and c.conversation_id = ${id}`)

async function hold(tx: Transaction, which: Statement): Promise<HeldConversation | null> {
  const conversation = await tx.maybe<Conversation>(sql`
    select ${conversationOf(tx)} from conversation c where ${tx.own('c')} and ${which} for update of c`)
  if (!conversation) return null
  await tx.rows(sql`
    update conversation_turn u set state = 'interrupted'
    where ${tx.own('u')} and u.conversation_id = ${conversation.id} and u.state = 'running' and u.${GONE}`)
  const turns = await tx.rows<Turn>(sql`
    select u.turn, u.question, u.answer, u.verdict, u.topic, u.sources, ${GENERATED_BY} as generated_by, u.state, u.act_key as key,
      (select e.number from entry e where ${tx.own('e')} and e.entry_id = u.question_entry) as number, u.answer_entry, u.asked_at
    from conversation_turn u where ${tx.own('u')} and u.conversation_id = ${conversation.id} order by u.turn`)
  return { ...conversation, turns }
}

/** The exchange with the caller's id, or at a position. */
export const turnCalled = (turns: readonly Turn[], name: string): Turn | undefined =>
  turns.find(({ key }) => key === name) ?? turns.find(({ turn }) => String(turn) === name)

/** The facts that the rules need. */
export const factsOf = ({
  outcome,
  ticket,
  ticketClosed,
  ticketHasMore,
  turns,
}: HeldConversation): ConversationFacts => ({
  outcome,
  hasTicket: ticket !== null,
  ticketClosed,
  ticketHasMore,
  exchanges: turns.map(({ state, answer, number }): Exchange => ({
    state,
    answered: answer !== '',
    inTicket: number !== null,
  })),
})

export interface NewTurn extends Pick<Turn, 'turn' | 'question' | 'verdict' | 'topic' | 'sources' | 'key'> {
  /** The answer in the manuals' own sentences. */
  readonly quoted: string
  /** Whether a model rewords it. */
  readonly asksModel: boolean
}

/** Answered at once without a model; with one it is running. */
export async function insertTurn(tx: Transaction, caller: Caller, id: string, turn: NewTurn, now: Date): Promise<void> {
  const { asksModel, quoted } = turn
  await tx.rows(sql`
    insert into conversation_turn (client_id, conversation_id, turn, person_id, contact_id, question, quoted, verdict,
      topic, sources, asked_model, act_key, asked_at, state, answer, worded_by)
    values (${tx.client}, ${id}, ${turn.turn}, ${caller.person}, ${caller.contact?.id ?? null}, ${turn.question},
      ${quoted}, ${turn.verdict}, ${turn.topic}, ${JSON.stringify(turn.sources)}::jsonb, ${asksModel}, ${turn.key},
      ${now}, ${asksModel ? 'running' : 'complete'}, ${asksModel ? '' : quoted}, ${asksModel ? null : 'quotes'})`)
  await tx.rows(sql`
    update conversation c set touched_at = ${now}, topic = case when c.topic = '' then ${turn.topic} else c.topic end
    where ${tx.own('c')} and c.conversation_id = ${id}`)
}

/** The times of the last hour's questions, by this contact or, without one, by this person; the oldest first. */
export const askedSince = async (tx: Transaction, caller: Caller, since: Date): Promise<Date[]> =>
  (
    await tx.rows<{ at: Date }>(sql`
      select u.asked_at as at from conversation_turn u
      where ${tx.own('u')} and u.asked_at > ${since}
        and ${caller.contact ? sql`u.contact_id = ${caller.contact.id}` : sql`u.person_id = ${caller.person}`}
      order by u.asked_at`)
  ).map(({ at }) => at)

/** How many answers a model has worded since then for the client. */
export const modelAnswersSince = async (tx: Transaction, since: Date): Promise<number> =>
  (
    await tx.row<{ count: number }>(sql`
      select count(*) as count from conversation_turn u
      where ${tx.own('u')} and u.asked_model and u.asked_at >= ${since}`)
  ).count

/** The state of an answer. `gone`: the server that wrote it has been silent for too long. */
export interface TurnProgress extends Pick<Turn, 'answer' | 'state' | 'verdict' | 'topic' | 'sources' | 'generatedBy'> {
  readonly gone: boolean
}

export const turnProgress = (tx: Transaction, { conversation, turn }: TurnPlace) =>
  tx.maybe<TurnProgress>(sql`
    select u.answer, u.state, u.verdict, u.topic, u.sources, ${GENERATED_BY} as generated_by, u.${GONE} as gone
    from conversation_turn u where ${tx.own('u')} and u.conversation_id = ${conversation} and u.turn = ${turn}`)

/** Records that somebody is reading, at whichever server. */
export const noteReader = (tx: Transaction, place: TurnPlace) =>
  tx.rows(sql`
    update conversation_turn u set read_at = clock_timestamp()
    where ${ofTurn(tx, place)} and u.state = 'running' and u.read_at < clock_timestamp() - interval '300 milliseconds'`)

/** Whether somebody was reading a moment ago. */
export const isRead = async (tx: Transaction, place: TurnPlace): Promise<boolean> =>
  (
    await tx.row<{ read: boolean }>(sql`
      select u.read_at > clock_timestamp() - interval '700 milliseconds' as read
      from conversation_turn u where ${ofTurn(tx, place)}`)
  ).read

/** Appends to an answer that is being written; false if it no longer is. */
export const addWords = async (tx: Transaction, place: TurnPlace, words: string): Promise<boolean> =>
  (await tx.maybe(sql`
    update conversation_turn u set answer = u.answer || ${words}, alive_at = clock_timestamp()
    where ${ofTurn(tx, place)} and u.state = 'running' returning u.turn`)) !== undefined

export const noteAlive = (tx: Transaction, place: TurnPlace) =>
  tx.rows(sql`
    update conversation_turn u set alive_at = clock_timestamp() where ${ofTurn(tx, place)} and u.state = 'running'`)

export const finishTurn = (
  tx: Transaction,
  place: TurnPlace,
  { wordedBy, sources }: { readonly wordedBy: WordedBy; readonly sources: readonly Source[] },
) =>
  tx.rows(sql`
    update conversation_turn u
    set state = 'complete', worded_by = ${wordedBy}, sources = ${JSON.stringify(sources)}::jsonb
    where ${ofTurn(tx, place)} and u.state = 'running'`)

export const interruptTurn = (tx: Transaction, place: TurnPlace) =>
  tx.rows(sql`
    update conversation_turn u set state = 'interrupted' where ${ofTurn(tx, place)} and u.state = 'running'`)

/** Continues an interrupted answer with the manuals' own sentences. Of several servers one succeeds. */
export const completeByQuotes = (tx: Transaction, place: TurnPlace) =>
  tx.rows(sql`
    update conversation_turn u
    set state = 'complete', worded_by = 'quotes', answer = case when u.answer = '' then u.quoted
      else left(u.answer || E'\n\n' || u.quoted, 4000) end
    where ${ofTurn(tx, place)} and (u.state = 'interrupted' or u.state = 'running' and u.${GONE})`)

const ofTurn = (tx: Transaction, { conversation, turn }: TurnPlace): Statement =>
  sql`${tx.own('u')} and u.conversation_id = ${conversation} and u.turn = ${turn}`

export const rateTurn = (tx: Transaction, { conversation, turn }: TurnPlace, rating: string) =>
  tx.rows(sql`
    update conversation_turn u set rating = ${rating} where ${ofTurn(tx, { client: tx.client, conversation, turn })}`)

/** Links the conversation to the ticket it became. */
export const setTicket = (tx: Transaction, id: string, ticket: number) =>
  tx.rows(sql`
    update conversation c set ticket_number = ${ticket} where ${tx.own('c')} and c.conversation_id = ${id}`)

/** Moves the conversation to another ticket; the previous one keeps its messages. */
export const leaveTicket = (tx: Transaction, id: string) =>
  tx.rows(sql`
    update conversation_turn u set question_entry = null, answer_entry = null
    where ${tx.own('u')} and u.conversation_id = ${id}`)

export const noteTouched = (tx: Transaction, id: string, now: Date) =>
  tx.rows(sql`update conversation c set touched_at = ${now} where ${tx.own('c')} and c.conversation_id = ${id}`)

/** Records how it ended. `solvedBy`: the person who pressed yes. */
export const endConversation = (
  tx: Transaction,
  id: string,
  { outcome, solvedBy = null }: { readonly outcome: Exclude<Outcome, 'open'>; readonly solvedBy?: string | null },
  now: Date,
) =>
  tx.rows(sql`
    update conversation c set outcome = ${outcome}, outcome_at = ${now}, solved_by = ${solvedBy}, touched_at = ${now}
    where ${tx.own('c')} and c.conversation_id = ${id}`)

/** The position of an exchange in the ticket. */
export const noteInTicket = (
  tx: Transaction,
  place: TurnPlace,
  { number, answerEntry }: { readonly number: number; readonly answerEntry: number | null },
) =>
  tx.rows(sql`
    update conversation_turn u set answer_entry = ${answerEntry},
      question_entry = (select e.entry_id from entry e where ${tx.own('e')} and e.number = ${number})
    where ${ofTurn(tx, place)}`)

/** Whether the assistant's words are the last in a ticket. */
export const isLastWordGenerated = async (tx: Transaction, ticket: number): Promise<boolean> =>
  (
    await tx.row<{ generated: boolean }>(sql`
      select e.generated from entry e where ${tx.own('e')} and e.ticket_number = ${ticket}
      order by e.entry_id desc limit 1`)
  ).generated

/** Deletes conversations that were opened without a question. */
export const dropUnused = (tx: Transaction, before: Date) =>
  tx.rows(sql`
    delete from conversation c where ${tx.own('c')} and c.started_at < ${before} and not exists (
      select from conversation_turn u where ${tx.own('u')} and u.conversation_id = c.conversation_id)`)
