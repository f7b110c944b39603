/** A piece of an answer: plain, bold, a link (into our manuals only), a source's number, or its name. */
export type AnswerRun =
  | { readonly kind: 'plain' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: ManualLink }
  | { readonly kind: 'source'; readonly number: number }
  | { readonly kind: 'place'; readonly number: number; readonly text: string }

export interface ManualLink {
  /** Such as `manuales/contabilidad`. */
  readonly document: string
  readonly section: string | null
}

export type AnswerBlock =
  | { readonly kind: 'paragraph'; readonly runs: readonly AnswerRun[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly AnswerRun[])[]
    }

/**
 * The small part of Markdown that answers use: paragraphs, lists, bold, links to our manuals, and lists of sources.
 * Everything else stays plain text, and of other links only the words remain (security.md).
 */
export function answerBlocks(text: string): AnswerBlock[] {
  const blocks: Written[] = []
  let open: Written | null = null
  for (const line of text.split('\n')) {
    const [, source] = SOURCE_LINE.exec(line) ?? []
    const [, number = source, item = source && line] = ITEM.exec(line) ?? []
    if (line.trim() === '' || UNFINISHED_SOURCE.test(line)) open = null
    else if (item !== undefined) {
      const ordered = number !== undefined
      const last = blocks.at(-1)
      if (last?.kind === 'list' && last.ordered === ordered) last.lines.push(item)
      else blocks.push({ kind: 'list', ordered, start: Number(number ?? 1), lines: [item] })
      open = blocks.at(-1) ?? null
    } else if (open) open.lines.push(`${open.lines.pop() ?? ''}\n${line.trim()}`)
    else {
      open = { kind: 'paragraph', ordered: false, start: 1, lines: [line.replace(HEADING_MARK, '')] }
      blocks.push(open)
    }
  }
  return blocks.map(({ kind, ordered, start, lines }) => {
    const items = lines.map(runsOf)
    return kind === 'list' ? { kind, ordered, start, items } : { kind, runs: items.flat() }
  })
}

/** The address of a source or link, if it is one of our manuals or version notes. */
export function manualLink(href: string): ManualLink | null {
  const [, document, section] = MANUAL.exec(href) ?? []
  return document === undefined ? null : { document, section: section ?? null }
}

/** Whether an answer lists its sources itself. */
export const listsSources = (text: string): boolean => text.split('\n').some((line) => SOURCE_LINE.test(line))

/** An answer with its sources, for reading aloud. */
export const spokenAnswer = (text: string, sources: readonly { title: string; section: string }[]): string =>
  [
    ...answerBlocks(text)
      .flatMap((block) => (block.kind === 'list' ? block.items : [block.runs]))
      .map(wordsOf),
    ...(listsSources(text) ? [] : sources.map(({ title, section }) => `${title} › ${section}`)),
  ].join('\n')

const wordsOf = (runs: readonly AnswerRun[]): string =>
  runs
    .map((run) => (run.kind === 'source' ? '' : run.text))
    .join('')
    .replaceAll(/ +(?=[.,;:]|$)/g, '')

interface Written {
  readonly kind: AnswerBlock['kind']
  readonly ordered: boolean
  readonly start: number
  readonly lines: string[]
}

const ITEM = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.+)$/
const SOURCE_LINE = /^\[(\d{1,2})\] (.+)$/
/** The part written so far. */
const UNFINISHED_SOURCE = /^\[(?:\d{1,2}\]? ?)?$/
const HEADING_MARK = /^#{1,6}\s+/
const MANUAL = /^(?:\/public)?\/?((?:manuales|versiones)\/[a-z0-9][a-z0-9-]*)(?:#([\w-]+))?$/
/** Bold text, whose end may still be missing; a source's number; or a link. */
const STYLED = /\*\*([^*]+)(?:\*\*|\*?$)|\[(\d{1,2})\](?!\()|\[([^\][]*)\]\(([^()\s]*)\)/g

function runsOf(text: string): AnswerRun[] {
  const [, source, place] = SOURCE_LINE.exec(text) ?? []
  if (source !== undefined && place !== undefined) return [{ kind: 'place', number: Number(source), text: place }]
  const runs: AnswerRun[] = []
  let from = 0
  const plain = (words: string) => {
    if (words !== '') runs.push({ kind: 'plain', text: words })
  }
  for (const { 0: whole, 1: strong, 2: number, 3: words = '', 4: href = '', index } of text.matchAll(STYLED)) {
    plain(text.slice(from, index))
    const to = manualLink(href)
    if (strong !== undefined) runs.push({ kind: 'strong', text: strong })
    else if (number !== undefined) runs.push({ kind: 'source', number: Number(number) })
    else if (to && words !== '') runs.push({ kind: 'link', text: words, to })
    else plain(words)
    from = index + whole.length
  }
  plain(text.slice(from))
  return runs
}
