/** A piece of a text; `href` where it is an address of the web. */
export interface Piece {
  readonly text: string
  readonly href: string | null
}

/** Ends at what cannot be part of an address, or would not be seen in one. */
const ADDRESS = /\bhttps?:\/\/[^\s\p{C}<>"'`«»“”]+/giu

/** A text, parted at the addresses in it. What is shown of one is where it leads. */
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

/** What ends the sentence does not belong to the address; a bracket does when it was opened in it. */
function withoutPunctuation(address: string): string {
  const last = address.at(-1) ?? ''
  const isBracket = last === ')' || last === ']'
  const opened = last === ')' ? '(' : '['
  const isOver = isBracket ? countOf(last, address) > countOf(opened, address) : /[.,;:!?…*_]/.test(last)
  return isOver ? withoutPunctuation(address.slice(0, -1)) : address
}

const countOf = (character: string, text: string): number => text.split(character).length - 1

/** Null for what only looks like one: a name before the host is there to be taken for the host. */
function linkOf(written: string): Piece | null {
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  if (url.username !== '' || url.password !== '') return null
  // A host in letters that look like others is shown as the browser asks for it.
  const isPlain = written
    .slice(url.protocol.length + 2)
    .toLowerCase()
    .startsWith(url.host)
  return { text: isPlain ? written : url.href, href: url.href }
}
