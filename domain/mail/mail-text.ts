import { clippedText } from '../clipped-text.ts'

/** A mail's words in two parts; together they are all of it. */
export interface MailParts {
  /** The words that its author wrote now. */
  readonly said: string
  /** The mail that it quotes, and its signature. */
  readonly rest: string
}

/** Longer than any mail that a person writes. */
export const MAX_MAIL_TEXT = 200_000

/**
 * A text without the secret parts of our own links. An answer to a mail quotes the link in it, and others read that
 * answer; only the mail's reader may open the link.
 */
export const withoutLinkSecrets = (text: string): string => text.replaceAll(OWN_LINK, '$1…')

const OWN_LINK = /(\/(?:public|consola)\/[a-z-]+(?:\?[^\s#<>"]*)?#[et]=)[\w-]+/g

/** Separates what somebody wrote from the quoted mails below it and from the signature. Nothing is lost: the rest is kept. */
export function mailParts(text: string): MailParts {
  const lines = clippedText(text, MAX_MAIL_TEXT).replaceAll(/\r\n?/g, '\n').split('\n')
  const quoted = quoteStart(lines)
  const signed = signatureStart(lines.slice(0, quoted))
  // Answers between or below the quoted lines make no sense without them.
  const end = answersBelow(lines.slice(quoted)) ? lines.length : signed
  return { said: trimmed(lines.slice(0, end)), rest: trimmed(lines.slice(end)) }
}

const trimmed = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** The words of mail clients before a quoted mail. */
const ORIGINAL =
  /^[-_\s>*]*(mensaje original|original message|mensaje reenviado|forwarded message|urspr.ngliche nachricht)[-_\s*]*$/i
const WROTE = /(escribió|escribio|wrote|schrieb|a écrit|ha scritto|escreveu|va escriure)[^:]{0,200}:$/i
const BEGINS_WROTE = /^>?\s*(el|on|am|le|il|em|a)\s/i
const SENDER_FIELD = /^\**(de|from|von)\s*:\**\s/i
const OTHER_FIELD = /^\**(enviado|enviado el|sent|fecha|date|gesendet|para|to|asunto|subject)( el)?\s*:/i
/** An attribution («On Monday … wrote:») spans at most this many lines. */
const WRAPPED = 3
const LONGEST_LINE = 1000

function quoteStart(lines: readonly string[]): number {
  const at = lines.findIndex((line, index) => beginsQuote(line.slice(0, LONGEST_LINE).trim(), lines, index))
  return at < 0 ? lines.length : at
}

function beginsQuote(line: string, lines: readonly string[], index: number): boolean {
  const after = (count: number) =>
    lines.slice(index + 1, index + 1 + count).map((each) => each.slice(0, LONGEST_LINE).trim())
  if (line.startsWith('>') || ORIGINAL.test(line)) return true
  if (BEGINS_WROTE.test(line)) {
    const wrapped = [line]
    for (const next of ['', ...after(WRAPPED - 1)]) {
      if (next !== '') wrapped.push(next)
      if (WROTE.test(wrapped.join(' '))) return true
    }
  }
  return SENDER_FIELD.test(line) && after(WRAPPED).filter((each) => OTHER_FIELD.test(each)).length > 1
}

/** Whether the author wrote among or below the quoted lines. */
function answersBelow(quote: readonly string[]): boolean {
  const last = quote.findLastIndex((line) => line.startsWith('>'))
  if (last < 0) return false
  const below = quote.slice(last + 1)
  const among = quote
    .slice(
      quote.findIndex((line) => line.startsWith('>')),
      last,
    )
    .filter((line) => !line.startsWith('>'))
  return [...among, ...below.slice(0, signatureStart(below))].some((line) => line.trim() !== '')
}

const SIGNATURE =
  /^(--\s?|—|_{3,}|enviado (desde|con|por) .{1,60}|sent (from|with) .{1,60}|obtener outlook .{1,40}|get outlook .{1,40}|descargar outlook .{1,40})$/i

function signatureStart(lines: readonly string[]): number {
  const at = lines.findIndex((line) => line.length <= 100 && SIGNATURE.test(line.trim() === '--' ? '--' : line.trim()))
  return at < 0 ? lines.length : at
}

const BREAKING = new Set([
  'br',
  'p',
  'div',
  'tr',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'hr',
  'pre',
])
/** Elements whose content is no text. */
const SILENT = new Set(['script', 'style', 'head', 'title', 'svg', 'noscript', 'template', 'object'])
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó',
  uacute: 'ú', ntilde: 'ñ', uuml: 'ü', Aacute: 'Á', Eacute: 'É', Iacute: 'Í', Oacute: 'Ó', Uacute: 'Ú', Ntilde: 'Ñ',
  Uuml: 'Ü', iexcl: '¡', iquest: '¿', laquo: '«', raquo: '»', euro: '€', ndash: '–', mdash: '—', hellip: '…',
  lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', middot: '·', bull: '•', deg: '°', ordf: 'ª', ordm: 'º', ccedil: 'ç',
} // prettier-ignore

/**
 * The words of an HTML mail; its markup is never shown. Quotes get the marks that they have in a text. It reads each character once,
 * whatever the markup.
 */
export function textOfHtml(html: string): string {
  const given = clippedText(html, 5 * MAX_MAIL_TEXT)
  let text = ''
  let silent: string | null = null
  let depth = 0
  let at = 0
  const newLine = () => {
    if (!text.endsWith('\n')) text += '\n'
  }
  const say = (words: string) => {
    const plain = decoded(words.replaceAll(/[ \t\r\n]+/g, ' '))
    const begins = text === '' || text.endsWith('\n')
    if (begins && plain.trim() === '') return
    text += begins ? '> '.repeat(Math.min(depth, 5)) + plain.trimStart() : plain
  }
  while (at < given.length && text.length < 2 * MAX_MAIL_TEXT) {
    const open = given.indexOf('<', at)
    if (silent === null) say(given.slice(at, open < 0 ? given.length : open))
    if (open < 0) break
    if (given.startsWith('<!--', open)) {
      const end = given.indexOf('-->', open + 4)
      at = end < 0 ? given.length : end + 3
      continue
    }
    const close = given.indexOf('>', open)
    if (close < 0) {
      if (silent === null) say(given.slice(open))
      break
    }
    const name = /^\/?([a-z][a-z0-9]*)/i.exec(given.slice(open + 1, open + 20))
    if (name === null) {
      // A sign that begins no tag, such as in «a < b».
      if (silent === null) say('<')
      at = open + 1
      continue
    }
    at = close + 1
    const tag = (name[1] ?? '').toLowerCase()
    const ends = given[open + 1] === '/'
    if (silent !== null) {
      if (ends && tag === silent) silent = null
      continue
    }
    if (SILENT.has(tag)) {
      if (!ends && given[close - 1] !== '/') silent = tag
      continue
    }
    if (tag === 'br') text += '\n'
    else if (BREAKING.has(tag)) newLine()
    if (tag === 'p' && ends) text += '\n'
    if (tag === 'td' && ends) text += ' '
    if (tag === 'li' && !ends) say('- ')
    if (tag === 'blockquote') {
      newLine()
      depth = Math.max(0, depth + (ends ? -1 : 1))
    }
  }
  return trimmed(text.split('\n'))
}

const decoded = (text: string): string =>
  text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, code: string) => {
    if (!code.startsWith('#')) return ENTITIES[code] ?? whole
    const point = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1))
    const isSound = point >= 32 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
    return isSound ? String.fromCodePoint(point) : point === 10 || point === 9 ? ' ' : ''
  })

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** A mail's text for storing: without invisible characters that reverse words, or that a database refuses. */
export const plainMailText = (text: string): string =>
  text
    .replaceAll(CONTROL, '')
    .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
