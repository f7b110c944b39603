import type { Run } from '#domain/document.ts'
import { type ForeignBlock, type ForeignRun, type Tone, isCaption, wordsOf } from './foreign-document.ts'

const LABELS: Readonly<Record<string, Tone>> = {
  nota: 'notice',
  aviso: 'notice',
  note: 'notice',
  recuerde: 'notice',
  recuerda: 'notice',
  importante: 'important',
  atención: 'important',
  advertencia: 'important',
  precaución: 'important',
  cuidado: 'important',
  important: 'important',
  warning: 'important',
  caution: 'important',
  consejo: 'tip',
  truco: 'tip',
  sugerencia: 'tip',
  tip: 'tip',
  ejemplo: 'example',
  example: 'example',
}

/** «Nota: …», «ATENCIÓN. …»: the kind of call-out, and its text. */
export function labelOf(runs: readonly Run[]): { tone: Tone; rest: Run[] } | null {
  const words = runs.map(({ text }) => text).join('')
  const [label = '', name = ''] = /^[^\p{L}\p{N}]{0,4}(\p{Lu}\p{L}{2,12})\s?[:.!]+\s+(?=\S)/u.exec(words) ?? []
  const key = name.toLowerCase()
  if (!Object.hasOwn(LABELS, key)) return null
  const tone = LABELS[key]
  if (!tone) return null
  const rest: Run[] = []
  let skip = label.length
  for (const run of runs) {
    const text = run.text.slice(skip)
    skip = Math.max(0, skip - run.text.length)
    if (text === '') continue
    const capital = rest.length === 0 ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text
    rest.push({ ...run, text: capital })
  }
  return { tone, rest }
}

/** A caption describes a picture that has no description. */
export const withCaptions = (blocks: readonly ForeignBlock[]): ForeignBlock[] =>
  blocks.map((block, index) => {
    if (block.kind !== 'image' || block.alt.trim() !== '') return block
    const next = blocks.slice(index + 1).find(({ kind }) => kind !== 'anchor')
    if (next?.kind !== 'paragraph') return block
    const words = wordsOf(next.runs)
    return isCaption(words) ? { ...block, alt: words } : block
  })

/** The kind of call-out that these words name, if they say nothing else: «💡 Nota». */
export function toneOf(runs: readonly ForeignRun[]): Tone | undefined {
  const word = wordsOf(runs)
    .replaceAll(/^[^\p{L}\p{N}]{0,4}|[.:!]$/gu, '')
    .toLowerCase()
  return Object.hasOwn(LABELS, word) ? LABELS[word] : undefined
}

/** A bold line that only says «Importante» belongs to the paragraph below. */
export function withLabels(blocks: readonly ForeignBlock[]): ForeignBlock[] {
  const result: ForeignBlock[] = []
  for (const block of blocks) {
    const label = result.at(-1)
    const isLabel = label?.kind === 'paragraph' && label.runs.every(({ strong, text }) => strong || text.trim() === '')
    const tone = isLabel ? toneOf(label.runs) : undefined
    if (tone && block.kind === 'paragraph')
      result[result.length - 1] = { kind: 'aside', tone, blocks: [block], place: '' }
    else if (block.kind === 'list') result.push({ ...block, items: block.items.map(withLabels) })
    else result.push(block.kind === 'aside' ? { ...block, blocks: withLabels(block.blocks) } : block)
  }
  return result
}
