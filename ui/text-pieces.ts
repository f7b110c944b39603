/** A part of a text; `href` if it is a web address. */
export interface Piece {
  readonly text: string
  readonly href: string | null
}

/** Ends at characters that addresses cannot contain, or that would be invisible in them. */
const ADDRESS = /\bhttps?:\/\/[^\s\p{C}<>"'`«»“”]+/giu

/** Splits a text at its addresses. The displayed address is always the target. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const written = withoutPunctuation(found)
    const link = linkOf(written)
    if (!link) continue
    pieces.push({ text: text.slice(end, index), href: null }, link)
    end = index + written.length
  }
  return [...pieces, { text: text.slice(end), href: null }].filter((piece) => piece.text !== '')
}

/** Punctuation that ends the sentence does not belong to the address; a bracket does if it was opened there. */
function withoutPunctuation(address: string): string {
  const last = address.at(-1) ?? ''
  const isBracket = last === ')' || last === ']'
  const opened = last === ')' ? '(' : '['
  const isOver = isBracket ? countOf(last, address) > countOf(opened, address) : /[.,;:!?…*_]/.test(last)
  return isOver ? withoutPunctuation(address.slice(0, -1)) : address
}

const countOf = (character: string, text: string): number => text.split(character).length - 1

/** Null for a disguised address: a user name before the host can be mistaken for the host. */
function linkOf(written: string): Piece | null {
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  if (url.username !== '' || url.password !== '') return null
  // A host with look-alike letters is shown in its encoded form.
  const isPlain = written
    .slice(url.protocol.length + 2)
    .toLowerCase()
    .startsWith(url.host)
  return { text: isPlain ? written : url.href, href: url.href }
}
