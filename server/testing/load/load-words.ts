import type pg from 'pg'

export interface Term {
  readonly word: string
  readonly stem: string
  readonly reversed: string
  /** Numbers of the word and of the stem, from 0 on: comparing them costs less. */
  readonly wordId: number
  readonly stemId: number
}

/** A text as its pieces between spaces, each with its words as the database's `search_terms` finds them. */
export type Words = readonly (readonly Term[])[]

/** Finds the words of loaded texts. The database stems each different word once. */
export function knownWords(owner: pg.Client): (texts: readonly string[]) => Promise<Words[]> {
  const pieces = new Map<string, Term[]>()
  const known = new Map<string, readonly Term[]>()
  const [wordIds, stemIds] = [new Map<string, number>(), new Map<string, number>()]
  const idIn = (ids: Map<string, number>, text: string): number => {
    const id = ids.get(text) ?? ids.size
    ids.set(text, id)
    return id
  }
  async function learn(words: readonly string[]): Promise<void> {
    const { rows } = await owner.query<Pick<Term, 'word' | 'stem' | 'reversed'> & { said: string }>(
      `select w.said, t.word, t.stem, reverse(t.word) as reversed
       from unnest($1::text[]) w (said) cross join lateral search_terms(w.said) t`,
      [words],
    )
    for (const word of words) known.set(word, [])
    for (const { said, ...term } of rows)
      known.set(said, [
        ...(known.get(said) ?? []),
        { ...term, wordId: idIn(wordIds, term.word), stemId: idIn(stemIds, term.stem) },
      ])
  }
  return async (texts) => {
    const learning = new Map<string, Term[]>()
    const found = texts.map((text) =>
      text.split(' ').map((piece) => {
        const before = pieces.get(piece)
        if (before) return before
        const terms: Term[] = []
        pieces.set(piece, terms)
        learning.set(piece, terms)
        return terms
      }),
    )
    const plain = [...learning].map(([piece, terms]) => ({ terms, words: plainWordsOf(piece) }))
    await learn([...new Set(plain.flatMap(({ words }) => words))].filter((word) => !known.has(word)))
    for (const { terms, words } of plain) for (const word of words) terms.push(...(known.get(word) ?? []))
    return found
  }
}

/** What `search_text` makes of a piece of the load's texts, word by word. */
const plainWordsOf = (piece: string): string[] =>
  piece
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('n\u0303', 'ñ')
    .replaceAll(/[\u0300-\u036F]+/g, '')
    .split(/[^a-z0-9ñ]+/)
