import { type Runner, sql } from '../../db/sql.ts'

/** The subject of an act or a reading. */
export interface AuditFacts {
  readonly client?: number | null
  readonly ticket?: number | null
  readonly details?: Readonly<Record<string, unknown>>
}

/** The names that the audit gives to the portal itself and to customers. */
export const PORTAL = { username: 'portal' }

/** Adds a line to the audit; nobody may change or delete one. */
export const audit = (
  tx: Runner,
  { username }: { readonly username: string },
  act: string,
  { client, ticket, details }: AuditFacts,
  now: Date,
) =>
  tx
    .rows(sql`
    insert into audit (at, username, act, client_id, ticket_number, details)
    values (${now}, ${username}, ${act}, ${client ?? null}, ${ticket ?? null}, ${JSON.stringify(details ?? {})}::jsonb)`)
    .then(() => undefined)

const AGAIN_AFTER_MS = 3_600_000

/**
 * Whether the audit has the same line of the same technician from the last hour: then a screen that reads again adds
 * none. The browser has no say in this, so a first reading always leaves its line.
 */
export const wasNoted = async (
  tx: Runner,
  { username }: { readonly username: string },
  act: string,
  { client, ticket, details }: AuditFacts,
  now: Date,
): Promise<boolean> =>
  (await tx.maybe(sql`
    select from audit a
    where a.username = ${username} and a.at > ${new Date(now.getTime() - AGAIN_AFTER_MS)} and a.at <= ${now} and a.act = ${act}
      and a.client_id is not distinct from ${client ?? null}::bigint
      and a.ticket_number is not distinct from ${ticket ?? null}::bigint
      and a.details = ${JSON.stringify(details ?? {})}::jsonb
    limit 1`)) !== undefined
