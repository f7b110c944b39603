/**
 * The text without what identifies somebody: e-mail addresses, bank accounts (IBAN), identity documents (DNI, NIE) and
 * telephone numbers. For what leaves the house; rather one number too many than one too few.
 */
export const maskedText = (text: string): string =>
  MASKS.reduce((masked, [pattern, instead]) => masked.replaceAll(pattern, instead), text)

const EMAIL = /[\p{L}\p{N}._%+-]+\s?(?:@|\(at\)|\[at\]|\sarroba\s)\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
/** Any country's, in groups or not. */
const IBAN = /\b[A-Z]{2}[\s.-]?\d{2}(?:[\s.-]?(?=[A-Z]{0,3}\d)[A-Z0-9]{4}){2,7}(?:[\s.-]?\d{1,3})?\b/giu
/** Eight digits, or X, Y or Z with seven, and a letter. */
const IDENTITY =
  /\b(?:[XYZ][\s.-]?\d{1,2}|\d{1,2})[\s.]?\d{3}[\s.]?\d{3}[\s.-]?[A-Z]\b|\b[XYZ][\s.-]?\d{7}[\s.-]?[A-Z]\b/giu
/** Nine digits that begin as Spanish telephones do, or any number with its country. */
const PHONE =
  /(?:(?:\+|\b00)\s?\d{1,3}[\s.-]?(?:\(?\d{1,4}\)?[\s.-]?){2,5}\d{1,4}|(?<![\d.,])[6-9](?:[\s.-]?\d){8})(?!\d)/gu

const MASKS: readonly (readonly [RegExp, string])[] = [
  [EMAIL, '[correo]'],
  [IBAN, '[IBAN]'],
  [IDENTITY, '[documento]'],
  [PHONE, '[teléfono]'],
]
