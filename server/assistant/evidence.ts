import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import type { Block } from '#domain/document.ts'
import { formsOf, stemsIn, wordsIn } from '../manuals/word-forms.ts'
import { type Term, type WeighedTerm, saying, sum, termsOf, total } from './question-terms.ts'
import { type Quote, quotesFrom } from './quotes.ts'
import { spellingOf } from './spelling.ts'

/** A piece of text that can answer by itself: a section of a manual, a paragraph of any other corpus. */
export interface Passage {
  readonly id: string
  /** What stands above it, such as `Tesorería › Remesas de adeudos SEPA`. */
  readonly title: string
  /** Plain text, a line for each paragraph, heading and row. */
  readonly text: string
  /** The same as it is laid out, where that is known: it is quoted in whole pieces. */
  readonly blocks?: readonly Block[] | undefined
  /** The topic of its module (spec §3). */
  readonly module?: string | undefined
  /** The product line that it is about; absent: any. */
  readonly line?: string | undefined
  /** How readers ask for it in their own words, between semicolons: it is found by them, they are never quoted. */
  readonly asked?: string | undefined
  /** Whether it comes after others that are as good, as a note on a version does after a manual. */
  readonly isSecondary?: boolean | undefined
}

export interface Question {
  readonly text: string
  /** The question before it in the same conversation. */
  readonly previous?: string | undefined
  /** The topic that is being asked about, as far as it is known: it counts for, never excludes. */
  readonly topic?: string | undefined
  /** The product line that is asked about, where that is not its topic's: what is about another one comes after. */
  readonly line?: string | undefined
  readonly language: 'es' | 'en'
}

/** `answer`: the quotes answer it. `offer`: a passage may. `refuse`: there is nothing about it. */
export type Verdict = 'answer' | 'offer' | 'refuse'

export interface Evidence<P extends Passage = Passage> {
  readonly verdict: Verdict
  /** What was found, the best first: at most ten, of which three are shown. Empty when refused. */
  readonly passages: readonly { readonly passage: P; readonly score: number }[]
  /** For an answer: pieces of the first passage, letter by letter, in their order there. */
  readonly quotes: readonly Quote[]
  /** The topic of what was found; empty: none. */
  readonly topic: string
}

/** A corpus made ready to be consulted. */
export interface PassageIndex<P extends Passage = Passage> {
  /** @param isPutBack whether this reader should see a passage after others that are as good */
  readonly consult: (question: Question, isPutBack?: (passage: P) => boolean) => Evidence<P>
}

/** It is asked how something is done. */
const HOW = /\b(?:c[oó]mo|pasos|how)\b/iu

/** What is asked beyond this is not read: nobody's question takes the server's time. In characters. */
export const MAX_QUESTION = 2000

const MAX_CANDIDATES = 20
const MAX_FOUND = 10
const BOOST = { title: 1.5, asked: 1 }
const BM25 = { k: 1.2, b: 0.7, d: 0 }
/** How much it counts that one sentence says all that is asked, and that words stand side by side as in the question. */
const SENTENCE = 3
const PAIR = 3
/** Of what stands in the title, or in the sentence before or after. */
const NEARBY = 0.5
const TOPIC_BOOST = 1.15
const PUT_BACK = 0.8
/** What another product line says counts half: it is found where one's own says little. */
const OTHER_LINE = 0.5
/** What has this share of a question is another way of asking it, and what it says besides counts so much. */
const ALIKE = 0.15
const OTHER_WORDS = 0.5
/** So few passages do not tell how rare a word is. */
const MIN_PASSAGES = 100

/** Makes a corpus ready; other requests are answered meanwhile. */
export async function indexPassages<P extends Passage>(passages: readonly P[]): Promise<PassageIndex<P>> {
  const entries = new Map<string, Entry<P>>()
  const words = new Map<string, number>()
  const frequency = new Map<string, number>()
  const lines = new Map<string | undefined, string>()
  const index = new MiniSearch<Passage>({
    fields: ['title', 'text', 'asked'],
    tokenize: wordsIn,
    processTerm: (word) => formsOf(word).stem,
  })
  for (const [position, passage] of passages.entries()) {
    index.add(passage)
    entries.set(passage.id, entryOf(passage))
    if (passage.module && passage.line && !lines.has(passage.module)) lines.set(passage.module, passage.line)
    const own = wordsIn([passage.title, passage.text, passage.asked].join(' ')).map(formsOf)
    for (const { plain } of own) words.set(plain, (words.get(plain) ?? 0) + 1)
    for (const stem of new Set(own.map((word) => word.stem))) {
      if (stem !== null) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
    }
    if (position % 10 === 9) await setImmediate()
  }
  const spelling = spellingOf(words)

  /** How much it tells of a passage that it says this: little of what is said everywhere, here or in the language. */
  function weighed({ stems, tells, weight }: Term): WeighedTerm {
    const among = Math.max(passages.length, MIN_PASSAGES)
    const frequent = Math.max(0, ...sureStems({ stems }).map((stem) => frequency.get(stem) ?? 0))
    const rare = Math.log(1 + (among - frequent + 0.5) / (frequent + 0.5))
    return { stems, weight, importance: weight * Math.min(rare, tells), boost: weight * Math.min(1, tells / rare) }
  }

  function ranked(
    terms: readonly WeighedTerm[],
    { topic, line = lines.get(topic) }: Pick<Question, 'topic' | 'line'>,
    isPutBack: (passage: P) => boolean,
  ) {
    const boosts = new Map<string, number>()
    for (const { stems, boost } of terms) {
      for (const [stem, surely] of stems) boosts.set(stem, Math.max(boosts.get(stem) ?? 0, surely * boost))
    }
    return index
      .search([...boosts.keys()].join(' '), {
        tokenize: (stems) => stems.split(' '),
        processTerm: (stem) => stem,
        boostTerm: (stem) => boosts.get(stem) ?? 0,
        boost: BOOST,
        bm25: BM25,
      })
      .slice(0, MAX_CANDIDATES)
      .flatMap(({ id, score: multiplied, queryTerms }) => {
        const entry = entries.get(String(id))
        if (!entry) return []
        const { passage } = entry
        // MiniSearch multiplies by how many stems were found; those of one term count once.
        const score = (multiplied / queryTerms.length) * sum(saying(terms, new Set(queryTerms)))
        const { sentence, pairs } = compared(entry, terms)
        const isOfTopic = passage.module !== undefined && passage.module === topic
        const isOfOtherLine = line !== undefined && passage.line !== undefined && passage.line !== line
        const boost =
          (isOfOtherLine ? OTHER_LINE : 1) *
          (isOfTopic ? TOPIC_BOOST : 1) *
          (passage.isSecondary === true || isPutBack(passage) ? PUT_BACK : 1)
        return [{ entry, passage, score: boost * (score + SENTENCE * sentence + PAIR * pairs) }]
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_FOUND)
  }

  /** Of the ways in which readers ask for a passage, what those say besides that are most like the question. */
  function paraphrased(terms: readonly WeighedTerm[], { asked }: Entry<P>): WeighedTerm[] {
    const others = new Map<string, WeighedTerm>()
    for (const { text, stems } of asked) {
      const likeness = saidOf(terms, { stems: new Set(stems) })
      for (const term of likeness < ALIKE ? [] : termsOf({ text, language: 'es' }, spelling).map(weighed)) {
        const [stem = ''] = term.stems.keys()
        const importance = OTHER_WORDS * likeness * term.importance
        if (terms.some((own) => own.stems.has(stem)) || (others.get(stem)?.importance ?? 0) >= importance) continue
        others.set(stem, { ...term, importance })
      }
    }
    return [...others.values()]
  }

  return {
    consult(question, isPutBack = () => false) {
      const text = question.text.slice(0, MAX_QUESTION)
      const previous = question.previous?.slice(0, MAX_QUESTION)
      const terms = termsOf({ text, previous, language: question.language }, spelling).map(weighed)
      const found = ranked(terms, question, isPutBack)
      const [first, second] = found
      const verdict = first ? verdictOf(first, second, terms) : 'refuse'
      if (!first || verdict === 'refuse') return { verdict: 'refuse', passages: [], quotes: [], topic: '' }
      return {
        verdict,
        passages: found.map(({ passage, score }) => ({ passage, score })),
        quotes:
          verdict === 'answer'
            ? quotesFrom(first.passage, terms, {
                alsoAsked: paraphrased(terms, first.entry),
                wantsSteps: HOW.test(text),
              })
            : [],
        topic: first.passage.module ?? '',
      }
    },
  }
}

/**
 * How likely the first passage is the right one: a logistic regression over XQuAD with half of its articles withheld and
 * 300 questions about the manuals (docs/assistant.md).
 */
const CONFIDENCE = {
  /** By how much was found, */
  score: 1.5,
  /** by how many times as much as in the second passage, up to twice, */
  lead: 4.2,
  most: 2,
  /** and by the share of what is asked that the passage says anywhere. */
  said: 4.8,
  base: -11.2,
}
/** Some sentences that stand together say this share of what is asked, not only the words it was found by. */
const ANSWER = { confidence: 0.95, together: 0.2 }
/** Either of the two: who asks in a word or two has a right to what there is about them. */
const OFFER = { confidence: 0.03, said: 0.3 }

interface Ranked {
  readonly entry: Pick<Entry<Passage>, 'stems' | 'sentences'>
  readonly score: number
}

function verdictOf({ entry, score }: Ranked, second: Ranked | undefined, terms: readonly WeighedTerm[]): Verdict {
  const asked = sum(terms.map(({ importance }) => importance))
  // What was asked before may help, and is no fault of a passage that does not say it.
  const now = terms.filter(({ weight }) => weight === 1)
  const said = Math.max(saidOf(terms, entry), saidOf(now, entry))
  const lead = Math.min(CONFIDENCE.most, second ? score / second.score : Infinity)
  const odds =
    CONFIDENCE.base + CONFIDENCE.score * Math.log(1 + score) + CONFIDENCE.lead * Math.log(lead) + CONFIDENCE.said * said
  const confidence = 1 / (1 + Math.E ** -odds)
  if (confidence >= ANSWER.confidence && toldTogether(entry, terms) >= ANSWER.together * asked) return 'answer'
  return confidence >= OFFER.confidence || said >= OFFER.said ? 'offer' : 'refuse'
}

/** The share of what is asked that a passage says. */
function saidOf(terms: readonly WeighedTerm[], { stems }: Pick<Ranked['entry'], 'stems'>): number {
  const asked = sum(terms.map(({ importance }) => importance))
  return asked === 0 ? 0 : total(terms, saying(terms, stems)) / asked
}

/** A word that is the one that was typed, or as good as that. */
const SURE = 0.8

/** A passage as questions are compared with it. */
interface Entry<P> {
  readonly passage: P
  readonly title: ReadonlySet<string>
  readonly sentences: readonly (Sentence & { readonly isFirst: boolean })[]
  /** As readers ask for it. */
  readonly asked: readonly Sentence[]
  /** All that it says and is asked for by. */
  readonly stems: ReadonlySet<string>
  /** Those that stand side by side. */
  readonly pairs: ReadonlySet<string>
}

interface Sentence {
  readonly text: string
  readonly stems: readonly string[]
}

function entryOf<P extends Passage>(passage: P): Entry<P> {
  const title = sentenceOf(passage.title)
  const sentences = passage.text.split('\n').flatMap((line) =>
    line
      .split(SENTENCE_END)
      .filter((text) => text.trim() !== '')
      .map((text, place) => ({ ...sentenceOf(text), isFirst: place === 0 })),
  )
  const asked = (passage.asked ?? '')
    .split(';')
    .filter((text) => text.trim() !== '')
    .map(sentenceOf)
  const all = [title, ...sentences, ...asked]
  const pairs = all.flatMap(({ stems }) => stems.slice(0, -1).map((stem, place) => `${stem} ${stems[place + 1]}`))
  const stems = new Set(all.flatMap((sentence) => sentence.stems))
  return { passage, title: new Set(title.stems), sentences, asked, stems, pairs: new Set(pairs) }
}

const SENTENCE_END = /(?<=[.!?…]["»”)]?)\s+(?=[\p{Lu}\d¿¡«"“(])/u

const sentenceOf = (text: string): Sentence => ({ text: text.trim(), stems: stemsIn(text) })

/** What the best sentence of a passage says of the terms, and the terms that stand side by side in it as asked. */
function compared<P>({ title, sentences, asked, pairs }: Entry<P>, terms: readonly WeighedTerm[]) {
  const inTitle = saying(terms, title)
  const rows = [...sentences, ...asked].map(({ stems }) => saying(terms, new Set(stems)))
  const sentence = Math.max(
    ...rows.map((row, at) =>
      total(
        terms,
        row.map((here, place) => {
          const beside = Math.max(rows[at - 1]?.[place] ?? 0, rows[at + 1]?.[place] ?? 0, inTitle[place] ?? 0)
          return Math.max(here, NEARBY * beside)
        }),
      ),
    ),
    NEARBY * total(terms, inTitle),
  )
  let sideBySide = 0
  for (const [place, term] of terms.entries()) {
    const next = terms[place + 1]
    if (!next || !sureStems(term).some((stem) => sureStems(next).some((other) => pairs.has(`${stem} ${other}`))))
      continue
    sideBySide += (term.importance + next.importance) / 2
  }
  return { sentence, pairs: sideBySide }
}

const sureStems = ({ stems }: Pick<Term, 'stems'>): string[] =>
  [...stems].flatMap(([stem, surely]) => (surely < SURE ? [] : [stem]))

const MAX_TOGETHER = 3
const MAX_LENGTH_TOGETHER = 700
const MIDDLE = 0.8

/** How much of what is asked some sentences say that stand one after another. */
function toldTogether({ sentences }: Pick<Ranked['entry'], 'sentences'>, terms: readonly WeighedTerm[]): number {
  let best = 0
  for (const [from, { isFirst }] of sentences.entries()) {
    const window = sentences.slice(from, from + MAX_TOGETHER)
    while (window.length > 1 && sum(window.map(({ text }) => text.length)) > MAX_LENGTH_TOGETHER) window.pop()
    const told = total(terms, saying(terms, new Set(window.flatMap(({ stems }) => stems))))
    // What begins in the middle of a paragraph is worse to read.
    if (told * (isFirst ? 1 : MIDDLE) > best) best = told
  }
  return best
}
