import type { Settings } from '#domain/settings.ts'
import { conversationsLeft } from '../console/assistant/assistant-review-store.ts'
import { type Database, sql } from '../db/sql.ts'
import { dropUnused } from './conversation-store.ts'
import { closeIfAbandoned } from './conversation-ticket.ts'

const UNUSED_MS = 24 * 3_600_000

interface Databases {
  readonly database: Database
  /** As portal_staff, which sees the conversations of all clients. */
  readonly staff: Database
}

/** Ends the conversations that customers abandoned. Several processes may run it at once: each conversation ends once. */
export async function closeAbandoned(
  { database, staff }: Databases,
  rule: Pick<Settings['assistant'], 'name' | 'abandonedAfterMinutes'>,
  now: Date,
): Promise<void> {
  const left = await staff.acrossClients((tx) =>
    conversationsLeft(tx, new Date(now.getTime() - rule.abandonedAfterMinutes * 60_000)),
  )
  for (const { client, id } of left) await database.inClient(client, (tx) => closeIfAbandoned(tx, id, rule, now))
}

/** Deletes conversations without a single question, client by client. */
export async function dropUnusedConversations(database: Database, now: Date): Promise<void> {
  const clients = await database.rows<{ client: number }>(sql`select c as client from door_clients() c`)
  for (const { client } of clients) {
    await database.inClient(client, (tx) => dropUnused(tx, new Date(now.getTime() - UNUSED_MS)))
  }
}
