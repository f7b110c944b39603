import { setImmediate } from 'node:timers/promises'
import MiniSearch from 'minisearch'
import type { EvidenceVerdict } from '#domain/conversation.ts'
import type { Block } from '#domain/document.ts'
import { formsOf, stemsIn, wordsIn } from '../manuals/word-forms.ts'
import { headingOf, repeatedShare, thingsIn, turnsAlike } from './headings.ts'
import { type Term, UNHEARD, type WeighedTerm, saying, sum, termsOf, total } from './question-terms.ts'
import { type Quote, isAmount, quotesFrom } from './quotes.ts'
import { spellingOf } from './spelling.ts'

/** A piece of text that can answer by itself: a section of a manual, a paragraph of any other corpus. */
export interface Passage {
  readonly id: string
  /** Its headings, such as `Tesorería › Remesas de adeudos SEPA`. */
  readonly title: string
  /** Plain text, a line for each paragraph, heading and row. */
  readonly text: string
  /** The same text with its layout, if known: it is then quoted in whole blocks. */
  readonly blocks?: readonly Block[] | undefined
  /** The topic of its module (spec §3). */
  readonly module?: string | undefined
  /** The product line it is about; absent: any. */
  readonly line?: string | undefined
  /** Readers' own questions for it, separated by semicolons. These words are searched and never quoted. */
  readonly asked?: string | undefined
  /** Whether it ranks below equally good passages, as a version note ranks below a manual. */
  readonly isSecondary?: boolean | undefined
}

export interface Question {
  readonly text: string
  /** The question before it in the same conversation. */
  readonly previous?: string | undefined
  /** The topic of the question, if known: it raises passages and excludes none. */
  readonly topic?: string | undefined
  /** The product line of the question, if it is not its topic's: passages of other lines rank lower. */
  readonly line?: string | undefined
  readonly language: 'es' | 'en'
}

export interface Evidence<P extends Passage = Passage> {
  readonly verdict: EvidenceVerdict
  /** The passages found, the best first: at most ten, three of them shown. Empty if refused. */
  readonly passages: readonly { readonly passage: P; readonly score: number }[]
  /** For an answer: pieces of the first passage, letter by letter, in their order there. */
  readonly quotes: readonly Quote[]
  /** The topic of the found passages; empty for none. */
  readonly topic: string
}

/** A corpus prepared for questions. */
export interface PassageIndex<P extends Passage = Passage> {
  /** @param isPutBack whether this reader should see a passage after equally good ones */
  readonly consult: (question: Question, isPutBack?: (passage: P) => boolean) => Evidence<P>
}

const NOTHING = { verdict: 'refuse', passages: [], quotes: [], topic: '' } as const

/** The question asks how something is done. */
const HOW = /\b(?:c[oó]mo|pasos|how)\b/iu

/** The rest of a longer question is ignored, so that no question can occupy the server. In characters. */
export const MAX_QUESTION = 2000

const MAX_CANDIDATES = 20
const MAX_FOUND = 10
const BOOST = { title: 1.5, asked: 1 }
const BM25 = { k: 1.2, b: 0.7, d: 0 }
/** The weights of the best sentence, and of neighbouring words in the question's order. */
const SENTENCE = 3
const PAIR = 3
/** The weight of words in the title, or in the sentence before or after. */
const NEARBY = 0.5
const TOPIC_BOOST = 1.15
const PUT_BACK = 0.8
/** Another product line's passages count half: they appear when the reader's own line says little. */
const OTHER_LINE = 0.5
/** A reader's question that shares this much with ours is another way of asking it; its other words count this much. */
const ALIKE = 0.15
const OTHER_WORDS = 0.5
/** Of two sections whose headings the question repeats, one answers if it is this much better. */
const AHEAD = 1.1
/** A heading that names several things is repeated less by one of them. */
const ONE_THING = 0.8
/** With fewer passages than this, a word's rarity means nothing. */
const MIN_PASSAGES = 100

/** Prepares a corpus without blocking other requests. */
export async function indexPassages<P extends Passage>(passages: readonly P[]): Promise<PassageIndex<P>> {
  const corpus = await corpusOf(passages)
  return { consult: (question, isPutBack = () => false) => consult(corpus, question, isPutBack) }
}

/** The passages, and statistics of their words. */
interface Corpus<P extends Passage> {
  readonly size: number
  readonly entries: ReadonlyMap<string, Entry<P>>
  readonly index: MiniSearch<Passage>
  /** In how many passages a stem occurs. */
  readonly frequency: ReadonlyMap<string, number>
  /** The product line of each module. */
  readonly lines: ReadonlyMap<string | undefined, string>
  readonly spelling: ReturnType<typeof spellingOf>
  /** What was made of headings so far, by passage. */
  readonly headings: Map<string, WeighedTerm[][]>
}

async function corpusOf<P extends Passage>(passages: readonly P[]): Promise<Corpus<P>> {
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
  return { size: passages.length, entries, index, frequency, lines, spelling: spellingOf(words), headings: new Map() }
}

function consult<P extends Passage>(
  corpus: Corpus<P>,
  question: Question,
  isPutBack: (passage: P) => boolean,
): Evidence<P> {
  const text = wordsOnly(question.text.slice(0, MAX_QUESTION))
  const previous = question.previous && wordsOnly(question.previous.slice(0, MAX_QUESTION))
  if (wordsIn(text).length === 0) return NOTHING
  const terms = weighedTerms(corpus, { text, previous, language: question.language })
  const likely = ranked(corpus, terms, question, isPutBack)
  const named = namedIn(corpus, text, terms, likely)
  const found = [...new Set([...named.map((each) => each.found), ...likely])]
  const [first, second] = found
  const [best, next] = named
  const isNamed = best?.fromStart === true && best.score >= AHEAD * (next?.score ?? 0)
  const verdict = isNamed ? 'answer' : first ? verdictOf(first, second, terms) : 'refuse'
  if (!first || verdict === 'refuse') return NOTHING
  return {
    verdict,
    passages: found.map(({ passage, score }) => ({ passage, score })),
    quotes:
      verdict === 'answer'
        ? quotesFrom(first.passage, terms, {
            alsoAsked: paraphrased(corpus, terms, first.entry),
            wantsSteps: HOW.test(text),
            isHeading: isNamed,
          })
        : [],
    topic: first.passage.module ?? '',
  }
}

/** The question without what is not said in it: code, markup, a greeting. */
const wordsOnly = (text: string): string => text.replace(CODE, ' ').replace(MARKUP, ' ').replace(GREETING, ' ')
const CODE = /<(script|style)\b.*?(?:<\/\1\s*>|$)/gisu
const MARKUP = /<\/?[a-z][^<>]*>/giu
const GREETING = /\bbuen[oa]s (?:d[ií]as|tardes|noches)(?!\p{L})/giu

const weighedTerms = (corpus: Corpus<Passage>, said: Parameters<typeof termsOf>[0]): WeighedTerm[] =>
  termsOf(said, corpus.spelling).map((term) => weighed(corpus, term))

/** A word's weight for finding a passage: low if it is common here or in the language. */
function weighed({ size, frequency }: Corpus<Passage>, { stems, tells, weight }: Term): WeighedTerm {
  const among = Math.max(size, MIN_PASSAGES)
  const frequent = Math.max(0, ...sureStems({ stems }).map((stem) => frequency.get(stem) ?? 0))
  const rare = Math.log(1 + (among - frequent + 0.5) / (frequent + 0.5))
  const isUnheard = tells === UNHEARD && [...stems.keys()].every((stem) => !frequency.has(stem))
  return {
    stems,
    weight,
    isUnheard,
    importance: weight * Math.min(rare, tells),
    boost: weight * Math.min(1, tells / rare),
  }
}

/** The best passages for the terms of a question, the best first. */
function ranked<P extends Passage>(
  { index, entries, lines }: Corpus<P>,
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
      const isAfter = passage.isSecondary === true || isPutBack(passage)
      const isOfOtherLine = line !== undefined && passage.line !== undefined && passage.line !== line
      const boost = (isOfOtherLine ? OTHER_LINE : 1) * (isOfTopic ? TOPIC_BOOST : 1) * (isAfter ? PUT_BACK : 1)
      return [
        {
          entry,
          passage,
          isBehind: isOfOtherLine || isAfter,
          score: boost * (score + SENTENCE * sentence + PAIR * pairs),
        },
      ]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
}

/** The passages whose headings the question repeats, the best first. */
function namedIn<P extends Passage>(
  corpus: Corpus<P>,
  text: string,
  terms: readonly WeighedTerm[],
  found: readonly Found<P>[],
): Named<P>[] {
  return found
    .filter(({ passage, isBehind }) => !isBehind && turnsAlike(text, headingOf(passage.title)))
    .flatMap((each) => {
      const { title } = each.passage
      const things = headingTerms(corpus, each.passage).map((thing, place) => ({
        place,
        share: (place === 0 ? 1 : ONE_THING) * repeatedShare(terms, title, thing),
      }))
      const [best] = things.toSorted((a, b) => b.share - a.share)
      // The first thing is what the section begins with.
      return best && best.share > 0 ? [{ found: each, score: best.share * each.score, fromStart: best.place <= 1 }] : []
    })
    .toSorted((a, b) => b.score - a.score)
}

/** The terms of a heading, then of each thing that it names. */
function headingTerms(corpus: Corpus<Passage>, { id, title }: Passage): WeighedTerm[][] {
  const known = corpus.headings.get(id)
  if (known) return known
  const made = thingsIn(headingOf(title)).map((text) => weighedTerms(corpus, { text, language: 'es' }))
  corpus.headings.set(id, made)
  return made
}

/** The words that the reader's question lacks, from the known question most like it. */
function paraphrased<P extends Passage>(
  corpus: Corpus<P>,
  terms: readonly WeighedTerm[],
  { asked }: Entry<P>,
): WeighedTerm[] {
  const others = new Map<string, WeighedTerm>()
  for (const { text, stems } of asked) {
    const likeness = saidOf(terms, { stems: new Set(stems) })
    if (likeness < ALIKE) continue
    for (const term of weighedTerms(corpus, { text, language: 'es' })) {
      const [stem = ''] = term.stems.keys()
      const importance = OTHER_WORDS * likeness * term.importance
      if (terms.some((own) => own.stems.has(stem)) || (others.get(stem)?.importance ?? 0) >= importance) continue
      others.set(stem, { ...term, importance })
    }
  }
  return [...others.values()]
}

/**
 * How likely the first passage is the right one: a logistic regression over XQuAD with half of its articles withheld and
 * 300 questions about the manuals (docs/assistant.md).
 */
const CONFIDENCE = {
  /** The terms of the regression: the score, */
  score: 1.5,
  /** the lead over the second passage's score, at most twofold, */
  lead: 4.2,
  most: 2,
  /** and the share of the question that the passage covers anywhere. */
  said: 4.8,
  base: -11.2,
}
/** Adjacent sentences must cover this share of the question, beyond the words that found them. */
const ANSWER = { confidence: 0.95, together: 0.2 }
/** Either suffices: for a question of one or two words, anything about them deserves to be offered. */
const OFFER = { confidence: 0.03, said: 0.3 }

interface Found<P extends Passage> extends Ranked {
  readonly entry: Entry<P>
  readonly passage: P
  /** Whether equally good passages come before it. */
  readonly isBehind: boolean
}

interface Named<P extends Passage> {
  readonly found: Found<P>
  readonly score: number
  /** Whether the section begins with what was asked. */
  readonly fromStart: boolean
}

interface Ranked {
  readonly entry: Pick<Entry<Passage>, 'stems' | 'sentences'>
  readonly score: number
}

function verdictOf(
  { entry, score }: Ranked,
  second: Ranked | undefined,
  terms: readonly WeighedTerm[],
): EvidenceVerdict {
  const asked = sum(terms.map(({ importance }) => importance))
  // The previous question may help; a passage without its words is not penalised.
  const now = terms.filter(({ weight }) => weight === 1)
  const said = Math.max(saidOf(terms, entry), saidOf(now, entry))
  // Whatever was asked before: nobody asks anything in words that nobody knows.
  if (now.length > 0 && now.every(({ isUnheard }) => isUnheard)) return 'refuse'
  const lead = Math.min(CONFIDENCE.most, second ? score / second.score : Infinity)
  const odds =
    CONFIDENCE.base + CONFIDENCE.score * Math.log(1 + score) + CONFIDENCE.lead * Math.log(lead) + CONFIDENCE.said * said
  const confidence = 1 / (1 + Math.E ** -odds)
  if (confidence >= ANSWER.confidence && toldTogether(entry, terms) >= ANSWER.together * asked) return 'answer'
  return confidence >= OFFER.confidence || (said >= OFFER.said && !isAmountOnly(now, entry)) ? 'offer' : 'refuse'
}

const isAmountOnly = (terms: readonly WeighedTerm[], { stems }: Pick<Ranked['entry'], 'stems'>): boolean => {
  const said = terms.filter((term) => saying([term], stems)[0])
  return said.length > 0 && said.every(isAmount)
}

/** The share of the question that a passage covers. */
function saidOf(terms: readonly WeighedTerm[], { stems }: Pick<Ranked['entry'], 'stems'>): number {
  const asked = sum(terms.map(({ importance }) => importance))
  return asked === 0 ? 0 : total(terms, saying(terms, stems)) / asked
}

/** From this certainty on, a word counts as the typed one. */
const SURE = 0.8

/** A passage, prepared for comparison with questions. */
interface Entry<P> {
  readonly passage: P
  readonly title: ReadonlySet<string>
  readonly sentences: readonly (Sentence & { readonly isFirst: boolean })[]
  /** The questions by which readers ask for it. */
  readonly asked: readonly Sentence[]
  /** All its words, those of readers' questions included. */
  readonly stems: ReadonlySet<string>
  /** Its pairs of neighbouring words. */
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

/** How well the best sentence covers the terms, and which neighbouring terms stand there in the question's order. */
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

/** How much of the question some consecutive sentences cover. */
function toldTogether({ sentences }: Pick<Ranked['entry'], 'sentences'>, terms: readonly WeighedTerm[]): number {
  let best = 0
  for (const [from, { isFirst }] of sentences.entries()) {
    const window = sentences.slice(from, from + MAX_TOGETHER)
    while (window.length > 1 && sum(window.map(({ text }) => text.length)) > MAX_LENGTH_TOGETHER) window.pop()
    const told = total(terms, saying(terms, new Set(window.flatMap(({ stems }) => stems))))
    // A quotation that begins in mid-paragraph reads worse.
    if (told * (isFirst ? 1 : MIDDLE) > best) best = told
  }
  return best
}
