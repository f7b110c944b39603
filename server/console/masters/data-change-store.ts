import type { consoleDataChanges } from '#contract/console/data-changes.ts'
import type { Data } from '#contract/endpoint.ts'
import { type Runner, type Transaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { all, holds, partOf } from '../lists/paged-list.ts'

type ListedDataChange = Data<typeof consoleDataChanges.handle>

const CLIENT = sql`client any_c where any_c.client_id = any_r.client_id`
const PERSON = sql`person any_p where any_p.client_id = any_r.client_id and any_p.person_id = any_r.person_id`
const CONTACT = sql`contact any_k where any_k.client_id = any_r.client_id and any_k.contact_id = any_r.contact_id`

/** The owner of each request is looked up in a subquery: a join would be planned for many rows. */
const REQUEST = sql`
  any_r.request_id as id, (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from ${CLIENT}) as client,
  (select any_p.name from ${PERSON}) as person,
  (select jsonb_build_object('id', any_k.contact_id, 'name', any_k.name, 'email', any_k.email, 'phone', any_k.phone)
    from ${CONTACT}) as contact,
  any_r.text, any_r.requested_at, any_r.handled_at,
  coalesce((select w.name from technician w where w.username = any_r.handled_by), any_r.handled_by) as handled_by`

export interface DataChangeQuestion {
  readonly state: 'open' | 'handled'
  readonly client?: number | undefined
  readonly search?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** The waiting requests, oldest first; the handled ones, newest first. */
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
    select ${REQUEST} from data_change_request any_r
    where ${all(
      order.which,
      at === null ? sql`true` : order.from,
      client === undefined ? sql`true` : sql`any_r.client_id = ${client}`,
      holds(
        search,
        sql`(select any_c.name from ${CLIENT})`,
        sql`(select any_p.name from ${PERSON})`,
        sql`coalesce((select any_k.name from ${CONTACT}), '')`,
        sql`any_r.text`,
      ),
    )}
    order by ${order.by} limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [(last.handledAt ?? last.requestedAt).toISOString(), last.id])
}

export const dataChange = (tx: Transaction, request: number) =>
  tx.maybe<ListedDataChange>(sql`
    select ${REQUEST} from data_change_request any_r
    where any_r.client_id = ${tx.client} and any_r.request_id = ${request}`)

/** False if somebody has already handled it. */
export async function markHandled(tx: Transaction, request: number, username: string, now: Date): Promise<boolean> {
  const marked = await tx.maybe(sql`
    update data_change_request r set handled_at = ${now}, handled_by = ${username}
    where ${tx.own('r')} and r.request_id = ${request} and r.handled_at is null
    returning r.request_id`)
  return marked !== undefined
}
