import { type PDFDocumentProxy, type PDFPageProxy, getDocument } from 'unpdf/pdfjs'
import { type ForeignDocument, LINKS_OUT, type Note } from './foreign-document.ts'
import { MAX_POINTS, drawingsOf } from './pdf-drawings.ts'
import { blocksOf } from './pdf-layout.ts'
import type { Title } from './pdf-measures.ts'
import type { Area, Page, Word } from './pdf-rows.ts'

/** Reads a PDF by the places and sizes of its words: the file does not know paragraphs, lists and tables. */
export async function readPdf(bytes: Buffer): Promise<ForeignDocument> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    // Font names tell bold from regular.
    fontExtraProperties: true,
    maxImageSize: MAX_POINTS,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  })
  try {
    const document = await task.promise
    const reading = new Reading(document)
    const pages: Page[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      pages.push(await reading.page(page))
      page.cleanup()
    }
    const { info } = await document.getMetadata()
    const said = (name: string): string | null => {
      const value: unknown = Object.entries(info).find(([key]) => key === name)?.[1]
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
    }
    const { blocks, notes } = blocksOf(pages, await reading.outline())
    const [, year, month, day] = /^D:(\d{4})(\d{2})(\d{2})/.exec(said('ModDate') ?? said('CreationDate') ?? '') ?? []
    return {
      title: said('Title')?.replace(/^Microsoft Word - /, '') ?? null,
      summary: said('Subject'),
      date: year === undefined ? null : `${year}-${month}-${day}`,
      blocks,
      notes: [...reading.notes, ...notes],
    }
  } finally {
    await task.destroy()
  }
}

/** A place that a link leads to. */
const placeName = (page: number, y: number): string => `page ${page} at ${Math.round(y)}`

class Reading {
  readonly notes: Note[] = []
  readonly #document: PDFDocumentProxy

  constructor(document: PDFDocumentProxy) {
    this.#document = document
  }

  async page(page: PDFPageProxy): Promise<Page> {
    const number = page.pageNumber
    const { pictures, areas, notes } = await drawingsOf(page)
    this.notes.push(...notes)
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const written = await this.#words(page, await this.#links(page))
    const words = [...written, ...areas.flatMap((area) => bulletOf(area, written))]
    if (words.length === 0) {
      this.#lost(number, pictures.length > 0 ? 'no text, only a picture: is it a scan?' : 'an empty page')
    }
    return { number, left, bottom, right, top, words, pictures, areas }
  }

  /** The titles of the PDF's outline, with depths from 1. */
  async outline(): Promise<Title[]> {
    type Entry = { readonly title: string; readonly items: readonly Entry[] }
    const flat = (entries: readonly Entry[], depth: number): Title[] =>
      entries.flatMap(({ title, items }) => [{ title, depth }, ...flat(items, depth + 1)])
    return flat((await this.#document.getOutline()) ?? [], 1)
  }

  #lost(page: number, message: string): void {
    this.notes.push({ kind: 'lost', place: `page ${page}`, message })
  }

  async #words(page: PDFPageProxy, links: readonly { rect: readonly number[]; target: string }[]): Promise<Word[]> {
    const { items } = await page.getTextContent()
    const words: Word[] = []
    let turned = ''
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform.map(Number)
      const size = Math.hypot(c, d) || Math.hypot(a, b)
      if (Math.abs(b) > 0.2 * size || d < 0) {
        turned ||= item.str
        continue
      }
      const font = fontName(page, item.fontName)
      const word = {
        text: item.str,
        x,
        end: x + item.width,
        y,
        size,
        strong: /bold|black|heavy|semibold|demi|-bd\b/i.test(font),
        emphasis: /italic|oblique/i.test(font),
        code: /mono|courier|consol|typewriter|code/i.test(font),
      }
      const over = links.filter(({ rect: [, low = 0, , high = 0] }) => y + size * 0.3 >= low && y + size * 0.3 <= high)
      words.push(...linked(word, over))
    }
    if (turned !== '') this.#lost(page.pageNumber, `text that stands at an angle, such as “${turned.slice(0, 40)}”`)
    return words
  }

  async #links(page: PDFPageProxy) {
    const links: { rect: readonly number[]; target: string }[] = []
    const outside = new Set<string>()
    let fields = 0
    let comments = 0
    for (const annotation of await page.getAnnotations()) {
      const { subtype, dest, url, rect, contentsObj } = annotationOf(annotation)
      if (subtype === 'Widget') fields += 1
      if (subtype !== 'Link' && subtype !== 'Widget' && subtype !== 'Popup' && contentsObj !== '') comments += 1
      if (url !== '') outside.add(url)
      const target = await this.#destination(dest)
      if (target !== null && rect) links.push({ rect, target })
    }
    const number = page.pageNumber
    for (const url of outside) {
      this.notes.push({ kind: 'lost', place: `${url.slice(0, 200)}, page ${number}`, message: LINKS_OUT })
    }
    if (fields > 0) this.#lost(number, `fields to fill in: ${fields}`)
    if (comments > 0) this.#lost(number, `comments: ${comments}`)
    return links
  }

  async #destination(dest: unknown): Promise<string | null> {
    const explicit = typeof dest === 'string' ? await this.#document.getDestination(dest).catch(() => null) : dest
    if (!Array.isArray(explicit)) return null
    const [reference, , ...numbers] = explicit.map((part: unknown) => part)
    const page = typeof reference === 'number' ? reference : await this.#pageOf(reference)
    const [first, second] = numbers
    // «XYZ» gives the left side first, «FitH» the top alone.
    const y = typeof second === 'number' ? second : typeof first === 'number' ? first : 100_000
    return page === null ? null : placeName(page + 1, y)
  }

  async #pageOf(reference: unknown): Promise<number | null> {
    if (typeof reference !== 'object' || reference === null || !('num' in reference) || !('gen' in reference))
      return null
    const { num, gen } = reference
    if (typeof num !== 'number' || typeof gen !== 'number') return null
    return this.#document.getPageIndex({ num, gen }).catch(() => null)
  }
}

/** Splits a word, or a line that is one, into parts with and without a link. */
function linked(word: Word, links: readonly { rect: readonly number[]; target: string }[]): Word[] {
  const { text, x, end } = word
  const at = (place: number) => {
    const near = Math.round(((place - x) / (end - x)) * text.length)
    const breaks = [0, text.length, ...[...text.matchAll(/\s/g)].map(({ index }) => index)]
    return breaks.reduce((best, each) => (Math.abs(each - near) < Math.abs(best - near) ? each : best), 0)
  }
  const place = (index: number) => x + ((end - x) * index) / text.length
  let from = 0
  const parts: Word[] = []
  const add = (to: number, target?: string) => {
    const part = text.slice(from, to)
    if (part.trim() !== '')
      parts.push({ ...word, text: part, x: place(from), end: place(to), ...(target && { target }) })
    from = Math.max(from, to)
  }
  for (const { rect, target } of links.toSorted((a, b) => (a.rect[0] ?? 0) - (b.rect[0] ?? 0))) {
    const [left = 0, , right = 0] = rect
    if (right <= x || left >= end) continue
    add(at(left))
    add(at(right), target)
  }
  add(text.length)
  return parts
}

/** A small round or square area before a line: a drawn bullet. */
function bulletOf({ left, right, bottom, top }: Area, words: readonly Word[]): Word[] {
  const [wide, high] = [right - left, top - bottom]
  if (wide < 1.5 || wide > 7 || Math.abs(wide - high) > 1) return []
  const y = (top + bottom) / 2
  const isLevel = (word: Word) => y > word.y && y < word.y + 0.75 * word.size
  const line = words.filter(isLevel)
  const first = line.find((word) => word.x > right && word.x - right < 2.5 * word.size)
  if (!first || line.some((word) => word.x < first.x)) return []
  const { size } = first
  return [{ text: '•', x: left, end: right, y: first.y, size, strong: false, emphasis: false, code: false }]
}

/** pdf.js does not type its annotations. */
function annotationOf(annotation: unknown) {
  const part = (name: string): unknown =>
    typeof annotation === 'object' && annotation !== null
      ? Object.entries(annotation).find(([key]) => key === name)?.[1]
      : undefined
  const text = (name: string): string => {
    const value = part(name)
    return typeof value === 'string' ? value : ''
  }
  const rect = part('rect')
  const contents = part('contentsObj')
  const words = typeof contents === 'object' && contents !== null && 'str' in contents ? String(contents.str) : ''
  return {
    subtype: text('subtype'),
    url: text('url') || text('unsafeUrl'),
    dest: part('dest'),
    contentsObj: words,
    rect: Array.isArray(rect) ? rect.map(Number) : null,
  }
}

/** A font's embedded name, such as `ABCDEF+Calibri-Bold`. */
function fontName(page: PDFPageProxy, id: string): string {
  const font: unknown = page.commonObjs.has(id) ? page.commonObjs.get(id) : null
  return typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : ''
}
