import { type ForeignBlock, type Note, isContentsTitle, sameTitle, wordsOf } from './foreign-document.ts'

/** The portal makes its own table of contents: three or more lines that only lead elsewhere count as one. */
export function withoutContents(blocks: readonly ForeignBlock[], tell: (note: Note) => void): ForeignBlock[] {
  const result: ForeignBlock[] = []
  const titles = new Set(blocks.flatMap((block) => (block.kind === 'heading' ? sameTitle(wordsOf(block.runs)) : [])))
  for (let index = 0; index < blocks.length;) {
    const above = result.findLast(({ kind }) => kind !== 'anchor')
    const isUnderTitle = above !== undefined && 'runs' in above && isContentsTitle(wordsOf(above.runs))
    const isOfContents = (block: ForeignBlock) =>
      isOnlyLinks(block) || (isUnderTitle && (endsInNumber(block) || isOnlyTitles(block, titles)))
    const end = blocks.findIndex((block, at) => at >= index && !isOfContents(block))
    const lines = blocks.slice(index, end < 0 ? undefined : end)
    if (lines.reduce((count, line) => count + linesIn(line), 0) < 3) {
      result.push(...blocks.slice(index, index + Math.max(1, lines.length)))
    } else {
      const heading = result.findLastIndex(({ kind }) => kind !== 'anchor')
      const before = result[heading]
      if (before && 'runs' in before && isContentsTitle(wordsOf(before.runs))) result.splice(heading, 1)
      result.push(...lines.filter(({ kind }) => kind === 'anchor'))
      tell({ kind: 'lost', place: '', message: 'a table of contents: the portal makes its own' })
    }
    index += Math.max(1, lines.length)
  }
  return result
}

function isOnlyLinks(block: ForeignBlock): boolean {
  if (block.kind === 'anchor') return true
  if (block.kind === 'list') return block.items.length > 0 && block.items.every((item) => item.every(isOnlyLinks))
  if (block.kind !== 'paragraph') return false
  return block.runs.length > 0 && block.runs.every(({ target, text }) => target !== undefined || !/\p{L}/u.test(text))
}

/** Lines that repeat headings and say nothing else. */
function isOnlyTitles(block: ForeignBlock, titles: ReadonlySet<string>): boolean {
  if (block.kind === 'list') return block.items.every((item) => item.every((each) => isOnlyTitles(each, titles)))
  return block.kind === 'paragraph' && titles.has(sameTitle(wordsOf(block.runs)))
}

/** «Cobros ..... 12»: a line of contents without a link. */
const endsInNumber = (block: ForeignBlock): boolean =>
  block.kind === 'paragraph' && /^.{0,150}\p{L}.{0,150}[\s.…]\d{1,4}$/u.test(wordsOf(block.runs))

const linesIn = (block: ForeignBlock): number => {
  if (block.kind === 'list') return block.items.flat().reduce((count, inner) => count + linesIn(inner), 0)
  if (block.kind !== 'paragraph') return 0
  // A single link that ends in a page number is enough.
  return isOnlyLinks(block) && /\p{L}.*\d$/u.test(wordsOf(block.runs)) ? 3 : 1
}
