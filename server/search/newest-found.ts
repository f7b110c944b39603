import { MOST_FOUND } from '#domain/search/search.ts'
import { type Statement, sql } from '../db/sql.ts'

interface Bounds {
  /** How many of the newest are looked at. */
  readonly most: number
  /** If several words are wanted, so many come first: they are enough if many of them say every word. Otherwise null. */
  readonly first: number | null
}

/**
 * The newest records of a search, to join laterally.
 * @param newest selects so many of the newest records `p` that say the first word
 * @param saying selects those records `p` of a set that say the other words, too; it ends with its conditions
 */
export function newestFound(
  newest: (most: number) => Statement,
  saying: (found: Statement) => Statement,
  { most, first }: Bounds,
): Statement {
  const order = sql`order by p.number desc limit ${MOST_FOUND}`
  if (first === null) return sql`(${saying(sql`(${newest(most)})`)} ${order})`
  return sql`(
    with near as materialized (${newest(first)}), far as materialized (${newest(most)}),
      hit as materialized (${saying(sql`near`)} ${order})
    select h.* from hit h where (select count(*) from hit) >= ${MOST_FOUND}
    union all
    (${saying(sql`far`)} and (select count(*) from hit) < ${MOST_FOUND} ${order}))`
}
