import type { SearchGroup, Sought } from '#domain/search/search.ts'
import { MOST_FOUND, SHORTEST_WITH_SLIP, withSlips } from '#domain/search/search.ts'
import { type Statement, type Transaction, isAmong, join, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { newestFound } from './newest-found.ts'
import { ticketOfMessage, visibleDevelopments, visibleIncidents, visibleTickets } from '../scope/scope.ts'

/** Finds a customer's records by their words (docs/decisions/0020). */

/** The letters of `search_place.place`. */
export const SEARCH_PLACES = {
  ticket: ['t', 'm', 'f'],
  title: ['t'],
  message: ['m'],
  ticketFile: ['f'],
  incident: ['i'],
  incidentFile: ['g'],
  development: ['d'],
  developmentFile: ['e'],
  valuation: ['v'],
} as const
type Place = keyof typeof SEARCH_PLACES

/** Only the newest records with the rarest word are examined, this many. */
const MOST_READ = 8000
/** If several words are wanted, these come first. */
const MOST_READ_FIRST = 800
/** At most this many words with the same beginning are searched. */
const MOST_BEGUN = 40
/** At most this many words are compared with one that may have a slip. */
const MOST_COMPARED = 3000
/** Up to this many records a word counts as rarer than another. */
const MOST_COUNTED = 1000

/** A search word, its own stem, and whether it stands everywhere, such as «de». */
export interface AskedWord {
  readonly word: string
  readonly stems: readonly string[]
  readonly own: string | null
  readonly common: boolean
}

/** The search words, each with the stems of words that begin with it. */
export const askedWords = (tx: Transaction, words: readonly string[]) =>
  tx.rows<AskedWord>(sql`
    select w.word, search_stem(w.word) as own, ts_lexize('pg_catalog.spanish_stem', w.word) = '{}' as common,
      array(select search_stem(w.word) where search_stem(w.word) is not null
        union
        select b.stem from (
          select k.stem from search_word k
          where ${tx.own('k')} and k.word >= w.word and k.word < w.word || 'ÿ'
            and (k.word = w.word or not w.word ~ '^[0-9]+$')
          order by k.word limit ${MOST_BEGUN}) b) as stems
    from unnest(${words}::text[]) with ordinality w (word, place) order by w.place`)

/**
 * The same words, each also with the client's words that differ by a slip: these share the first or the last half with
 * it.
 */
export async function forgiven(tx: Transaction, asked: readonly AskedWord[]): Promise<(AskedWord & Sought)[]> {
  const known = await tx.rows<{ asked: string; word: string; stem: string }>(sql`
    select w.word as asked, k.word, k.stem
    from (select w.word, (length(w.word) - 1) / 2 as half from unnest(${asked.map(({ word }) => word)}::text[]) w (word)
      where length(w.word) >= ${SHORTEST_WITH_SLIP} and not w.word ~ '[0-9]') w
    cross join lateral (
      (select k.word, k.stem from search_word k
        where ${tx.own('k')} and k.word >= left(w.word, w.half) and k.word < left(w.word, w.half) || 'ÿ'
        limit ${MOST_COMPARED})
      union
      (select k.word, k.stem from search_word k
        where ${tx.own('k')} and k.reversed >= left(reverse(w.word), w.half) and k.reversed < left(reverse(w.word), w.half) || 'ÿ'
        limit ${MOST_COMPARED})) k
    where abs(length(k.word) - length(w.word)) <= 1`)
  return withSlips(asked, known)
}

/** The words, the rarest first. */
export async function rarestFirst<Word extends Sought>(tx: Transaction, sought: readonly Word[]): Promise<Word[]> {
  if (sought.length < 2) return [...sought]
  const counted = await tx.rows<{ stem: string; found: number }>(sql`
    select s.stem, (select count(*) from (
      select from search_place p where ${tx.own('p')} and p.stem = s.stem limit ${MOST_COUNTED}) c) as found
    from unnest(${[...new Set(sought.flatMap(({ stems }) => stems))]}::text[]) s (stem)`)
  const foundOf = new Map(counted.map(({ stem, found }) => [stem, found]))
  const rarity = ({ stems }: Word) => stems.reduce((sum, stem) => sum + (foundOf.get(stem) ?? 0), 0)
  return sought.toSorted((a, b) => rarity(a) - rarity(b))
}

/**
 * The newest visible records with every word in one of these places; the rarest word must come first. Records are looked up after the
 * words have been compared, from the newest on (`offset 0`): PostgreSQL would look up all that say every word.
 */
export async function recordsSaying(
  tx: Transaction,
  caller: Caller,
  place: Place,
  [rarest, ...others]: readonly Sought[],
): Promise<number[]> {
  if (!rarest || rarest.stems.length === 0) return []
  const places = SEARCH_PLACES[place]
  const visible = join([sql`p.number is not null`, visibleAt(tx, caller, place)], ' and ')
  const alsoSaying = (oldest: Statement) =>
    join([sql`true`, ...others.map((word) => says(tx, word, places, oldest))], ' and ')
  const seesOwnOnly = (caller.limited || caller.visibility === 'own') && places.some((each) => 'tmf'.includes(each))
  if (seesOwnOnly) {
    const rows = await tx.rows<{ number: number }>(sql`
      select p.number from (select t.number from ticket t where ${visibleTickets(tx, caller)} offset 0) p
      where ${says(tx, rarest, places)} and ${alsoSaying(sql`0`)}
      order by p.number desc limit ${MOST_FOUND}`)
    return rows.map(({ number }) => number)
  }
  const found = newestFound(
    (most) => sql`
      select p.number from search_place p
      where ${tx.own('p')} and p.stem = s.stem and p.place = l.place order by p.number desc limit ${most}`,
    (among) => sql`
      select p.number from (
        select p.number from ${among} p where ${alsoSaying(sql`(select min(w.number) from ${among} w)`)}
        order by p.number desc offset 0) p
      where ${visible}`,
    { most: MOST_READ, first: others.length > 0 ? MOST_READ_FIRST : null },
  )
  const rows = await tx.rows<{ number: number }>(sql`
    select distinct f.number
    from unnest(${rarest.stems}::text[]) s (stem) cross join unnest(${places}::"char"[]) l (place)
    cross join lateral ${found} f
    order by f.number desc limit ${MOST_FOUND}`)
  return rows.map(({ number }) => number)
}

const says = (
  tx: Transaction,
  { stems }: Sought,
  places: readonly string[],
  oldest: Statement = sql`0`,
): Statement => sql`exists (
  select from search_place o where ${tx.own('o')} and o.stem = any(${stems}::text[]) and o.place = any(${places}::"char"[])
    and o.number = p.number and o.number >= ${oldest})`

function visibleAt(tx: Transaction, caller: Caller, place: Place): Statement {
  switch (place) {
    case 'ticket':
    case 'title':
    case 'message':
    case 'ticketFile':
      return sql`exists (select from ticket t where ${visibleTickets(tx, caller)} and t.number = p.number)`
    case 'incident':
    case 'incidentFile':
      return sql`exists (select from incident i where ${visibleIncidents(tx, caller)} and i.number = p.number)`
    case 'development':
    case 'developmentFile':
      return sql`exists (select from development d where ${visibleDevelopments(tx, caller)} and d.number = p.number)`
    case 'valuation':
      return caller.administrator ? sql`true` : sql`false`
  }
}

/** The records with a number: of a message, its ticket. */
export const recordsNumbered = (tx: Transaction, caller: Caller, number: number) =>
  tx.rows<{ kind: SearchGroup; number: number }>(sql`
    select 'ticket' as kind, t.number from ticket t
      where ${visibleTickets(tx, caller)} and t.number = ${ticketOfMessage(tx, number)}
    union all
    select 'incident', i.number from incident i where ${visibleIncidents(tx, caller)} and i.number = ${number}
    union all
    select 'development', d.number from development d where ${visibleDevelopments(tx, caller)} and d.number = ${number}
    union all
    select 'valuation', v.number from valuation v where ${tx.own('v')} and v.number = ${number} and ${caller.administrator}`)

export interface FoundRecord {
  readonly number: number
  readonly title: string
  readonly at: Date
}

export const ticketsFound = (tx: Transaction, caller: Caller, numbers: readonly number[]) =>
  tx.rows<FoundRecord>(sql`
    select t.number, t.title, t.created_at as at from ticket t where ${visibleTickets(tx, caller)} and ${isAmong(sql`t.number`, numbers)}`)

export const incidentsFound = (tx: Transaction, caller: Caller, numbers: readonly number[]) =>
  tx.rows<FoundRecord>(sql`
    select i.number, i.title, i.created_at as at from incident i
    where ${visibleIncidents(tx, caller)} and ${isAmong(sql`i.number`, numbers)}`)

export const developmentsFound = (tx: Transaction, caller: Caller, numbers: readonly number[]) =>
  tx.rows<FoundRecord>(sql`
    select d.number, concat_ws(' · ', d.title, nullif(d.budget, '')) as title, d.created_at as at from development d
    where ${visibleDevelopments(tx, caller)} and ${isAmong(sql`d.number`, numbers)}`)

export const valuationsFound = (tx: Transaction, numbers: readonly number[]) =>
  tx.rows<FoundRecord>(sql`
    select v.number, v.description as title, v.created_on::timestamptz as at from valuation v
    where ${tx.own('v')} and ${isAmong(sql`v.number`, numbers)}`)

export interface Said {
  readonly ticket: number
  readonly title: string
  readonly isFirst: boolean
  readonly text: string
  readonly at: Date
}

/** For display, only the newest messages of a ticket are read, and only the beginning of each. */
const READ_OF_TEXT = 8000
const READ_OF_TICKET = 30

/** The tickets' messages, the newest first. */
export const messagesOf = (tx: Transaction, caller: Caller, numbers: readonly number[]) =>
  tx.rows<Said>(sql`
    select e.ticket_number as ticket, t.title, e.kind = 'query' as is_first, left(e.text, ${READ_OF_TEXT}) as text, e.at
    from ticket t cross join lateral (
      select e.* from entry e where ${tx.own('e')} and e.ticket_number = t.number
      order by e.at desc, e.entry_id desc limit ${READ_OF_TICKET}) e
    where ${visibleTickets(tx, caller)} and ${isAmong(sql`t.number`, numbers)}
    order by t.number desc, e.at desc, e.entry_id desc`)

export interface FoundFile {
  readonly id: string
  readonly name: string
  readonly at: Date
  readonly ticket: number | null
  readonly work: number | null
}

/** The files of records that the caller may see, the newest first. */
export const filesOf = (
  tx: Transaction,
  { tickets, incidents, developments }: Readonly<Record<'tickets' | 'incidents' | 'developments', readonly number[]>>,
) =>
  tx.rows<FoundFile>(sql`
    select a.attachment_id as id, a.name, a.added_at as at, a.ticket_number as ticket,
      coalesce(a.incident_number, a.development_number) as work
    from attachment a
    where ${tx.own('a')} and (a.ticket_number = any(${tickets}) or a.incident_number = any(${incidents})
      or a.development_number = any(${developments}))
    order by a.sequence desc limit 1000`)
