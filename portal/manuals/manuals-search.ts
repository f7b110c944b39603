/** What the address of the manuals and versions says besides its path. A default is left out. */
export interface ManualsSearch {
  /** The tab of the list; each of the two lists has its own first one. */
  readonly pestana?: string | undefined
  /** What is looked for: in all that there is, or in the document that is open. */
  readonly buscar?: string | undefined
}

/** As the service takes it. */
const MAX_TEXT = 200

export const manualsSearch = (raw: Record<string, unknown>): ManualsSearch => ({
  pestana: textOf(raw['pestana']),
  buscar: textOf(raw['buscar']),
})

/** A text of digits alone arrives as a number. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return text.trim() === '' ? undefined : text.slice(0, MAX_TEXT)
}
