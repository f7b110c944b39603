import type { consoleWebhooks } from '#contract/console/webhooks.ts'
import type { EventKind, EventSubject } from '#contract/event.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { readCursor } from '../lists/cursor.ts'
import { all, partOf } from '../lists/paged-list.ts'
import { type Runner, type StaffTransaction, sql } from '../../db/sql.ts'

type ListedWebhook = Data<typeof consoleWebhooks.change>
type Delivery = Data<typeof consoleWebhooks.deliveries>['items'][number]

interface Part {
  readonly after?: string | undefined
  readonly limit: number
}

const listed = (now: Date) => sql`
  w.webhook_id as id, w.name, w.address, w.kinds, w.active, w.failing_since, w.given_up_at,
  case when w.previous_until > ${now} then w.previous_until end as previous_until,
  (select count(*) from webhook_delivery d where d.webhook_id = w.webhook_id and d.state = 'waiting') as waiting,
  (select count(*) from webhook_delivery d where d.webhook_id = w.webhook_id and d.state = 'dead') as dead,
  coalesce((select t.name from technician t where t.username = w.created_by), w.created_by) as created_by, w.created_at,
  w.revision`

export async function listWebhooks(runner: Runner, { after, limit }: Part, now: Date) {
  const [name = '', id = 0] = after === undefined ? [] : readCursor(after, ['text', 'number'])
  const rows = await runner.rows<ListedWebhook>(sql`
    select ${listed(now)} from webhook w where (w.name, w.webhook_id) > (${name}::text, ${id}::bigint)
    order by w.name, w.webhook_id limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.name, last.id])
}

export const webhookNumbered = (runner: Runner, id: number, now: Date) =>
  runner.maybe<ListedWebhook>(sql`select ${listed(now)} from webhook w where w.webhook_id = ${id}`)

export type WebhookForm = Input<typeof consoleWebhooks.create>

/** Adds a webhook, which gets the events from now on. */
export async function insertWebhook(
  tx: Runner,
  { name, address, kinds }: WebhookForm,
  createdBy: string,
  now: Date,
): Promise<number> {
  // Its secret is sealed for its number, which is only known then.
  const { id } = await tx.row<{ id: number }>(sql`
    insert into webhook (name, address, kinds, secret, reached, created_by, created_at)
    values (${name}, ${address}, ${kinds}, '', (select coalesce(max(any_e.event_id), 0) from event any_e), ${createdBy}, ${now})
    returning webhook_id as id`)
  return id
}

export const setSecret = (tx: Runner, id: number, sealed: Buffer) =>
  tx.rows(sql`update webhook w set secret = ${sealed} where w.webhook_id = ${id}`)

export const rotateSecret = (tx: Runner, id: number, sealed: Buffer, until: Date) =>
  tx.rows(sql`
    update webhook w set previous_secret = w.secret, previous_until = ${until}, secret = ${sealed}
    where w.webhook_id = ${id}`)

/** False if somebody has changed it since. One that is active again starts with a clean record. */
export async function changeWebhook(
  tx: Runner,
  { webhook, name, address, kinds, active, revision }: Input<typeof consoleWebhooks.change>,
): Promise<boolean> {
  const changed = await tx.maybe(sql`
    update webhook w set name = ${name}, address = ${address}, kinds = ${kinds}, active = ${active},
      failing_since = case when ${active} and not w.active then null else w.failing_since end,
      given_up_at = case when ${active} then null else w.given_up_at end, revision = w.revision + 1
    where w.webhook_id = ${webhook} and w.revision = ${revision}
    returning w.revision`)
  return changed !== undefined
}

/** False if somebody has changed it since. */
export async function removeWebhook(tx: Runner, id: number, revision: number): Promise<boolean> {
  const removed = await tx.maybe(sql`
    delete from webhook w where w.webhook_id = ${id} and w.revision = ${revision} returning w.revision`)
  return removed !== undefined
}

export async function listDeliveries(
  runner: Runner,
  { webhook, state, after, limit }: Part & { readonly webhook: number; readonly state?: Delivery['state'] | undefined },
) {
  const [before = null] = after === undefined ? [] : readCursor(after, ['number'])
  const rows = await runner.rows<Omit<Delivery, 'id'>>(sql`
    select d.event_id as event, d.state, d.body, d.attempts, d.created_at, d.tried_at,
      case d.state when 'waiting' then d.next_at end as next_at, d.outcome
    from webhook_delivery d
    where ${all(
      sql`d.webhook_id = ${webhook}`,
      state === undefined ? sql`true` : sql`d.state = ${state}`,
      before === null ? sql`true` : sql`d.event_id < ${before}`,
    )}
    order by d.event_id desc limit ${limit + 1}`)
  const { items, next } = partOf(rows, limit, (last) => [last.event])
  return { items: items.map((item) => ({ ...item, id: idOf(webhook, item.event) })), next }
}

/** The id by which receivers know a delivery. It stays the same at every try, so that they can ignore a second one. */
export const idOf = (webhook: number, event: number): string => `${webhook}-${event}`

/**
 * Makes deliveries due again: one, or all that were given up. A delivery that is already on its way counts, and is not
 * sent twice.
 */
export async function resend(tx: Runner, webhook: number, event: number | null, now: Date): Promise<number> {
  const again = await tx.rows(sql`
    update webhook_delivery d set state = 'waiting', attempts = 0, next_at = ${now}
    where d.webhook_id = ${webhook}
      and case when ${event}::bigint is null then d.state = 'dead'
        else d.event_id = ${event}::bigint and d.state <> 'waiting' end
    returning d.event_id`)
  if (again.length > 0 || event === null) return again.length
  const { count } = await tx.row<{ count: number }>(sql`
    select count(*) as count from webhook_delivery d where d.webhook_id = ${webhook} and d.event_id = ${event}`)
  return count
}

export const activeWebhooks = (runner: Runner) =>
  runner.rows<{ id: number }>(sql`select w.webhook_id as id from webhook w where w.active order by w.webhook_id`)

interface Happened {
  readonly id: number
  readonly client: number
  readonly kind: EventKind
  readonly subject: EventSubject
  readonly number: number
  readonly actor: string
  readonly at: Date
}

/**
 * Makes the deliveries of the next events and moves the webhook's number behind them, in one transaction: so each event is delivered
 * once, even if other servers try at the same time. False if there was nothing new, or another server is working.
 */
export async function makeDeliveries(tx: StaffTransaction, id: number, most: number, now: Date): Promise<boolean> {
  const webhook = await tx.maybe<{ reached: number; kinds: string[] }>(sql`
    select w.reached, w.kinds from webhook w where w.webhook_id = ${id} and w.active for update skip locked`)
  if (!webhook) return false
  const events = await tx.rows<Happened>(sql`
    select any_e.event_id as id, any_e.client_id as client, any_e.kind, any_e.subject, any_e.number, any_e.actor, any_e.at
    from event any_e where any_e.event_id > ${webhook.reached} order by any_e.event_id limit ${most}`)
  const last = events.at(-1)
  if (!last) return false
  const wanted = events.filter(({ kind }) => webhook.kinds.includes(kind))
  await tx.rows(sql`
    insert into webhook_delivery (webhook_id, event_id, body, state, next_at, created_at)
    select ${id}, told.event_id, told.body, 'waiting', ${now}, ${now}
    from unnest(${wanted.map((event) => event.id)}::bigint[], ${wanted.map(bodyOf)}::text[]) told (event_id, body)`)
  await tx.rows(sql`update webhook w set reached = ${last.id} where w.webhook_id = ${id}`)
  return true
}

/**
 * A letter names the kind of event and its record, and holds no text. The receiver reads the record with its API key.
 */
const bodyOf = ({ id, client, kind, subject, number, actor, at }: Happened): string =>
  JSON.stringify({
    type: `${subject}.${kind}`,
    timestamp: at.toISOString(),
    data: { event: id, client, [subject]: number, actor },
  })

export interface DueDelivery {
  readonly event: number
  readonly body: string
  /** Counts the try that begins now. */
  readonly attempts: number
}

/** Takes deliveries that are due: they are this server's until `until`. If it dies, another takes them after that. */
export const takeDue = (runner: Runner, webhook: number, most: number, now: Date, until: Date) =>
  runner.rows<DueDelivery>(sql`
    update webhook_delivery d set next_at = ${until}, attempts = d.attempts + 1, tried_at = ${now}
    where d.webhook_id = ${webhook} and d.event_id in (
      select due.event_id from webhook_delivery due join webhook w using (webhook_id)
      where due.webhook_id = ${webhook} and due.state = 'waiting' and due.next_at <= ${now} and w.active
      order by due.next_at, due.event_id limit ${most} for update of due skip locked)
    returning d.event_id as event, d.body, d.attempts`)

export interface Secrets {
  readonly address: string
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
}

export const secretsOf = (runner: Runner, id: number, now: Date) =>
  runner.maybe<Secrets>(sql`
    select w.address, w.secret, case when w.previous_until > ${now} then w.previous_secret end as previous_secret
    from webhook w where w.webhook_id = ${id}`)

/** `next`: the time of the next try; null: none. */
export const settleDelivery = (
  tx: Runner,
  webhook: number,
  { event, state, outcome, next }: { event: number; state: Delivery['state']; outcome: string; next: Date | null },
) =>
  tx.rows(sql`
    update webhook_delivery d set state = ${state}, outcome = ${outcome}, next_at = coalesce(${next}::timestamptz, d.next_at)
    where d.webhook_id = ${webhook} and d.event_id = ${event} and d.state = 'waiting'`)

export const noteArrival = (runner: Runner, id: number) =>
  runner.rows(sql`
    update webhook w set failing_since = null where w.webhook_id = ${id} and w.failing_since is not null`)

/** Records a failure; returns since when every delivery has failed. */
export async function noteFailure(runner: Runner, id: number, now: Date): Promise<Date> {
  const { since } = await runner.row<{ since: Date }>(sql`
    update webhook w set failing_since = coalesce(w.failing_since, ${now}) where w.webhook_id = ${id}
    returning w.failing_since as since`)
  return since
}

/** The name of a webhook that is given up by this; undefined if it was given up already. */
export const giveUp = (runner: Runner, id: number, now: Date) =>
  runner.maybe<{ name: string }>(sql`
    update webhook w set active = false, given_up_at = ${now}, revision = w.revision + 1
    where w.webhook_id = ${id} and w.active returning w.name`)

export const dropOldDeliveries = (runner: Runner, before: Date) =>
  runner.rows(sql`delete from webhook_delivery d where d.created_at < ${before} and d.state <> 'waiting'`)
