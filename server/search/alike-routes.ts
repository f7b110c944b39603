import { api } from '#contract/api.ts'
import { likest, problemLikeness, ticketLikeness, wordsTelling } from '#domain/search/alike.ts'
import { bestFragment, fragmentOf } from '#domain/search/search.ts'
import type { Transaction } from '../db/sql.ts'
import { type Binding, bind } from '../http/bind.ts'
import type { Caller } from '../http/caller.ts'
import { folded, spanishWords } from '../manuals/spanish-words.ts'
import { knownProblems } from '../problems/known-problem-store.ts'
import { type Telling, openTicketsSaying, problemsSaying, tellingWords } from './alike-store.ts'
import { messagesOf } from './search-store.ts'

/** How many words of a text are examined. */
const MOST_WORDS = 60
/** How many of these, the rarest, find tickets. */
const MOST_SOUGHT = 12
/** A word of the language that is more frequent is said about anything. */
const EVERYDAY_RANK = 2000

/**
 * Records that somebody who writes a ticket should see first: open tickets within their reach, and problems of the
 * product.
 */
export function bindAlike(binding: Binding): void {
  bind(binding, api.search.alike, async ({ text, module = null }, { tx, caller }) => {
    const telling = await tellingWords(tx, wordsTelling(text).slice(0, MOST_WORDS))
    if (telling.length < 2) return { tickets: [], problems: [] }
    return {
      tickets: await ticketsAlike(tx, caller, telling, module),
      problems: caller.limited ? [] : await problemsAlike(tx, caller, telling, module),
    }
  })
}

async function ticketsAlike(tx: Transaction, caller: Caller, telling: readonly Telling[], module: number | null) {
  const sought = telling
    .filter(({ found }) => found > 0)
    .slice(0, MOST_SOUGHT)
    .map((each) => ({ ...each, isEveryday: (spanishWords().get(folded(each.word))?.rank ?? Infinity) < EVERYDAY_RANK }))
  if (sought.length < 2) return []
  const unknown = telling.filter(({ found }) => found === 0).length
  const stems = sought.map(({ stem }) => stem)
  const alike = likest(await openTicketsSaying(tx, caller, stems), ({ said, inTitle, module: own }) =>
    ticketLikeness({ sought, unknown }, { said, inTitle, isOfModule: own === module }),
  )
  const numbers = alike.map(({ number }) => number)
  const texts = await messagesOf(tx, caller, numbers)
  return alike.map(({ number, title, at }) => {
    const said = texts.flatMap(({ ticket, text }) => (ticket === number ? [text] : []))
    return { number, title, at, fragment: bestFragment(title, said, sought) }
  })
}

async function problemsAlike(tx: Transaction, caller: Caller, telling: readonly Telling[], module: number | null) {
  const stems = telling.map(({ stem }) => stem)
  const saying = await problemsSaying(tx, stems, module)
  if (saying.length === 0) return []
  // Problems of other versions are dropped first, so that they take nobody's place.
  const known = new Map((await knownProblems(tx, caller)).map((each) => [each.problem, each]))
  const met = saying.flatMap((found) => {
    const shown = known.get(found.problem)
    return shown ? [{ ...found, shown }] : []
  })
  return likest(met, (found) => problemLikeness(telling.length, found)).map(({ shown }) => ({
    ...shown,
    fragment: fragmentOf(shown.description, telling),
  }))
}
