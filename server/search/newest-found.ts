import { MOST_FOUND } from '#domain/search/search.ts'
import { type Statement, sql } from '../db/sql.ts'

interface Search {
  /** Selects so many of the newest records `p` that say the first word. */
  readonly newest: (most: number) => Statement
  /** Selects those records `p` of a set that say the other words, too. It ends with its conditions. */
  readonly saying: (found: Statement) => Statement
  /** How many of the newest are looked at. */
  readonly most: number
  /** If several words are wanted, so many come first: they are enough if many of them say every word. Otherwise null. */
  readonly first: number | null
}

/** The newest records of a search, to join laterally. */
export function newestFound({ newest, saying, most, first }: Search): Statement {
  const order = sql`order by p.number desc limit ${MOST_FOUND}`
  if (first === null) return sql`(${saying(sql`(${newest(most)})`)} ${order})`
  return sql`(
    with near as materialized (${newest(first)}), far as materialized (${newest(most)}),
      hit as materialized (${saying(sql`near`)} ${order})
    select h.* from hit h where (select count(*) from hit) >= ${MOST_FOUND}
    union all
    (${saying(sql`far`)} and (select count(*) from hit) < ${MOST_FOUND} ${order}))`
}
