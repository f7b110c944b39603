/** The kinds of records that the customers' search finds, in the order of its groups. */
export const SEARCH_GROUPS = [
  'ticket',
  'message',
  'file',
  'incident',
  'development',
  'valuation',
  'manual',
  'version',
] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]

/** A group's hits are counted up to this many. */
export const MOST_FOUND = 100
export const FOUND_ON_PAGE = 10

/** A word of a text as it is searched, and where it stands. */
export interface Word {
  readonly word: string
  readonly from: number
  readonly to: number
}

const MOST_WORDS = 6
const FRAGMENT_LENGTH = 160
const LEAD = 40
/** As «-icaciones» after «certif». */
const LONGEST_ENDING = 9

/** The words of a text as the database's `search_text` reads them: letters and digits, lower case, without accents; ñ is kept. */
export function wordsOf(said: string): Word[] {
  const words: Word[] = []
  let word = ''
  let from = 0
  let at = 0
  const end = () => {
    if (word !== '') words.push({ word, from, to: at })
    word = ''
  }
  for (const character of said) {
    for (const letter of character.normalize('NFD')) {
      if (letter === '\u0303' && word.endsWith('n')) word = `${word.slice(0, -1)}ñ`
      else if (/[\u0300-\u036F]/.test(letter)) continue
      else if (/[A-Za-z0-9]/.test(letter)) {
        if (word === '') from = at
        word += letter.toLowerCase()
      } else end()
    }
    at += character.length
  }
  end()
  return words
}

/** The different words that are looked for, the first ones of a long question. */
export const wordsAsked = (question: string): string[] =>
  [...new Set(wordsOf(question).map(({ word }) => word))].filter((word) => word.length > 1).slice(0, MOST_WORDS)

/** A question that is a number and nothing else, such as «#100045». */
export function numberAsked(question: string): number | null {
  const [, digits] = /^\s*(?:#|n[.º°]?\s*)?(\d{1,15})\s*$/iu.exec(question) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Whether two words differ by one slip: a letter more, a letter less, another letter, or two letters swapped. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || one === other) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2))
  )
}

/** Shorter words are not compared: too many others differ from them by one letter. */
export const SHORTEST_WITH_SLIP = 4

/** A word that is looked for, and the stems under which it is found. */
export interface Sought {
  readonly word: string
  readonly stems: readonly string[]
  /** Known words that differ from it by a slip. */
  readonly slips?: readonly string[]
}

/** A known word that was compared with the sought ones. */
interface Compared {
  readonly asked: string
  readonly word: string
  readonly stem: string
}

/** The words that are looked for, and with each the known words that differ from it by one slip. */
export const withSlips = <Asked extends Sought>(asked: readonly Asked[], known: readonly Compared[]): Asked[] =>
  asked.map((each) => {
    const slips = known.filter(({ asked: word, word: other }) => word === each.word && isOneSlip(word, other))
    return {
      ...each,
      stems: [...new Set([...each.stems, ...slips.map(({ stem }) => stem)])],
      slips: slips.map(({ word }) => word),
    }
  })

/** Whether a word of a text is one that is looked for, or a form of it. */
export const isForm = (said: string, { word, stems, slips = [] }: Sought): boolean =>
  [word, ...slips].some((each) => said.startsWith(each)) ||
  said.replaceAll('ñ', 'n').startsWith(word) ||
  stems.some((stem) => hasStem(said, stem))

/** The stemmer keeps a word's beginning, but may change the last letter that it keeps. */
function hasStem(said: string, stem: string): boolean {
  const root = stem.length > 5 ? stem.slice(0, -1) : stem
  return (
    (said.startsWith(root) || said.replaceAll('ñ', 'n').startsWith(root)) && said.length - stem.length <= LONGEST_ENDING
  )
}

/** How many of the words looked for a text says. */
export const saysOf = (said: readonly Word[], sought: readonly Sought[]): number =>
  sought.filter((each) => said.some(({ word }) => isForm(word, each))).length

/** The part of a text with the most search words, each in `<mark>`; everything else is escaped. */
export function fragmentOf(text: string, sought: readonly Sought[]): string {
  const hits = wordsOf(text).flatMap(({ word, from, to }) => {
    const which = sought.findIndex((each) => isForm(word, each))
    return which < 0 ? [] : [{ which, from, to }]
  })
  let best = { from: 0, score: 0 }
  for (const [position, { from }] of hits.slice(0, 200).entries()) {
    const within = hits.slice(position, position + 30).filter(({ to }) => to <= from + FRAGMENT_LENGTH - LEAD)
    const score = new Set(within.map(({ which }) => which)).size
    if (score > best.score) best = { from, score }
  }
  const from = startOfWord(text, Math.min(best.from - LEAD, text.length - FRAGMENT_LENGTH))
  const to = endOfWord(text, from + FRAGMENT_LENGTH)
  let shown = from > 0 ? '… ' : ''
  let at = from
  for (const hit of hits.filter((each) => each.from >= from && each.to <= to)) {
    shown += `${escaped(text.slice(at, hit.from))}<mark>${escaped(text.slice(hit.from, hit.to))}</mark>`
    at = hit.to
  }
  return `${shown}${escaped(text.slice(at, to))}${to < text.length ? ' …' : ''}`.replaceAll(/\s+/g, ' ')
}

export interface Piece {
  readonly text: string
  readonly hit: boolean
}

/** A fragment for display: pieces of text, each marked or not. */
export const piecesOf = (fragment: string): Piece[] =>
  fragment.split(/(<mark>.*?<\/mark>)/su).flatMap((part) => {
    const [, marked] = /^<mark>(.*)<\/mark>$/su.exec(part) ?? []
    const text = unescaped(marked ?? part)
    return text === '' ? [] : [{ text, hit: marked !== undefined }]
  })

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const unescaped = (text: string): string =>
  text.replaceAll(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => Object.entries(ENTITIES).find(([, written]) => written === entity)?.[0] ?? entity,
  )

function startOfWord(text: string, near: number): number {
  if (near <= 0) return 0
  const space = text.slice(0, near).search(/\s\S*$/)
  return space < 0 ? near : space + 1
}

function endOfWord(text: string, near: number): number {
  if (near >= text.length) return text.length
  const space = text.slice(0, near).search(/\s\S*$/)
  return space <= 0 ? near : space
}

/** An excerpt with its hits in `<mark>`; everything else is escaped. */
export const markedIn = (excerpt: readonly { readonly text: string; readonly hit: boolean }[]): string =>
  excerpt.map(({ text, hit }) => (hit ? `<mark>${escaped(text)}</mark>` : escaped(text))).join('')

/** The text that says most of the words; the title only if none says more. */
export function bestFragment(title: string, texts: readonly string[], sought: readonly Sought[]): string {
  const scored = texts.map((text) => ({ text, score: saysOf(wordsOf(text), sought) }))
  const best = scored.reduce((most, each) => (each.score > most.score ? each : most), { text: '', score: 0 })
  return best.score > 0 && best.score >= saysOf(wordsOf(title), sought)
    ? fragmentOf(best.text, sought)
    : fragmentOf(title, sought)
}
