import type { EventKind, EventSubject } from '#contract/event.ts'
import { type Runner, type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'

export interface Event {
  readonly id: number
  readonly client: number
  readonly kind: EventKind
  readonly subject: EventSubject
  readonly number: number
  /** The only person or technician who may learn of it; null: everybody who may see the record. */
  readonly reader: string | null
}

/** The events after one of them, of every client, in the order of the commits. */
export const eventsAfter = (staff: Runner, id: number, most: number) =>
  staff.rows<Event>(sql`
    select any_e.event_id as id, any_e.client_id as client, any_e.kind, any_e.subject, any_e.number, any_e.reader from event any_e
    where any_e.event_id > ${id} order by any_e.event_id limit ${most}`)

/** The same for one client, limited to the events that one reader may learn of. */
export const eventsOfClientAfter = (tx: Transaction, reader: string, id: number, most: number) =>
  tx.rows<Event>(sql`
    select e.event_id as id, e.client_id as client, e.kind, e.subject, e.number, e.reader from event e
    where ${tx.own('e')} and e.event_id > ${id} and (e.reader is null or e.reader = ${reader}) order by e.event_id limit ${most}`)

export interface Bounds {
  readonly first: number
  readonly last: number
}

/** The ids of the oldest stored event and of the newest; zeros without any. */
export const eventBounds = (tx: StaffTransaction) =>
  tx.row<Bounds>(sql`
    select coalesce(min(any_e.event_id), 0) as first, coalesce(max(any_e.event_id), 0) as last from event any_e`)

export const dropOldEvents = (tx: StaffTransaction, before: Date) =>
  tx.rows(sql`delete from event any_e where any_e.at < ${before}`)
