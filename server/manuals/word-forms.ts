import { stemmer } from '@orama/stemmers/spanish'
import { folded, spanishWords } from './spanish-words.ts'

export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The forms by which a word is found. */
interface Forms {
  /** Without accents and case. */
  readonly plain: string
  /** The stem, also without accents; null for a word without content. */
  readonly stem: string | null
}

export function formsOf(word: string): Forms {
  const known = forms.get(word)
  if (known) return known
  const plain = folded(word)
  const made = { plain, stem: STOP_WORDS.has(plain) ? null : folded(stemmer(accented(word.toLowerCase(), plain))) }
  // The documents have a limited number of words; people's input does not.
  if (forms.size < MAX_FORMS) forms.set(word, made)
  return made
}

const forms = new Map<string, Forms>()
const MAX_FORMS = 50_000

/** The stems of a text's words, in their order. */
export const stemsIn = (text: string): string[] => wordsIn(text).flatMap((word) => formsOf(word).stem ?? [])

/** The stemmer knows many endings by their accents, which people often omit. */
function accented(word: string, plain: string): string {
  if (plain !== word) return word
  return spanishWords().get(plain)?.spelling ?? plain.replace(/([cs])ion$/, '$1ión')
}

const STOP_WORDS = new Set(
  `a al algo como con cual cuales cuando de del desde donde e el ella ellas ello ellos en entre es esa esas ese eso esos
  esta estas este esto estos ha han hasta hay la las le les lo los mas me mi mis muy ni no nos o os para pero por
  porque que quien se ser si sin sobre son su sus tambien te tu tus u un una unas uno unos y ya yo puedo puede hago
  hacer hace hola gracias muchas saludos quiero quisiera necesito q k xq pq tb`.split(/\s+/),
)
