import { type Runner, type Statement, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { all, partOf } from '../lists/paged-list.ts'

export interface AuditLine {
  readonly id: number
  readonly at: Date
  readonly technician: { readonly username: string; readonly name: string | null }
  readonly act: string
  readonly client: { readonly code: number; readonly name: string | null } | null
  readonly ticket: number | null
  readonly details: Readonly<Record<string, unknown>>
}

export interface AuditQuestion {
  readonly client?: number | undefined
  readonly ticket?: number | undefined
  readonly technician?: string | undefined
  readonly act?: string | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** The lines of the audit, newest first. */
export async function listAudit(runner: Runner, question: AuditQuestion) {
  const { client, ticket, technician, act, from, until, after, limit } = question
  const [at = null, id = null] = after === undefined ? [] : readCursor(after, ['instant', 'number'])
  const rows = await runner.rows<AuditLine>(sql`
    select a.audit_id as id, a.at, a.act, a.ticket_number as ticket, a.details,
      jsonb_build_object('username', a.username, 'name',
        (select w.name from technician w where w.username = a.username)) as technician,
      case when a.client_id is not null then jsonb_build_object('code', a.client_id, 'name',
        (select any_c.name from client any_c where any_c.client_id = a.client_id)) end as client
    from audit a
    where ${all(
      at === null ? sql`true` : sql`(a.at, a.audit_id) < (${at}::timestamptz, ${id}::bigint)`,
      client === undefined ? sql`true` : sql`a.client_id = ${client}`,
      ticket === undefined ? sql`true` : concerns(ticket),
      technician === undefined ? sql`true` : sql`a.username = ${technician}`,
      act === undefined ? sql`true` : sql`a.act = ${act}`,
      from === undefined ? sql`true` : sql`a.at >= ${from}`,
      until === undefined ? sql`true` : sql`a.at < ${until}`,
    )}
    order by a.at desc, a.audit_id desc limit ${limit + 1}`)
  return partOf(rows, limit, (last) => [last.at.toISOString(), last.id])
}

/** Lines about a ticket, including those of changes that involve it. */
const concerns = (ticket: number): Statement => sql`(a.ticket_number = ${ticket}
  or a.details ? 'tickets' and a.details -> 'tickets' @> jsonb_build_array(${ticket}::bigint))`
