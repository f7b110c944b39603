import type pg from 'pg'

/** The words of loaded texts. The database splits each different piece between spaces once, not each text. */
export interface KnownWords {
  /** Asks the database for the pieces of these texts that are not known yet. */
  readonly learn: (texts: Iterable<string>) => Promise<void>
  /** The words as the database's `search_terms` finds them. */
  readonly wordsIn: (text: string) => Iterable<Term>
}
export interface Term {
  readonly word: string
  readonly stem: string
  readonly reversed: string
}

export function knownWords(owner: pg.Client): KnownWords {
  const known = new Map<string, readonly Term[]>()
  return {
    learn: async (texts) => {
      const pieces = new Set<string>()
      for (const text of texts) for (const piece of text.split(' ')) if (!known.has(piece)) pieces.add(piece)
      for (const piece of pieces) known.set(piece, [])
      const { rows } = await owner.query<Term & { piece: string }>(
        'select p.piece, t.word, t.stem, reverse(t.word) as reversed from unnest($1::text[]) p (piece) cross join lateral search_terms(p.piece) t',
        [[...pieces]],
      )
      for (const { piece, ...term } of rows) known.set(piece, [...(known.get(piece) ?? []), term])
    },
    *wordsIn(text) {
      for (const piece of text.split(' ')) yield* known.get(piece) ?? []
    },
  }
}
