import { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { type ProviderDocument, isLater, mayRead } from '#domain/document.ts'
import {
  FOUND_ON_PAGE,
  MOST_FOUND,
  SEARCH_GROUPS,
  bestFragment,
  type SearchGroup,
  type Sought,
  fragmentOf,
  markedIn,
  numberAsked,
  saysOf,
  wordsAsked,
  wordsOf,
} from '#domain/search/search.ts'
import type { Transaction } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { type Binding, bind } from '../http/bind.ts'
import type { Documents } from '../manuals/library.ts'
import type { Press } from '../manuals/press.ts'
import { type Hit as Passage, searchIn } from '../manuals/section-search.ts'
import {
  type AskedWord,
  type FoundFile,
  type FoundRecord,
  type Said,
  askedWords,
  developmentsFound,
  filesOf,
  forgiven,
  incidentsFound,
  messagesOf,
  rarestFirst,
  recordsNumbered,
  recordsSaying,
  ticketsFound,
  valuationsFound,
} from './search-store.ts'

type Group = Data<typeof api.search.find>['groups'][number]

/** One search over everything that the caller may see. */
export function bindSearch(binding: Binding, { library }: Press): void {
  bind(binding, api.search.find, async ({ question, page = 1 }, { tx, caller }) => {
    const from = (page - 1) * FOUND_ON_PAGE
    const records = await searchRecords({ tx, caller, from }, question)
    const documents = caller.limited ? [] : await passages(await library.documents(), caller, question)
    const groups = [...records, ...documentGroups(documents, from)]
    return {
      groups: SEARCH_GROUPS.flatMap((kind) => groups.find((group) => group.kind === kind && group.total > 0) ?? []),
    }
  })
}

interface Asking {
  readonly tx: Transaction
  readonly caller: Caller
  /** The position of the page's first hit. */
  readonly from: number
}

/** The hits of each kind: numbers of records, but whole messages and files. */
interface Found {
  readonly sought: readonly Sought[]
  readonly tickets: readonly number[]
  readonly messages: readonly Said[]
  readonly files: readonly FoundFile[]
  readonly incidents: readonly number[]
  readonly developments: readonly number[]
  readonly valuations: readonly number[]
}

async function searchRecords(asking: Asking, question: string): Promise<Group[]> {
  const { tx, caller } = asking
  const number = numberAsked(question)
  const numbered = number === null ? [] : await recordsNumbered(tx, caller, number)
  const first = (kind: SearchGroup, found: readonly number[]) => [
    ...new Set([...numbered.flatMap((each) => (each.kind === kind ? [each.number] : [])), ...found]),
  ]
  const found = await firstFound(asking, question, numbered.length > 0)
  const ofRecords = (
    kind: keyof typeof RECORDS,
    all: readonly number[],
    read: (numbers: readonly number[]) => Promise<FoundRecord[]>,
  ) => recordGroup(asking, found.sought, { kind, all: first(kind, all), read })
  return [
    await ofRecords('ticket', found.tickets, (all) => ticketsFound(tx, caller, all)),
    messageGroup(asking, found),
    fileGroup(asking, found),
    await ofRecords('incident', found.incidents, (all) => incidentsFound(tx, caller, all)),
    await ofRecords('development', found.developments, (all) => developmentsFound(tx, caller, all)),
    await ofRecords('valuation', found.valuations, (all) => valuationsFound(tx, all)),
  ]
}

/** How a hit names its record. */
const RECORDS = {
  ticket: (ticket: number) => ({ ticket }),
  incident: (work: number) => ({ work }),
  development: (work: number) => ({ work }),
  valuation: (valuation: number) => ({ valuation }),
}

interface RecordsFound {
  readonly kind: keyof typeof RECORDS
  readonly all: readonly number[]
  readonly read: (numbers: readonly number[]) => Promise<FoundRecord[]>
}

async function recordGroup(
  { tx, caller, from }: Asking,
  sought: readonly Sought[],
  { kind, all, read }: RecordsFound,
): Promise<Group> {
  const shown = pageOf(all, from)
  const rows = shown.length === 0 ? [] : await read(shown)
  const texts = kind === 'ticket' && shown.length > 0 ? await messagesOf(tx, caller, shown) : []
  const items = shown.flatMap((each) => rows.find((row) => row.number === each) ?? [])
  return {
    kind,
    total: all.length,
    items: items.map(({ number, title, at }) => ({
      ...RECORDS[kind](number),
      title,
      at,
      fragment: bestFragment(
        title,
        texts.flatMap(({ ticket, text }) => (ticket === number ? [text] : [])),
        sought,
      ),
    })),
  }
}

const messageGroup = ({ from }: Asking, { messages, sought }: Found): Group => ({
  kind: 'message',
  total: messages.length,
  items: pageOf(messages, from).map(({ ticket, title, text, at }) => ({
    ticket,
    title,
    at,
    fragment: fragmentOf(text, sought),
  })),
})

const fileGroup = ({ from }: Asking, { files, sought }: Found): Group => ({
  kind: 'file',
  total: files.length,
  items: pageOf(files, from).map(({ id, name, at, ticket, work }) => ({
    file: id,
    ...(ticket === null ? {} : { ticket }),
    ...(work === null ? {} : { work }),
    title: name,
    at,
    fragment: fragmentOf(name, sought),
  })),
})

const pageOf = <Each>(all: readonly Each[], from: number): Each[] => all.slice(from, from + FOUND_ON_PAGE)

/**
 * First looks for records with every word; if there are none, forgives slips; then, of three or more words, lets one be
 * missing. Each step considers only records that the caller may see, so that nobody learns which words others use.
 */
async function firstFound(asking: Asking, question: string, enough: boolean): Promise<Found> {
  const { tx } = asking
  const all = await askedWords(tx, wordsAsked(question))
  const telling = all.filter(({ common }) => !common)
  const words = telling.length > 0 ? telling : all
  const strict = await foundSaying(asking, words)
  if (enough || words.length === 0 || !isEmpty(strict)) return strict
  const lenient = await forgiven(tx, words)
  const close = await foundSaying(asking, lenient)
  if (!isEmpty(close) || words.length < 3) return close
  const partly: Found[] = []
  for (const missing of lenient)
    partly.push(
      await foundSaying(
        asking,
        lenient.filter((word) => word !== missing),
      ),
    )
  const together = <Each>(of: (found: Found) => readonly Each[]) =>
    [...new Set(partly.flatMap(of))].slice(0, MOST_FOUND)
  return {
    sought: lenient,
    tickets: together(({ tickets }) => tickets),
    messages: [],
    files: [],
    incidents: together(({ incidents }) => incidents),
    developments: together(({ developments }) => developments),
    valuations: together(({ valuations }) => valuations),
  }
}

const isEmpty = ({ tickets, messages, files, incidents, developments, valuations }: Found): boolean =>
  [tickets, messages, files, incidents, developments, valuations].every((found) => found.length === 0)

/** How many tickets are searched for messages with every word. */
const TICKETS_READ = 30

async function foundSaying({ tx, caller }: Asking, asked: readonly AskedWord[]): Promise<Found> {
  const words = await rarestFirst(tx, asked)
  const exact = words.map(({ word, own }) => ({ word, stems: own === null ? [] : [own] }))
  const saying = (place: Parameters<typeof recordsSaying>[2], sought: readonly Sought[] = words) =>
    recordsSaying(tx, caller, place, sought)
  // Hits in titles come before others, and the word itself before longer words; within each group the newest first.
  const tickets = [
    ...new Set([
      ...(await saying('title', exact)),
      ...(await saying('ticket', exact)),
      ...(await saying('title')),
      ...(await saying('ticket')),
    ]),
  ].slice(0, MOST_FOUND)
  const spoken = tickets.length === 0 ? [] : (await saying('message')).slice(0, TICKETS_READ)
  const texts = spoken.length === 0 ? [] : await messagesOf(tx, caller, spoken)
  const withFiles = {
    tickets: await saying('ticketFile'),
    incidents: await saying('incidentFile'),
    developments: await saying('developmentFile'),
  }
  const files = Object.values(withFiles).every((found) => found.length === 0) ? [] : await filesOf(tx, withFiles)
  const saysAll = (text: string) => saysOf(wordsOf(text), words) === words.length
  return {
    sought: words,
    tickets,
    messages: texts.filter(({ isFirst, text }) => !isFirst && saysAll(text)).slice(0, MOST_FOUND),
    files: files.filter(({ name }) => saysAll(name)).slice(0, MOST_FOUND),
    incidents: await saying('incident'),
    developments: await saying('development'),
    valuations: await saying('valuation'),
  }
}

async function passages(documents: Documents, { areas, version }: Caller, question: string): Promise<Passage[]> {
  const search = await searchIn(documents)
  return search.find(question, {
    isWanted: (document) => mayRead(document, areas),
    isPutBack: (document, section) => isLater(section.since ?? document.since, version),
  })
}

function documentGroups(found: readonly Passage[], from: number): Group[] {
  const group = (kind: 'manual' | 'version', isOf: (document: ProviderDocument) => boolean): Group => {
    const own = found.filter(({ document }) => isOf(document))
    return {
      kind,
      total: own.length,
      items: pageOf(own, from).map(({ document, section, excerpt }) => ({
        document: document.id,
        section: section.id,
        title: `${document.title}: ${section.title}`,
        at: null,
        fragment: markedIn(excerpt),
      })),
    }
  }
  return [group('manual', ({ release }) => release === null), group('version', ({ release }) => release !== null)]
}
