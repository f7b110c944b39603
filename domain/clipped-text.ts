// Not all browsers have it: marked so, it stays on the server.
const characters = /* @__PURE__ */ new Intl.Segmenter('es')

/** The beginning of a text, at most this many UTF-16 units, without splitting what people see as one character. */
export function clippedText(text: string, units: number): string {
  // Where a character begins is told by what stands before and the whole code point at the cut.
  const parted = characters.segment(text.slice(0, units + 2)).containing(units)
  if (parted === undefined) return text
  // A character that alone has more units than there is room for is split, but no surrogate pair.
  return text.slice(0, parted.index || units - (isSecondOfPair(text, units) ? 1 : 0))
}

const isSecondOfPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff
