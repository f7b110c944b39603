import { wordsOf } from './search.ts'

// How much of a text in progress another record says. `server/search/alike.test.ts` measures it.

/** Polite words around the question itself. Among few records they look rare, and would count too much. */
const COURTESIES = new Set(
  `hola buenos buenas buen dia dias tarde tardes noches gracias saludo saludos cordial estimado estimados atentamente favor necesito
   necesitamos necesitaria quisiera ayuda ayudar ayudarme urgente urge urgencia cosa hello dear thanks thank regards please help need`.split(
    /\s+/,
  ),
)

/** The different words that may tell the subject of a text, without case or accents. */
export const wordsTelling = (text: string): string[] =>
  [...new Set(wordsOf(text).map(({ word }) => word))].filter((word) => word.length > 2 && !COURTESIES.has(word))

/** A rare word tells more than one that stands in many records. */
const weightOf = (found: number): number => 1 / (1 + Math.log1p(found))

interface SoughtStem {
  readonly stem: string
  /** In how many records it stands. */
  readonly found: number
}

/** A word of the text of a ticket in progress. */
interface TellingStem extends SoughtStem {
  /** Whether people say it about anything («línea», «texto»): by such words alone nothing is alike. */
  readonly isEveryday: boolean
}

/** With a lower share, a ticket only has some words in common with the text. */
const ENOUGH = 0.35
const IN_TITLE = 0.1
const OF_MODULE = 0.05

/** The weight of a word that no record says: a slip, or a sign of another subject. */
const UNKNOWN = 0.4

/**
 * The share of the text that a ticket says, by the weight of the words; 0 if it is too small to be about the same.
 * @param unknown how many words of the text no record says
 */
export function ticketLikeness(
  { sought, unknown }: { readonly sought: readonly TellingStem[]; readonly unknown: number },
  { said, inTitle, isOfModule }: { said: readonly string[]; inTitle: readonly string[]; isOfModule: boolean },
): number {
  const weight = (stems: readonly SoughtStem[]) => stems.reduce((sum, { found }) => sum + weightOf(found), 0)
  const shared = sought.filter(({ stem }) => said.includes(stem))
  const share = weight(shared) / (weight(sought) + UNKNOWN * unknown)
  if (said.length < 2 || share < ENOUGH || shared.every(({ isEveryday }) => isEveryday)) return 0
  return share + (inTitle.length > 1 ? IN_TITLE : 0) + (isOfModule ? OF_MODULE : 0)
}

/** A word of a ticket, with its weight among the records of all clients. */
export interface WeighedStem {
  readonly stem: string
  readonly found: number
  readonly weight: number
}

/** A word of a ticket, and the words with which others may say the same. */
export type Meaning = readonly WeighedStem[]

const ENTITLED = 1.5
const IN_THEIR_TITLE = 1.3
/** Another word of the same meaning tells less than the word itself. */
const KINDRED = 0.7
/** With a lower share, a solved ticket is rather about something else. */
const ENOUGH_OF_ALL = 0.2

/**
 * The weight of a word that so many records of all clients say, of which at most `most` are counted. A word of the title counts for more:
 * it tells the subject.
 */
export const weightAmongAll = (found: number, most: number, isEntitled: boolean): number =>
  Math.log((4 * most) / (found + 1)) * (isEntitled ? ENTITLED : 1)

/**
 * A word with the words of the same meaning, without those that no record says. A rare one weighs no more than the word itself.
 * @param most as for `weightAmongAll`
 */
export function meaningOf(
  own: { readonly stem: string; readonly found: number; readonly isEntitled: boolean },
  kindred: readonly { readonly stem: string; readonly found: number }[],
  most: number,
): Meaning {
  const weight = weightAmongAll(own.found, most, own.isEntitled)
  const others = kindred.map(({ stem, found }) => {
    const theirs = weightAmongAll(found, most, own.isEntitled)
    return { stem, found, weight: KINDRED * (own.found > 0 ? Math.min(weight, theirs) : theirs) }
  })
  return [{ stem: own.stem, found: own.found, weight }, ...others].filter(({ found }) => found > 0)
}

/** The weight of a meaning: that of its weightiest word. */
export const weightOfMeaning = (meaning: Meaning): number => Math.max(0, ...meaning.map(({ weight }) => weight))

/**
 * The share of a ticket that a solved one says, by the weight of the meanings; words in the solved ticket's title count for more. 0 if
 * the share is too small, or only one meaning is said.
 */
export function solvedLikeness(
  sought: readonly Meaning[],
  { said, inTitle, isOfModule }: { said: readonly string[]; inTitle: readonly string[]; isOfModule: boolean },
): number {
  const [words, title] = [new Set(said), new Set(inTitle)]
  const shares = sought.map((meaning) =>
    Math.max(
      0,
      ...meaning
        .filter(({ stem }) => words.has(stem))
        .map(({ stem, weight }) => weight * (title.has(stem) ? IN_THEIR_TITLE : 1)),
    ),
  )
  const whole = sought.reduce((sum, meaning) => sum + weightOfMeaning(meaning), 0)
  const share = shares.reduce((sum, each) => sum + each, 0)
  if (shares.filter((each) => each > 0).length < 2 || share < ENOUGH_OF_ALL * whole) return 0
  return share / whole + (isOfModule ? OF_MODULE : 0)
}

/** The same for a problem of the product: the text must say most of its title, or the problem much of the text. */
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

/** The few records that are most alike, the likest first; equally like ones keep their order. */
export const likest = <Found>(found: readonly Found[], likenessOf: (found: Found) => number): Found[] =>
  found
    .map((each) => ({ each, likeness: likenessOf(each) }))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, MOST_SHOWN)
    .map(({ each }) => each)
