import SearchableMap from 'minisearch/SearchableMap'
import { folded, spanishWords } from '../manuals/spanish-words.ts'

export interface Spelling {
  /** Whether a word is neither in the corpus nor in the language. */
  readonly isUnknown: (word: string) => boolean
  /** The words that a misspelt one may stand for, the likeliest first; empty if it is a word. */
  readonly repair: (word: string) => readonly string[]
}

const SHORTEST = 4
const LONGEST = 30
/** Beyond this rank the word list no longer proves that a word is correct. */
const RARE = 20_000
const MAX_REPAIRS = 2
/** How much likelier a word is than one that is one slip further away, as a natural logarithm; */
const SLIP = 7
/** and than the same word if the language had it but not the corpus. */
const OF_CORPUS = 4
/** Corrections that are this much less likely than the best are dropped. */
const AS_LIKELY = 2

/** @param corpus the words of the corpus without accents and case, with their frequencies */
export function spellingOf(corpus: ReadonlyMap<string, number>): Spelling {
  const own = new SearchableMap<number>()
  for (const [word, count] of corpus) own.set(word, count)
  function isUnknown(typed: string): boolean {
    const word = folded(typed)
    if (word.length < SHORTEST || word.length > LONGEST || /\d/.test(word)) return false
    return !corpus.has(word) && (spanishWords().get(word)?.rank ?? Infinity) >= RARE
  }
  return {
    isUnknown,
    repair(typed) {
      if (!isUnknown(typed)) return []
      const word = folded(typed)
      const most = word.length < 8 ? 1.5 : 2.5
      const meant = [
        ...[...own.fuzzyGet(word, 2)].map(([found, [count]]) => ({ found, frequent: OF_CORPUS + Math.log(count) })),
        ...[...language().fuzzyGet(word, 2)].map(([found, [rank]]) => ({
          found,
          frequent: -Math.log(1 + rank / 1000),
        })),
      ].flatMap(({ found, frequent }) => {
        const slips = slipsBetween(word, found)
        return slips > most ? [] : [{ found, likely: frequent - SLIP * slips }]
      })
      const inOrder = meant.toSorted((a, b) => b.likely - a.likely)
      const best = inOrder[0]?.likely ?? 0
      const good = inOrder.filter(({ likely }) => likely > best - AS_LIKELY)
      return [...new Set(good.map(({ found }) => found))].slice(0, MAX_REPAIRS)
    },
  }
}

/** The words of the language by rank, prepared at the first search. */
function language(): SearchableMap<number> {
  if (!made) {
    made = new SearchableMap<number>()
    for (const [word, { rank }] of spanishWords()) if (rank < RARE && word.length > 3) made.set(word, rank)
  }
  return made
}
let made: SearchableMap<number> | undefined

/** The distance between two words: 1 for a slip, less for a common one. */
function slipsBetween(typed: string, meant: string): number {
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start += 1
  const shorter = Math.min(typed.length, meant.length) - start
  let end = 0
  while (end < shorter && typed.at(-1 - end) === meant.at(-1 - end)) end += 1
  const [written, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)]
  // The first letter is hardly ever wrong.
  const first = start === 0 ? 0.3 : 0
  const difference = written + right
  if (difference.length === 1) return first + (difference === typed[start - 1] || difference === 'h' ? 0.7 : 1)
  if (written.length === 1 && right.length === 1) return first + (isEasilyMistaken(written, right) ? 0.7 : 1)
  if (
    written.length === 2 &&
    right.length === 2 &&
    written.startsWith(right.slice(1)) &&
    written.endsWith(right.slice(0, 1))
  )
    return first + 0.8
  return first + 1.8
}

const KEYS = ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm']
const SOUND_ALIKE = ['bv', 'gj', 'cszk', 'iy', 'qk', 'sx', 'mn']

/** Whether two letters sound alike, or are neighbours on the keyboard. */
function isEasilyMistaken(a: string, b: string): boolean {
  if (SOUND_ALIKE.some((letters) => letters.includes(a) && letters.includes(b))) return true
  const [row, other] = [a, b].map((letter) => KEYS.findIndex((letters) => letters.includes(letter)))
  if (row === undefined || other === undefined || row < 0 || other < 0) return false
  const columns = (KEYS[row]?.indexOf(a) ?? 0) - (KEYS[other]?.indexOf(b) ?? 0)
  return Math.abs(row - other) <= 1 && Math.abs(columns) <= 1
}
