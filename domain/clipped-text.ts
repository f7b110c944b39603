/** The beginning of a text, at most this many UTF-16 units, without splitting a surrogate pair. */
export function clippedText(text: string, units: number): string {
  const cut = text.slice(0, units)
  return cut.length < text.length && endsInsidePair(cut) ? cut.slice(0, -1) : cut
}

function endsInsidePair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}
