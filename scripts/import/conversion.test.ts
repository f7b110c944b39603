import jpeg from 'jpeg-js'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { readDocument } from '#server/manuals/document-file.ts'
import { readDocx } from './docx-file.ts'
import { fitted, slugOf } from './fitting.ts'
import type { ForeignDocument } from './foreign-document.ts'
import { decodeHtml, readHtml } from './html-file.ts'
import { written } from './markdown.ts'
import { type Page, type Word, blocksOf } from './pdf-layout.ts'
import { readPdf } from './pdf-file.ts'
import { asPng, pointsAsPng } from './picture.ts'

const ABOUT = {
  slug: 'm',
  fileName: 'Manual',
  group: 'G',
  area: 'main',
  topics: [],
  since: null,
  date: '2026-01-01',
} as const

/** The text after the front matter, and what was said about the rest. */
function imported(foreign: ForeignDocument) {
  const { document, notes, images } = fitted(foreign, ABOUT)
  const source = written(document)
  const { faults } = readDocument('manuales', 'm', source, {})
  if (document.sections.length > 0) expect(faults).toEqual([])
  const said = (kind: string) =>
    notes.filter((note) => note.kind === kind).map(({ place, message }) => [place, message].filter(Boolean).join(': '))
  const [, , ...body] = source.split('---\n')
  return {
    title: document.title,
    body: body.join('---\n').trim(),
    lost: said('lost'),
    assumed: said('assumed'),
    images,
  }
}

const PIXEL = pointsAsPng(1, 1, Uint8Array.of(200, 0, 0))
const html = async (body: string) =>
  imported(
    await readHtml(body, {
      places: 'line',
      picture: async (address) => (address === 'a.png' ? { png: PIXEL } : { problem: 'there is no such file' }),
    }),
  )

describe('a web page', () => {
  test('has its content read and what is beside it left out', async () => {
    const page = await html(
      '<title>T</title><header>Marca</header><nav>Menú</nav><main><h1>Uno</h1><p>Hola</p><h2>A</h2><p>B</p>' +
        '<script>x()</script><p hidden>Nunca</p></main><footer>Pie</footer>',
    )
    expect(page.title).toBe('Uno')
    expect(page.body).toBe('Hola\n\n## A {#a}\n\nB')
    expect(page.lost).toEqual(['line 1: what stands outside <main>'])
  })

  test('links to its sections, tells of others, drops its table of contents', async () => {
    const page = await html(
      '<h1>M</h1><ul><li><a href="#a">Alta</a></li><li><a href="#b">Baja</a></li><li><a href="#c">Fin</a></li></ul>' +
        '<h2 id="a">Alta<a href="#a">¶</a></h2><p>Vea <a href="#c">el fin</a> o <a href="https://x.example">x</a>.</p>' +
        '<h2 id="b">Baja</h2><p>No hay <a href="#nada">nada</a>.</p><h3>Fin</h3><p id="c">Fin.</p>',
    )
    expect(page.body).toBe(
      '## Alta {#alta}\n\nVea [el fin](#fin) o x.\n\n## Baja {#baja}\n\nNo hay nada.\n\n### Fin {#fin}\n\nFin.',
    )
    expect(page.lost).toEqual([
      'line 1: a link out of the manual: “x” → https://x.example',
      'a table of contents: the portal makes its own',
      'under “Baja”: a link that leads nowhere: “nada”',
    ])
  })

  test('has call-outs by class, by their first word and in boxes', async () => {
    const page = await html(
      '<h2>A</h2><div class="admonition warning"><p>Cuidado.</p></div><p><b>NOTA:</b> los datos.</p>' +
        '<table><tr><td>Ejemplo: 3 + 4</td></tr></table><blockquote>Dijo algo.</blockquote><p>Nota al margen.</p>',
    )
    expect(page.body).toBe(
      '## A {#a}\n\n> **Importante.** Cuidado.\n\n> **Aviso.** Los datos.\n\n> **Ejemplo.** 3 + 4\n\nDijo algo.\n\nNota al margen.',
    )
    expect(page.assumed).toContain('line 1: what is set apart without saying why became plain paragraphs')
  })

  test('has tables with merged cells, and such as only part the page', async () => {
    const page = await html(
      '<h1>M</h1><h2>A</h2><table><tr><th>X<th>Y<th>Z</tr><tr><td rowspan=2>1|2<td>a<br>b<td>c</tr><tr><td colspan=2>d</tr></table>' +
        '<table><tr><td>Menú</td><td><h3>Dentro</h3><p>Sí</p></td></tr></table>',
    )
    expect(page.body).toBe(
      '## A {#a}\n\n| X | Y | Z |\n|---|---|---|\n| 1\\|2 | a · b | c |\n|  | d |  |\n\nMenú\n\n### Dentro {#dentro}\n\nSí',
    )
    expect(page.assumed.filter((note) => note.includes('table'))).toEqual([
      'line 1: merged cells of a table were parted: the words stand in the first',
      'line 1: a table that parts the page, or has tables in it, was read cell by cell',
    ])
  })

  test('has lists in lists to the second level, and tables out of them', async () => {
    const page = await html(
      '<h2>A</h2><ol start=3><li>Tres<ul><li>a<ul><li>hondo</li></ul></li></ul></li><li><p>Cuatro</p><table>' +
        '<tr><th>X<th>Y</tr><tr><td>1<td>2</tr></table></li><li>Cinco</li></ol>',
    )
    expect(page.body).toBe(
      '## A {#a}\n\n3. Tres\n   - a\n   - hondo\n4. Cuatro\n\n| X | Y |\n|---|---|\n| 1 | 2 |\n\n5. Cinco',
    )
    expect(page.assumed).toContain('line 1: lists below the second level joined the second level')
  })

  test('has pictures that are there, tells of others and of what is no text', async () => {
    const page = await html(
      '<h2>A</h2>\n<p>Pulse <img src="a.png" alt="Guardar"> ya.</p>\n<p><img src="a.png"></p><p>Figura 1. Dos</p>\n' +
        '<img src="no.png" alt="Otra"><svg><text>x</text></svg><video></video><input>',
    )
    expect(page.body).toBe(
      '## A {#a}\n\nPulse ya.\n\n![Guardar](images/m-1.png)\n\n![Figura 1. Dos](images/m-1.png)\n\nFigura 1. Dos',
    )
    expect([...page.images]).toEqual([['m-1.png', PIXEL]])
    expect(page.lost).toEqual([
      'line 4: a picture (“Otra”) no.png: there is no such file',
      'line 4: a drawing (SVG)',
      'line 4: a video',
      'line 4: a field to fill in',
    ])
  })

  test('without headings has its lines in bold taken for them, or is one section', async () => {
    const bold = await html('<p><b>Primero</b></p><p>Uno</p><p><b>Segundo</b></p><p>Dos</p>')
    expect(bold.body).toBe('## Primero {#primero}\n\nUno\n\n## Segundo {#segundo}\n\nDos')
    expect(bold.assumed).toContain('there are no headings: 2 lines in bold were taken for sections')
    const plain = await html('<p>Uno</p>')
    expect(plain.body).toBe('## Manual {#manual}\n\nUno')
    expect(plain.assumed).toContain('there are no headings: all of it is one section')
  })

  test('has ids that do not change with numbers, and are each there once', async () => {
    const page = await html('<h2>1.2. Año 1</h2>A<h2>Año 1</h2>B<h2>???</h2>C<h2>Vacío</h2>')
    expect(page.body.match(/\{#.*\}/g)).toEqual(['{#ano-1}', '{#ano-1-2}', '{#seccion}'])
    expect(page.lost).toEqual(['line 1: a heading with nothing under it: “Vacío”'])
    expect(slugOf('palabra '.repeat(40)).length).toBeLessThanOrEqual(80)
  })

  test('is decoded as it says, or as Windows writes', () => {
    const latin = Buffer.from('<p>Año</p>', 'latin1')
    expect(decodeHtml(latin)).toBe('<p>Año</p>')
    expect(decodeHtml(Buffer.from('<p>Año</p>'))).toBe('<p>Año</p>')
    const greek = Buffer.concat([Buffer.from('<meta charset="iso-8859-7">'), Buffer.of(0xe1)])
    expect(decodeHtml(greek)).toContain('α')
  })
})

/** A Word document of paragraphs as they stand in its XML. */
async function docx(body: string, parts: Record<string, string> = {}): Promise<Buffer> {
  const space = (name: string, path: string) => `xmlns:${name}="http://schemas.openxmlformats.org/${path}"`
  const spaces = [
    space('w', 'wordprocessingml/2006/main'),
    space('m', 'officeDocument/2006/math'),
    space('c', 'drawingml/2006/chart'),
    space('r', 'officeDocument/2006/relationships'),
  ].join(' ')
  const archive = new JSZip()
  const all: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>' +
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ' +
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document ${spaces}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, xml.replace('>', ` ${spaces}>`)])),
  }
  for (const [name, xml] of Object.entries(all)) archive.file(name, xml)
  return archive.generateAsync({ type: 'nodebuffer' })
}
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`
const styled = (style: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${style}"/>`)
const item = (text: string, number: number, level = 0) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`)
const STYLES =
  '<w:styles><w:style w:type="paragraph" w:styleId="Cap"><w:name w:val="Capítulo"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Cap2"><w:name w:val="Capítulo largo"/><w:basedOn w:val="Cap"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Av"><w:name w:val="Aviso"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>'
const level = (at: number, format: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`
const NUMBERING =
  `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${level(0, 'lowerLetter')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>' +
  '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num></w:numbering>'

describe('a Word document', () => {
  const read = async (body: string) =>
    imported(await readDocx(await docx(body, { 'word/styles.xml': STYLES, 'word/numbering.xml': NUMBERING })))

  test('has headings by their level, whatever their style is called', async () => {
    const manual = await read(
      styled('T', 'Manual') + styled('Cap', 'Uno') + styled('Av', 'Ojo.') + styled('Cap2', 'Dos') + styled('X', 'Fin'),
    )
    expect(manual.title).toBe('Manual')
    expect(manual.body).toBe('## Uno {#uno}\n\n> **Aviso.** Ojo.\n\n## Dos {#dos}\n\nFin')
    expect(manual.lost).toEqual([])
  })

  test('has lists that go on after a paragraph, and such as begin anew', async () => {
    const manual = await read(
      styled('Cap', 'A') +
        item('Uno', 1) +
        item('dentro', 1, 1) +
        styled('X', 'Entre') +
        item('Dos', 1) +
        styled('X', 'Y') +
        item('Otra', 2) +
        item('a', 3),
    )
    expect(manual.body).toBe('## A {#a}\n\n1. Uno\n   - dentro\n\nEntre\n\n2. Dos\n\nY\n\n1. Otra\n\n1) a')
    expect(manual.assumed).toEqual([
      'under “A”: a list by letters became one by numbers',
      expect.stringContaining('the name of the file'),
    ])
  })

  test('tells of formulas, charts, comments and tracked changes where they are', async () => {
    const manual = await read(
      styled('Cap', 'Cálculo') +
        paragraph(`${run('Es ')}<m:oMath><m:r><m:t>a+b</m:t></m:r></m:oMath>`) +
        paragraph('<w:r><w:drawing><c:chart r:id="x"/></w:drawing></w:r>') +
        paragraph(
          `<w:ins w:id="1">${run('puesto')}</w:ins><w:del w:id="2"><w:r><w:delText>quitado</w:delText></w:r></w:del>`,
        ) +
        paragraph(`${run('Figura ')}<w:fldSimple w:instr="SEQ">${run('7')}</w:fldSimple>`),
    )
    expect(manual.body).toBe('## Cálculo {#calculo}\n\nEs\n\npuesto\n\nFigura 7')
    expect(manual.lost).toEqual(['under “Cálculo”: a formula: a+b', 'under “Cálculo”: a chart'])
    expect(manual.assumed).toContain('there are tracked changes: what was inserted was taken, what was deleted was not')
  })

  test('tells of letters that are none', async () => {
    const manual = await read(styled('Cap', 'A') + styled('X', 'Marca \uE001 aquí\u00AD'))
    expect(manual.body).toBe('## A {#a}\n\nMarca aquí')
    expect(manual.lost).toEqual([
      expect.stringContaining('under “A”: letters of a font that does not say what they are'),
    ])
  })
})

describe('pages of words', () => {
  const word = (text: string, x: number, y: number, over: Partial<Word> = {}): Word => ({
    text,
    x,
    end: x + text.length * 5,
    y,
    size: 10,
    strong: false,
    emphasis: false,
    code: false,
    ...over,
  })
  const page = (number: number, words: Word[]): Page => ({
    number,
    left: 0,
    bottom: 0,
    right: 600,
    top: 800,
    pictures: [],
    words: [word('Manual de obra', 50, 780), word(`Página ${number}`, 250, 20), ...words],
  })
  const full = 'x'.repeat(99)
  const read = (pages: Page[]) => {
    const { blocks, notes } = blocksOf(pages, [])
    return imported({ title: 'T', summary: null, date: null, blocks, notes })
  }

  test('have no headers, footers or numbers; words that were parted are one again', () => {
    const manual = read([
      page(1, [
        word('Uno', 50, 700, { size: 16 }),
        word(`${full} certifi-`, 50, 680),
        word('cación físico-química y', 50, 668),
        word('Otro párrafo.', 50, 640),
        word(`${full} físico-`, 50, 628),
        word('química sigue en la', 50, 616),
      ]),
      page(2, [word('página siguiente.', 50, 700), word('Aparte.', 50, 650)]),
    ])
    expect(manual.body).toBe(
      `## Uno {#uno}\n\n${full} certificación físico-química y\n\nOtro párrafo.\n\n${full} físico-química sigue en la página siguiente.\n\nAparte.`,
    )
    expect(manual.lost).toEqual(['the running header or footer “Manual de obra”'])
  })

  test('have lists by their marks, with what goes on under them', () => {
    const manual = read([
      page(1, [
        word('A', 50, 700, { size: 16, text: 'Pasos' }),
        word('1.', 60, 680),
        word('Abra', 80, 680),
        word('la pantalla.', 80, 668),
        word('•', 90, 656),
        word('dentro', 110, 656),
        word('2.', 60, 644),
        word('Cierre.', 80, 644),
        word('19.', 50, 610),
        word('Año aparte.', 90, 610),
      ]),
      page(2, []),
    ])
    expect(manual.body).toBe('## Pasos {#pasos}\n\n1. Abra la pantalla.\n   - dentro\n2. Cierre.\n\n19\\. Año aparte.')
  })

  test('have tables by what stands under each other, with cells of several lines', () => {
    const row = (y: number, ...cells: string[]) => cells.map((cell, index) => word(cell, 50 + index * 150, y))
    const manual = read([
      page(1, [
        word('T', 50, 700, { size: 16, text: 'Tabla' }),
        ...row(680, 'Campo', 'Qué es').map((each) => ({ ...each, strong: true })),
        ...row(660, 'Fecha', 'La del'),
        ...row(648, '', 'asiento').slice(1),
        ...row(628, 'Importe de', 'Con IVA'),
        ...row(616, 'la factura', 'incluido'),
      ]),
      page(2, []),
    ])
    expect(manual.body).toBe(
      '## Tabla {#tabla}\n\n| Campo | Qué es |\n|---|---|\n| Fecha | La del asiento |\n| Importe de la factura | Con IVA incluido |',
    )
    expect(manual.assumed).toContain('page 1: a table was put together from where its words stand: compare it')
  })

  test('have two columns read one after the other', () => {
    const lines = Array.from({ length: 10 }, (_, index) => [
      word(`izquierda línea número ${index} sin fin`, 50, 680 - index * 12),
      word(`derecha línea número ${index} sin ningún fin`, 320, 680 - index * 12),
    ]).flat()
    const manual = read([page(1, [word('Dos', 50, 700, { size: 16 }), ...lines]), page(2, [])])
    expect(manual.body.indexOf('izquierda línea número 9')).toBeLessThan(manual.body.indexOf('derecha línea número 0'))
    expect(manual.assumed).toContain('page 1: two columns were read one after the other')
  })

  test('that are no PDF are refused', async () => {
    await expect(readPdf(Buffer.from('hola'))).rejects.toThrow(/Invalid PDF/)
  })
})

describe('a picture', () => {
  test('is kept as PNG, and refused when it is nothing that can be', () => {
    expect(asPng(PIXEL)).toEqual({ png: PIXEL })
    expect(asPng(PIXEL.subarray(0, 50))).toEqual({ problem: 'it is damaged' })
    expect(asPng(Buffer.from('GIF89a...'))).toEqual({ problem: 'its kind cannot be read (GIF)' })
    expect(asPng(Buffer.from('ffd8ffe000', 'hex'))).toEqual({ problem: 'it is damaged, or too large' })
    expect(asPng(Buffer.alloc(0))).toEqual({ problem: 'its kind cannot be read (unknown)' })
  })

  test('in JPEG becomes PNG', () => {
    const { data } = jpeg.encode({ width: 2, height: 1, data: Buffer.alloc(8, 255) }, 90)
    const found = asPng(data)
    expect(found).toEqual({
      png: pointsAsPng(
        2,
        1,
        Uint8Array.from({ length: 6 }, () => 255),
      ),
    })
  })
})
