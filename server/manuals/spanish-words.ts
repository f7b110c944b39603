import { dictionary } from '@zxcvbn-ts/language-es-es'

/** A word's usual spelling, and its rank by frequency. */
interface SpanishWord {
  readonly spelling: string
  readonly rank: number
}

const words = new Map<string, SpanishWord>()
for (const list of [dictionary['commonWords-es-es'], dictionary['wikipedia-es-es']]) {
  for (const [rank, spelling] of list.entries()) {
    const plain = folded(spelling)
    const known = words.get(plain)
    if (!known || rank < known.rank) words.set(plain, { spelling: spelling.toLowerCase(), rank })
  }
}

/** Some 60,000 Spanish words, keyed without accents and case. */
export const spanishWords: ReadonlyMap<string, SpanishWord> = words

/** Without accents and case. */
export function folded(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
