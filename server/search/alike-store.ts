import type { Sought } from '#domain/search/search.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { visibleTickets } from '../scope/scope.ts'

/** Finds records that resemble a text in progress, by its rarest words, as the search does (docs/decisions/0020). */

/** A word of the text, its stem, and how many of the client's records say it. */
export interface Telling extends Sought {
  readonly stem: string
  readonly found: number
}

/** Up to this many records a word counts as rarer than another. */
const MOST_COUNTED = 500

/**
 * The words with content, first those in the fewest of the client's records. The stems are computed before the places
 * are looked up. Under row level security PostgreSQL uses no index for the result of a function, and would read all
 * places of the client for each word.
 */
export const tellingWords = async (tx: Transaction, words: readonly string[]): Promise<Telling[]> => {
  const rows = await tx.rows<{ word: string; stem: string; found: number }>(sql`
    with s as materialized (
      select w.word, search_stem(w.word) as stem from unnest(${words}::text[]) w (word)
      where ts_lexize('pg_catalog.spanish_stem', w.word) <> '{}')
    select distinct on (s.stem) s.word, s.stem, (select count(*) from (
      select from search_place p where ${tx.own('p')} and p.stem = s.stem and p.place in ('t', 'm')
      limit ${MOST_COUNTED}) c) as found
    from s where s.stem is not null order by s.stem, s.word`)
  return rows
    .map(({ word, stem, found }) => ({ word, stem, stems: [stem], found }))
    .toSorted((one, other) => one.found - other.found)
}

/** For each word only the newest records are read. */
const MOST_READ = 200

/** The caller's open tickets that say any of the words, each with the words that it says. */
export const openTicketsSaying = (tx: Transaction, caller: Caller, stems: readonly string[]) =>
  tx.rows<{ number: number; title: string; at: Date; module: number | null; said: string[]; inTitle: string[] }>(sql`
    select t.number, t.title, t.created_at as at, t.module_number as module, f.said, f.in_title
    from (
      select p.number, array_agg(distinct p.stem) as said,
        coalesce(array_agg(distinct p.stem) filter (where p.place = 't'), '{}') as in_title
      from unnest(${stems}::text[]) s (stem) cross join unnest('{t,m}'::"char"[]) l (place) cross join lateral (
        select p.number, p.stem, p.place from search_place p
        where ${tx.own('p')} and p.stem = s.stem and p.place = l.place
        order by p.number desc limit ${MOST_READ}) p
      group by p.number) f
    join ticket t on ${tx.own('t')} and t.number = f.number
    where not t.accepted and cardinality(f.said) > 1 and ${visibleTickets(tx, caller)}
    order by t.number desc`)

/** The published problems that say some of the words, of all versions. */
export const problemsSaying = (tx: Transaction, stems: readonly string[], module: number | null) =>
  tx.rows<{ problem: number; said: string[]; titleSaid: number; titleWords: number }>(sql`
    select p.problem_id as problem, array(select unnest(p.stems) intersect select unnest(${stems}::text[])) as said,
      cardinality(array(select unnest(p.title_stems) intersect select unnest(${stems}::text[]))) as title_said,
      cardinality(p.title_stems) as title_words
    from product_problem p
    where p.published and p.stems && ${stems}::text[]
      and (${module}::bigint is null or p.modules = '{}' or ${module}::bigint = any(p.modules))
    order by p.problem_id desc limit 200`)
