import { MOST_FOUND, SHORTEST_WITH_SLIP, type Sought, withSlips } from '#domain/search/search.ts'
import { type Runner, type Statement, join, sql } from '../../db/sql.ts'
import type { AskedWord, SEARCH_PLACES } from '../../search/search-store.ts'
import { wordQuery } from '../lists/search-store.ts'

/** What the records of all clients say, by the same index as the customers' search (docs/decisions/0020). */

type Place = (typeof SEARCH_PLACES)[keyof typeof SEARCH_PLACES]

/** How many of the newest records that say a word are looked at. */
const MOST_READ = 4000
const MOST_BEGUN = 60
const MOST_COMPARED = 5000

/** The words with the stems of those that begin with them, at any client. */
export const askedWordsOfAll = (runner: Runner, words: readonly string[]) =>
  runner.rows<AskedWord>(sql`
    select w.word, search_stem(w.word) as own, ts_lexize('pg_catalog.spanish_stem', w.word) = '{}' as common,
      array(select search_stem(w.word) where search_stem(w.word) is not null
        union
        select b.stem from (
          select any_k.stem from search_word any_k
          where any_k.word >= w.word and any_k.word < w.word || 'ÿ' and (any_k.word = w.word or not w.word ~ '^[0-9]+$')
          order by any_k.word limit ${MOST_BEGUN}) b) as stems
    from unnest(${words}::text[]) with ordinality w (word, place) order by w.place`)

/** The same words, and for each also those of any client that differ by a slip: one half of it they share. */
export async function forgivenOfAll(runner: Runner, asked: readonly AskedWord[]): Promise<(AskedWord & Sought)[]> {
  const known = await runner.rows<{ asked: string; word: string; stem: string }>(sql`
    select w.word as asked, k.word, k.stem
    from (select w.word, (length(w.word) - 1) / 2 as half from unnest(${asked.map(({ word }) => word)}::text[]) w (word)
      where length(w.word) >= ${SHORTEST_WITH_SLIP} and not w.word ~ '[0-9]') w
    cross join lateral (
      (select any_k.word, any_k.stem from search_word any_k
        where any_k.word >= left(w.word, w.half) and any_k.word < left(w.word, w.half) || 'ÿ'
        limit ${MOST_COMPARED})
      union
      (select any_k.word, any_k.stem from search_word any_k
        where any_k.reversed >= left(reverse(w.word), w.half) and any_k.reversed < left(reverse(w.word), w.half) || 'ÿ'
        limit ${MOST_COMPARED})) k
    where abs(length(k.word) - length(w.word)) <= 1`)
  return withSlips(asked, known)
}

/** The newest records of all clients that say every word in some of the places. */
export async function numbersSaying(
  runner: Runner,
  places: Place,
  [first, ...others]: readonly Sought[],
): Promise<number[]> {
  if (!first || first.stems.length === 0) return []
  const also = join([sql`true`, ...others.map((word) => says(word, places))], ' and ')
  const rows = await runner.rows<{ number: number }>(sql`
    select distinct f.number
    from unnest(${first.stems}::text[]) s (stem) cross join unnest(${places}::"char"[]) l (place)
    cross join lateral (
      select p.number from (
        select any_p.number from search_place any_p where any_p.stem = s.stem and any_p.place = l.place
        order by any_p.number desc limit ${MOST_READ}) p
      where ${also} order by p.number desc limit ${MOST_FOUND}) f
    order by f.number desc limit ${MOST_FOUND}`)
  return rows.map(({ number }) => number)
}

const says = ({ stems }: Sought, places: readonly string[]): Statement => sql`exists (
  select from search_place any_o where any_o.stem = any(${stems}::text[]) and any_o.place = any(${places}::"char"[])
    and any_o.number = p.number)`

export interface FoundOfClient {
  readonly number: number
  readonly title: string
  readonly client: { readonly code: number; readonly name: string }
  readonly at: Date
}

const clientOf = (alias: Statement): Statement => sql`
  (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from client any_c
    where any_c.client_id = ${alias}.client_id) as client`

export const ticketsOfAll = (runner: Runner, numbers: readonly number[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_t.number, any_t.title, any_t.created_at as at, ${clientOf(sql`any_t`)}
    from ticket any_t where any_t.number = any(${numbers})`)

export const incidentsOfAll = (runner: Runner, numbers: readonly number[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_i.number, any_i.title, any_i.created_at as at, ${clientOf(sql`any_i`)}
    from incident any_i where any_i.number = any(${numbers})`)

export const developmentsOfAll = (runner: Runner, numbers: readonly number[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_d.number, concat_ws(' · ', any_d.title, nullif(any_d.budget, '')) as title, any_d.created_at as at,
      ${clientOf(sql`any_d`)}
    from development any_d where any_d.number = any(${numbers})`)

export const valuationsOfAll = (runner: Runner, numbers: readonly number[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_v.number, any_v.description as title, any_v.created_on::timestamptz as at, ${clientOf(sql`any_v`)}
    from valuation any_v where any_v.number = any(${numbers})`)

export interface SaidOfClient extends FoundOfClient {
  readonly text: string
}

const READ_OF_TEXT = 8000
const READ_OF_TICKET = 30

/** What the tickets' messages say but for the first one, the newest ticket first. */
export const messagesOfAll = (runner: Runner, numbers: readonly number[]) =>
  runner.rows<SaidOfClient & { readonly isFirst: boolean }>(sql`
    select any_t.number, any_t.title, e.kind = 'query' as is_first, left(e.text, ${READ_OF_TEXT}) as text, e.at,
      ${clientOf(sql`any_t`)}
    from ticket any_t cross join lateral (
      select any_e.* from entry any_e where any_e.client_id = any_t.client_id and any_e.ticket_number = any_t.number
      order by any_e.at desc, any_e.entry_id desc limit ${READ_OF_TICKET}) e
    where any_t.number = any(${numbers})
    order by any_t.number desc, e.at desc, e.entry_id desc`)

/** The internal notes that say every word, the newest first. They have an index of their own, which customers never read. */
export const notesSaying = (runner: Runner, words: readonly string[]) =>
  runner.rows<SaidOfClient>(sql`
    select any_n.ticket_number as number, any_t.title, left(any_n.text, ${READ_OF_TEXT}) as text, any_n.at,
      ${clientOf(sql`any_n`)}
    from internal_note any_n
    join ticket any_t on any_t.client_id = any_n.client_id and any_t.number = any_n.ticket_number
    where ${join(
      words.map((word) => sql`search_words(any_n.text) @@ ${wordQuery(word)}`),
      ' and ',
    )}
    order by any_n.at desc limit ${MOST_FOUND}`)

export interface FileOfClient {
  readonly id: string
  readonly title: string
  readonly at: Date
  readonly client: { readonly code: number; readonly name: string }
  readonly ticket: number | null
  readonly incident: number | null
  readonly development: number | null
}

/** The files of those records, the newest first. */
export const filesOfAll = (
  runner: Runner,
  { tickets, incidents, developments }: Readonly<Record<'tickets' | 'incidents' | 'developments', readonly number[]>>,
) =>
  runner.rows<FileOfClient>(sql`
    select any_a.attachment_id as id, any_a.name as title, any_a.added_at as at, any_a.ticket_number as ticket,
      any_a.incident_number as incident, any_a.development_number as development, ${clientOf(sql`any_a`)}
    from attachment any_a
    where any_a.ticket_number = any(${tickets}) or any_a.incident_number = any(${incidents})
      or any_a.development_number = any(${developments})
    order by any_a.sequence desc limit 1000`)
