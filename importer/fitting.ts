import { createHash } from 'node:crypto'
import type { Block, Leaf, ProviderDocument, Run, Section, Shallow } from '#domain/document.ts'
import { withoutContents } from './contents.ts'
import {
  type ForeignBlock,
  type ForeignDocument,
  type ForeignList,
  type ForeignRun,
  type ForeignTable,
  type Note,
  depthOf,
  isCaption,
  isContentsTitle,
  wordsOf,
} from './foreign-document.ts'
import { labelOf, toneOf, withCaptions, withLabels } from './labels.ts'
import { isJpeg } from './picture-bytes.ts'

/** The data that the document does not give itself. */
export type About = Pick<ProviderDocument, 'group' | 'area' | 'topics' | 'since' | 'date'> & {
  /** The name of its future file, without the extension. */
  readonly slug: string
  /** The title of a document without one. */
  readonly fileName: string
}

export interface Fitted {
  readonly document: ProviderDocument
  /** Pictures by the names under which the document shows them. */
  readonly images: ReadonlyMap<string, Buffer>
  readonly notes: readonly Note[]
}

const MAX_TITLE = 200
const MAX_SUMMARY = 1000
const MAX_SLUG = 80

/** Makes a document fit the format of `docs/content.md`. Parts that do not fit remain as plain text, and are reported. */
export function fitted(foreign: ForeignDocument, about: About): Fitted {
  return new Fitting(about, foreign.notes).document({ ...foreign, blocks: withLabels(withCaptions(foreign.blocks)) })
}

/** A heading's words as an id. Its number is left out, because it changes with the headings before it. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const parts = plain.split(/[^a-z0-9]+/).filter(Boolean)
  while (parts.length > 1 && /^(?:\d+|[ivx]+)$/.test(parts[0] ?? '')) parts.shift()
  let slug = ''
  for (const part of parts) if (slug.length + part.length < MAX_SLUG) slug += `${slug && '-'}${part}`
  return slug
}

type Heading = Extract<ForeignBlock, { kind: 'heading' }>
type List = Extract<Block, { kind: 'list' }>

class Fitting {
  readonly #about: About
  readonly #notes: Note[]
  readonly #images = new Map<string, Buffer>()
  readonly #imageNames = new Map<string, string>()
  readonly #ids = new Set<string>()
  /** The document's anchors, and the ids of the headings they are under. */
  readonly #targets = new Map<string, string>()
  #section = ''
  /** How many bold lines were taken for headings. */
  #boldHeadings = 0

  constructor(about: About, notes: readonly Note[]) {
    this.#about = about
    this.#notes = [...notes]
  }

  document(foreign: ForeignDocument): Fitted {
    const { title, blocks } = this.#titled(foreign, this.#withHeadings(foreign.blocks))
    const parts = this.#parts(
      withoutContents(blocks, (note) => this.#notes.push(note)),
      title,
    )
    // A title that is not a heading still stands on the first page.
    const [first] = parts.introduction
    if (first?.kind === 'paragraph' && wordsOf(first.runs) === title) parts.introduction.shift()
    const introduction = parts.introduction.flatMap((block) => this.#block(block))
    const sections = parts.sections.map(({ id, heading, blocks }): Section => {
      this.#section = wordsOf(heading.runs)
      const inside = blocks.flatMap((block) => ('id' in block ? this.#subsection(block) : this.#block(block)))
      return { id, title: wordsOf(heading.runs), since: null, programs: [], topics: this.#about.topics, blocks: inside }
    })
    const { slug, fileName: _, ...about } = this.#about
    const summary = this.#clean(foreign.summary ?? '').slice(0, MAX_SUMMARY)
    return {
      document: {
        id: `manuales/${slug}`,
        title,
        ...about,
        summary,
        release: null,
        introduction,
        sections: sections.filter((section) => section.blocks.length > 0),
      },
      images: this.#images,
      notes: this.#notes,
    }
  }

  #assumed(place: string, message: string): void {
    this.#notes.push({ kind: 'assumed', place, message })
  }

  #lost(place: string, message: string): void {
    this.#notes.push({ kind: 'lost', place, message })
  }

  /**
   * Without heading styles, bold lines serve as headings; if the word «Contents» has the title style, that style serves as one.
   */
  #withHeadings(blocks: readonly ForeignBlock[]): readonly ForeignBlock[] {
    const levels = blocks.flatMap((block) => (block.kind === 'heading' ? block.level : []))
    const level = Math.min(6, ...levels)
    if (blocks.some((block) => block.kind === 'title' && isContentsTitle(wordsOf(block.runs)))) {
      return blocks.map((block) =>
        block.kind === 'title' ? { kind: 'heading', level, runs: block.runs, place: '' } : block,
      )
    }
    if (levels.length > 0) return blocks
    const bold = blocks.filter(isBoldLine)
    if (bold.length === 0) return blocks
    this.#boldHeadings = bold.length
    this.#assumed('', `there are no headings: ${bold.length} lines in bold were taken for sections`)
    return blocks.map((block) =>
      isBoldLine(block)
        ? { kind: 'heading', level: depthOf(wordsOf(block.runs)) ?? 1, runs: block.runs, place: '' }
        : block,
    )
  }

  /** Separates the title from the rest: a single heading above all others is the title. */
  #titled({ title }: ForeignDocument, blocks: readonly ForeignBlock[]) {
    const named = blocks.find((block) => block.kind === 'title')
    const headings = blocks.filter((block) => block.kind === 'heading')
    const [first, ...others] = headings
    const isAbove = first !== undefined && others.length > 0 && others.every(({ level }) => level > first.level)
    const found = named ?? (isAbove ? first : undefined)
    const rest = blocks.flatMap((block): ForeignBlock[] => {
      if (block === found) return []
      // Below a cover the title is often repeated: it is not a section around all others.
      return block === first && isAbove ? [{ kind: 'paragraph', runs: strongly(block.runs) }] : [block]
    })
    const words = this.#clean(found ? wordsOf(found.runs) : '').trim()
    if (words !== '') return { title: this.#shortened(words), blocks: rest }
    const told = this.#clean(title ?? '')
      .trim()
      .replace(/\.(?:docx?|odt|pdf|html?)$/i, '')
    if (told !== '') {
      this.#assumed('', `the title comes from the properties of the file: “${told}”`)
      return { title: this.#shortened(told), blocks: rest }
    }
    const [line] = rest
    const isFirstOfMany = this.#boldHeadings > 2 && first && line === first && depthOf(wordsOf(first.runs)) === null
    if (first && line && 'runs' in line && (isBoldLine(line) || isFirstOfMany)) {
      this.#assumed('', `the document has no title: its first line, in bold, became it: “${wordsOf(line.runs)}”`)
      return { title: this.#clean(wordsOf(line.runs)).trim(), blocks: rest.slice(1) }
    }
    this.#assumed('', 'the document has no title: the name of the file became its title')
    return { title: this.#shortened(this.#about.fileName), blocks: rest }
  }

  #shortened(title: string): string {
    if (title.length <= MAX_TITLE) return title
    this.#assumed('', `the title is longer than ${MAX_TITLE} characters and was cut`)
    return title.slice(0, MAX_TITLE).trim()
  }

  /** Sections and subsections; deeper headings become bold lines. */
  #parts(blocks: readonly ForeignBlock[], title: string) {
    type Subsection = { readonly id: string; readonly heading: Heading }
    const levels = [...new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])))]
    const [top, below] = levels.toSorted((a, b) => a - b)
    const introduction: ForeignBlock[] = []
    const sections: { id: string; heading: Heading; blocks: (ForeignBlock | Subsection)[] }[] = []
    let at: string | null = null
    const anchors: string[] = []
    for (const block of this.#withoutEmpty(blocks, top ?? 1)) {
      for (const name of anchorsIn(block)) if (at !== null) this.#targets.set(name, at)
      if (block.kind === 'anchor') {
        if (at === null) anchors.push(block.name)
        continue
      }
      const section = sections.at(-1)
      if (block.kind !== 'heading') {
        ;(section?.blocks ?? introduction).push(block)
        continue
      }
      const { runs, level, place } = block
      if (section && level !== top && level !== below) {
        section.blocks.push({ kind: 'paragraph', runs: strongly(runs) })
        this.#assumed(place, 'headings below the second level became lines in bold')
        continue
      }
      at = this.#id(wordsOf(runs))
      for (const name of anchors.splice(0)) this.#targets.set(name, at)
      if (section && level !== top) section.blocks.push({ id: at, heading: block })
      else sections.push({ id: at, heading: block, blocks: [] })
    }
    if (sections.length > 0) return { introduction, sections }
    this.#assumed('', 'there are no headings: all of it is one section')
    const heading: Heading = { kind: 'heading', level: 1, runs: [{ text: title }], place: '' }
    return { introduction: [], sections: [{ id: this.#id(title), heading, blocks: introduction }] }
  }

  /** Drops headings of sections with nothing under them, and turns overlong ones into paragraphs. */
  #withoutEmpty(blocks: readonly ForeignBlock[], top: number): ForeignBlock[] {
    return blocks.flatMap((block, index): ForeignBlock[] => {
      if (block.kind === 'title') return [{ kind: 'paragraph', runs: block.runs }]
      if (block.kind !== 'heading') return [block]
      const words = this.#clean(wordsOf(block.runs)).trim()
      if (words === '') return []
      if (words.length > MAX_TITLE) {
        this.#assumed(block.place, `a heading longer than ${MAX_TITLE} characters became a paragraph`)
        return [{ kind: 'paragraph', runs: block.runs }]
      }
      const next = blocks.slice(index + 1).find(({ kind }) => kind !== 'anchor')
      if (next && !(next.kind === 'heading' && next.level <= Math.max(top, block.level))) {
        return [{ ...block, runs: [{ text: words }] }]
      }
      if (block.level > top) return [{ kind: 'paragraph', runs: [{ text: words, strong: true }] }]
      this.#lost(block.place, `a heading with nothing under it: “${words}”`)
      return []
    })
  }

  #id(title: string): string {
    const wanted = slugOf(title) || 'seccion'
    let id = wanted
    for (let count = 2; this.#ids.has(id); count += 1) id = `${wanted}-${count}`
    this.#ids.add(id)
    return id
  }

  #subsection({ id, heading }: { readonly id: string; readonly heading: Heading }): Block[] {
    this.#section = wordsOf(heading.runs)
    return [{ kind: 'heading', id, title: this.#section, since: null }]
  }

  #block(block: ForeignBlock): Block[] {
    switch (block.kind) {
      case 'paragraph':
        return this.#paragraph(block.runs)
      case 'title':
      case 'heading':
        return this.#leaf(block)
      case 'anchor':
        return []
      case 'list':
        return this.#list(block)
      case 'table':
        return this.#table(block)
      case 'aside':
        return this.#aside(block)
      case 'image':
        return [this.#image(block)]
    }
  }

  /** A paragraph that begins with «Nota:» or the like is a call-out. */
  #paragraph(runs: readonly ForeignRun[]): Block[] {
    const clean = this.#runs(runs)
    if (clean.length === 0) return []
    const label = labelOf(clean)
    if (!label) return [{ kind: 'paragraph', runs: clean }]
    return [{ kind: 'callout', tone: label.tone, blocks: [{ kind: 'paragraph', runs: label.rest }] }]
  }

  #aside({ tone, blocks, place }: Extract<ForeignBlock, { kind: 'aside' }>): Block[] {
    const all = blocks.flatMap((block) => this.#block(block))
    // A block may name its kind by its class and by its words.
    const label = tone !== null && all.length > 1 && all[0]?.kind === 'paragraph' ? toneOf(all[0].runs) : undefined
    const inside = label ? all.slice(1) : all
    const [first, ...rest] = inside
    const isShallow = (block: Block): block is Exclude<Shallow | List, { kind: 'callout' }> =>
      block.kind === 'paragraph' || block.kind === 'image' || block.kind === 'list'
    if (first?.kind === 'callout' && rest.every(isShallow)) {
      return [{ ...first, blocks: [...first.blocks, ...rest.flatMap(flattened)] }]
    }
    if (tone !== null && inside.length > 0 && inside.every(isShallow)) {
      return [{ kind: 'callout', tone: label ?? tone, blocks: inside.flatMap(flattened) }]
    }
    if (inside.length > 0) this.#assumed(place, 'what is set apart without saying why became plain paragraphs')
    return inside
  }

  /** A block that cannot stand in an item, such as a table, splits the list. */
  #list({ ordered, start, items, place }: ForeignList): Block[] {
    const result: Block[] = []
    let open: List | undefined
    for (const [index, item] of items.entries()) {
      const inside: Shallow[] = []
      const after: Block[] = []
      for (const block of item.flatMap((each, at) => this.#item(each, at === 0, place))) {
        if (block.kind === 'table' || block.kind === 'callout' || block.kind === 'heading' || after.length > 0) {
          after.push(block)
        } else inside.push(...flattened(block))
      }
      // An item needs words of its own before an inner list.
      const [first] = inside
      if (first?.kind === 'list') inside.unshift({ kind: 'paragraph', runs: [{ text: '–' }] })
      if (inside.length > 0) {
        if (!open) {
          open = { kind: 'list', ordered, start: ordered ? start + index : 1, items: [] }
          result.push(open)
        }
        open.items.push(inside)
      }
      if (after.length === 0) continue
      result.push(...after)
      open = undefined
    }
    return result
  }

  /** Within an item, only a table is neither a leaf nor a list; a list at the third level joins the second. */
  #item(block: ForeignBlock, isFirst: boolean, place: string): Block[] {
    if (block.kind !== 'list') return block.kind === 'paragraph' && isFirst ? this.#leaf(block) : this.#block(block)
    const isDeep = block.items.some((item) => item.some(({ kind }) => kind === 'list'))
    if (isDeep) this.#assumed(place, 'lists below the second level joined the second level')
    const items = block.items.flatMap((item) => {
      const at = item.findIndex(({ kind }) => kind === 'list')
      if (at < 0) return [item]
      const deeper = item.slice(at)
      return [item.slice(0, at), ...deeper.flatMap((each) => (each.kind === 'list' ? itemsIn(each) : [[each]]))]
    })
    return this.#list({ ...block, items: items.filter((item) => item.length > 0) })
  }

  #leaf({ runs }: { readonly runs: readonly ForeignRun[] }): Leaf[] {
    const clean = this.#runs(runs)
    return clean.length > 0 ? [{ kind: 'paragraph', runs: clean }] : []
  }

  #table({ rows, hasHeader, align, place }: ForeignTable): Block[] {
    const all = rows.map((row) => row.map((runs) => this.#runs(runs)))
    const columns = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, index) => index).filter(
      (index) => all.some((row) => (row[index]?.length ?? 0) > 0),
    )
    const width = columns.length
    const [header, ...others] = all
      .map((row) => columns.map((index) => row[index] ?? []))
      .filter((row) => row.some((runs) => runs.length > 0))
    if (!header) return []
    if (width === 1 || others.length === 0) {
      this.#assumed(place, 'a table of one row or one column became paragraphs')
      if (width === 1) return [header, ...others].flat().flatMap((runs) => this.#paragraph(runs))
      return this.#paragraph(header.flatMap((runs, index) => [{ text: index === 0 ? '' : ' ' }, ...runs]))
    }
    if (!hasHeader) this.#assumed(place, 'the first row of a table was taken for its header')
    return [
      {
        kind: 'table',
        align: columns.map((index) => align[index] ?? 'left'),
        header: header.map((runs) => runs.map(({ strong: _, ...run }) => run)).map(joined),
        rows: others,
      },
    ]
  }

  #image({ alt, bytes, place }: Extract<ForeignBlock, { kind: 'image' }>): Leaf {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const name =
      this.#imageNames.get(hash) ?? `${this.#about.slug}-${this.#images.size + 1}.${isJpeg(bytes) ? 'jpg' : 'png'}`
    this.#imageNames.set(hash, name)
    this.#images.set(name, bytes)
    // A picture's text cannot hold escapes.
    const words = this.#clean(alt.replaceAll(/[\\`{}[\]]/g, ' ')).trim()
    if (words !== '') return { kind: 'image', name, alt: words }
    this.#assumed(
      `${name}${place && `, ${place}`}`,
      'pictures without a description: write one for who cannot see them',
    )
    return {
      kind: 'image',
      name,
      alt: this.#section === '' ? 'Figura' : `Figura: ${this.#section.replace(/[.:]$/, '')}`,
    }
  }

  #runs(runs: readonly ForeignRun[]): Run[] {
    const clean: Run[] = []
    let before = ' '
    for (const { target, text: raw, ...style } of withStyledSpaces(runs)) {
      const section = target === undefined ? undefined : this.#targets.get(target)
      if (target !== undefined && section === undefined) {
        this.#lost(this.#section && `under “${this.#section}”`, `a link that leads nowhere: “${raw.trim()}”`)
      }
      const link = section === undefined ? null : { document: `manuales/${this.#about.slug}`, section }
      const text = this.#clean(raw)
      const own = before.endsWith(' ') ? text.trimStart() : text
      before = own === '' ? before : own
      clean.push({ ...style, ...(link && { link }), text: own })
    }
    const result = joined(clean)
    for (let last = result.pop(); last; last = result.pop()) {
      const text = last.text.trimEnd()
      if (text === '') continue
      result.push({ ...last, text })
      break
    }
    return result
  }

  /** Removes characters that are no text: control characters, soft hyphens, zero-width marks, letters of unknown fonts. */
  #clean(text: string): string {
    if (/[\uFFFD\uE000-\uF8FF]/.test(text)) {
      const where = this.#section === '' ? '' : `under “${this.#section}”`
      const near = text
        .replaceAll(/[\uFFFD\uE000-\uF8FF]/g, '')
        .trim()
        .slice(0, 40)
      this.#lost(where, `letters of a font that does not say what they are${near && `, near “${near}”`}`)
    }
    return (
      text
        .normalize('NFC')
        .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF\uFFFD-\uFFFF\uE000-\uF8FF]/g, '')
        .replaceAll(/[ \t\r\n\f\v\u2028\u2029]+/g, ' ')
        // oxlint-disable-next-line no-control-regex -- these are removed
        .replaceAll(/[\0-\x1f\x7f-\x9f]/g, '')
    )
  }
}

const strongly = (runs: readonly ForeignRun[]): ForeignRun[] => runs.map((run) => ({ ...run, strong: true }))

const isBoldLine = (block: ForeignBlock): block is Extract<ForeignBlock, { kind: 'paragraph' }> =>
  block.kind === 'paragraph' &&
  block.runs.every(({ strong, text }) => strong === true || text.trim() === '') &&
  /^.{2,100}[^.:;,]$/.test(wordsOf(block.runs)) &&
  !isCaption(wordsOf(block.runs))

/** Everything in the block that leads to an anchor. */
function anchorsIn(block: ForeignBlock): string[] {
  if (block.kind === 'anchor') return [block.name]
  if (block.kind === 'list') return block.items.flat().flatMap(anchorsIn)
  return block.kind === 'aside' ? block.blocks.flatMap(anchorsIn) : []
}

/** The items of a list and of its inner lists, in order. */
const itemsIn = (list: ForeignList): (readonly ForeignBlock[])[] =>
  list.items.flatMap((item) => {
    const at = item.findIndex(({ kind }) => kind === 'list')
    if (at < 0) return [item]
    const deeper = item.slice(at).flatMap((each) => (each.kind === 'list' ? itemsIn(each) : [[each]]))
    return [item.slice(0, at), ...deeper]
  })

/** A list where no further level is allowed: the inner lists' items join it. */
function flattened(block: Shallow | List): Shallow[] {
  if (block.kind !== 'list') return [block]
  const items = block.items.map((item) =>
    item.flatMap((inner): Leaf[] => (inner.kind === 'list' ? inner.items.flat() : [inner])),
  )
  return [{ ...block, items }]
}

/** A space between two runs of the same style takes that style. */
const withStyledSpaces = (runs: readonly ForeignRun[]): ForeignRun[] =>
  runs.map((run, index) => {
    const before = runs[index - 1]
    const after = runs[index + 1]
    if (run.text.trim() !== '' || !before || !after) return run
    const same = before.strong === after.strong && before.emphasis === after.emphasis && before.code === after.code
    return same && before.target === after.target ? { ...before, text: run.text } : run
  })

/** Neighbours of the same style become one run. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result.at(-1)
    const same = last && last.strong === run.strong && last.emphasis === run.emphasis && last.code === run.code
    if (same && last.link?.section === run.link?.section)
      result[result.length - 1] = { ...last, text: last.text + run.text }
    else if (run.text !== '') result.push(run)
  }
  return result
}
