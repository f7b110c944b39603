import type { assistant } from '#contract/assistant.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { clippedText } from '#domain/clipped-text.ts'
import { MAX_ANSWER } from '#domain/conversation.ts'
import type { CitedText } from './answer-check.ts'
import type { Evidence, Verdict } from './evidence.ts'
import type { ManualPassage } from './manual-passages.ts'

export type Source = Data<typeof assistant.ask>['sources'][number]

/** What the manuals alone answer a question, and what a model may put in other words. */
export interface FoundAnswer {
  readonly verdict: Verdict
  readonly topic: string
  /** In the reader's language around the manuals' own sentences; [n] cites the n-th source. */
  readonly text: string
  readonly sources: readonly Source[]
  /** The sources' own texts, in the same order. */
  readonly sections: readonly CitedText[]
}

const MOST_SOURCES = 3
const MOST_OF_A_SECTION = 4000

/** Words around the citations; nothing is said that does not stand in a manual. */
export function foundAnswer(
  { verdict, passages, quotes, topic }: Evidence<ManualPassage>,
  { assistant: says }: Sentences,
): FoundAnswer {
  const found = passages.map(({ passage }) => passage)
  const quoted = found.filter(({ id }) => quotes.some(({ passageId }) => passageId === id))
  const shown = [...new Set([...quoted, ...found])].slice(0, MOST_SOURCES)
  const sources = shown.map(({ documentTitle, sectionTitle, href }) => ({
    title: documentTitle,
    section: sectionTitle,
    href,
  }))
  const sections = shown.map(({ title, text }) => ({ title, text: clippedText(text, MOST_OF_A_SECTION) }))
  const numberOf = (id: string) => shown.findIndex((passage) => passage.id === id) + 1

  switch (verdict) {
    case 'answer': {
      const lines = quotes
        .filter(({ passageId }) => numberOf(passageId) > 0)
        .map(({ text, passageId }) => `«${text}» [${numberOf(passageId)}]`)
      return { verdict, topic, text: joined(says.answer(), lines), sources, sections }
    }
    case 'offer': {
      const lines = shown.map(({ title }, index) => `[${index + 1}] ${title}`)
      return { verdict, topic, text: joined(says.offer(), lines, says['offer-person']()), sources, sections }
    }
    case 'refuse':
      return { verdict, topic, text: says.refuse(), sources: [], sections: [] }
  }
}

/** Those that a text cites: what comes after the last of them was only there to be cited. */
export function citedIn(text: string, sources: readonly Source[]): readonly Source[] {
  const numbers = [...text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number))
  return sources.slice(0, Math.max(0, ...numbers))
}

/** Whole lines only. */
function joined(intro: string, lines: readonly string[], close = ''): string {
  const end = close === '' ? '' : `\n\n${close}`
  let text = `${intro}\n`
  for (const line of lines) if (text.length + line.length + end.length < MAX_ANSWER - 1) text += `\n${line}`
  return text + end
}
