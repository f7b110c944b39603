export const MAX_EMAIL = 254
export const MAX_PHONE = 20

/**
 * `name@host.domain` in ASCII, without quoted names or literal addresses. Scanned by hand, its length first, so that no
 * text is slow.
 */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL) return false
  const at = text.indexOf('@')
  return at > 0 && isMailbox(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

/** Digits with an optional leading plus (spec §5), no spaces. */
export function isPhone(text: string): boolean {
  if (text.length > MAX_PHONE) return false
  const digits = text.startsWith('+') ? text.slice(1) : text
  return digits !== '' && consistsOf(digits, DIGITS)
}

const DIGITS = '0123456789'
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const HOST_CHARACTERS = `${LETTERS}${DIGITS}-`
const MAILBOX_CHARACTERS = `${HOST_CHARACTERS}!#$%&'*+/=?^_\`{|}~`

const isMailbox = (text: string): boolean =>
  text.length <= 64 && text.split('.').every((part) => part !== '' && consistsOf(part, MAILBOX_CHARACTERS))

function isDomain(text: string): boolean {
  const labels = text.split('.')
  const top = labels.at(-1) ?? ''
  return labels.length > 1 && labels.every(isHostLabel) && top.length > 1 && !consistsOf(top, DIGITS)
}

const isHostLabel = (label: string): boolean =>
  label !== '' &&
  label.length <= 63 &&
  !label.startsWith('-') &&
  !label.endsWith('-') &&
  consistsOf(label, HOST_CHARACTERS)

function consistsOf(text: string, characters: string): boolean {
  for (const one of text) if (!characters.includes(one)) return false
  return true
}
