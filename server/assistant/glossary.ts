import { stemmer } from '@orama/stemmers/english'
import english from '#content/assistant-glossary.json' with { type: 'json' }
import { formsOf, stemsIn, wordsIn } from '../manuals/word-forms.ts'

/** One term of a text. */
export interface Said {
  readonly word: string
  /** The manuals' words for it: stems, each with the certainty that it means the same (at most 1). */
  readonly stems: Map<string, number>
  /** Whether it was read as an English word, for which no slips are searched. */
  readonly isEnglish: boolean
}

/** The certainty of an English word outside the glossary: some are used in Spanish. */
const AS_IT_STANDS = 0.5
const LONGEST_PHRASE = 3

let glossary: ReadonlyMap<string, string[][]> | undefined

/** Each phrase in Spanish: a sequence of words, each with its alternatives. */
const readGlossary = () =>
  new Map(
    Object.entries(english).map(([phrase, meaning]) => [
      wordsIn(phrase).map(englishStem).join(' '),
      meaning.split(' ').flatMap((words) => {
        const stems = stemsIn(words.replaceAll('|', ' '))
        return stems.length > 0 ? [stems] : []
      }),
    ]),
  )

/** The terms of a text in either language, in the manuals' Spanish; words without content are left out. */
export function readAs(text: string, language: 'es' | 'en'): Said[] {
  const words = wordsIn(text)
  if (areEnglish(words, language)) return readEnglish(words)
  return words.flatMap((word) => {
    const { stem } = formsOf(word)
    return stem === null ? [] : [{ word, stems: new Map([[stem, 1]]), isEnglish: false }]
  })
}

function readEnglish(words: readonly string[]): Said[] {
  const said: Said[] = []
  for (let place = 0; place < words.length;) {
    const { length, meaning } = meaningAt(words, place)
    const word = words[place] ?? ''
    for (const alternatives of meaning) {
      said.push({ word, stems: new Map(alternatives.map((stem) => [stem, 1])), isEnglish: true })
    }
    const { stem } = formsOf(word)
    if (meaning.length === 0 && stem !== null && !ENGLISH_STOP_WORDS.has(word.toLowerCase())) {
      said.push({ word, stems: new Map([[stem, AS_IT_STANDS]]), isEnglish: true })
    }
    place += length
  }
  return said
}

/** The longest phrase of the glossary that begins at a word. */
function meaningAt(words: readonly string[], place: number) {
  glossary ??= readGlossary()
  for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
    const phrase = words.slice(place, place + length)
    const meaning = glossary.get(phrase.map(englishStem).join(' '))
    if (meaning) return { length: phrase.length, meaning }
  }
  return { length: 1, meaning: [] }
}

function englishStem(word: string): string {
  return stemmer(word.toLowerCase())
}

/** The small words decide; if they do not, the reader's language does. */
function areEnglish(words: readonly string[], language: 'es' | 'en'): boolean {
  const en = words.filter((word) => ENGLISH_STOP_WORDS.has(word.toLowerCase())).length
  const es = words.filter((word) => formsOf(word).stem === null || /[áéíóúñ]/i.test(word)).length
  return en === es ? language === 'en' : en > es
}

/** Only those that are not Spanish words as well. */
const ENGLISH_STOP_WORDS = new Set(
  `about after all am an and any are as at be been before but by can cannot could did do does doing don for from get had
  have having her his how i if in into is isn it its just m my not of on once or our out s should some such t than that
  the their them then there these they this those through to too up us was we were what when where which while who whom
  why will with would you your`.split(/\s+/),
)
