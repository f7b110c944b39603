import { folded, spanishWords } from '../manuals/spanish-words.ts'
import { stemsIn } from '../manuals/word-forms.ts'
import { type Said, readAs } from './glossary.ts'
import type { Spelling } from './spelling.ts'

/** One term of a question. */
export interface Term extends Pick<Said, 'stems'> {
  /** 1; less for a term of the previous question. */
  readonly weight: number
  /** The word's weight in the language as a whole: little if it is common. */
  readonly tells: number
}

export interface WeighedTerm extends Pick<Term, 'stems' | 'weight'> {
  /** Whether neither the manuals nor the language have it. */
  readonly isUnheard: boolean
  /** Its weight for ranking a passage. */
  readonly importance: number
  /** Its weight for the index, which already knows how frequent it is. */
  readonly boost: number
}

interface Asked {
  readonly text: string
  readonly previous?: string | undefined
  readonly language: 'es' | 'en'
}

/** The most words of a question that are read. */
const MAX_TERMS = 60
/** A number of an identity, a telephone or an account: not a term. */
const NUMBER_OF_SOMEBODY = /\d{7}/
/** Each search for an intended word takes about a millisecond, found or not. */
const MAX_SEARCHES = 10
/** The certainty that a corrected word is the intended one. */
const REPAIRED = 0.9
const OTHER_VOWEL = 0.5
/** The previous question counts less if the present one is longer, */
const CARRIED = 3
/** and never more than this. */
const MAX_CARRIED = 0.5
/** The rank up to which a word counts as common. */
const COMMON = 20
/** The rank of a word outside the word list. */
const MAX_RANK = 60_000
const telling = (rank: number): number => Math.log(1 + rank / COMMON)
/** How much a word tells that is not in the word list. */
export const UNHEARD = telling(MAX_RANK)

/** The terms of the question, followed by those of the previous one. */
export function termsOf({ text, previous = '', language }: Asked, spelling: Spelling): Term[] {
  let searches = 0
  const own = termsIn(text)
  const told = own.reduce((sum, { tells }) => sum + tells, 0)
  const weight = Math.min(MAX_CARRIED, CARRIED / told)
  const stems = new Set(own.flatMap((term) => [...term.stems.keys()]))
  const before = termsIn(previous).filter((term) => ![...term.stems.keys()].some((stem) => stems.has(stem)))
  return [...own, ...before.map((term) => ({ ...term, weight }))].slice(0, MAX_TERMS)

  function termsIn(said: string): Term[] {
    const terms = new Map<string, Term>()
    for (const { word, stems, isEnglish } of readAs(said, language)) {
      const [first = ''] = stems.keys()
      if (terms.has(first) || NUMBER_OF_SOMEBODY.test(word)) continue
      const isSearched = !isEnglish && searches < MAX_SEARCHES && spelling.isUnknown(word)
      if (isSearched) searches += 1
      const meant = isSearched ? spelling.repair(word) : []
      for (const stem of meant.flatMap(stemsIn)) stems.set(stem, REPAIRED)
      for (const stem of [...stems.keys()].flatMap(otherVowel)) if (!stems.has(stem)) stems.set(stem, OTHER_VOWEL)
      const ranks = [word, ...meant].map((each) => spanishWords().get(folded(each))?.rank ?? MAX_RANK)
      terms.set(first, { stems, weight: 1, tells: telling(Math.min(...ranks)) })
      if (terms.size === MAX_TERMS) break
    }
    return [...terms.values()]
  }
}

/** The stemmer does not relate «cierro» to «cerrar», or «vuelve» to «volver». */
function otherVowel(stem: string): string[] {
  const other = stem.replace(/ie(?=[^aeiou]+$)/, 'e').replace(/ue(?=[^aeiou]+$)/, 'o')
  return other === stem ? [] : [other]
}

/** The certainty with which each term occurs among some stems. */
export const saying = (terms: readonly WeighedTerm[], among: ReadonlySet<string>): number[] =>
  terms.map(({ stems }) => Math.max(0, ...[...stems].map(([stem, surely]) => (among.has(stem) ? surely : 0))))

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

export const total = (terms: readonly WeighedTerm[], surely: readonly number[]): number =>
  sum(terms.map(({ importance }, place) => importance * (surely[place] ?? 0)))
