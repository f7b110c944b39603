import { consoleApi } from '#contract/console/api.ts'
import { mayRead } from '#domain/document.ts'
import {
  likest,
  meaningOf,
  problemLikeness,
  solvedLikeness,
  weightOfMeaning,
  wordsTelling,
} from '#domain/search/alike.ts'
import { KINDRED_WORDS } from '#domain/search/kindred-words.ts'
import type { Runner } from '../../db/sql.ts'
import type { Library } from '../../manuals/library.ts'
import { searchIn } from '../../manuals/section-search.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { type ConsoleBinding, bindConsole } from '../door/console-binding.ts'
import { findTicket } from '../tickets/held-ticket.ts'
import {
  type Asked,
  MOST_COUNTED,
  answersOf,
  askedBy,
  countedOfAll,
  problemsSayingOfAll,
  solvedTicketsSaying,
  stemsOf,
  tellingWordsOfAll,
} from './alike-store.ts'

/** How many words of a ticket are examined, and how many of them, the weightiest, find others. */
const MOST_WORDS = 60
const MOST_SOUGHT = 24
const MOST_SECTIONS = 3

/** Suggestions for answering a ticket: solved tickets, sections of manuals, and problems of the product. */
export function bindConsoleAlike(
  binding: ConsoleBinding,
  { library, origin }: Pick<ConsoleDependencies, 'library' | 'origin'>,
): void {
  let kin: Kin | null = null
  bindConsole(binding, consoleApi.consoleAlike.find, async ({ ticket }, { tx, note }) => {
    const { own, number } = await findTicket(tx, ticket)
    const asked = await askedBy(own, number)
    const telling = await tellingWordsOfAll(
      tx,
      wordsTelling(`${asked.title} ${asked.text}`).slice(0, MOST_WORDS),
      number,
    )
    kin ??= await kinOf(tx)
    const tickets = await solvedLike(tx, asked, telling, kin, number)
    await note({ client: own.client, ticket: number, details: { tickets: tickets.map((each) => each.number) } })
    const stems = telling.map(({ stem }) => stem)
    const problems = stems.length < 2 ? [] : await problemsSayingOfAll(tx, stems, asked.module)
    return {
      tickets: tickets.map(({ code, name, ...shown }) => ({
        ...shown,
        client: { code, name },
        own: code === own.client,
      })),
      sections: await sectionsFor(library, asked, origin),
      problems: likest(problems, (found) => problemLikeness(telling.length, found)).map(
        ({ problem, title, state, workaround }) => ({ problem, title, state, workaround }),
      ),
    }
  })
}

type Telling = Awaited<ReturnType<typeof tellingWordsOfAll>>

/** The stems of the words that mean the same as a stem. */
type Kin = ReadonlyMap<string, readonly string[]>

async function kinOf(runner: Runner): Promise<Kin> {
  const words = [...new Set(KINDRED_WORDS.flat())]
  const stems = new Map((await stemsOf(runner, words)).map(({ word, stem }) => [word, stem]))
  const kin = new Map<string, string[]>()
  for (const group of KINDRED_WORDS) {
    const own = [...new Set(group.flatMap((word) => stems.get(word) ?? []))]
    for (const stem of own)
      kin.set(
        stem,
        [...new Set([...(kin.get(stem) ?? []), ...own])].filter((other) => other !== stem),
      )
  }
  return kin
}

async function solvedLike(runner: Runner, { title, module }: Asked, telling: Telling, kin: Kin, but: number) {
  const entitled = new Set(wordsTelling(title))
  const kindred = telling.flatMap(({ stem }) => kin.get(stem) ?? [])
  const counted = await countedOfAll(runner, [...new Set(kindred)], but)
  // Words that no other ticket says, such as names and slips, count for nothing.
  const sought = telling
    .map(({ word, stem, found }) =>
      meaningOf(
        { stem, found, isEntitled: entitled.has(word) },
        (kin.get(stem) ?? []).map((other) => ({ stem: other, found: counted.get(other) ?? 0 })),
        MOST_COUNTED,
      ),
    )
    .filter((meaning) => meaning.length > 0)
    .toSorted((one, other) => weightOfMeaning(other) - weightOfMeaning(one))
    .slice(0, MOST_SOUGHT)
  if (sought.length < 2) return []
  const solved = await solvedTicketsSaying(runner, sought, but)
  const alike = likest(solved, ({ said, inTitle, module: own }) =>
    solvedLikeness(sought, { said, inTitle, isOfModule: own === module }),
  )
  const answers = new Map((await answersOf(runner, alike)).map((each) => [each.number, each]))
  return alike.map(({ code, number, title, at }) => ({
    code,
    number,
    title,
    at,
    name: answers.get(number)?.name ?? '',
    answer: answers.get(number)?.answer ?? null,
  }))
}

/** Sections of manuals that the ticket's client may read. */
async function sectionsFor(library: Library, { title, areas }: Asked, origin: string) {
  const search = await searchIn(await library.documents())
  const hits = search.find(title, {
    isWanted: (document) => document.release === null && mayRead(document, areas),
    isPutBack: () => false,
  })
  return hits.slice(0, MOST_SECTIONS).map(({ document, section }) => ({
    document: document.id,
    section: section.id,
    title: `${document.title}: ${section.title}`,
    address: `${origin}/public/${document.id}#${section.id}`,
  }))
}
