import { createRequire } from 'node:module'
import type * as Spanish from '@zxcvbn-ts/language-es-es'

/** A word's usual spelling, and its rank by frequency. */
interface SpanishWord {
  readonly spelling: string
  readonly rank: number
}

let words: ReadonlyMap<string, SpanishWord> | undefined

/** Some 60,000 Spanish words, keyed without accents and case. Unpacked for the first who asks: a start does without. */
export function spanishWords(): ReadonlyMap<string, SpanishWord> {
  words ??= unpacked()
  return words
}

function unpacked(): ReadonlyMap<string, SpanishWord> {
  const { dictionary }: typeof Spanish = createRequire(import.meta.url)('@zxcvbn-ts/language-es-es')
  const found = new Map<string, SpanishWord>()
  for (const list of [dictionary['commonWords-es-es'], dictionary['wikipedia-es-es']]) {
    for (const [rank, spelling] of list.entries()) {
      const plain = folded(spelling)
      const known = found.get(plain)
      if (!known || rank < known.rank) found.set(plain, { spelling: spelling.toLowerCase(), rank })
    }
  }
  return found
}

/** Without accents and case. */
export function folded(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
