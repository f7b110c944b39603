import type { Language } from '#contract/moment.ts'
import type { Block, Link, ProviderDocument, Run, Shallow } from '#domain/document.ts'
import { plainText } from '#domain/document.ts'
import type { Settings } from '#domain/settings.ts'
import type { Picture } from './typesetter.ts'

/** The contents of one PDF: one document, or several in a row. */
export interface Publication {
  readonly title: string
  readonly documents: readonly ProviderDocument[]
  /** Only for a client's own document: it has no contents page, and no copy of its PDF is stored. */
  readonly own?: { readonly lines: readonly string[]; readonly language: Language }
}

/** The provider's details, which stand in every PDF. */
export type Imprint = Pick<Settings, 'product' | 'provider' | 'contact' | 'appearance'>

/** The names of a document's pictures. */
export const imagesIn = ({ introduction, sections }: ProviderDocument): string[] =>
  [introduction, ...sections.map(({ blocks }) => blocks)].flat().flatMap(imagesOf)

function imagesOf(each: Block | Shallow): string[] {
  if (each.kind === 'image') return [each.name]
  if (each.kind === 'callout') return each.blocks.flatMap(imagesOf)
  return each.kind === 'list' ? each.items.flatMap((item) => item.flatMap(imagesOf)) : []
}

/** A publication as `document.typ` reads it. */
export function printed({ title, documents, own }: Publication, imprint: Imprint, pictures: readonly Picture[]) {
  const [first] = documents
  const several = documents.length > 1
  const anchors = new Set(documents.flatMap(anchorsIn))
  const setting = { anchors, pictures: new Map(pictures.map((each) => [each.name, each])) }
  const latest =
    documents
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? '1970-01-01'
  const [year, month, day] = latest.split('-').map(Number)
  return {
    title,
    language: own?.language ?? 'es',
    contents: own ? null : 'Contenido',
    product: imprint.product.name,
    provider: imprint.provider.name,
    contact: [imprint.provider.name, imprint.contact.phone, imprint.contact.email].join('  ·  '),
    accent: imprint.appearance.accent,
    keywords: [...new Set(documents.flatMap(({ group, topics }) => [group, ...topics]))],
    date: { year, month, day },
    summary: several ? '' : (first?.summary ?? ''),
    lines: own?.lines ?? (several ? [`${documents.length} documentos`, longDate(latest)] : first ? linesOf(first) : []),
    documents: documents.map((document) => ({
      anchor: document.id,
      title: document.title,
      lines: linesOf(document),
      introduction: document.introduction.flatMap((each) => drawn(each, document.id, setting)),
      sections: document.sections.map((section) => ({
        anchor: `${document.id}#${section.id}`,
        title: section.title,
        since: section.since,
        blocks: section.blocks.flatMap((each) => drawn(each, document.id, setting)),
      })),
    })),
  }
}

interface Setting {
  /** The link targets within this PDF. */
  readonly anchors: ReadonlySet<string>
  readonly pictures: ReadonlyMap<string, Picture>
}

const anchorsIn = ({ id, sections }: ProviderDocument): string[] => [
  id,
  ...sections.flatMap((section) => [
    `${id}#${section.id}`,
    ...section.blocks.flatMap((each) => (each.kind === 'heading' && each.id !== null ? [`${id}#${each.id}`] : [])),
  ]),
]

const linesOf = ({ release, group, date, since }: ProviderDocument): string[] => [
  release ? `Versión ${release.version}` : group,
  release ? longDate(date) : `Actualizado el ${longDate(date)}`,
  ...(since === null ? [] : [`Desde la versión ${since}`]),
]

const longDate = (date: string): string =>
  new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

/** Columns of shorter cells are as wide as needed; the others share the rest. */
const NARROW = 26

function drawn(each: Block | Shallow, document: string, setting: Setting): object[] {
  const sentence = (runs: readonly Run[]) =>
    runs.map(({ link, text, ...style }) => {
      const anchor = link && anchorOf(link)
      const run = { ...style, text: unbroken(text) }
      return anchor !== undefined && setting.anchors.has(anchor) ? { ...run, link: anchor } : run
    })
  const inner = (block: Block | Shallow) => drawn(block, document, setting)
  switch (each.kind) {
    case 'paragraph':
      return [{ kind: each.kind, leads: plainText([each]).endsWith(':'), runs: sentence(each.runs) }]
    case 'heading':
      return [{ ...each, anchor: each.id === null ? null : `${document}#${each.id}` }]
    case 'image': {
      const picture = setting.pictures.get(each.name)
      return picture ? [{ ...each, width: widthOf(picture) }] : []
    }
    case 'list':
      return [
        {
          ...each,
          tight: each.items.every((item) => item.every((part, index) => index === 0 || part.kind === 'list')),
          items: each.items.map((item) => item.flatMap(inner)),
        },
      ]
    case 'callout':
      return [{ ...each, whole: isShort(each), blocks: each.blocks.flatMap(inner) }]
    case 'table':
      return [
        {
          kind: each.kind,
          whole: isShort(each),
          align: each.align,
          widths: widthsOf(each),
          header: each.header.map(sentence),
          rows: each.rows.map((row) => row.map((cell) => ({ runs: sentence(cell) }))),
        },
      ]
  }
}

/** An amount stays on the line with its sign. */
const unbroken = (text: string): string => text.replaceAll(/(?<=\d) (?=[%€])/g, '\u00a0')

const anchorOf = ({ document, section }: Link): string => (section === null ? document : `${document}#${section}`)

/** Whether a block is so short that a gap on the page is better than splitting it. */
const isShort = (each: Block): boolean => plainText([each]).length < (each.kind === 'table' ? 400 : 1200)

/** The average number of letters in each column's cells; 0 if all are short. */
function widthsOf({ header, rows }: Extract<Block, { kind: 'table' }>): number[] {
  const widths = header.map((title, column) => {
    const lengths = [title, ...rows.map((row) => row[column] ?? [])].map(
      (runs) => plainText([{ kind: 'paragraph', runs }]).length,
    )
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    return Math.max(...lengths) <= NARROW ? 0 : Math.max(14, Math.min(average, 60))
  })
  return widths.some((width) => width > 0) ? widths : [...widths.slice(0, -1), 1]
}

/** A picture's width in percent of the text, where 1200 pixels are the whole; a narrow one stays legible. */
function widthOf({ bytes }: Picture): number {
  const pixels = new DataView(bytes.buffer, bytes.byteOffset).getUint32(16)
  return Math.min(100, Math.max(30, Math.round(pixels / 12)))
}
