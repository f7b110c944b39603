import { consoleApi } from '#contract/console/api.ts'
import { CONSOLE_SEARCH_KINDS, type ConsoleSearchKind } from '#contract/console/search.ts'
import type { Data } from '#contract/endpoint.ts'
import type { ProviderDocument } from '#domain/document.ts'
import {
  FOUND_ON_PAGE,
  MOST_FOUND,
  type Sought,
  bestFragment,
  fragmentOf,
  markedIn,
  numberAsked,
  saysOf,
  wordsAsked,
  wordsOf,
} from '#domain/search/search.ts'
import type { Runner } from '../../db/sql.ts'
import type { Documents, Library } from '../../manuals/library.ts'
import { searchIn } from '../../manuals/search.ts'
import { type AskedWord, SEARCH_PLACES } from '../../search/search-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { listCannedAnswers } from '../masters/canned-answer-store.ts'
import { listClients } from '../masters/client-store.ts'
import { listContacts } from '../masters/contact-store.ts'
import { listInstallations } from '../masters/installation-store.ts'
import {
  type FoundOfClient,
  askedWordsOfAll,
  developmentsOfAll,
  filesOfAll,
  forgivenOfAll,
  incidentsOfAll,
  messagesOfAll,
  notesSaying,
  numbersSaying,
  ticketsOfAll,
  valuationsOfAll,
} from './search-store.ts'

type Group = Data<typeof consoleApi.consoleSearch.find>['groups'][number]
type Hit = Group['items'][number]

/** One search over everything that technicians may see, of all clients. */
export function bindConsoleSearch(binding: ConsoleBinding, { library }: { readonly library: Library }): void {
  bindConsole(binding, consoleApi.consoleSearch.find, async ({ q }, { tx, now, note }) => {
    await note({ details: { search: q } })
    const groups = [
      ...(await recordGroups(tx, q)),
      ...(await masterGroups(tx, q.trim(), now)),
      ...(await documentGroups(await library.documents(), q)),
    ]
    return {
      groups: CONSOLE_SEARCH_KINDS.flatMap((kind) => groups.find((each) => each.kind === kind && each.total > 0) ?? []),
    }
  })
}

const group = <Found>(kind: ConsoleSearchKind, found: readonly Found[], hitOf: (found: Found) => Hit): Group => ({
  kind,
  total: Math.min(found.length, MOST_FOUND),
  items: found.slice(0, FOUND_ON_PAGE).map(hitOf),
})

/** First what says every word; if nothing does, slips are forgiven. */
async function recordGroups(runner: Runner, question: string): Promise<Group[]> {
  const number = numberAsked(question)
  const all = await askedWordsOfAll(runner, wordsAsked(question))
  const telling = all.filter(({ common }) => !common)
  const words = telling.length > 0 ? telling : all
  const strict = await groupsSaying(runner, words, number)
  if (words.length === 0 || strict.some(({ total }) => total > 0)) return strict
  return groupsSaying(runner, await forgivenOfAll(runner, words), null)
}

/** How many tickets are read for the messages that say every word. */
const TICKETS_READ = 30

async function groupsSaying(runner: Runner, asked: readonly AskedWord[], number: number | null): Promise<Group[]> {
  // A longer word stands in fewer records.
  const words = asked.toSorted((one, other) => other.word.length - one.word.length)
  const saying = (place: keyof typeof SEARCH_PLACES) => numbersSaying(runner, SEARCH_PLACES[place], words)
  const named = number === null ? [] : [number]
  const tickets = [...new Set([...named, ...(await saying('title')), ...(await saying('ticket'))])].slice(0, MOST_FOUND)
  const spoken = (await saying('message')).slice(0, TICKETS_READ)
  const files = await filesOfAll(runner, {
    tickets: await saying('ticketFile'),
    incidents: await saying('incidentFile'),
    developments: await saying('developmentFile'),
  })
  const saysAll = (text: string) => saysOf(wordsOf(text), words) === words.length
  const said = (await messagesOfAll(runner, spoken)).filter(({ isFirst, text }) => !isFirst && saysAll(text))
  const notes =
    words.length === 0
      ? []
      : await notesSaying(
          runner,
          words.map(({ word }) => word),
        )
  const records = async (
    kind: ConsoleSearchKind,
    numbers: readonly number[],
    read: (runner: Runner, numbers: readonly number[]) => Promise<FoundOfClient[]>,
    identityOf: (number: number) => Partial<Hit>,
  ) => {
    const rows = await read(runner, numbers)
    const found = numbers.flatMap((each) => rows.find((row) => row.number === each) ?? [])
    const shown = found.slice(0, FOUND_ON_PAGE).map((row) => row.number)
    const texts = kind === 'ticket' ? await messagesOfAll(runner, shown) : []
    return group(kind, found, ({ number: own, ...row }) => ({
      ...row,
      ...identityOf(own),
      snippet: bestFragment(
        row.title,
        texts.flatMap((said) => (said.number === own ? [said.text] : [])),
        words,
      ),
    }))
  }
  return [
    await records('ticket', tickets, ticketsOfAll, (ticket) => ({ ticket })),
    group('message', said, ({ number: ticket, title, text, at, client }) => ({
      ticket,
      client,
      title,
      at,
      snippet: fragmentOf(text, words),
    })),
    group('note', notes, ({ number: ticket, title, text, at, client }) => ({
      ticket,
      client,
      title,
      at,
      snippet: fragmentOf(text, words),
    })),
    group(
      'file',
      files.filter(({ title }) => saysAll(title)),
      ({ id, ticket, incident, development, ...row }) => ({
        ...row,
        file: id,
        ...(ticket !== null && { ticket }),
        ...(incident !== null && { incident }),
        ...(development !== null && { development }),
        snippet: fragmentOf(row.title, words),
      }),
    ),
    await records('incident', [...named, ...(await saying('incident'))], incidentsOfAll, (incident) => ({ incident })),
    await records('development', [...named, ...(await saying('development'))], developmentsOfAll, (development) => ({
      development,
    })),
    await records('valuation', [...named, ...(await saying('valuation'))], valuationsOfAll, (valuation) => ({
      valuation,
    })),
  ]
}

/** What is kept about customers, found by a part of a name, address, telephone or code. */
async function masterGroups(runner: Runner, search: string, now: Date): Promise<Group[]> {
  const asked = { search, limit: MOST_FOUND }
  const sought = wordsAsked(search).map((word): Sought => ({ word, stems: [] }))
  const [people, clients, installations, canned] = [
    await listContacts(runner, asked),
    await listClients(runner, asked),
    await listInstallations(runner, asked, now),
    await listCannedAnswers(runner, asked),
  ]
  return [
    group('person', people.items, ({ id: contact, name, email, phone, client }) => ({
      contact,
      client,
      title: name,
      at: null,
      snippet: fragmentOf([name, email, phone].filter((each) => each !== '').join(' · '), sought),
    })),
    group('client', clients.items, ({ code, name, email }) => ({
      client: { code, name },
      title: name,
      at: null,
      snippet: fragmentOf([String(code), name, email].filter((each) => each !== '').join(' · '), sought),
    })),
    group('installation', installations.items, ({ code, client }) => ({
      installation: code,
      client,
      title: code,
      at: null,
      snippet: fragmentOf(`${code} · ${client.name}`, sought),
    })),
    group('canned-answer', canned.items, ({ id: cannedAnswer, title, text, changedAt }) => ({
      cannedAnswer,
      client: null,
      title,
      at: changedAt,
      snippet: fragmentOf(text, sought),
    })),
  ]
}

async function documentGroups(documents: Documents, question: string): Promise<Group[]> {
  const search = await searchIn(documents)
  const found = search.find(question, { isWanted: () => true, isPutBack: () => false })
  const of = (kind: 'manual' | 'version', isOf: (document: ProviderDocument) => boolean) =>
    group(
      kind,
      found.filter(({ document }) => isOf(document)),
      ({ document, section, excerpt }) => ({
        document: document.id,
        section: section.id,
        client: null,
        title: `${document.title}: ${section.title}`,
        at: null,
        snippet: markedIn(excerpt),
      }),
    )
  return [of('manual', ({ release }) => release === null), of('version', ({ release }) => release !== null)]
}
