import { type Runner, sql } from '../db/sql.ts'
import type { AuditFacts, Technician } from './console-binding.ts'

/** Adds a line to the audit; nobody has the right to change or remove one. */
export const audit = (
  tx: Runner,
  { username }: Pick<Technician, 'username'>,
  act: string,
  { client, ticket, details }: AuditFacts,
  now: Date,
) =>
  tx
    .rows(sql`
    insert into audit (at, username, act, client_id, ticket_number, details)
    values (${now}, ${username}, ${act}, ${client ?? null}, ${ticket ?? null}, ${JSON.stringify(details ?? {})}::jsonb)`)
    .then(() => undefined)
