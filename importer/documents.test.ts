import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { plainText } from '#domain/document.ts'
import { readDocument } from '#server/manuals/document-file.ts'
import { openPrinter } from '#server/manuals/pdf.ts'
import { readSettings } from '#server/provider-settings.ts'
import { readDocx } from './docx-file.ts'
import { type Fitted, fitted } from './fitting.ts'
import type { ForeignDocument } from './foreign-document.ts'
import { decodeHtml, readHtml } from './html-file.ts'
import { written } from './markdown.ts'
import { readPdf } from './pdf-file.ts'
import { asPicture } from './picture-bytes.ts'

const ABOUT = { slug: 'guia', fileName: 'guia', group: 'Alquileres', area: null, topics: [], since: null } as const
const fit = (foreign: ForeignDocument): Fitted => fitted(foreign, { ...ABOUT, date: foreign.date ?? '2026-01-01' })
const sample = (name: string): Buffer => readFileSync(new URL(`samples/${name}`, import.meta.url))
/** A document from mammoth's own tests: Word, LibreOffice and Pages wrote them. */
const ofMammoth = (name: string): Buffer =>
  readFileSync(new URL(`../node_modules/mammoth/test/test-data/${name}.docx`, import.meta.url))
const told = ({ notes }: Fitted, kind: 'lost' | 'assumed'): string[] =>
  notes
    .filter((note) => note.kind === kind)
    .map(({ place, message }) => (place === '' ? message : `${place}: ${message}`))

/** How the portal reads the result, section by section. */
function outline({ document }: Fitted): string[] {
  const { document: read, faults } = readDocument('manuales', 'guia', written(document), {})
  expect(faults).toEqual([])
  expect(read?.sections.map(({ blocks }) => plainText(blocks))).toEqual(
    document.sections.map(({ blocks }) => plainText(blocks)),
  )
  return document.sections.flatMap(({ id, blocks }) => [
    `## ${id}`,
    ...blocks.map((block) => (block.kind === 'heading' ? `### ${block.id}` : block.kind)),
  ])
}

const LIST = ['list', 'paragraph', 'image']
const GUIDE = [
  '## preparar-la-facturacion',
  'paragraph',
  'callout',
  '### conceptos-del-contrato',
  'paragraph',
  'table',
  'paragraph',
  '## emitir-los-recibos',
  'paragraph',
  ...LIST,
  'list',
  'paragraph',
  'paragraph',
  '## remesar-los-recibos',
  'paragraph',
  'paragraph',
  'paragraph',
  '## corregir-un-recibo-emitido',
  'paragraph',
  'paragraph',
  'paragraph',
  'paragraph',
  '## devoluciones-del-banco',
  'paragraph',
  'paragraph',
  'paragraph',
  'paragraph',
  '### motivos-de-devolucion',
  'list',
]
/** A note follows its text if the format knows notes; otherwise it stays at the foot of the page. */
const withNote = (outline: readonly string[], at: number) => [
  ...outline.slice(0, at),
  'paragraph',
  ...outline.slice(at),
]

/** The content of all three kinds of file, in Markdown. */
const SAID = [
  'Antes de emitir, revise los **contratos vigentes** y los *conceptos* de cada uno. Cuando el inmueble tiene',
  '> **Importante.** No emita dos veces el mismo mes.',
  '| Concepto | Cuenta | IVA |\n|---|---|---|\n| Renta | 752 | 21 % |\n| Gastos de comunidad | 759 | 21 % |',
  '2. Indique el periodo:\n   - mes y año;\n   - fecha de emisión;\n   - serie de facturación.\n3. Pulse Calcular.\n',
  '\n4. Revise los avisos y pulse Emitir.\n',
  'Vea también [los conceptos del contrato](#conceptos-del-contrato) y la página de la Agencia Tributaria.',
]

describe('what LibreOffice wrote', () => {
  test('as a Word document', async () => {
    const guide = fit(await readDocx(sample('guia-de-alquileres.docx')))
    const { title, summary, date } = guide.document
    expect({ title, summary, date }).toEqual({
      title: 'Guía de facturación de alquileres',
      summary: 'De los conceptos del contrato a la devolución del banco.',
      date: '2026-09-14',
    })
    expect(outline(guide)).toEqual(withNote(GUIDE, 7))
    const text = written(guide.document)
    for (const said of SAID) expect(text).toContain(said)
    expect(text).toContain('sin IVA (1).\n\n(1) Salvo en los contratos de vivienda, que están exentos.')
    expect(text).toContain('![Resultado del cálculo de recibos](images/guia-1.png)')
    expect([...guide.images.keys()]).toEqual(['guia-1.png'])
    expect(told(guide, 'lost')).toEqual([
      '“Agencia Tributaria” → https://example.com/, under “Emitir los recibos”: links out of the manual, which are plain text now',
    ])
    expect(told(guide, 'assumed')).toEqual([])
  })

  test('as a web page', async () => {
    const guide = fit(
      await readHtml(decodeHtml(sample('guia-de-alquileres.html')), {
        places: 'line',
        picture: (address) => Promise.resolve(asPicture(sample(address))),
      }),
    )
    expect(outline(guide)).toEqual(withNote(GUIDE, 7))
    for (const said of SAID) expect(written(guide.document)).toContain(said)
    expect(told(guide, 'lost')).toEqual([
      'line 26: the running header',
      '“Agencia Tributaria” → https://example.com/, line 135: links out of the manual, which are plain text now',
      'line 221: the running footer',
    ])
  })

  test('as a PDF', async () => {
    const guide = fit(await readPdf(sample('guia-de-alquileres.pdf')))
    expect(guide.document.title).toBe('Guía de facturación de alquileres')
    expect(outline(guide)).toEqual(withNote(GUIDE, 7))
    for (const said of SAID) expect(written(guide.document)).toContain(said)
    expect(written(guide.document)).not.toMatch(/Página \d|Edición de otoño/)
    expect([...guide.images.keys()]).toEqual(['guia-1.png'])
    expect(told(guide, 'lost')).toEqual([
      'https://example.com/, page 2: links out of the manual, which are plain text now',
      'the running header or footer “Facturación de alquileres · Edición de otoño”',
    ])
    expect(told(guide, 'assumed')).toEqual([
      'page 1: the first row of a table was taken for its header',
      'guia-1.png, page 1: pictures without a description: write one for who cannot see them',
    ])
  })
})

describe('a booklet of LibreOffice’s with boxes, merged cells, notes and columns', () => {
  const CELLS = [
    '| Cargo | Obra propia · Hasta | Obra propia · Plazo | Observaciones |',
    '| Jefe de obra | 10.000 € | 2 días | Con albarán |',
    '| Jefe de obra | 25.000 € | 4 días | Con contrato |',
    '| Dirección | Sin límite | 5 días | Siempre |',
    '| Los plazos se cuentan en días hábiles. |  |  |  |\n\n### Qué hacer si no cuadra',
  ]
  const BOX = '\n\n> **Importante.** No cambie una certificación aprobada: la corrección va en la siguiente.\n\n'

  test('as a Word document', async () => {
    const text = written(fit(await readDocx(sample('certificaciones.docx'))).document)
    for (const said of [BOX, ...CELLS, '\n\n(1) Artículo 240 de la Ley']) expect(text).toContain(said)
  })

  test('as a PDF', async () => {
    const guide = fit(await readPdf(sample('certificaciones.pdf')))
    const text = written(guide.document)
    expect(guide.document.title).toBe('Manual de certificaciones')
    // The table continues on the next page, and the note stands between its parts.
    for (const said of [BOX, ...CELLS, 'conformidad firmada.\n\n¹ Artículo 240 de la Ley']) expect(text).toContain(said)
    const [, columns = ''] = text.split('## Retenciones y su devolución')
    const [above = '', below = ''] = columns.split('## Preguntas frecuentes')
    expect(above.match(/La certificación a origen/g)).toHaveLength(4)
    expect(below).toContain('> **Aviso.** La retención no es un impuesto.')
    expect(told(guide, 'assumed')).toEqual([
      'page 3: two columns were read one after the other',
      'page 2: merged cells of a table were parted: what reaches down stands in each row',
      'page 3: merged cells of a table were parted: what reaches down stands in each row',
      'page 2: lists below the second level joined the second level',
      'guia-1.png, page 2: pictures without a description: write one for who cannot see them',
    ])
  })
})

describe('Word documents of others', () => {
  const text = async (name: string) => written(fit(await readDocx(ofMammoth(name))).document)

  test('with notes, tables, lists and text boxes', async () => {
    expect(await text('footnotes')).toContain('Ouch (1). (2)\n\n(1) A tachyon walks into a bar.\n\n(2) Fin.')
    expect(await text('endnotes')).toContain('(1) A tachyon walks into a bar.')
    expect(await text('tables')).toContain('| Top left | Top right |\n|---|---|\n| Bottom left | Bottom right |')
    expect(await text('simple-list')).toContain('- Apple\n- Banana')
    expect(await text('text-box')).toContain('Datum plane')
    expect(await text('tiny-picture')).toContain('(images/guia-1.png)')
  })

  test('with unreadable parts', async () => {
    expect(told(fit(await readDocx(ofMammoth('comments'))), 'lost')).toEqual(['comments in the margin: 2'])
    const struck = fit(await readDocx(ofMammoth('strikethrough')))
    expect(told(struck, 'lost')).toEqual(['before the first heading: text that is struck through'])
    const [picture] = told(fit(await readDocx(ofMammoth('external-picture'))), 'lost')
    expect(picture).toContain('external file access is disabled')
    expect(fit(await readDocx(ofMammoth('empty'))).document.sections).toEqual([])
  })
})

test('a PDF that the portal has printed is read as the original', async () => {
  const { document } = fit(await readDocx(sample('guia-de-alquileres.docx')))
  const folder = await mkdtemp(join(tmpdir(), 'portal-import-test-'))
  const printer = openPrinter({ folder, imprint: await readSettings(), log: { warn: () => undefined } })
  const { stream } = await printer.print({ title: document.title, documents: [document] }, new Map())
  const read = fit(await readPdf(await buffer(stream)))
  await printer.close()
  await rm(folder, { recursive: true, force: true })

  const withoutPictures = document.sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter(({ kind }) => kind !== 'image'),
  }))
  expect(read.document.title).toBe(document.title)
  expect(written({ ...read.document, summary: '', date: '', introduction: [] })).toBe(
    written({ ...document, summary: '', date: '', introduction: [], sections: withoutPictures }),
  )
})
