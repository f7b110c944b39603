import type { consoleAssistant } from '#contract/console/assistant.ts'
import type { Data } from '#contract/endpoint.ts'
import type { WordedBy } from '#domain/conversation.ts'
import { MOST_LISTED } from '../../db/newest.ts'
import { type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'
import { GENERATED_BY } from '../../assistant/conversation-store.ts'
import type { Source } from '../../assistant/found-answer.ts'
import { cursorOf, readCursor } from '../lists/cursor.ts'

/** Open conversations that have been silent since an instant: the longest silence first, a few at a time. */
export const conversationsLeft = (tx: StaffTransaction, since: Date) =>
  tx.rows<{ client: number; id: string }>(sql`
    select any_c.client_id as client, any_c.conversation_id as id from conversation any_c
    where any_c.outcome = 'open' and any_c.touched_at <= ${since}
      and exists (select from conversation_turn u
        where u.client_id = any_c.client_id and u.conversation_id = any_c.conversation_id)
    order by any_c.touched_at limit 200`)

interface ShownConversation {
  readonly id: string
  readonly startedAt: Date
  readonly person: string
  readonly topic: string
  readonly outcome: 'open' | 'solved' | 'handed-over' | 'abandoned'
  readonly outcomeAt: Date | null
  readonly solvedBy: string | null
}

/** The conversations of a ticket and of the tickets joined to it, oldest first. */
export const conversationsOf = (tx: Transaction, ticket: number) =>
  tx.rows<ShownConversation>(sql`
    select c.conversation_id as id, c.started_at, c.person_name as person, c.topic, c.outcome,
      c.outcome_at, c.solved_by
    from conversation c join ticket t on t.client_id = c.client_id and t.number = c.ticket_number
    where ${tx.own('c')} and ${ticket} in (t.number, t.merged_into) order by c.started_at
    limit ${MOST_LISTED}`)

interface ShownExchange {
  readonly turn: number
  readonly question: string
  readonly answer: string
  readonly verdict: 'answer' | 'offer' | 'refuse'
  readonly topic: string
  readonly sources: readonly Source[]
  readonly state: 'running' | 'complete' | 'interrupted'
  readonly wordedBy: WordedBy | null
  readonly rating: string | null
  readonly askedAt: Date
}

export const exchangesOf = (tx: Transaction, conversation: string) =>
  tx.rows<ShownExchange>(sql`
    select u.turn, u.question, u.answer, u.verdict, u.topic, u.sources, u.state,
      case when u.worded_by is not null then ${GENERATED_BY} end as worded_by, u.rating,
      u.asked_at
    from conversation_turn u where ${tx.own('u')} and u.conversation_id = ${conversation} order by u.turn`)

type AssistantFigures = Omit<Data<typeof consoleAssistant.figures>, 'from' | 'to'>

/** Figures of the conversations with a question that began within a span of days. */
export const assistantFigures = (
  tx: StaffTransaction,
  { from, to, zone }: { from: string; to: string; zone: string },
) =>
  tx.row<AssistantFigures>(sql`
    with begun as (
      select any_c.client_id, any_c.conversation_id,
        -- Whose customer said afterwards that it was not solved after all is Support's.
        case when any_c.outcome in ('solved', 'abandoned') and exists (select from entry e
          where e.client_id = any_c.client_id and e.ticket_number = any_c.ticket_number
            and e.kind = 'rejection' and e.at >= any_c.outcome_at) then 'handed-over' else any_c.outcome end as outcome
      from conversation any_c
      where any_c.started_at >= (${from}::date)::timestamp at time zone ${zone}
        and any_c.started_at < (${to}::date + 1)::timestamp at time zone ${zone}
        and exists (select from conversation_turn u
          where u.client_id = any_c.client_id and u.conversation_id = any_c.conversation_id)
    ), asked as (
      select any_u.verdict, any_u.state from conversation_turn any_u join begun b using (client_id, conversation_id)
    )
    select count(*) as conversations, (select count(*) from asked) as questions,
      (select count(*) from asked where verdict = 'answer') as answers,
      (select count(*) from asked where verdict = 'offer') as offers,
      (select count(*) from asked where verdict = 'refuse') as refusals,
      (select count(*) from asked where state = 'interrupted') as interrupted,
      count(*) filter (where outcome = 'solved') as solved,
      count(*) filter (where outcome = 'handed-over') as handed_over,
      count(*) filter (where outcome = 'abandoned') as abandoned,
      count(*) filter (where outcome = 'open') as open
    from begun`)

type UnsourcedQuestion = Data<typeof consoleAssistant.withoutSource>['items'][number]

/** Questions of all clients that the manuals could not answer, or answered without help, newest first. */
export async function questionsWithoutSource(tx: StaffTransaction, limit: number, after: string | undefined) {
  const cursor = after === undefined ? null : readCursor(after, ['instant', 'number', 'number'])
  const rows = await tx.rows<UnsourcedQuestion & { sequence: number; turn: number }>(sql`
    select any_u.question, any_u.topic, any_u.asked_at, any_u.turn, any_c.sequence,
      jsonb_build_object('code', k.client_id, 'name', k.name) as client, any_c.ticket_number as ticket
    from conversation_turn any_u
    join conversation any_c on any_c.client_id = any_u.client_id and any_c.conversation_id = any_u.conversation_id
    join client k on k.client_id = any_u.client_id
    where any_u.verdict <> 'answer' and (any_u.verdict = 'refuse' or any_c.outcome = 'handed-over') and ${
      cursor
        ? sql`(any_u.asked_at, any_c.sequence, any_u.turn) < (${cursor[0]}::timestamptz, ${cursor[1]}::bigint, ${cursor[2]}::bigint)`
        : sql`true`
    }
    order by any_u.asked_at desc, any_c.sequence desc, any_u.turn desc limit ${limit + 1}`)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const next = rows.length > limit && last ? cursorOf([last.askedAt.toISOString(), last.sequence, last.turn]) : null
  return { items: items.map(({ sequence: _sequence, turn: _turn, ...question }) => question), next }
}
