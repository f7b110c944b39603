/** spec §5. In UTF-16 units. */
export const MAX_FILE_NAME = 100

/** The extension in lower case, without its dot, or an empty string. */
export const extensionOf = (name: string): string => name.slice(stemLength(name) + 1).toLowerCase()

/** The name cut to the maximum, with its extension; unchanged if the extension alone is too long. */
export function truncatedName(name: string): string {
  if (name.length <= MAX_FILE_NAME) return name
  const ending = name.slice(stemLength(name))
  if (ending.length >= MAX_FILE_NAME) return name
  return clippedName(name, MAX_FILE_NAME - ending.length) + ending
}

/**
 * The name of a pasted picture. Browsers call a screenshot `image.png` (and we call it `captura`), so it is named for
 * the moment, such as `2026-11-22-14-28-00`. Other pictures may come under a name without their type.
 */
export function pastedName({ name, type }: { readonly name: string; readonly type: string }, moment: string): string {
  const ending = type === 'image/png' ? '.png' : '.jpg'
  const stem = /^(?:png|jpe?g)$/.test(extensionOf(name)) ? name.slice(0, stemLength(name)) : name
  return /^(?:image|captura|)$/.test(stem) ? `captura-${moment}${ending}` : truncatedName(stem + ending)
}

/** A name that was made for a pasted picture. Month, day, hour and minute are named parts. */
export const CAPTURE_NAME =
  /^captura-\d{4}-(?<month>\d\d)-(?<day>\d\d)-(?<hour>\d\d)-(?<minute>\d\d)-\d\d\.(?:png|jpg)$/

/** The position of the extension's dot, or the end. A leading dot makes a hidden file, not an extension. */
function stemLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}

/** Without splitting a surrogate pair. Browsers shorten names too, and not all know where a character of several parts ends. */
function clippedName(name: string, units: number): string {
  const cut = name.slice(0, units)
  return cut.length < name.length && endsInsidePair(cut) ? cut.slice(0, -1) : cut
}

function endsInsidePair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}
