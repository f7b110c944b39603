import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { sql } from '../../db/sql.ts'
import { idempotencyKey } from '../../http/bind.ts'
import { Problem } from '../../http/problems.ts'
import type { ConsoleContext } from './console-binding.ts'

/** What `once` of the customers' side does, per technician: the same key gives the first answer again. */
export async function once(
  { tx, technician, request, now }: ConsoleContext,
  endpoint: Endpoint,
  answer: () => Promise<unknown>,
  sent: string = JSON.stringify(request.body ?? null),
): Promise<unknown> {
  const key = endpoint.changes ? idempotencyKey(request) : null
  if (key === null) return answer()
  const hash = createHash('sha256').update(`${endpoint.path}\n${sent}`).digest()
  const first = await tx.maybe(sql`
    insert into technician_idempotency (username, key, request_hash, created_at)
    values (${technician.username}, ${key}, ${hash}, ${now})
    on conflict do nothing
    returning key`)
  if (!first) {
    const stored = await tx.row<{ same: boolean; answer: unknown }>(sql`
      select i.request_hash = ${hash} as same, i.answer from technician_idempotency i
      where i.username = ${technician.username} and i.key = ${key}`)
    if (!stored.same) throw new Problem(422, (s) => s.call['key-reused']())
    return stored.answer
  }
  const data = await answer()
  await tx.rows(sql`
    update technician_idempotency i set answer = ${JSON.stringify(data)}::json
    where i.username = ${technician.username} and i.key = ${key}`)
  return data
}
