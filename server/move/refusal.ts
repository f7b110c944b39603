import type pg from 'pg'
import type { Kind } from './kinds.ts'
import { stageOf } from './stage.ts'

/** Refuses the lines `s` that a condition selects, each with a reason. Returns their number. */
export async function refuse(
  client: pg.Client,
  kind: Kind,
  clause: string,
  reason: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rowCount } = await client.query(
    `with found as (update ${stageOf(kind)} s set fate = 'refused' ${clause} returning s.line, ${reason} as reason)
    insert into refusal select $1, line, left(reason, 500), false from found`,
    [kind.name, ...values],
  )
  return rowCount ?? 0
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
