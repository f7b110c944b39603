import { folded, spanishWords } from '../manuals/spanish-words.ts'
import { stemsIn } from '../manuals/word-forms.ts'
import { type Said, readAs } from './glossary.ts'
import type { Spelling } from './spelling.ts'

/** One thing that is asked about. */
export interface Term extends Pick<Said, 'stems'> {
  /** 1; less for what was said before. */
  readonly weight: number
  /** How much the word tells in the language as a whole: little for what everybody says. */
  readonly tells: number
}

export interface WeighedTerm extends Pick<Term, 'stems' | 'weight'> {
  /** As much as it tells of a passage. */
  readonly importance: number
  /** What the index should make of it, which knows its frequency already. */
  readonly boost: number
}

interface Asked {
  readonly text: string
  readonly previous?: string | undefined
  readonly language: 'es' | 'en'
}

/** More words are not a question. */
const MAX_TERMS = 60
/** Of an identity, a telephone, an account: not what is asked about. */
const NUMBER_OF_SOMEBODY = /\d{7}/
/** It takes a millisecond to look for what may have been meant, found or not. */
const MAX_SEARCHES = 10
/** How surely a word is the one that was meant. */
const REPAIRED = 0.9
const OTHER_VOWEL = 0.5
/** What was said before counts the less the more is said now, */
const CARRIED = 3
/** and never more than this. */
const MAX_CARRIED = 0.5
/** So many words are said by everybody. */
const COMMON = 20
/** Of a word that the list of the language's words does not have. */
const MAX_RANK = 60_000

/** What is asked about, and after it what was asked about before. */
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
      const ranks = [word, ...meant].map((each) => spanishWords.get(folded(each))?.rank ?? MAX_RANK)
      terms.set(first, { stems, weight: 1, tells: Math.log(1 + Math.min(...ranks) / COMMON) })
      if (terms.size === MAX_TERMS) break
    }
    return [...terms.values()]
  }
}

/** «Cierro» is of «cerrar», «vuelve» of «volver»: the stemmer does not know. */
function otherVowel(stem: string): string[] {
  const other = stem.replace(/ie(?=[^aeiou]+$)/, 'e').replace(/ue(?=[^aeiou]+$)/, 'o')
  return other === stem ? [] : [other]
}

/** How surely each term is among stems. */
export const saying = (terms: readonly WeighedTerm[], among: ReadonlySet<string>): number[] =>
  terms.map(({ stems }) => Math.max(0, ...[...stems].map(([stem, surely]) => (among.has(stem) ? surely : 0))))

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

export const total = (terms: readonly WeighedTerm[], surely: readonly number[]): number =>
  sum(terms.map(({ importance }, place) => importance * (surely[place] ?? 0)))
