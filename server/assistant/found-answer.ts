import type { assistant } from '#contract/assistant.ts'
import type { Data } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { clippedText } from '#domain/clipped-text.ts'
import { type EvidenceVerdict, MAX_ANSWER } from '#domain/conversation.ts'
import type { CitedText } from './answer-check.ts'
import type { Evidence } from './evidence.ts'
import type { ManualPassage } from './manual-passages.ts'
import { OMISSION, type Quote } from './quotes.ts'

export type Source = Data<typeof assistant.ask>['sources'][number]

/** The answer that the manuals alone give, which a model may reword. */
export interface FoundAnswer {
  readonly verdict: EvidenceVerdict
  readonly topic: string
  /** The answer in the reader's language, around the manuals' own sentences. [n] cites the n-th source. */
  readonly text: string
  readonly sources: readonly Source[]
  /** The sources' own texts, in the same order. */
  readonly sections: readonly CitedText[]
}

const MOST_SOURCES = 3
const MOST_OF_A_SECTION = 4000

/** The words around the citations; everything else stands in a manual. */
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
      const said = quotes.flatMap((quote) => {
        const number = numberOf(quote.passageId)
        const cited = `${written(quote)} [${number}]`
        return number === 0 ? [] : [quote.isExample ? says.example(cited) : cited]
      })
      return { verdict, topic, text: joined([says.answer(), ...said]), sources, sections }
    }
    case 'offer': {
      const titles = shown.map(({ title }, index) => `[${index + 1}] ${title}`).join('\n')
      return { verdict, topic, text: joined([says.offer(), titles, says['offer-person']()]), sources, sections }
    }
    case 'refuse':
      return { verdict, topic, text: says.refuse(), sources: [], sections: [] }
  }
}

/** The sources that a text cites; those after the last cited one are dropped. */
export function citedIn(text: string, sources: readonly Source[]): readonly Source[] {
  const numbers = [...text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number))
  return sources.slice(0, Math.max(0, ...numbers))
}

/** A piece of a manual between quotation marks, in the small Markdown of answers. */
function written(quote: Quote): string {
  switch (quote.kind) {
    case 'paragraph':
      return inQuotes(quote.text)
    case 'list':
      return writtenList(quote)
    case 'row':
      return [
        quote.lead && inQuotes(quote.lead),
        ...quote.cells.map(({ head, text }) => `${head && `${head}: `}${inQuotes(text)}`),
      ]
        .filter((line) => line !== '')
        .join('\n')
  }
}

/** One quotation, from the lead-in or the first item's text to the last item. */
function writtenList({ lead, ordered, items }: Extract<Quote, { kind: 'list' }>): string {
  let text = lead && `«${lead}`
  for (const [place, item] of items.entries()) {
    const isBetween = place > 0 && place < items.length - 1
    if (item) {
      const mark = ordered ? `${item.number}.` : '-'
      text += `${text && '\n'}${mark} ${text ? '' : '«'}${item.text.replaceAll('\n', '\n   ')}`
    } else if (text === '') text = `«${OMISSION}`
    // Items whose numbers are not consecutive do not form one list.
    else text += ordered && isBetween ? `\n\n${OMISSION}\n` : ` ${OMISSION}`
  }
  return `${text}»`
}

/** Existing quotation marks stay. */
const inQuotes = (text: string): string => (/^«[^«»]*»$/.test(text) ? text : `«${text}»`)

/** Whole parts only, a paragraph each. */
function joined(parts: readonly string[]): string {
  const fitting: string[] = []
  for (const part of parts) if ([...fitting, part].join('\n\n').length <= MAX_ANSWER) fitting.push(part)
  return fitting.join('\n\n')
}
