import { stemsIn } from '../manuals/word-forms.ts'
import { folded } from '../manuals/spanish-words.ts'
import { type WeighedTerm, saying, sum, total } from './question-terms.ts'

/** The heading of a section, without its document's title. */
export const headingOf = (title: string): string => title.split(' › ').at(-1) ?? ''

/** A heading, then the things that it names: «Anular una reserva o resolver un contrato» names two. */
export const thingsIn = (heading: string): string[] => [...new Set([heading, ...heading.split(BETWEEN)])]
const BETWEEN = /\s+[yo]\s+|[:,(]/u

/** Without these a question and a heading are not about the same: how much it costs, when, why not. */
const TURNS =
  /\b(?:no|sin|por que|cuant[oa]s?|cuando|quien(?:es)?|donde|cuesta|precio|not|without|why|when|who|where|how (?:much|many|long)|cost)\b/gu
/** These only say that something is made: «genero una remesa» is «Remesar». */
const MAKES =
  /^(?:doy|dar|hac|cre|gener|registr|met|pon|pong|sac|emit|gestion|realiz|introduc|introduzc|anad|tramit|us|utiliz|confeccion|prepar|configur)$/
/** Other forms of stems, by which people ask for what a heading says in the infinitive. */
const OTHER_FORMS = new Map([
  ['doy', 'dar'],
  ['abro', 'abrir'],
  ['bloque', 'bloqu'],
  ['pong', 'pon'],
  ['pid', 'ped'],
  ['mid', 'med'],
  ['sig', 'segu'],
  ['elij', 'eleg'],
  ['corrij', 'correg'],
  ['repit', 'repet'],
  ['contabl', 'contabil'],
])

/** A heading answers if it says this share of the question, and the question this share of it, */
const SAYS = 0.85
const SAID = 0.6
/** with this many words in common. */
const SHARED = 2

/** Whether a heading asks or denies the same as a question. */
export const turnsAlike = (question: string, heading: string): boolean => turnsOf(question) === turnsOf(heading)

/**
 * The share of a heading that the question repeats; 0 if the question is about more than its document's title and it say.
 * @param heading the terms of the heading, or of one of the things it names
 */
export function repeatedShare(asked: readonly WeighedTerm[], title: string, heading: readonly WeighedTerm[]): number {
  const own = asked.filter(({ weight }) => weight === 1).map(withOtherForms)
  const said = whole(saying(own, new Set(stemsIn(title))))
  const needed = sum(own.map(({ stems, importance }, place) => (said[place] === 1 || !makes(stems) ? importance : 0)))
  if (needed === 0 || total(own, said) < SAYS * needed) return 0
  const shared = whole(saying(heading, new Set(own.flatMap(({ stems }) => [...stems.keys()]))))
  if (sum(shared) < SHARED) return 0
  const share = total(heading, shared) / sum(heading.map(({ importance }) => importance))
  return share >= SAID ? share : 0
}

const whole = (surely: readonly number[]): number[] => surely.map((each) => (each > 0 ? 1 : 0))

function withOtherForms(term: WeighedTerm): WeighedTerm {
  const others = [...term.stems.keys()].flatMap((stem) => OTHER_FORMS.get(stem) ?? [])
  return { ...term, stems: new Map([...term.stems, ...others.map((stem) => [stem, 1] as const)]) }
}

const makes = (stems: ReadonlyMap<string, number>): boolean => [...stems.keys()].some((stem) => MAKES.test(stem))

const turnsOf = (text: string): string => [...new Set(folded(text).match(TURNS))].toSorted().join(' ')
