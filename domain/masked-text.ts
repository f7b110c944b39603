/** Who is writing: nobody else's name can be known. */
export interface KnownNames {
  /** What people are called; each part of it is masked by itself as well. */
  readonly people: readonly string[]
  /** What companies are called, and logins: only as a whole. */
  readonly others: readonly string[]
}

/**
 * The text without what identifies somebody or lets somebody in: e-mail addresses, bank accounts (IBAN), cards, identity
 * documents (NIF, NIE, CIF), telephones, postal addresses, passwords, and the names that are known or that stand after
 * «soy», «Sra.» and their like. For what leaves the house; rather one word too many than one too few.
 */
export function maskedText(text: string, { people, others }: KnownNames = { people: [], others: [] }): string {
  const known = namesIn(people, others)
  const named = known ? text.replaceAll(known, '[nombre]') : text
  const masked = MASKS.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), named)
  return masked
    .replaceAll(DIGITS_OF_CARD, (digits) => (holdsCard(digits) ? '[tarjeta]' : digits))
    .replaceAll(PHONE, '[teléfono]')
}

// None looks further than a few dozen characters from where it begins, or begins in the middle of what one has looked at:
// the time grows with the text and not with its square.

/** Up to two words, one of them after a slash: «usuario y contraseña: lucia / Abc-1». */
const SECRET = String.raw`\S{1,100}(?:\s?\/\s?\S{1,100})?`
const PASSWORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(contrase[nñ]a|password|passwd|pwd|pass|clave|pin|token)(\s?(?:[:=]|->)\s?)${SECRET}`,
  'giu',
)
/** «La contraseña es incorrecta» gives nothing away; what has a digit or a sign inside may. */
const PASSWORD_SAID =
  /(?<![\p{L}\p{N}])(contrase[nñ]a|password|clave|pin)(\s(?:es|is|era|was)\s)(?=\p{L}{0,99}[^\p{L}\s.,;])\S{1,100}/giu
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\]|\sarroba\s)\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
/** Any country's, in groups or not. */
const IBAN = /\b[A-Z]{2}[\s.-]?\d{2}(?:[\s.-]?(?=[A-Z]{0,3}\d)[A-Z0-9]{4}){2,7}(?:[\s.-]?\d{1,3})?\b/giu
/** Eight digits, or X, Y or Z with seven, and a letter; or a company's letter with seven digits and one more, or a letter. */
const IDENTITY =
  /\b(?:[XYZ][\s.-]?\d{1,2}|\d{1,2})[\s.]?\d{3}[\s.]?\d{3}[\s.-]?[A-Z]\b|\b[XYZ][\s.-]?\d{7}[\s.-]?[A-Z]\b|\b[A-HJNP-SUVW][\s.-]?\d{2}[\s.]?\d{3}[\s.]?\d{2}[\s.-]?[0-9A-J]\b/giu
/** A street with its number, and the town after it. */
const ADDRESS =
  /(?<![\p{L}\p{N}])(?:calle|c\/|avda?\.|avenida|plaza|pza\.|paseo|camino|carretera|ctra\.|ronda|traves[ií]a|pol[ií]gono)\s?(?:[\p{L}.'’ªº-]{1,30}\s){0,5}?[\p{L}.'’ªº-]{1,30},?\s(?:n[.ºo°úm]{0,4}\s?)?\d{1,4}(?!\d)(?:,?\s\d{1,3}\s?[ªº]\s?[\p{L}\d]{0,4})?(?:,?\s\d{5}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,3})?/giu
const POSTAL_CODE = /(?<![\p{L}\p{N}])c\.?p\.?:?\s?\d{5}(?!\d)/giu
/** Whoever is called by name or says it: the words that begin with a capital. */
const CALLED =
  /(?<![\p{L}\p{N}])([Mm]e llamo|[Mm]i nombre es|[Mm]y name is|[Ss]oy|[Dd]on|[Dd]oña|D\.ª?|Dña\.|Sra?\.?|Mrs?\.?)\s(?:\p{Lu}[\p{L}'’-]{1,30})(?:\s(?:de(?:l|\sla|\slos)?\s)?\p{Lu}[\p{L}'’-]{1,30}){0,2}/gu

const MASKS: readonly (readonly [RegExp, string])[] = [
  [PASSWORD, '$1$2[contraseña]'],
  [PASSWORD_SAID, '$1$2[contraseña]'],
  [EMAIL, '[correo]'],
  [IBAN, '[IBAN]'],
  [IDENTITY, '[documento]'],
  [ADDRESS, '[dirección]'],
  [POSTAL_CODE, '[dirección]'],
  [CALLED, '$1 [nombre]'],
]

/** What might be a card among other digits. */
const DIGITS_OF_CARD = /(?<!\d)\d(?:[ .-]?\d){12,25}(?!\d)/gu
/** Nine digits that begin as Spanish telephones do, or any number with its country. */
const PHONE =
  /(?:(?:\+|\b00)\s?\d{1,3}[\s.-]?(?:\(?\d{1,4}\)?[\s.-]?){2,5}\d{1,4}|(?<![\d.,])[6-9](?:[\s.-]?\d){8})(?!\d)/gu

const SHORTEST_CARD = 13
const LONGEST_CARD = 19

/** Whether some groups one after another are a card's number, whatever stands before and after them. */
function holdsCard(text: string): boolean {
  const groups = text.split(/[ .-]/u)
  const digits = groups.join('')
  const bounds = [0]
  for (const { length } of groups) bounds.push((bounds.at(-1) ?? 0) + length)
  return bounds.some((from) =>
    bounds.some((to) => to - from >= SHORTEST_CARD && to - from <= LONGEST_CARD && isCard(digits.slice(from, to))),
  )
}

/** By the digit that checks the others (Luhn). */
function isCard(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const value = Number(digits[digits.length - 1 - place]) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const SHORTEST_NAME = 4

/** The names as people type them, with or without capitals and accents; undefined when there are none. */
function namesIn(people: readonly string[], others: readonly string[]): RegExp | undefined {
  const wholes = [...people, ...others.flatMap((name) => [name, name.replace(COMPANY_FORM, '')])]
  const parts = people.flatMap((name) => name.split(/\s+/u))
  const names = new Set(
    [...wholes, ...parts].map((name) => name.trim()).filter(({ length }) => length >= SHORTEST_NAME),
  )
  if (names.size === 0) return undefined
  // The longest first, so that no part of a name hides the rest.
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
