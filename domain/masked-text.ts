/** The writer's own names: others cannot be known. */
export interface KnownNames {
  /** Names of people; each part is masked on its own, too. */
  readonly people: readonly string[]
  /** Names of companies, and logins: masked only as a whole. */
  readonly others: readonly string[]
}

/**
 * Masks what identifies somebody or grants access: e-mail addresses, bank accounts (IBAN), cards, identity documents (NIF, NIE,
 * CIF), telephones, postal addresses, passwords, and names, known ones and those after «soy», «Sra.» and the like. For texts sent
 * to third parties: better one word too many than one too few.
 */
export function maskedText(text: string, { people, others }: KnownNames = { people: [], others: [] }): string {
  const known = namesIn(people, others)
  // Names come last, because they may be part of an address, a street or a password.
  const masked = MASKS.reduce(
    (rest, [pattern, instead]) => rest.replaceAll(pattern, instead),
    text.replaceAll(FULL_WIDTH, narrowed),
  )
  const named = known ? masked.replaceAll(known, '[nombre]') : masked
  return named
    .replaceAll(CALLED, '$1 [nombre]')
    .replaceAll(DIGITS_OF_CARD, (digits) => (holdsCard(digits) ? MASK_OF.card : digits))
    .replaceAll(PHONE, '[teléfono]')
}

/** Numbers that identify a person, or an account of theirs, beyond doubt. */
export type PersonalNumberKind = 'document' | 'iban' | 'card'

export interface PersonalNumber {
  readonly kind: PersonalNumberKind
  readonly from: number
  readonly to: number
}

/** The words that stand in a number's place. */
const MASK_OF: Readonly<Record<PersonalNumberKind, string>> = {
  document: '[documento]',
  iban: '[IBAN]',
  card: '[tarjeta]',
}

/**
 * The identity documents of persons (DNI, NIE), bank accounts and cards in a text whose check letter or digits are right, in their
 * order. For a notice to the writer: here a wrong alarm is worse than a missed number.
 */
export function personalNumbersIn(text: string): readonly PersonalNumber[] {
  const found: PersonalNumber[] = []
  const look = (kind: PersonalNumberKind, pattern: RegExp, lengthOf: (candidate: string) => number) => {
    for (const { 0: candidate, index } of text.matchAll(pattern)) {
      const to = index + lengthOf(candidate)
      if (to > index && !found.some((other) => index < other.to && other.from < to))
        found.push({ kind, from: index, to })
    }
  }
  look('iban', IBAN, ibanLength)
  look('document', IDENTITY, (candidate) => (isDocument(candidate) ? candidate.length : 0))
  look('card', DIGITS_OF_CARD, (candidate) => (isUsualCard(candidate) ? candidate.length : 0))
  return found.toSorted((one, other) => one.from - other.from)
}

/** The text with these numbers masked. */
export const withoutNumbers = (text: string, numbers: readonly PersonalNumber[]): string =>
  numbers.reduceRight((rest, { kind, from, to }) => rest.slice(0, from) + MASK_OF[kind] + rest.slice(to), text)

/** Without spaces, dots and dashes. */
const compact = (text: string): string => text.replaceAll(/[\s.-]/gu, '').toUpperCase()

/**
 * The length of the account number that a candidate begins with; the words and figures behind it may look like more of
 * it. 0 without a valid one.
 */
function ibanLength(candidate: string): number {
  for (let length = candidate.length; length > 0; length -= 1) {
    const iban = compact(candidate.slice(0, length))
    if (iban.length < SHORTEST_IBAN) return 0
    if (!/[A-Z\d]/iu.test(candidate[length] ?? '') && iban.length <= LONGEST_IBAN && isIban(iban)) return length
  }
  return 0
}

const SHORTEST_IBAN = 15
const LONGEST_IBAN = 34

/** ISO 13616: country and check digits last, letters as 10 to 35, the remainder of 97 is 1. */
function isIban(iban: string): boolean {
  let remainder = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

/** DNI or NIE by its letter; a company's number (CIF) is public. */
function isDocument(candidate: string): boolean {
  const [, first = '', digits, letter] = /^([XYZ]?)(\d{7,8})([A-Z])$/u.exec(compact(candidate)) ?? []
  if (digits === undefined || digits.length !== (first === '' ? 8 : 7)) return false
  return DOCUMENT_LETTERS[Number(`${first === '' ? '' : 'XYZ'.indexOf(first)}${digits}`) % 23] === letter
}

const DOCUMENT_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Of 15 or 16 digits, from the ranges in which cards are: fewer are as likely an article's number. */
function isUsualCard(candidate: string): boolean {
  const digits = compact(candidate)
  return /^(?:3[47]\d{13}|[2-6]\d{15})$/u.test(digits) && isCard(digits)
}

/** Letters, digits and signs in the full-width form of Chinese text. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/gu
const narrowed = (wide: string): string => wide.normalize('NFKC')

// Each pattern looks only a few dozen characters ahead, or resumes within what it has seen: time grows with the text, not with
// its square.

/** Up to two words, the second after a slash: «usuario y contraseña: lucia / Abc-1». */
const SECRET = String.raw`\S{1,100}(?:\s?\/\s?\S{1,100})?`
const PASSWORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(contrase[nñ]a|password|passwd|pwd|pass|clave|pin|token)(\s?(?:[:=]|->)\s?)${SECRET}`,
  'giu',
)
/** «La contraseña es incorrecta» reveals nothing; a word with a digit or a sign in it might. */
const PASSWORD_SAID =
  /(?<![\p{L}\p{N}])(contrase[nñ]a|password|clave|pin)(\s(?:es|is|era|was)\s)(?=\p{L}{0,99}[^\p{L}\s.,;])\S{1,100}/giu
/** Without a sign between them: the next word counts if it has a digit; after words like «clave», which precede numbers, also a letter. */
const PASSWORD_BESIDE =
  /(?<![\p{L}\p{N}])(contrase[nñ]a|password|passwd|pwd|pin|(?:clave|pass|token)(?=\s\S{0,99}\p{L}))(\s)(?=\S{4})(?=\S{0,99}\d)\S{1,100}/giu
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\]|\sarroba\s)\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
/** Of any country, grouped or not. */
const IBAN = /\b[A-Z]{2}[\s.-]?\d{2}(?:[\s.-]?(?=[A-Z]{0,3}\d)[A-Z0-9]{4}){2,7}(?:[\s.-]?\d{1,3})?\b/giu
/** Eight digits, or X, Y or Z and seven digits, then a letter; or a company's letter, seven digits, and a digit or letter. */
const IDENTITY =
  /\b(?:[XYZ][\s.-]?\d{1,2}|\d{1,2})[\s.]?\d{3}[\s.]?\d{3}[\s.-]?[A-Z]\b|\b[XYZ][\s.-]?\d{7}[\s.-]?[A-Z]\b|\b[A-HJNP-SUVW][\s.-]?\d{2}[\s.]?\d{3}[\s.]?\d{2}[\s.-]?[0-9A-J]\b/giu
/** A street with its number, then the town. */
const ADDRESS =
  /(?<![\p{L}\p{N}])(?:calle|c\/|avda?\.|avenida|plaza|pza\.|paseo|camino|carretera|ctra\.|ronda|traves[ií]a|pol[ií]gono)\s?(?:[\p{L}.'’ªº-]{1,30}\s){0,5}?[\p{L}.'’ªº-]{1,30},?\s(?:n[.ºo°úm]{0,4}\s?)?\d{1,4}(?!\d)(?:,?\s\d{1,3}\s?[ªº]\s?[\p{L}\d]{0,4})?(?:,?\s\d{5}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,3})?/giu
const POSTAL_CODE = /(?<![\p{L}\p{N}])c\.?p\.?:?\s?\d{5}(?!\d)/giu
/** The capitalised words, and known names, after a form of address or introduction. */
const CALLED =
  /(?<![\p{L}\p{N}])([Mm]e llamo|[Mm]i nombre es|[Mm]y name is|[Ss]oy|[Dd]on|[Dd]oña|D\.ª?|Dña\.|Sra?\.?|Mrs?\.?)\s(?:\[nombre\]|\p{Lu}[\p{L}'’-]{1,30})(?:\s(?:de(?:l|\sla|\slos)?\s)?(?:\[nombre\]|\p{Lu}[\p{L}'’-]{1,30})){0,2}/gu

const MASKS: readonly (readonly [RegExp, string])[] = [
  [PASSWORD, '$1$2[contraseña]'],
  [PASSWORD_SAID, '$1$2[contraseña]'],
  [PASSWORD_BESIDE, '$1$2[contraseña]'],
  [EMAIL, '[correo]'],
  [IBAN, MASK_OF.iban],
  [IDENTITY, MASK_OF.document],
  [ADDRESS, '[dirección]'],
  [POSTAL_CODE, '[dirección]'],
]

/** Digits that may contain a card's number. */
const DIGITS_OF_CARD = /(?<!\d)\d(?:[ .-]?\d){12,25}(?!\d)/gu
/** Nine digits that begin like a Spanish telephone, its area perhaps in brackets, or any number with its country code. */
const PHONE =
  /(?:\(?(?:\+|\b00)\s?\d{1,3}\)?[\s.-]?(?:\(?\d{1,4}\)?[\s.-]?){2,5}\d{1,4}|\([6-9]\d{1,2}\)(?:[\s.-]?\d){6,7}|(?<![\d.,])[6-9](?:[\s.-]?\d){8})(?!\d)/gu

const SHORTEST_CARD = 13
const LONGEST_CARD = 19

/** Whether consecutive groups form a card's number, whatever surrounds them. */
function holdsCard(text: string): boolean {
  const groups = text.split(/[ .-]/u)
  const digits = groups.join('')
  const bounds = [0]
  for (const { length } of groups) bounds.push((bounds.at(-1) ?? 0) + length)
  return bounds.some((from) =>
    bounds.some((to) => to - from >= SHORTEST_CARD && to - from <= LONGEST_CARD && isCard(digits.slice(from, to))),
  )
}

/** By its check digit (Luhn). */
function isCard(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const value = Number(digits[digits.length - 1 - place]) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const SHORTEST_NAME = 4

/** The names as people type them, with or without capitals and accents; undefined without names. */
function namesIn(people: readonly string[], others: readonly string[]): RegExp | undefined {
  const wholes = [...people, ...others.flatMap((name) => [name, name.replace(COMPANY_FORM, '')])]
  const parts = people.flatMap((name) => name.split(/\s+/u))
  const names = new Set(
    [...wholes, ...parts].map((name) => name.trim()).filter(({ length }) => length >= SHORTEST_NAME),
  )
  if (names.size === 0) return undefined
  // The longest first, so that no partial name leaves the rest unmasked.
  const patterns = [...names].toSorted((a, b) => b.length - a.length).map(patternOf)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{N}])`, 'giu')
}

const COMPANY_FORM = /,?\s+(?:s\.?\s?[al]\.?(?:\s?u\.?)?|s\.?\s?coop\.?)$/iu

/** Any accent on any vowel, any space between words. */
const patternOf = (name: string): string =>
  Array.from(name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .map((letter) => ACCENTED[letter] ?? letter.replace(SYNTAX, String.raw`\$&`))
    .join('')

const SYNTAX = /[$()*+./?[\\\]^{|}]/u

const ACCENTED: Readonly<Record<string, string>> = {
  a: '[aáàäâã]',
  e: '[eéèëê]',
  i: '[iíìïî]',
  o: '[oóòöôõ]',
  u: '[uúùüû]',
  n: '[nñ]',
  c: '[cç]',
  ' ': String.raw`\s{1,3}`,
}
