import { buffer } from 'node:stream/consumers'
import JSZip from 'jszip'
import mammoth from 'mammoth'
import yauzl from 'yauzl'
import type { ForeignDocument, Note } from './foreign-document.ts'
import { readHtml } from './html-file.ts'
import { asPicture } from './picture-bytes.ts'

/**
 * Reads a Word document. `mammoth` turns it into HTML. Before that, marks are put into the document wherever `mammoth`
 * would silently drop something: the numbers of lists that continue after a paragraph, and everything that is not text.
 */
export async function readDocx(bytes: Buffer): Promise<ForeignDocument> {
  const archive = await unpacked(bytes)
  const part = async (name: string) => (await archive.file(name)?.async('string')) ?? ''
  // The text of a simple field, such as a figure's number, would otherwise be dropped.
  const source = (await part('word/document.xml')).replaceAll(/<\/?w:fldSimple(?:\s[^>]*)?>/g, '')
  const styles = stylesOf(await part('word/styles.xml'))
  const marked = withLosses(withNumbers(source, styles, numberingOf(await part('word/numbering.xml'))))
  archive.file('word/document.xml', marked)

  const pictures: Buffer[] = []
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: await archive.generateAsync({ type: 'nodebuffer' }) },
    {
      styleMap: styleMap(styles),
      convertImage: mammoth.images.imgElement(async (image) => ({
        src: `picture:${pictures.push(await image.readAsBuffer()) - 1}`,
      })),
    },
  )
  const document = await readHtml(withMarks(value), {
    places: 'heading',
    picture: async (address) => {
      const picture = pictures[Number(address.replace('picture:', ''))]
      return picture ? asPicture(picture) : { problem: 'it is not in the document' }
    },
  })
  const properties = propertiesOf(await part('docProps/core.xml'))
  const told = messages.flatMap(({ message }) => (isTold(message) ? [] : [lost('', message)]))
  return { ...document, ...properties, notes: [...document.notes, ...notesOn(source, value), ...told] }
}

/** JSZip would unpack a part without end even if it claims to be small; this stops at the claimed size. */
async function unpacked(bytes: Buffer): Promise<JSZip> {
  const parts = new JSZip()
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    parts.file(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  }
  return parts
}

interface Style {
  readonly id: string
  readonly name: string
  readonly basedOn: string | null
  readonly outline: number | null
  readonly numbering: { readonly number: string | null; readonly level: number } | null
}

/** A paragraph's list: its first number, and whether it is numbered at all. */
interface List {
  readonly counter: string
  readonly levels: ReadonlyMap<number, { readonly format: string; readonly start: number; readonly isOwn: boolean }>
}

const lost = (place: string, message: string): Note => ({ kind: 'lost', place, message })
const assumed = (place: string, message: string): Note => ({ kind: 'assumed', place, message })

const valueOf = (xml: string, element: string): string | null =>
  new RegExp(`<w:${element}(?:\\s[^>]*)?\\sw:val="([^"]*)"`).exec(xml)?.[1] ?? null

function stylesOf(xml: string): ReadonlyMap<string, Style> {
  const styles = [...xml.matchAll(/<w:style\s([^>]*)>([\s\S]*?)<\/w:style>/g)].flatMap(([, head = '', body = '']) => {
    const id = /w:styleId="([^"]*)"/.exec(head)?.[1]
    if (id === undefined || !/w:type="paragraph"/.test(head)) return []
    const outline = valueOf(body, 'outlineLvl')
    const number = valueOf(body, 'numId')
    const numbered = /<w:numPr>/.test(body)
    return [
      {
        id,
        name: unescaped(valueOf(body, 'name') ?? id),
        basedOn: valueOf(body, 'basedOn'),
        outline: outline === null ? null : Number(outline),
        numbering: numbered ? { number, level: Number(valueOf(body, 'ilvl') ?? 0) } : null,
      },
    ]
  })
  return new Map(styles.map((style) => [style.id, style]))
}

/** A style's value, or the nearest one that it inherits. */
function inherited<T>(styles: ReadonlyMap<string, Style>, id: string, read: (style: Style) => T | null): T | null {
  let style = styles.get(id)
  for (let depth = 0; style && depth < 10; depth += 1) {
    const found = read(style)
    if (found !== null) return found
    style = styles.get(style.basedOn ?? '')
  }
  return null
}

/** A paragraph with an outline level is a heading, whatever its style is called. */
function styleMap(styles: ReadonlyMap<string, Style>): string[] {
  return [...styles.values()].flatMap(({ id, name }) => {
    const match = `p[style-name='${name.replaceAll(/['\\]/g, String.raw`\$&`)}']`
    if (/^t[ií]t(?:ulo|le)$/i.test(name)) return [`${match} => p.document-title:fresh`]
    const level = inherited(styles, id, ({ outline }) => outline)
    if (level !== null && level < 6) return [`${match} => h${level + 1}:fresh`]
    const [, word] = /^(nota|aviso|importante|advertencia|consejo|ejemplo|note|warning|tip|example)\b/i.exec(name) ?? []
    if (word !== undefined && !/foot|end|text|pie/i.test(name)) return [`${match} => p.${word.toLowerCase()}:fresh`]
    return /^(?:intense )?quote$|^cita/i.test(name) ? [`${match} => blockquote > p:fresh`] : []
  })
}

function numberingOf(xml: string): ReadonlyMap<string, List> {
  const levelsIn = (body: string, isOwn: boolean) =>
    [...body.matchAll(/<w:lvl\s[^>]*w:ilvl="(\d)"[^>]*>([\s\S]*?)<\/w:lvl>/g)].map(
      ([, level, inner = '']) =>
        [
          Number(level),
          { format: valueOf(inner, 'numFmt') ?? 'decimal', start: Number(valueOf(inner, 'start') ?? 1), isOwn },
        ] as const,
    )
  const abstract = new Map(
    [...xml.matchAll(/<w:abstractNum\s[^>]*w:abstractNumId="(\d+)"[^>]*>([\s\S]*?)<\/w:abstractNum>/g)].map(
      ([, id = '', body = '']) => [id, new Map(levelsIn(body, false))],
    ),
  )
  return new Map(
    [...xml.matchAll(/<w:num\s[^>]*w:numId="(\d+)"[^>]*>([\s\S]*?)<\/w:num>/g)].map(([, id = '', body = '']) => {
      const counter = valueOf(body, 'abstractNumId') ?? ''
      const levels = new Map([...(abstract.get(counter) ?? []), ...levelsIn(body, true)])
      for (const [, level, start] of body.matchAll(
        /<w:lvlOverride\s[^>]*w:ilvl="(\d)"[^>]*>\s*<w:startOverride\s[^>]*w:val="(\d+)"/g,
      )) {
        const format = levels.get(Number(level))?.format ?? 'decimal'
        levels.set(Number(level), { format, start: Number(start), isOwn: true })
      }
      return [id, { counter, levels }]
    }),
  )
}

/** Adds to each list paragraph a bookmark with its number, counted as Word counts. */
function withNumbers(xml: string, styles: ReadonlyMap<string, Style>, lists: ReadonlyMap<string, List>): string {
  const counts = new Map<string, number[]>()
  const begun = new Set<string>()
  return xml.replaceAll(/<w:pPr>([\s\S]*?)<\/w:pPr>/g, (whole, properties: string) => {
    const style = valueOf(properties, 'pStyle') ?? ''
    const own = /<w:numPr>/.test(properties)
    const number =
      (own ? valueOf(properties, 'numId') : null) ?? inherited(styles, style, (each) => each.numbering?.number ?? null)
    const said = own ? valueOf(properties, 'ilvl') : null
    const level = Number(said ?? inherited(styles, style, (each) => each.numbering?.level ?? null) ?? 0)
    const list = lists.get(number ?? '')
    const about = list?.levels.get(level)
    if (!list || !about || about.format === 'none') return whole
    const counted = counts.get(list.counter) ?? []
    const isFirst = !begun.has(`${number} ${level}`)
    begun.add(`${number} ${level}`)
    const last = counted[level]
    const next = last === undefined || (isFirst && about.isOwn) ? about.start : last + 1
    counts.set(list.counter, [
      ...counted.slice(0, level),
      ...Array.from({ length: Math.max(0, level - counted.length) }, () => 0),
      next,
    ])
    const kind = about.format === 'bullet' ? 'bullet' : /letter|roman/i.test(about.format) ? 'letter' : 'number'
    return `${whole}${bookmark(`list-${kind}-${next}`)}`
  })
}

/** Adds a bookmark before everything that is not text, to name it. */
function withLosses(xml: string): string {
  return xml
    .replaceAll(/<m:oMathPara>[\s\S]*?<\/m:oMathPara>|<m:oMath>[\s\S]*?<\/m:oMath>/g, (formula) => {
      const words = [...formula.matchAll(/<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/g)].map(([, text]) => text).join(' ')
      return `${bookmark(`lost-a formula: ${words}`)}${formula}`
    })
    .replaceAll(/<w:drawing>[\s\S]*?<\/w:drawing>/g, (drawing) => {
      if (/<c:chart\s/.test(drawing)) return `${bookmark('lost-a chart')}${drawing}`
      return /<dgm:relIds\s/.test(drawing) ? `${bookmark('lost-a diagram (SmartArt)')}${drawing}` : drawing
    })
}

const MARK = 'portal-import-'
const bookmark = (name: string): string =>
  `<w:bookmarkStart w:id="0" w:name="${MARK}${name.replaceAll('"', '&quot;')}"/>`

/** Replaces the bookmarks in the HTML by the content that they stand for. */
function withMarks(html: string): string {
  return html
    .replaceAll(
      new RegExp(`<li>((?:<a id="[^"]*"></a>)*?)<a id="${MARK}list-(bullet|number|letter)-(\\d+)"></a>`, 'g'),
      '<li value="$3" data-list="$2">$1',
    )
    .replaceAll(new RegExp(`<a id="${MARK}lost-([^"]*)"></a>`, 'g'), '<x-lost what="$1"></x-lost>')
    .replaceAll(new RegExp(`<a id="${MARK}[^"]*"></a>`, 'g'), '')
}

function notesOn(xml: string, html: string): Note[] {
  const comments = xml.match(/<w:commentReference\s/g)?.length ?? 0
  return [
    ...(/<w:(?:ins|del)\s/.test(xml)
      ? [assumed('', 'there are tracked changes: what was inserted was taken, what was deleted was not')]
      : []),
    ...(comments > 0 ? [lost('', `comments in the margin: ${comments}`)] : []),
    ...(new RegExp(`<h\\d>(?:<a id="[^"]*"></a>)*<a id="${MARK}list-number`).test(html)
      ? [lost('', 'the automatic numbers of the headings')]
      : []),
  ]
}

/** Messages of `mammoth` that are harmless, or already reported with their place. */
const isTold = (message: string): boolean =>
  /^Unrecognised (?:paragraph|run|table) style|^(?:Paragraph|Run|Table) style with ID|unrecognised element was ignored: (?:v:|\{[^}]*\/(?:math|chart|diagram)\})|^Image of type/.test(
    message,
  )

function propertiesOf(xml: string): Pick<ForeignDocument, 'title' | 'summary' | 'date'> {
  const text = (name: string) =>
    unescaped(new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1] ?? '').trim() || null
  const date = text('dcterms:modified')?.slice(0, 10) ?? ''
  return {
    title: text('dc:title'),
    summary: [text('dc:description'), text('dc:subject')].find((each) => each && !/^generated by/i.test(each)) ?? null,
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
