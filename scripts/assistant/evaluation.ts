import { indexPassages } from '#server/assistant/evidence.ts'
import type { Corpus } from './corpus.ts'

/** A measured value and its 95 % confidence interval. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly low: number
  readonly high: number
  /** The number of questions. */
  readonly of: number
}

/** How many passages are shown: one for an answer, three for an offer. */
const SHOWN = { answer: 1, offer: 3, refuse: 0 }

/**
 * Asks every question of a corpus, prepared as the portal prepares its manuals. A question whose passage is missing has no
 * answer.
 */
export async function evaluated({ passages, questions }: Corpus): Promise<Figure[]> {
  const index = await indexPassages(passages)
  const ids = new Set(passages.map(({ id }) => id))
  const outcomes = questions.map(({ question, passage, previous, topic, line, language = 'es' }) => {
    const { verdict, passages: found } = index.consult({ text: question, previous, topic, line, language })
    const place = found.findIndex((each) => each.passage.id === passage) + 1
    return { hasAnswer: passage !== null && ids.has(passage), verdict, place: place === 0 ? Infinity : place }
  })
  const answerable = outcomes.filter(({ hasAnswer }) => hasAnswer)
  const traps = outcomes.filter(({ hasAnswer }) => !hasAnswer)
  const answered = outcomes.filter(({ verdict }) => verdict === 'answer')
  const found = (name: string, most: number) => share(name, answerable, ({ place }) => place <= most)
  const isShown = ({ verdict, place }: (typeof outcomes)[number]) => place <= SHOWN[verdict]
  return [
    found('R@1', 1),
    found('R@3', 3),
    found('R@5', 5),
    mean(
      'MRR@10',
      answerable.map(({ place }) => (place <= 10 ? 1 / place : 0)),
    ),
    share('right', answerable, (each) => each.verdict === 'answer' && isShown(each)),
    share('wrong', answerable, (each) => each.verdict === 'answer' && !isShown(each)),
    share('offered-with', answerable, (each) => each.verdict === 'offer' && isShown(each)),
    share('offered-without', answerable, (each) => each.verdict === 'offer' && !isShown(each)),
    share('refused', answerable, ({ verdict }) => verdict === 'refuse'),
    share('shown', answerable, isShown),
    share('traps-answered', traps, ({ verdict }) => verdict === 'answer'),
    share('traps-offered', traps, ({ verdict }) => verdict === 'offer'),
    share('traps-refused', traps, ({ verdict }) => verdict === 'refuse'),
    share('precision', answered, (each) => each.hasAnswer && isShown(each)),
  ].filter(({ of }) => of > 0)
}

/** With Wilson's interval, which also holds near 0 and 1. */
function share<T>(name: string, all: readonly T[], counts: (each: T) => boolean): Figure {
  const of = all.length
  const value = all.filter(counts).length / of
  const z = 1.96
  const centre = (value + z ** 2 / (2 * of)) / (1 + z ** 2 / of)
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((value * (1 - value)) / of + z ** 2 / (4 * of ** 2))
  return { name, value, low: Math.max(0, centre - half), high: Math.min(1, centre + half), of }
}

function mean(name: string, values: readonly number[]): Figure {
  const of = values.length
  const value = values.reduce((sum, each) => sum + each, 0) / of
  const spread = values.reduce((sum, each) => sum + (each - value) ** 2, 0) / Math.max(1, of - 1)
  const half = 1.96 * Math.sqrt(spread / of)
  return { name, value, low: Math.max(0, value - half), high: Math.min(1, value + half), of }
}
