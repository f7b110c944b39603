import { OFFICE_ZONE } from '#contract/moment.ts'
import { type Narrowing, isNarrowed } from '#contract/console/search/narrowing.ts'
import { MOST_FOUND, SHORTEST_WITH_SLIP, type Sought, withSlips, wordsAsked, wordsOf } from '#domain/search/search.ts'
import { type Runner, type Statement, join, sql } from '../../db/sql.ts'
import { newestFound } from '../../search/newest-found.ts'
import type { AskedWord, SEARCH_PLACES } from '../../search/search-store.ts'
import { numberIn, wordQuery } from '../lists/said-words-store.ts'

/** Searches the records of all clients, with the same index as the customers' search (docs/decisions/0020). */

type Place = (typeof SEARCH_PLACES)[keyof typeof SEARCH_PLACES]

/** How many of the newest records that say a word are looked at. */
const MOST_READ = 4000
/** If every word is wanted, these come first. */
const MOST_READ_FIRST = 400
const MOST_BEGUN = 60
const MOST_COMPARED = 2000

/**
 * The search words, each with the stems of the words that begin with it, at any client. The index has a word once for
 * each client that says it, so it is read from one word to the next.
 */
export const askedWordsOfAll = (runner: Runner, words: readonly string[]) =>
  runner.rows<AskedWord>(sql`
    select w.word, search_stem(w.word) as own, ts_lexize('pg_catalog.spanish_stem', w.word) = '{}' as common,
      array(select search_stem(w.word) where search_stem(w.word) is not null
        union
        select b.stem from ${differentFrom(sql`word`, sql`w.word`, MOST_BEGUN)} b
        where b.word = w.word or not w.word ~ '^[0-9]+$') as stems
    from unnest(${words}::text[]) with ordinality w (word, place) order by w.place`)

/**
 * The same words, each also with all words that differ by a slip. Two such words share their first or their last half.
 */
export async function forgivenOfAll(runner: Runner, asked: readonly AskedWord[]): Promise<(AskedWord & Sought)[]> {
  const known = await runner.rows<{ asked: string; word: string; stem: string }>(sql`
    select w.word as asked, k.word, k.stem
    from (select w.word, (length(w.word) - 1) / 2 as half from unnest(${asked.map(({ word }) => word)}::text[]) w (word)
      where length(w.word) >= ${SHORTEST_WITH_SLIP} and not w.word ~ '[0-9]') w
    cross join lateral (
      select b.word, b.stem from ${differentFrom(sql`word`, sql`left(w.word, w.half)`, MOST_COMPARED)} b
      union
      select b.word, b.stem from ${differentFrom(sql`reversed`, sql`left(reverse(w.word), w.half)`, MOST_COMPARED)} b) k
    where abs(length(k.word) - length(w.word)) <= 1`)
  return withSlips(asked, known)
}

/**
 * The different words, or reversed words, with a beginning. Each is one step down the index, however many clients say
 * it.
 */
const differentFrom = (column: Statement, beginning: Statement, most: number): Statement => sql`(
  with recursive different (key, word, stem, step) as (
    (select any_k.${column}, any_k.word, any_k.stem, 1 from search_word any_k
      where any_k.${column} >= ${beginning} and any_k.${column} < ${beginning} || 'ÿ'
      order by any_k.${column} limit 1)
    union all
    select n.key, n.word, n.stem, d.step + 1
    from different d cross join lateral (
      select any_k.${column} as key, any_k.word, any_k.stem from search_word any_k
      where any_k.${column} > d.key and any_k.${column} < ${beginning} || 'ÿ'
      order by any_k.${column} limit 1) n
    where d.step < ${most})
  select d.word, d.stem from different d)`

/** A record's identity: its number alone has no index. */
export interface Key {
  readonly client: number
  readonly number: number
}

/**
 * The newest records of all clients that say every word in some of the places. Of the other words only what is as new as the oldest of
 * the first word's newest records is compared. Few of these are enough if many of them say every word.
 */
export const keysSaying = async (
  runner: Runner,
  places: Place,
  [first, ...others]: readonly Sought[],
  { clients, ofTicket }: Narrowed,
): Promise<Key[]> => {
  if (!first || first.stems.length === 0) return []
  const found = newestFound(
    (most) => sql`
      select any_p.client_id, any_p.number from search_place any_p
      where any_p.stem = s.stem and any_p.place = l.place ${clients ? sql`and any_p.client_id = any(${clients})` : sql``}
      order by any_p.number desc limit ${most}`,
    (among) => sql`
      select p.client_id, p.number from ${among} p
      where ${join([sql`true`, ...others.map((word) => says(word, places, among)), ...(ofTicket ? [isTicket(ofTicket)] : [])], ' and ')}`,
    { most: MOST_READ, first: others.length > 0 ? MOST_READ_FIRST : null },
  )
  return runner.rows<Key>(sql`
    select distinct f.client_id as client, f.number
    from unnest(${first.stems}::text[]) s (stem) cross join unnest(${places}::"char"[]) l (place)
    cross join lateral ${found} f
    order by f.number desc limit ${MOST_FOUND}`)
}

const says = ({ stems }: Sought, places: readonly string[], found: Statement): Statement => sql`exists (
  select from search_place any_o where any_o.client_id = p.client_id and any_o.stem = any(${stems}::text[])
    and any_o.place = any(${places}::"char"[]) and any_o.number = p.number and any_o.number >= (select min(w.number) from ${found} w))`

const isTicket = (conditions: Statement): Statement => sql`exists (
  select from ticket any_t where any_t.client_id = p.client_id and any_t.number = p.number and ${conditions})`

/** The qualifiers of a search, as the database uses them. */
export interface Narrowed {
  /** Null: any client. */
  readonly clients: readonly number[] | null
  /** The condition on a ticket's days. */
  readonly days: Statement
  /** All conditions on a ticket; null if there are none. */
  readonly ofTicket: Statement | null
  /** Whether only a client narrows it, so that records other than tickets can be searched. */
  readonly isByClientAlone: boolean
}

/**
 * The expression of the index over all clients. A client's own list must not read that index
 * (`0073_tickets_by_creation_of_all.sql`).
 */
const CREATED = sql`(any_t.created_at at time zone 'UTC')`
/** The office's midnight on a day, in the form of that index. */
const midnight = (day: string): Statement =>
  sql`(((${day}::date)::timestamp at time zone ${OFFICE_ZONE}) at time zone 'UTC')`

const ME = /^(?:yo|me)$/iu
/** If a name fits more clients, it counts as none. */
const MOST_NAMED = 100

/** @param username the technician who searches, for `técnico:yo` */
export async function narrowed(runner: Runner, narrowing: Narrowing, username: string): Promise<Narrowed> {
  const { client, module, assignee, isUnassigned, isOpen, since, before } = narrowing
  const clients = client === undefined ? null : await clientsNamed(runner, client)
  const days = [
    sql`true`,
    ...(since === undefined ? [] : [sql`${CREATED} >= ${midnight(since)}`]),
    ...(before === undefined ? [] : [sql`${CREATED} < ${midnight(before)}`]),
  ]
  const others = [
    ...(clients ? [sql`any_t.client_id = any(${clients})`] : []),
    ...(module === undefined
      ? []
      : [sql`any_t.module_number = any(array(select m.number from module m where ${named(sql`m.name`, module)}))`]),
    ...(assignee === undefined
      ? []
      : [sql`any_t.assignee = any(${await techniciansNamed(runner, assignee, username)})`]),
    ...(isUnassigned ? [sql`any_t.assignee is null`] : []),
    ...(isOpen === undefined ? [] : [isOpen ? sql`not any_t.accepted` : sql`any_t.accepted`]),
  ]
  return {
    clients,
    days: join(days, ' and '),
    ofTicket: isNarrowed(narrowing) ? join([...days, ...others], ' and ') : null,
    isByClientAlone: clients !== null && days.length + others.length === 2,
  }
}

async function techniciansNamed(runner: Runner, assignee: string, username: string): Promise<string[]> {
  if (ME.test(assignee)) return [username]
  const rows = await runner.rows<{ username: string }>(sql`
    select w.username from technician w where w.username = ${assignee} or ${named(sql`w.name`, assignee)}`)
  return rows.map((row) => row.username)
}

/** The clients with a code, or with all words in their name. */
async function clientsNamed(runner: Runner, client: string): Promise<number[]> {
  const code = numberIn(client)
  if (code !== null) return [code]
  const rows = await runner.rows<{ code: number }>(sql`
    select any_c.client_id as code from client any_c where ${named(sql`any_c.name`, client)}
    order by any_c.client_id limit ${MOST_NAMED}`)
  return rows.map(({ code: each }) => each)
}

/** Whether a name says every word. */
const named = (name: Statement, text: string): Statement =>
  join(
    [
      sql`${wordsOf(text).length > 0}`,
      ...wordsAsked(text).map((word) => sql`search_words(${name}) @@ ${wordQuery(word)}`),
    ],
    ' and ',
  )

/**
 * How many tickets of those days, or of each of those clients, are examined for the other qualifiers, the newest first.
 */
const MOST_LISTED = 20_000

/** The newest tickets that the qualifiers select, whatever their words. */
export const ticketsNarrowed = (runner: Runner, { clients, days, ofTicket }: Narrowed) =>
  runner.rows<Key>(sql`
    select any_t.client_id as client, any_t.number
    from ${
      clients
        ? sql`unnest(${clients}::bigint[]) c (client_id) cross join lateral (
            select any_t.* from ticket any_t where any_t.client_id = c.client_id
            order by any_t.number desc limit ${MOST_LISTED}) any_t`
        : sql`(select any_t.* from ticket any_t where ${days}
            order by ${CREATED} desc, any_t.number desc limit ${MOST_LISTED}) any_t`
    }
    where ${ofTicket ?? sql`true`}
    order by ${CREATED} desc, any_t.number desc limit ${MOST_FOUND}`)

export interface FoundOfClient {
  readonly number: number
  readonly title: string
  readonly client: { readonly code: number; readonly name: string }
  readonly at: Date
}

const clientOf = (alias: Statement): Statement => sql`
  (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from client any_c
    where any_c.client_id = ${alias}.client_id) as client`

/** The found keys as a table `k`, in their order. */
const table = (keys: readonly Key[]): Statement => sql`
  unnest(${keys.map(({ client }) => client)}::bigint[], ${keys.map(({ number }) => number)}::bigint[])
    with ordinality k (client_id, number, place)`

/** The records with a number. The number of a message leads to its ticket. */
export const keysNumbered = (runner: Runner, number: number) =>
  runner.rows<Key & { readonly kind: 'ticket' | 'incident' | 'development' | 'valuation' }>(sql`
    select 'ticket' as kind, any_e.client_id as client, any_e.ticket_number as number from entry any_e
      where any_e.number = ${number}
    union select 'incident', any_i.client_id, any_i.number from incident any_i where any_i.number = ${number}
    union select 'development', any_d.client_id, any_d.number from development any_d where any_d.number = ${number}
    union select 'valuation', any_v.client_id, any_v.number from valuation any_v where any_v.number = ${number}`)

export const ticketsOfAll = (runner: Runner, keys: readonly Key[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_t.number, any_t.title, any_t.created_at as at, ${clientOf(sql`any_t`)}
    from ${table(keys)} join ticket any_t on any_t.client_id = k.client_id and any_t.number = k.number
    order by k.place`)

export const incidentsOfAll = (runner: Runner, keys: readonly Key[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_i.number, any_i.title, any_i.created_at as at, ${clientOf(sql`any_i`)}
    from ${table(keys)} join incident any_i on any_i.client_id = k.client_id and any_i.number = k.number
    order by k.place`)

export const developmentsOfAll = (runner: Runner, keys: readonly Key[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_d.number, concat_ws(' · ', any_d.title, nullif(any_d.budget, '')) as title, any_d.created_at as at,
      ${clientOf(sql`any_d`)}
    from ${table(keys)} join development any_d on any_d.client_id = k.client_id and any_d.number = k.number
    order by k.place`)

export const valuationsOfAll = (runner: Runner, keys: readonly Key[]) =>
  runner.rows<FoundOfClient>(sql`
    select any_v.number, any_v.description as title, any_v.created_on::timestamptz as at, ${clientOf(sql`any_v`)}
    from ${table(keys)} join valuation any_v on any_v.client_id = k.client_id and any_v.number = k.number
    order by k.place`)

export interface SaidOfClient extends FoundOfClient {
  readonly text: string
}

const READ_OF_TEXT = 8000
const READ_OF_TICKET = 30

/** The messages of the tickets, the newest ticket first. */
export const messagesOfAll = (runner: Runner, keys: readonly Key[]) =>
  runner.rows<SaidOfClient & { readonly isFirst: boolean }>(sql`
    select any_t.number, any_t.title, e.kind = 'query' as is_first, left(e.text, ${READ_OF_TEXT}) as text, e.at,
      ${clientOf(sql`any_t`)}
    from ${table(keys)} join ticket any_t on any_t.client_id = k.client_id and any_t.number = k.number
    cross join lateral (
      select any_e.* from entry any_e where any_e.client_id = any_t.client_id and any_e.ticket_number = any_t.number
      order by any_e.at desc, any_e.entry_id desc limit ${READ_OF_TICKET}) e
    order by any_t.number desc, e.at desc, e.entry_id desc`)

/** The internal notes that say every word, the newest first. They have an index of their own, which customers never read. */
export const notesSaying = (runner: Runner, words: readonly string[], { ofTicket }: Narrowed) =>
  runner.rows<SaidOfClient>(sql`
    select any_n.ticket_number as number, any_t.title, left(any_n.text, ${READ_OF_TEXT}) as text, any_n.at,
      ${clientOf(sql`any_n`)}
    from internal_note any_n
    join ticket any_t on any_t.client_id = any_n.client_id and any_t.number = any_n.ticket_number
    where ${join([...words.map((word) => sql`search_words(any_n.text) @@ ${wordQuery(word)}`), ofTicket ?? sql`true`], ' and ')}
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
  { tickets, incidents, developments }: Readonly<Record<'tickets' | 'incidents' | 'developments', readonly Key[]>>,
) =>
  runner.rows<FileOfClient>(sql`
    select a.attachment_id as id, a.name as title, a.added_at as at, a.ticket_number as ticket,
      a.incident_number as incident, a.development_number as development, ${clientOf(sql`a`)}
    from (
      select any_a.* from ${table(tickets)}
        join attachment any_a on any_a.client_id = k.client_id and any_a.ticket_number = k.number
      union select any_a.* from ${table(incidents)}
        join attachment any_a on any_a.client_id = k.client_id and any_a.incident_number = k.number
      union select any_a.* from ${table(developments)}
        join attachment any_a on any_a.client_id = k.client_id and any_a.development_number = k.number) a
    order by a.sequence desc limit 1000`)
