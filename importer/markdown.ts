import type { ClientArea } from '#domain/account.ts'
import type { Block, ProviderDocument, Run, Shallow } from '#domain/document.ts'

/** A manual as the Markdown of `docs/content.md`; `readDocument` reads the same manual from it. Links are internal. */
export function written(document: ProviderDocument): string {
  const { title, area, group, topics, summary, date, since, introduction, sections } = document
  const front = {
    title,
    group,
    area: area === null ? 'todas' : AREAS[area],
    topics: topics.join(', '),
    summary,
    updated: date,
    since: since ?? '',
  }
  const lines = Object.entries(front).flatMap(([key, value]) => (value === '' ? [] : [`${key}: ${apart(value)}`]))
  const body = [
    ...blocks(introduction),
    ...sections.flatMap(({ id, title, blocks: inside }) => [`## ${escaped(title)} {#${id}}`, ...blocks(inside)]),
  ]
  return `${['---', ...lines, '---'].join('\n')}\n\n${body.join('\n\n')}\n`
}

const AREAS: Readonly<Record<ClientArea, string>> = { main: 'RE', apps: 'APPS', aspro: 'ASPRO' }
const TONES = { notice: 'Aviso', important: 'Importante', tip: 'Consejo', example: 'Ejemplo' } as const
type List = Extract<Block | Shallow, { kind: 'list' }>

/** The front matter has no escapes: a lone brace stands for nothing. */
const apart = (value: string): string => value.replaceAll(/\{(?=\{)/g, '{ ')

function blocks(all: readonly (Block | Shallow)[]): string[] {
  let marker = 0
  return all.map((block, index) => {
    const before = all[index - 1]
    // Only different markers separate two lists in a row.
    const isNext = block.kind === 'list' && before?.kind === 'list' && before.ordered === block.ordered
    marker = isNext ? 1 - marker : 0
    return one(block, marker)
  })
}

function one(block: Block | Shallow, marker: number): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.runs)
    case 'heading':
      return `### ${escaped(block.title)}${block.id === null ? '' : ` {#${block.id}}`}`
    case 'image':
      return `![${block.alt}](images/${block.name})`
    case 'list':
      return list(block, marker)
    case 'table':
      return table(block)
    case 'callout':
      return callout(block)
  }
}

/** A paragraph that begins like a list, a heading or a quote must not become one. */
const paragraph = (runs: readonly Run[]): string =>
  sentence(runs)
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^(?=[#>+=-])/, '\\')

function list({ ordered, start, items }: List, marker: number): string {
  return items
    .map((item, index) => {
      const sign = ordered ? `${start + index}${marker === 0 ? '.' : ')'}` : '-*'.charAt(marker)
      const indent = ' '.repeat(sign.length + 1)
      const parts = blocks(item)
      // Directly below a sentence, only a list that begins with 1 counts as one.
      const isTight = item.every((each, at) => at === 0 || (each.kind === 'list' && each.start === 1))
      return `${sign} ${parts
        .join(isTight ? '\n' : '\n\n')
        .split('\n')
        .join(`\n${indent}`)
        .replaceAll(/^ +$/gm, '')}`
    })
    .join(items.some((item) => item.some(({ kind }, at) => at > 0 && kind !== 'list')) ? '\n\n' : '\n')
}

function table({ align, header, rows }: Extract<Block, { kind: 'table' }>): string {
  const rules = { left: '---', center: ':---:', right: '---:' } as const
  const row = (cells: readonly (readonly Run[])[]) =>
    `| ${cells.map((runs) => sentence(runs).replaceAll('|', String.raw`\|`)).join(' | ')} |`
  return [row(header), `|${align.map((side) => rules[side]).join('|')}|`, ...rows.map(row)].join('\n')
}

function callout({ tone, blocks: inside }: Extract<Block, { kind: 'callout' }>): string {
  const label = `**${TONES[tone]}.**`
  const [first] = inside
  const parts =
    first?.kind === 'paragraph'
      ? [`${label} ${sentence(first.runs)}`, ...blocks(inside).slice(1)]
      : [label, ...blocks(inside)]
  return parts
    .join('\n\n')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** Runs with their styles, as far as Markdown can mark where a style begins and ends. */
function sentence(runs: readonly Run[]): string {
  let text = ''
  for (const [index, run] of runs.entries()) {
    const [, lead = '', core = '', trail = ''] = /^(\s*)(.*?)(\s*)$/su.exec(run.text) ?? []
    const after = trail === '' ? (runs[index + 1]?.text ?? '').slice(0, 1) : trail
    const { strong = false, emphasis = false, code = false, link } = run
    const touchesCode = lead === '' && text.endsWith('`')
    let body = code && isCode(core) && !touchesCode ? `\`${core}\`` : escaped(core)
    const stars = '*'.repeat((strong ? 2 : 0) + (emphasis ? 1 : 0))
    const before = (text + lead).slice(-1)
    const touches = before === '*' || (trail === '' && isStyled(runs[index + 1]))
    if (stars !== '' && core !== '' && !touches && flanks(before, body.slice(0, 1)) && flanks(after, body.slice(-1))) {
      body = `${stars}${body}${stars}`
    }
    if (link && mayLead(core)) {
      body = `[${body}](#${link.section ?? ''})`
      // After an exclamation mark it would be a picture.
      if (lead === '' && text.endsWith('!')) text = `${text.slice(0, -1)}\\!`
    }
    text += `${lead}${body}${trail}`
  }
  return text
}

/** A code span cannot hold escapes. */
const isCode = (text: string): boolean => text !== '' && !/`|\{\{|\\\|/.test(text)

/** `marked` reads even escaped brackets in a link's words as brackets. */
const mayLead = (text: string): boolean => /^[^[\]]+$/.test(text)

const isStyled = (run: Run | undefined): boolean =>
  run !== undefined && /^\S/.test(run.text) && (run.strong === true || run.emphasis === true)

const isMark = (letter: string): boolean => /[\p{P}\p{S}]/u.test(letter)
/** Whether asterisks may stand between these neighbours. */
const flanks = (outside: string, inside: string): boolean =>
  !isMark(inside) || outside === '' || /\s/.test(outside) || isMark(outside)

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]~]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/<(?=[a-z/!?])/gi, String.raw`\<`)
    .replaceAll(/&(?=(?:[a-z]+\d*|#\d+|#x[\da-f]+);)/gi, String.raw`\&`)
    .replaceAll(/\{(?=\{)/g, String.raw`\{`)
