import { wordsOf } from './search.ts'

// How much of a text that somebody is writing a record says. Measured by `server/search/alike.test.ts`.

/** What people write around what they mean; in few records these are rare as well. */
const COURTESIES = new Set(
  `hola buenos buenas buen dia dias tarde tardes noches gracias saludo saludos cordial estimado estimados atentamente favor necesito
   necesitamos necesitaria quisiera ayuda ayudar ayudarme urgente urge urgencia cosa hello dear thanks thank regards please help need`.split(
    /\s+/,
  ),
)

/** The different words of a text that may tell what it is about, without case or accents. */
export const wordsTelling = (text: string): string[] =>
  [...new Set(wordsOf(text).map(({ word }) => word))].filter((word) => word.length > 2 && !COURTESIES.has(word))

/** A rare word tells more than one that stands in many records. */
const weightOf = (found: number): number => 1 / (1 + Math.log1p(found))

interface SoughtStem {
  readonly stem: string
  /** In how many records it stands. */
  readonly found: number
}

/** Below it a ticket only shares some words with the text. */
const ENOUGH = 0.35
const IN_TITLE = 0.1
const OF_MODULE = 0.05

/** A word that no record says: the text is about something else, or it is a slip. */
const UNKNOWN = 0.4

/**
 * How much of the text a ticket says, by the weight of the words; 0 if too little for being about the same.
 * @param unknown how many words of the text no record says
 */
export function ticketLikeness(
  { sought, unknown }: { readonly sought: readonly SoughtStem[]; readonly unknown: number },
  { said, inTitle, isOfModule }: { said: readonly string[]; inTitle: readonly string[]; isOfModule: boolean },
): number {
  const weight = (stems: readonly SoughtStem[]) => stems.reduce((sum, { found }) => sum + weightOf(found), 0)
  const share = weight(sought.filter(({ stem }) => said.includes(stem))) / (weight(sought) + UNKNOWN * unknown)
  if (said.length < 2 || share < ENOUGH) return 0
  return share + (inTitle.length > 1 ? IN_TITLE : 0) + (isOfModule ? OF_MODULE : 0)
}

/** The same for a problem of the product: most of its title, or much of the text in all that it says. */
export function problemLikeness(
  telling: number,
  { said, titleSaid, titleWords }: { said: readonly string[]; titleSaid: number; titleWords: number },
): number {
  const ofTitle = titleSaid / Math.max(1, titleWords)
  const ofText = said.length / telling
  if ((titleSaid > 1 && ofTitle >= 0.5) || (said.length > 3 && ofText >= 0.3)) return ofTitle + ofText
  return 0
}

const MOST_SHOWN = 5

/** The likest first, and of equally like ones the first. */
export const likest = <Found>(found: readonly Found[], likenessOf: (found: Found) => number): Found[] =>
  found
    .map((each) => ({ each, likeness: likenessOf(each) }))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, MOST_SHOWN)
    .map(({ each }) => each)
