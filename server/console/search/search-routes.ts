import { consoleApi } from '#contract/console/api.ts'
import { CONSOLE_SEARCH_KINDS, type ConsoleSearchKind } from '#contract/console/search/search.ts'
import type { Data } from '#contract/endpoint.ts'
import type { ProviderDocument } from '#domain/document.ts'
import { askedOf, isNarrowed } from '#contract/console/search/narrowing.ts'
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
import { searchIn } from '../../manuals/section-search.ts'
import { type AskedWord, SEARCH_PLACES } from '../../search/search-store.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { listCannedAnswers } from '../masters/canned-answer-store.ts'
import { listClients } from '../masters/client-store.ts'
import { listContacts } from '../masters/contact-store.ts'
import { listInstallations } from '../masters/installation-store.ts'
import {
  type FileOfClient,
  type FoundOfClient,
  type Key,
  type Narrowed,
  type SaidOfClient,
  askedWordsOfAll,
  developmentsOfAll,
  filesOfAll,
  forgivenOfAll,
  incidentsOfAll,
  keysNumbered,
  keysSaying,
  messagesOfAll,
  narrowed,
  notesSaying,
  ticketsNarrowed,
  ticketsOfAll,
  valuationsOfAll,
} from './search-store.ts'

type Hit = Data<typeof consoleApi.consoleSearch.find>['groups'][number]['items'][number]

/** The hits of a kind. Those of a page are read when they are shown. */
interface Found {
  readonly kind: ConsoleSearchKind
  readonly total: number
  readonly hits: (page: number) => readonly Hit[] | Promise<readonly Hit[]>
}

/** One search over everything that technicians may see, of all clients. */
export function bindConsoleSearch(binding: ConsoleBinding, { library }: { readonly library: Library }): void {
  bindConsole(binding, consoleApi.consoleSearch.find, async ({ q, kind, page = 1 }, { tx, technician, now, note }) => {
    await note({ details: { search: q } })
    const { words, narrowing } = askedOf(q)
    const within = await narrowed(tx, narrowing, technician.username)
    const found = [
      ...(await records(tx, words, within)),
      // Only tickets can be narrowed.
      ...(isNarrowed(narrowing) ? [] : await masters(tx, words, now)),
      ...(isNarrowed(narrowing) ? [] : await documents(await library.documents(), words)),
    ]
    const groups = []
    for (const each of CONSOLE_SEARCH_KINDS) {
      const ofKind = found.find((one) => one.kind === each && one.total > 0)
      if (ofKind && (kind ?? each) === each)
        groups.push({ kind: each, total: ofKind.total, items: [...(await ofKind.hits(page))] })
    }
    return { groups }
  })
}

const pageOf = <Each>(found: readonly Each[], page: number): readonly Each[] =>
  found.slice(0, MOST_FOUND).slice((page - 1) * FOUND_ON_PAGE, page * FOUND_ON_PAGE)

const group = <Each>(kind: ConsoleSearchKind, found: readonly Each[], hitOf: (found: Each) => Hit): Found => ({
  kind,
  total: Math.min(found.length, MOST_FOUND),
  hits: (page) => pageOf(found, page).map(hitOf),
})

/**
 * First looks for records with every word; if there are none, forgives slips. Without words, lists the tickets that the
 * qualifiers select.
 */
async function records(runner: Runner, question: string, within: Narrowed): Promise<Found[]> {
  if (question === '') return [ticketGroup(runner, within.ofTicket ? await ticketsNarrowed(runner, within) : [], [])]
  const number = within.ofTicket === null || within.isByClientAlone ? numberAsked(question) : null
  const all = await askedWordsOfAll(runner, wordsAsked(question))
  const telling = all.filter(({ common }) => !common)
  const words = telling.length > 0 ? telling : all
  const strict = await recordsSaying(runner, words, within, number)
  if (words.length === 0 || strict.some(({ total }) => total > 0)) return strict
  return recordsSaying(runner, await forgivenOfAll(runner, words), within, null)
}

/** How many tickets are read for the messages that say every word. */
const TICKETS_READ = 30

async function recordsSaying(
  runner: Runner,
  asked: readonly AskedWord[],
  within: Narrowed,
  number: number | null,
): Promise<Found[]> {
  // A longer word stands in fewer records.
  const words = asked.toSorted((one, other) => other.word.length - one.word.length)
  const saying = (place: keyof typeof SEARCH_PLACES) => keysSaying(runner, SEARCH_PLACES[place], words, within)
  const ofWork = async (place: keyof typeof SEARCH_PLACES) =>
    within.ofTicket === null || within.isByClientAlone ? saying(place) : []
  const numbered = (number === null ? [] : await keysNumbered(runner, number)).filter(
    ({ client }) => within.clients?.includes(client) ?? true,
  )
  const named = (kind: ConsoleSearchKind) => numbered.filter((key) => key.kind === kind)
  const saysAll = (text: string) => saysOf(wordsOf(text), words) === words.length
  const files = await filesOfAll(runner, {
    tickets: await saying('ticketFile'),
    incidents: await ofWork('incidentFile'),
    developments: await ofWork('developmentFile'),
  })
  const spoken = await messagesOfAll(runner, (await saying('message')).slice(0, TICKETS_READ))
  const tickets = different([...named('ticket'), ...(await saying('title')), ...(await saying('ticket'))])
  return [
    ticketGroup(runner, tickets, words),
    saidGroup(
      'message',
      spoken.filter(({ isFirst, text }) => !isFirst && saysAll(text)),
      words,
    ),
    saidGroup(
      'note',
      words.length === 0
        ? []
        : await notesSaying(
            runner,
            words.map(({ word }) => word),
            within,
          ),
      words,
    ),
    fileGroup(
      files.filter(({ title }) => saysAll(title)),
      words,
    ),
    workGroup(
      'incident',
      await incidentsOfAll(runner, different([...named('incident'), ...(await ofWork('incident'))])),
      words,
    ),
    workGroup(
      'development',
      await developmentsOfAll(runner, different([...named('development'), ...(await ofWork('development'))])),
      words,
    ),
    workGroup(
      'valuation',
      await valuationsOfAll(runner, different([...named('valuation'), ...(await ofWork('valuation'))])),
      words,
    ),
  ]
}

const different = (keys: readonly Key[]): Key[] =>
  [...new Map(keys.map((key) => [`${key.client} ${key.number}`, key])).values()].slice(0, MOST_FOUND)

/** A ticket says why it was found by its title, or by the message that says more. */
const ticketGroup = (runner: Runner, keys: readonly Key[], words: readonly Sought[]): Found => ({
  kind: 'ticket',
  total: keys.length,
  hits: async (page) => {
    const shown = pageOf(keys, page)
    const tickets = await ticketsOfAll(runner, shown)
    const said = await messagesOfAll(runner, shown)
    return shown.flatMap(({ client, number }) =>
      tickets
        .filter((ticket) => ticket.number === number && ticket.client.code === client)
        .map(({ number: ticket, ...row }) => ({
          ...row,
          ticket,
          snippet: bestFragment(
            row.title,
            said.flatMap((message) =>
              message.number === number && message.client.code === client ? [message.text] : [],
            ),
            words,
          ),
        })),
    )
  },
})

const saidGroup = (kind: 'message' | 'note', said: readonly SaidOfClient[], words: readonly Sought[]): Found =>
  group(kind, said, ({ number: ticket, title, text, at, client }) => ({
    ticket,
    client,
    title,
    at,
    snippet: fragmentOf(text, words),
  }))

const workGroup = (
  kind: 'incident' | 'development' | 'valuation',
  found: readonly FoundOfClient[],
  words: readonly Sought[],
): Found =>
  group(kind, found, ({ number, ...row }) => ({ ...row, [kind]: number, snippet: fragmentOf(row.title, words) }))

const fileGroup = (files: readonly FileOfClient[], words: readonly Sought[]): Found =>
  group('file', files, ({ id, ticket, incident, development, ...row }) => ({
    ...row,
    file: id,
    ...(ticket !== null && { ticket }),
    ...(incident !== null && { incident }),
    ...(development !== null && { development }),
    snippet: fragmentOf(row.title, words),
  }))

/** The masters, found by a part of a name, address, telephone or code. */
async function masters(runner: Runner, search: string, now: Date): Promise<Found[]> {
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

async function documents(library: Documents, question: string): Promise<Found[]> {
  const search = await searchIn(library)
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
