import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import {
  type ForeignBlock,
  type ForeignDocument,
  type ForeignList,
  type ForeignRun,
  type Note,
  type Tone,
  wordsOf,
} from './foreign-document.ts'
import type { Picture } from './picture.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

export interface HtmlOptions {
  /** How a place in it is named: by its line, or by the heading it is under where nobody ever sees a line. */
  readonly places: 'line' | 'heading'
  /** The picture that an address means, or why there is none. */
  readonly picture: (address: string) => Promise<Picture>
}

/** Reads the content of a page: headings, paragraphs, lists, tables, pictures, links within it. */
export async function readHtml(source: string, { places, picture }: HtmlOptions): Promise<ForeignDocument> {
  const page = parse(source, { sourceCodeLocationInfo: true })
  const elements = all(page.childNodes)
  const pictures = new Map<string, Picture>()
  for (const element of elements) {
    const address = attribute(element, 'src')
    if (element.tagName !== 'img' || address === '' || pictures.has(address)) continue
    pictures.set(address, await picture(address))
  }
  const reading = new Reading(elements, places, pictures)
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

/** Bytes of a page as text, by what it says of itself, as UTF-8 or as Windows writes. */
export function decodeHtml(bytes: Buffer): string {
  const [, said = 'utf-8'] =
    /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 4096)) ?? []
  for (const charset of ['utf-8', said]) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes)
    } catch {
      // Not in this one: the next.
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

/** Where what is read goes: finished blocks, and the sentence that has begun. */
class Sink {
  readonly blocks: OpenBlock[] = []
  #runs: ForeignRun[] = []
  #after: OpenBlock[] = []

  text(text: string, style: Style): void {
    this.#runs.push({ ...style, text })
  }

  /** What stands within a sentence but cannot: it follows it. */
  after(block: OpenBlock): void {
    this.#after.push(block)
  }

  /** Ends the sentence that has begun. */
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
  readonly #places: HtmlOptions['places']
  readonly #pictures: ReadonlyMap<string, Picture>
  /** Footnotes by the links that lead to them. */
  readonly #footnotes = new Map<Element, Element>()
  readonly #notesTold = new Set<Element>()
  #heading = ''

  constructor(elements: readonly Element[], places: HtmlOptions['places'], pictures: ReadonlyMap<string, Picture>) {
    this.#elements = elements
    this.#places = places
    this.#pictures = pictures
    this.#findFootnotes()
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
    if (this.#places === 'line') return `line ${element.sourceCodeLocation?.startLine ?? 1}`
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
    const beside = BESIDE[tagName] ?? BESIDE[`${tagName}[${attribute(node, 'title')}]`]
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
      // A list that stands right in a list, as many programs write it, belongs to the item before it.
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
    if (contents.flat().length === 1) {
      const blocks = contents.flat(2)
      sink.add({ kind: 'aside', tone: null, blocks, place: this.#place(node) })
      return
    }
    const pictures: OpenBlock[] = []
    let merged = false
    // Cells that reach down into the rows below, by column: how many rows still.
    const reach: number[] = []
    const text = contents.map((row, y) => {
      const line: ForeignRun[][] = []
      const skip = () => {
        while ((reach[line.length] ?? 0) > 0) {
          reach[line.length] = (reach[line.length] ?? 0) - 1
          line.push([])
        }
      }
      for (const [x, blocks] of row.entries()) {
        skip()
        const cell = cells[y]?.[x]
        const span = (name: string) => Math.min(100, Math.max(1, Number(attribute(cell, name)) || 1))
        const [wide, high] = [span('colspan'), span('rowspan')]
        if (wide > 1 || high > 1) merged = true
        pictures.push(...blocks.filter(({ kind }) => kind === 'image' || kind === 'anchor'))
        const from = line.length
        line.push(inCell(blocks), ...Array.from({ length: wide - 1 }, () => []))
        for (let column = from; column < from + wide; column += 1) reach[column] = high - 1
      }
      skip()
      return line
    })
    const [first] = cells
    const isHead = (cell: Element) => cell.tagName === 'th' && attribute(cell, 'scope') !== 'row'
    const hasHeader = first !== undefined && (first.every(isHead) || rows[0]?.parentNode?.nodeName === 'thead')
    if (merged) this.#note('assumed', node, 'merged cells of a table were parted: the words stand in the first')
    if (pictures.some(({ kind }) => kind === 'image')) this.#note('assumed', node, 'pictures of a table follow it')
    const align = (cells[1] ?? first ?? []).map(alignOf)
    sink.add({ kind: 'table', hasHeader, align, rows: text, place: this.#place(node) })
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
    const href = attribute(node, 'href')
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
      this.#note('lost', node, `a link out of the manual: “${plain(node)}” → ${href.slice(0, 200)}`)
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

  /** A footnote and its mark lead to each other. */
  #findFootnotes(): void {
    const byName = new Map<string, Element>()
    for (const element of this.#elements) {
      for (const name of [attribute(element, 'id'), attribute(element, 'name')]) if (name) byName.set(name, element)
    }
    const links = this.#elements.filter(({ tagName }) => tagName === 'a')
    const isTo = (link: Element, target: Element) => byName.get(decoded(attribute(link, 'href').slice(1))) === target
    for (const mark of links.filter((link) => /^[[(]?[\d*†a-z]{1,4}[\])]?$/i.test(plain(link)))) {
      const note = byName.get(decoded(attribute(mark, 'href').slice(1)))
      const source = [mark, parentOf(mark)].find(
        (each) => each && attribute(each, 'id') + attribute(each, 'name') !== '',
      )
      if (!note || !source || isWithin(mark, note)) continue
      const back = [note, ...all(note.childNodes)].find((each) => each.tagName === 'a' && isTo(each, source))
      // The text comes after its mark, and not the other way round.
      if (!back || this.#elements.indexOf(mark) > this.#elements.indexOf(note)) continue
      const body = /^(?:li|p|div|dd|aside|td)$/.test(note.tagName) ? note : parentOf(note)
      if (body && !/^h\d$/.test(body.tagName)) this.#footnotes.set(mark, body)
    }
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

const isElement = (node: Node): node is Element => 'tagName' in node

function all(nodes: readonly Node[]): Element[] {
  return nodes.filter(isElement).flatMap((element) => [element, ...all(element.childNodes)])
}

const attribute = (element: Element | undefined, name: string): string =>
  element?.attrs.find((each) => each.name === name)?.value ?? ''

const deepText = (node: Node): string =>
  'value' in node ? node.value : isElement(node) ? node.childNodes.map(deepText).join('') : ''
const plain = (node: Node): string => deepText(node).replaceAll(/\s+/g, ' ').trim()

/** The number of an item; Markdown has none below zero or of ten figures. */
const ordinal = (text: string, otherwise: number): number => (/^\d{1,6}$/.test(text) ? Number(text) : otherwise)

const parentOf = (element: Element): Element | undefined =>
  element.parentNode && 'tagName' in element.parentNode ? element.parentNode : undefined

function isWithin(element: Element, outer: Element): boolean {
  for (let at: Element | undefined = element; at; at = parentOf(at)) if (at === outer) return true
  return false
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** A note without the arrow or number that leads back to its mark. */
function withoutLinksBack(note: Element): Element {
  const keep = (node: Node): Node[] => {
    if (!isElement(node)) return [node]
    const isBack = node.tagName === 'a' && /^[^\p{L}]{0,4}$/u.test(plain(node))
    return isBack ? [] : [{ ...node, childNodes: node.childNodes.flatMap(keep) }]
  }
  return { ...note, childNodes: note.childNodes.flatMap(keep) }
}

const wrapped = (node: Element): Element => ({ ...node, tagName: 'div', attrs: [], childNodes: [node] })

/** Rows of a table, and not those of tables in it. */
function rowsOf(table: Element): Element[] {
  return table.childNodes.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') return [child]
    return /^t(?:head|body|foot)$/.test(child.tagName) ? rowsOf(child) : []
  })
}

/** All of a cell in one line. */
function inCell(blocks: readonly ForeignBlock[]): ForeignRun[] {
  const lines = blocks.flatMap((block): (readonly ForeignRun[])[] => {
    if (block.kind === 'paragraph') return [block.runs]
    if (block.kind === 'list') return block.items.map(inCell)
    return block.kind === 'aside' ? [inCell(block.blocks)] : []
  })
  return lines.flatMap((line, index) => (index === 0 ? line : [{ text: ' · ' }, ...line]))
}

function alignOf(cell: Element): 'left' | 'center' | 'right' {
  const [, side = ''] = /text-align:\s*(\w+)/.exec(attribute(cell, 'style')) ?? []
  const said = side || attribute(cell, 'align')
  return said === 'right' || said === 'center' ? said : 'left'
}

const isIconSized = (node: Element): boolean => {
  const height = Number(attribute(node, 'height').replace('px', ''))
  return height > 0 && height <= 32
}
