import { parse } from 'parse5'
import {
  type ForeignBlock,
  type ForeignDocument,
  type ForeignList,
  type ForeignRun,
  LINKS_OUT,
  MERGED_CELLS,
  type Note,
  type Tone,
  wordsOf,
} from './foreign-document.ts'
import { footnotesIn, withoutLinksBack } from './html-footnotes.ts'
import {
  type Element,
  type Node,
  all,
  attribute,
  decoded,
  deepText,
  isElement,
  plain,
  rowsOf,
  spanOf,
  wrapped,
} from './html-tree.ts'
import type { Picture } from './picture-bytes.ts'
import { flatRows, headDepth, inOneLine } from './table-rows.ts'

export interface HtmlOptions {
  /** The way to name a place: by its line, or by its heading if nobody ever sees lines. */
  readonly places: 'line' | 'heading'
  /** Its file name: links to the document itself may begin with it. */
  readonly fileName?: string
  /** The picture at an address, or the reason why there is none. */
  readonly picture: (address: string) => Promise<Picture>
}

/** Reads a page's content: headings, paragraphs, lists, tables, pictures, internal links. */
export async function readHtml(source: string, options: HtmlOptions): Promise<ForeignDocument> {
  const page = parse(source, { sourceCodeLocationInfo: true })
  const elements = all(page.childNodes)
  const pictures = new Map<string, Picture>()
  for (const element of elements) {
    const address = attribute(element, 'src')
    if (element.tagName !== 'img' || address === '' || pictures.has(address)) continue
    pictures.set(address, await options.picture(address))
  }
  const reading = new Reading(elements, options, pictures)
  const blocks = reading.content()
  const meta = (name: string) =>
    elements.filter((each) => each.tagName === 'meta' && attribute(each, 'name').toLowerCase() === name).at(0)
  const changed = /^\d{4}-\d{2}-\d{2}/.exec(attribute(meta('changed') ?? meta('last-modified'), 'content'))?.[0]
  const title = elements.find(({ tagName }) => tagName === 'title')
  return {
    title: title ? plain(title) : null,
    summary: attribute(meta('description'), 'content') || null,
    date: changed ?? null,
    blocks,
    notes: reading.notes,
  }
}

/** Decodes a page: by the encoding it names, as UTF-8, or as Windows writes it. */
export function decodeHtml(bytes: Buffer): string {
  const [, said = 'utf-8'] =
    /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 4096)) ?? []
  for (const charset of ['utf-8', said]) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes)
    } catch {
      // Not in this encoding: try the next.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

const SILENT = new Set(['script', 'style', 'template', 'head', 'title', 'meta', 'link', 'hr', 'col', 'colgroup', 'wbr'])
const LOST: Readonly<Record<string, string>> = {
  svg: 'a drawing (SVG)',
  math: 'a formula',
  canvas: 'a drawing',
  video: 'a video',
  audio: 'a sound',
  iframe: 'another page within the page',
  object: 'an embedded object',
  embed: 'an embedded object',
  form: 'a form',
  input: 'a field to fill in',
  select: 'a field to fill in',
  textarea: 'a field to fill in',
  del: 'text that is struck through',
  s: 'text that is struck through',
  strike: 'text that is struck through',
}
const BESIDE: Readonly<Record<string, string>> = {
  nav: 'a navigation menu',
  footer: 'the foot of the page',
  noscript: 'what is there only without scripts',
  'div[header]': 'the running header',
  'div[footer]': 'the running footer',
}
const BLOCKS = new Set(
  'p div section article main header aside figure figcaption address center details summary dl dd body html fieldset tbody'.split(
    ' ',
  ),
)
const STRONG = new Set(['b', 'strong', 'th', 'dt', 'summary'])
const EMPHASIS = new Set(['i', 'em', 'cite', 'dfn', 'var'])
const CODE = new Set(['code', 'kbd', 'samp', 'tt'])
const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/\b(?:tip|hint|consejo|success)\b/, 'tip'],
  [/\b(?:example|ejemplo)\b/, 'example'],
  [/\b(?:warning|danger|caution|important|importante|error|attention|advertencia)\b/, 'important'],
  [/\b(?:note|notice|info|nota|aviso|admonition|callout)\b/, 'notice'],
]

type Style = Omit<ForeignRun, 'text'>
/** A list that may still grow. */
type OpenList = Omit<ForeignList, 'items'> & { readonly items: OpenBlock[][] }
type OpenBlock = Exclude<ForeignBlock, ForeignList> | OpenList

/** Collects the content: finished blocks, and the sentence in progress. */
class Sink {
  readonly blocks: OpenBlock[] = []
  #runs: ForeignRun[] = []
  #after: OpenBlock[] = []

  text(text: string, style: Style): void {
    this.#runs.push({ ...style, text })
  }

  /** A block within a sentence that cannot stand there: it follows the sentence. */
  after(block: OpenBlock): void {
    this.#after.push(block)
  }

  /** Ends the sentence in progress. */
  end(): void {
    if (wordsOf(this.#runs) !== '') this.blocks.push({ kind: 'paragraph', runs: this.#runs })
    this.blocks.push(...this.#after)
    this.#runs = []
    this.#after = []
  }

  add(block: OpenBlock): void {
    this.end()
    this.blocks.push(block)
  }
}

class Reading {
  readonly notes: Note[] = []
  readonly #elements: readonly Element[]
  readonly #options: HtmlOptions
  readonly #pictures: ReadonlyMap<string, Picture>
  readonly #footnotes: ReadonlyMap<Element, Element>
  readonly #notesTold = new Set<Element>()
  #heading = ''

  constructor(elements: readonly Element[], options: HtmlOptions, pictures: ReadonlyMap<string, Picture>) {
    this.#elements = elements
    this.#options = options
    this.#pictures = pictures
    this.#footnotes = footnotesIn(elements)
  }

  content(): ForeignBlock[] {
    const mains = this.#elements.filter((each) => each.tagName === 'main' || attribute(each, 'role') === 'main')
    const articles = this.#elements.filter(({ tagName }) => tagName === 'article')
    const [only] = mains.length === 1 ? mains : articles.length === 1 ? articles : []
    const root = only ?? this.#elements.find(({ tagName }) => tagName === 'body')
    if (only) this.#note('lost', only, `what stands outside <${only.tagName}>`)
    const sink = new Sink()
    if (root) this.#children(root, {}, sink)
    sink.end()
    return sink.blocks
  }

  #note(kind: Note['kind'], element: Element, message: string): void {
    this.notes.push({ kind, place: this.#place(element), message })
  }

  #place(element: Element): string {
    if (this.#options.places === 'line') return `line ${element.sourceCodeLocation?.startLine ?? 1}`
    return this.#heading === '' ? 'before the first heading' : `under “${this.#heading}”`
  }

  #children(parent: Element, style: Style, sink: Sink): void {
    for (const node of parent.childNodes) this.#node(node, style, sink)
  }

  #node(node: Node, style: Style, sink: Sink): void {
    if (node.nodeName === '#text' && 'value' in node) sink.text(node.value, style)
    if (!('tagName' in node)) return
    const { tagName } = node
    if (SILENT.has(tagName) || this.#isHidden(node) || this.#notesTold.has(node)) return
    const beside = besideOf(node)
    if (beside !== undefined) {
      if (plain(node) !== '') this.#note('lost', node, beside)
      return
    }
    const lost = tagName === 'x-lost' ? attribute(node, 'what') : LOST[tagName]
    if (lost !== undefined) {
      this.#note('lost', node, tagName === 'form' ? 'a form: only its words were taken' : lost)
      if (tagName !== 'form') return
    }
    const names = [attribute(node, 'id'), tagName === 'a' ? attribute(node, 'name') : ''].filter(Boolean)
    const level = /^h([1-6])$/.exec(tagName)?.[1]
    if (level !== undefined) return this.#headingOf(node, Number(level), names, sink)
    for (const name of names) sink.after({ kind: 'anchor', name })
    this.#element(node, style, sink)
  }

  #element(node: Element, style: Style, sink: Sink): void {
    const { tagName } = node
    const tone = TONES.find(([pattern]) => pattern.test(attribute(node, 'class').toLowerCase().replaceAll('-', ' ')))
    if (['blockquote', 'aside'].includes(tagName) || (['div', 'section', 'p'].includes(tagName) && tone)) {
      sink.add({ kind: 'aside', tone: tone?.[1] ?? null, blocks: this.#blocks(node, style), place: this.#place(node) })
    } else if (tagName === 'ul' || tagName === 'ol' || tagName === 'menu') this.#list(node, style, sink)
    else if (tagName === 'table') this.#table(node, style, sink)
    else if (tagName === 'pre') this.#preformatted(node, style, sink)
    else if (tagName === 'img') this.#image(node, style, sink)
    else if (tagName === 'br') sink.end()
    else if (tagName === 'a') this.#link(node, style, sink)
    else if (BLOCKS.has(tagName) || tagName === 'dt') {
      sink.end()
      const isTitle = attribute(node, 'class') === 'document-title'
      if (isTitle) sink.add({ kind: 'title', runs: [{ text: plain(node) }] })
      else this.#children(node, styled(style, tagName), sink)
      sink.end()
    } else if (tagName === 'sup' && /^\d+$/.test(plain(node)) && !this.#isNoteMark(node)) {
      sink.text(
        plain(node).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit))),
        style,
      )
    } else this.#children(node, styled(style, tagName), sink)
  }

  #blocks(parent: Element, style: Style): OpenBlock[] {
    const sink = new Sink()
    this.#children(parent, style, sink)
    sink.end()
    return sink.blocks
  }

  #headingOf(node: Element, level: number, names: readonly string[], sink: Sink): void {
    const inner = this.#blocks(node, {})
    const runs = inner.flatMap((block) => (block.kind === 'paragraph' ? [...block.runs, { text: ' ' }] : []))
    const words = wordsOf(runs).replace(/\s*[¶#]$/, '')
    if (words !== '') {
      this.#heading = words
      sink.add({ kind: 'heading', level, runs: [{ text: words }], place: this.#place(node) })
    }
    for (const name of names) sink.add({ kind: 'anchor', name })
    for (const block of inner) if (block.kind !== 'paragraph') sink.add(block)
  }

  #list(node: Element, style: Style, sink: Sink): void {
    const place = this.#place(node)
    const isLettered = node.tagName === 'ol' && /^[ai]$/i.test(attribute(node, 'type'))
    const letters = node.childNodes.some((child) => isElement(child) && attribute(child, 'data-list') === 'letter')
    if (isLettered || letters) this.#note('assumed', node, 'a list by letters became one by numbers')
    let next = ordinal(attribute(node, 'start'), 1)
    let open: OpenList | undefined
    sink.end()
    for (const child of node.childNodes) {
      if (!('tagName' in child) || this.#notesTold.has(child)) continue
      const said = attribute(child, 'data-list')
      const ordered = said === '' ? node.tagName === 'ol' : said !== 'bullet'
      const value = ordinal(attribute(child, 'value'), next)
      const item = this.#blocks(child.tagName === 'li' ? child : wrapped(child), style)
      const id = attribute(child, 'id')
      if (id !== '') item.unshift({ kind: 'anchor', name: id })
      // Many programs nest a list directly in a list: it belongs to the item before it.
      const before = sink.blocks.at(-1)
      const isBare = item.length > 0 && item.every(({ kind }) => kind === 'list')
      if (isBare && before?.kind === 'list' && before.items.length > 0) {
        before.items.at(-1)?.push(...item)
        continue
      }
      if (isBare) {
        for (const block of item) sink.add(block)
        continue
      }
      const goesOn =
        ordered && before?.kind === 'list' && before.ordered && before.start + before.items.length === value
      if (goesOn && value > 1) open = before
      if (!open || (ordered && !goesOn && open.items.length > 0) || open.ordered !== ordered) {
        open = { kind: 'list', ordered, start: value, items: [], place }
        sink.add(open)
      }
      open.items.push(item)
      next = value + 1
    }
  }

  #table(node: Element, style: Style, sink: Sink): void {
    sink.end()
    const rows = rowsOf(node)
    const cells = rows.map((row) => row.childNodes.filter(isElement).filter(({ tagName }) => /^t[dh]$/.test(tagName)))
    const caption = node.childNodes.filter(isElement).find(({ tagName }) => tagName === 'caption')
    if (caption) for (const block of this.#blocks(caption, style)) sink.add(block)
    const contents = cells.map((row) => row.map((cell) => this.#blocks(cell, style)))
    const isLayout = contents.flat().some((cell) => cell.some(({ kind }) => kind === 'heading' || kind === 'table'))
    if (isLayout) {
      this.#note('assumed', node, 'a table that parts the page, or has tables in it, was read cell by cell')
      for (const block of contents.flat(2)) sink.add(block)
      return
    }
    if (contents.every((row) => row.length <= 1)) {
      const blocks = contents.flat(2)
      sink.add({ kind: 'aside', tone: null, blocks, place: this.#place(node) })
      return
    }
    const pictures = contents.flat(2).filter(({ kind }) => kind === 'image' || kind === 'anchor')
    const spans = cells.map((row, y) =>
      row.map((cell, x) => ({
        runs: inCell(contents[y]?.[x] ?? []),
        wide: spanOf(cell, 'colspan'),
        high: spanOf(cell, 'rowspan'),
      })),
    )
    const merged = spans.flat().some(({ wide, high }) => wide > 1 || high > 1)
    const heads = headDepth(spans, rows.filter(({ parentNode }) => parentNode?.nodeName === 'thead').length)
    const [first] = cells
    const isHead = (cell: Element) => cell.tagName === 'th' && attribute(cell, 'scope') !== 'row'
    const hasHeader = first !== undefined && (first.every(isHead) || heads > 0)
    if (merged) this.#note('assumed', node, MERGED_CELLS)
    if (pictures.some(({ kind }) => kind === 'image')) this.#note('assumed', node, 'pictures of a table follow it')
    const align = (cells[Math.max(1, heads)] ?? first ?? []).map(alignOf)
    sink.add({ kind: 'table', hasHeader, align, rows: flatRows(spans, heads), place: this.#place(node) })
    for (const picture of pictures) sink.add(picture)
  }

  #preformatted(node: Element, style: Style, sink: Sink): void {
    sink.end()
    for (const line of deepText(node)
      .split('\n')
      .filter((line) => line.trim() !== '')) {
      sink.add({ kind: 'paragraph', runs: [{ ...style, code: true, text: line.trim() }] })
    }
    this.#note('assumed', node, 'a block of code became a paragraph for each line')
  }

  #image(node: Element, style: Style, sink: Sink): void {
    const address = attribute(node, 'src')
    const alt = attribute(node, 'alt').trim()
    const found = this.#pictures.get(address)
    if (found && 'bytes' in found) {
      const isIcon = isIconSized(node) && found.bytes.length < 4000
      if (isIcon && alt !== '') sink.text(alt, style)
      if (isIcon) this.#note('lost', node, alt === '' ? 'an icon' : `an icon: “${alt}” stands for it`)
      else sink.after({ kind: 'image', alt, bytes: found.bytes, place: this.#place(node) })
      return
    }
    const name = address.startsWith('data:') ? 'that the page holds' : address
    this.#note('lost', node, `a picture ${alt === '' ? '' : `(“${alt}”) `}${name}: ${found?.problem ?? 'no address'}`)
  }

  #link(node: Element, style: Style, sink: Sink): void {
    const { fileName = '' } = this.#options
    const said = attribute(node, 'href')
    const href = fileName !== '' && decoded(said).startsWith(`${fileName}#`) ? said.slice(said.indexOf('#')) : said
    const footnote = this.#footnotes.get(node)
    if (footnote) {
      const mark = plain(node).replaceAll(/[[\]()]/g, '')
      sink.text(` (${mark})`, style)
      if (this.#notesTold.has(footnote)) return
      const runs = this.#blocks(withoutLinksBack(footnote), {}).flatMap((block) =>
        block.kind === 'paragraph' ? [...block.runs, { text: ' ' }] : [],
      )
      this.#notesTold.add(footnote)
      if (wordsOf(runs) !== '') sink.after({ kind: 'paragraph', runs: [{ text: `(${mark}) ` }, ...runs] })
      return
    }
    const isInner = /^#./.test(href)
    if (href !== '' && href !== '#' && !isInner && plain(node) !== '') {
      const place = `“${plain(node)}” → ${href.slice(0, 200)}, ${this.#place(node)}`
      this.notes.push({ kind: 'lost', place, message: LINKS_OUT })
    }
    if (/^[¶#§]$/.test(plain(node))) return
    this.#children(node, isInner ? { ...style, target: decoded(href.slice(1)) } : style, sink)
  }

  #isHidden(node: Element): boolean {
    const isGone = /display:\s*none|visibility:\s*hidden/i.test(attribute(node, 'style'))
    return isGone || node.attrs.some(({ name }) => name === 'hidden') || attribute(node, 'aria-hidden') === 'true'
  }

  #isNoteMark(node: Element): boolean {
    return all(node.childNodes).some((inner) => this.#footnotes.has(inner))
  }
}

function styled(style: Style, tagName: string): Style {
  return {
    ...style,
    ...(STRONG.has(tagName) && { strong: true }),
    ...(EMPHASIS.has(tagName) && { emphasis: true }),
    ...(CODE.has(tagName) && { code: true }),
  }
}

/** An item's number; Markdown has no negative ones and none of ten digits. */
const ordinal = (text: string, otherwise: number): number => (/^\d{1,6}$/.test(text) ? Number(text) : otherwise)

/** A cell's content in one line. */
function inCell(blocks: readonly ForeignBlock[]): ForeignRun[] {
  const lines = blocks.flatMap((block): (readonly ForeignRun[])[] => {
    if (block.kind === 'paragraph') return [block.runs]
    if (block.kind === 'list') return block.items.map(inCell)
    return block.kind === 'aside' ? [inCell(block.blocks)] : []
  })
  return inOneLine(lines)
}

function alignOf(cell: Element): 'left' | 'center' | 'right' {
  const [, side = ''] = /text-align:\s*(\w+)/.exec(attribute(cell, 'style')) ?? []
  const said = side || attribute(cell, 'align')
  return said === 'right' || said === 'center' ? said : 'left'
}

/** Parts of the page that do not belong to its content. */
function besideOf(element: Element): string | undefined {
  const known = BESIDE[element.tagName] ?? BESIDE[`${element.tagName}[${attribute(element, 'title')}]`]
  const isMenu =
    attribute(element, 'role') === 'navigation' ||
    /\b(?:nav(?:header|footer|bar)|breadcrumbs?)\b/i.test(attribute(element, 'class'))
  return known ?? (isMenu ? BESIDE['nav'] : undefined)
}

const isIconSized = (node: Element): boolean => {
  const height = Number(attribute(node, 'height').replace('px', ''))
  return height > 0 && height <= 32
}
