import { type Runner, type Transaction, sql } from '../db/sql.ts'
import { readCursor } from './cursor.ts'
import { all, holds, partOf } from './paged-list.ts'

export interface ListedDataChange {
  readonly id: number
  readonly client: { readonly code: number; readonly name: string }
  readonly person: string
  readonly contact: {
    readonly id: number
    readonly name: string
    readonly email: string
    readonly phone: string
  } | null
  readonly text: string
  readonly requestedAt: Date
  readonly handledAt: Date | null
  readonly handledBy: string | null
}

const REQUEST = sql`
  any_r.request_id as id, jsonb_build_object('code', any_c.client_id, 'name', any_c.name) as client, any_p.name as person,
  case when any_k.contact_id is not null then jsonb_build_object('id', any_k.contact_id, 'name', any_k.name,
    'email', any_k.email, 'phone', any_k.phone) end as contact,
  any_r.text, any_r.requested_at as "requestedAt", any_r.handled_at as "handledAt",
  (select coalesce(w.name, any_r.handled_by) from (select 1) one left join technician w on w.username = any_r.handled_by)
    as "handledBy"`

const REQUESTS = sql`
  data_change_request any_r
  join client any_c on any_c.client_id = any_r.client_id
  join person any_p on any_p.client_id = any_r.client_id and any_p.person_id = any_r.person_id
  left join contact any_k on any_k.client_id = any_r.client_id and any_k.contact_id = any_r.contact_id`

export interface DataChangeQuestion {
  readonly state: 'open' | 'handled'
  readonly client?: number | undefined
  readonly search?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** What waits, oldest first; what was handled, newest first. */
export async function listDataChanges(runner: Runner, { state, client, search, after, limit }: DataChangeQuestion) {
  const [at = null, id = null] = after === undefined ? [] : readCursor(after, ['instant', 'number'])
  const order =
    state === 'open'
      ? {
          which: sql`any_r.handled_at is null`,
          from: sql`(any_r.requested_at, any_r.request_id) > (${at}::timestamptz, ${id}::bigint)`,
          by: sql`any_r.requested_at, any_r.request_id`,
        }
      : {
          which: sql`any_r.handled_at is not null`,
          from: sql`(any_r.handled_at, any_r.request_id) < (${at}::timestamptz, ${id}::bigint)`,
          by: sql`any_r.handled_at desc, any_r.request_id desc`,
        }
  const rows = await runner.rows<ListedDataChange>(sql`
    select ${REQUEST} from ${REQUESTS}
    where ${all(
      order.which,
      at === null ? sql`true` : order.from,
      client === undefined ? sql`true` : sql`any_r.client_id = ${client}`,
      holds(search, sql`any_c.name`, sql`any_p.name`, sql`coalesce(any_k.name, '')`, sql`any_r.text`),
    )}
    order by ${order.by} limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [(last.handledAt ?? last.requestedAt).toISOString(), last.id])
}

export const dataChange = (tx: Transaction, request: number) =>
  tx.maybe<ListedDataChange>(sql`
    select ${REQUEST} from ${REQUESTS} where any_r.client_id = ${tx.client} and any_r.request_id = ${request}`)

/** False when somebody had. */
export async function markHandled(tx: Transaction, request: number, username: string, now: Date): Promise<boolean> {
  const marked = await tx.maybe(sql`
    update data_change_request r set handled_at = ${now}, handled_by = ${username}
    where ${tx.own('r')} and r.request_id = ${request} and r.handled_at is null
    returning r.request_id`)
  return marked !== undefined
}
