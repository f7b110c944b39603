import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { readDocument } from '#server/manuals/document-file.ts'
import { readDocx } from './docx-file.ts'
import { fitted, slugOf } from './fitting.ts'
import type { ForeignDocument } from './foreign-document.ts'
import { decodeHtml, readHtml } from './html-file.ts'
import { written } from './markdown.ts'
import { readPdf } from './pdf-file.ts'
import { blocksOf } from './pdf-layout.ts'
import type { Page, Word } from './pdf-rows.ts'
import { asPicture, pointsAsPng } from './picture-bytes.ts'

const ABOUT = {
  slug: 'm',
  fileName: 'Manual',
  group: 'G',
  area: 'main',
  topics: [],
  since: null,
  date: '2026-01-01',
} as const

/** The text after the front matter, and the notes. */
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
/** Eight points wide and six high, as ImageMagick writes it. */
const PHOTO = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO' +
    'UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P' +
    'T09PT09PT0//wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAhRh' +
    '/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/2gAMAwEAAhEDEQA/AI27PQFhWROaE2Mr' +
    'bP/Z',
  'base64',
)
const html = async (body: string) =>
  imported(
    await readHtml(body, {
      places: 'line',
      picture: async (address) => (address === 'a.png' ? { bytes: PIXEL } : { problem: 'there is no such file' }),
    }),
  )

describe('a web page', () => {
  test('has its content read, and the parts beside it left out', async () => {
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
      '“x” → https://x.example, line 1: links out of the manual, which are plain text now',
      'a table of contents: the portal makes its own',
      'under “Baja”: a link that leads nowhere: “nada”',
    ])
  })

  test('has call-outs by class, by their first word and in boxes', async () => {
    const page = await html(
      '<h2>A</h2><div class="admonition warning"><p>Cuidado.</p></div><p><b>NOTA:</b> los datos.</p>' +
        '<table><tr><td>Ejemplo: 3 + 4</td></tr></table><blockquote>Dijo algo.</blockquote><p>Nota al margen.</p>' +
        '<div class="note"><table><tr><th>Sugerencia</th></tr><tr><td><p>Pruebe.</p></td></tr></table></div>',
    )
    expect(page.body).toBe(
      '## A {#a}\n\n> **Importante.** Cuidado.\n\n> **Aviso.** Los datos.\n\n> **Ejemplo.** 3 + 4\n\nDijo algo.\n\nNota al margen.\n\n> **Consejo.** Pruebe.',
    )
    expect(page.assumed).toContain('line 1: what is set apart without saying why became plain paragraphs')
  })

  test('has tables with merged cells, and such as only part the page', async () => {
    const page = await html(
      '<h1>M</h1><h2>A</h2><table><tr><th>X<th>Y<th>Z</tr><tr><td rowspan=2>1|2<td>a<br>b<td>c</tr><tr><td colspan=2>d</tr></table>' +
        '<table><tr><td>Menú</td><td><h3>Dentro</h3><p>Sí</p></td></tr></table>',
    )
    expect(page.body).toBe(
      '## A {#a}\n\n| X | Y | Z |\n|---|---|---|\n| 1\\|2 | a · b | c |\n| 1\\|2 | d |  |\n\nMenú\n\n### Dentro {#dentro}\n\nSí',
    )
    expect(page.assumed.filter((note) => note.includes('table'))).toEqual([
      'line 1: merged cells of a table were parted: what reaches down stands in each row',
      'line 1: a table that parts the page, or has tables in it, was read cell by cell',
    ])
  })

  test('has the rows of a header as one, and a box of several lines as its text', async () => {
    const page = await html(
      '<h1>M</h1><h2>A</h2><table><tr><th rowspan=2>Cargo<th colspan=2>Obra<th rowspan=2>Nota</tr><tr><th>Hasta<th>Plazo</tr>' +
        '<tr><td rowspan=2>Jefe<td>10<td>2 d<td>x</tr><tr><td>25<td>4 d<td>y</tr><tr><td colspan=4>En días.</tr></table>' +
        '<table><tr><td>Importante: guarde.</tr><tr><td>Y cierre.</tr></table>',
    )
    expect(page.body).toBe(
      '## A {#a}\n\n| Cargo | Obra · Hasta | Obra · Plazo | Nota |\n|---|---|---|---|\n' +
        '| Jefe | 10 | 2 d | x |\n| Jefe | 25 | 4 d | y |\n| En días. |  |  |  |\n\n> **Importante.** Guarde.\n>\n> Y cierre.',
    )
    expect(page.assumed.filter((note) => note.includes('first row'))).toEqual([])
  })

  test('of a book has its menus left out and its links to itself followed', async () => {
    const foreign = await readHtml(
      '<h1>M</h1><div class="navheader">Atrás</div><div role="navigation">Inicio</div>' +
        '<h2 id="a">A</h2><p>Vea <a href="cap%202.html#a">arriba</a> y <a href="cap3.html#a">otro</a>.</p>',
      { places: 'line', fileName: 'cap 2.html', picture: async () => ({ problem: 'none' }) },
    )
    const page = imported(foreign)
    expect(page.body).toBe('## A {#a}\n\nVea [arriba](#a) y otro.')
    expect(page.lost).toEqual([
      'line 1: a navigation menu',
      'line 1: a navigation menu',
      '“otro” → cap3.html#a, line 1: links out of the manual, which are plain text now',
    ])
  })

  test('has no table of contents without links either, and keeps a list that only looks like one', async () => {
    const page = await html(
      '<h1>M</h1><p><b>CONTENIDO</b></p><p>1 Alta ..... 3</p><p>1.1 Baja 4</p><p>2 Fin 12</p>' +
        '<h2>Alta</h2><p>Índice de Precios</p><p>Enero 3</p><p>Febrero 4</p><p>Marzo 5</p>' +
        '<h2>Índice</h2><p>Base 2026</p><p>Fin.</p>',
    )
    expect(page.body).toBe(
      '## Alta {#alta}\n\nÍndice de Precios\n\nEnero 3\n\nFebrero 4\n\nMarzo 5\n\n## Índice {#indice}\n\nBase 2026\n\nFin.',
    )
    expect(page.lost).toEqual(['a table of contents: the portal makes its own'])
    const named = await html(
      '<h1>M</h1><h2>Índice</h2><ol><li>Alta</li><li>2. Baja</li><li>Fin</li></ol><h2>1. Alta</h2>A<h2>Baja</h2>B<h2>Fin</h2>C',
    )
    expect(named.body).toBe('## 1. Alta {#alta}\n\nA\n\n## Baja {#baja}\n\nB\n\n## Fin {#fin}\n\nC')
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

  test('has numbers of lists only where there can be any', async () => {
    const page = await html(
      '<h2>A</h2><ol start="-2"><li>Uno<li value="x">Dos</ol><p>B</p><ol start="12345678901"><li>C</ol>',
    )
    expect(page.body).toBe('## A {#a}\n\n1. Uno\n2. Dos\n\nB\n\n1. C')
  })

  test('has the pictures that exist, and reports the others and everything that is no text', async () => {
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
    const numbered = await html(
      '<p><b>1. Uno</b></p><p>A</p><p><b>1.1 Dos</b></p><p>B</p><p><b>2. Tres</b></p><p>C</p>',
    )
    expect(numbered.body.match(/#+ .*/g)).toEqual(['## 1. Uno {#uno}', '### 1.1 Dos {#dos}', '## 2. Tres {#tres}'])
    const named = await html('<p><b>Guía</b></p><p>De todo.</p><p><b>Alta</b></p><p>A</p><p><b>Baja</b></p><p>B</p>')
    expect(named.title).toBe('Guía')
    expect(named.body).toBe('De todo.\n\n## Alta {#alta}\n\nA\n\n## Baja {#baja}\n\nB')
    const figures = await html('<p><b>Alta</b></p><p>A</p><p><b>Figura N° 1</b></p><p><b>Baja</b></p><p>B</p>')
    expect(figures.body.match(/## .*/g)).toEqual(['## Alta {#alta}', '## Baja {#baja}'])
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

/** A Word document from the XML of its paragraphs. */
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
  return archive.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`
const styled = (style: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${style}"/>`)
const item = (text: string, number: number, level = 0) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${number}"/></w:numPr>`)
const STYLES =
  '<w:styles><w:style w:type="paragraph" w:styleId="Cap"><w:name w:val="Capítulo"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Cap2"><w:name w:val="Capítulo largo"/><w:basedOn w:val="Cap"/></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Apartado"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>' +
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

  test('has words in boxes after their label, and what stands in one row together', async () => {
    const cell = (inner: string) => `<w:tc>${inner}</w:tc>`
    const table = (...cells: string[]) => `<w:tbl><w:tr>${cells.map(cell).join('')}</w:tr></w:tbl>`
    const bold = (text: string) => paragraph(`<w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r>`)
    const manual = await read(
      styled('Cap', 'A') +
        table(bold('💡 Nota') + paragraph(run('Los datos.'))) +
        table(...['Nuevo', '➜', 'Cerrado'].map((text) => paragraph(run(text)))),
    )
    expect(manual.body).toBe('## A {#a}\n\n> **Aviso.** Los datos.\n\nNuevo ➜ Cerrado')
  })

  test('has its first line in bold for a title when it has none', async () => {
    const bold = paragraph('<w:r><w:rPr><w:b/></w:rPr><w:t>Manual de obra</w:t></w:r>')
    const manual = await read(bold + styled('X', 'Texto.') + styled('Cap', 'Uno') + styled('X', 'Más.'))
    expect(manual.title).toBe('Manual de obra')
    expect(manual.body).toBe('Texto.\n\n## Uno {#uno}\n\nMás.')
  })

  test('that begins with its title once more has its sections under that', async () => {
    const manual = await read(
      styled('T', 'Obra') +
        styled('Cap', 'Manual de obra') +
        styled('X', 'Texto.') +
        styled('Sub', 'Uno') +
        styled('X', 'Más.'),
    )
    expect(manual.title).toBe('Obra')
    expect(manual.body).toBe('**Manual de obra**\n\nTexto.\n\n## Uno {#uno}\n\nMás.')
  })

  test('has headings of what it calls titles, where its contents have one too', async () => {
    const manual = await read(
      styled('T', 'Contenido') +
        styled('T', 'Prólogo') +
        styled('X', 'Hola.') +
        styled('Cap', 'Uno') +
        styled('X', 'Más.'),
    )
    expect(manual.title).toBe('Manual')
    expect(manual.body).toBe('## Prólogo {#prologo}\n\nHola.\n\n## Uno {#uno}\n\nMás.')
  })

  test('with a part that unpacks to more than it says is refused', async () => {
    const archive = await docx(styled('X', 'a'.repeat(100_000)))
    // The size of the document in the archive's directory.
    const at = archive.lastIndexOf('word/document.xml') - 46 + 24
    archive.writeUInt32LE(50_000, at)
    await expect(readDocx(archive)).rejects.toThrow(/too many bytes/)
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
    areas: [],
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
        word('a) Alta', 60, 580),
        word('b) Baja', 60, 568),
        word('Roles.', 50, 540),
        word('o Cajero: cobra', 60, 528),
        word('o Repositor: repone', 60, 516),
      ]),
      page(2, []),
    ])
    expect(manual.body).toBe(
      '## Pasos {#pasos}\n\n1. Abra la pantalla.\n   - dentro\n2. Cierre.\n\n19\\. Año aparte.\n\n1. Alta\n2. Baja\n\nRoles.\n\n- Cajero: cobra\n- Repositor: repone',
    )
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

  test('have their pictures where they stand, but not those of every page', () => {
    const picture = (bytes: Buffer) => ({ bytes, x: 50, top: 740, bottom: 640, wide: 100, high: 100 })
    const pages = [1, 2, 3].map((number) => ({
      ...page(number, [word('Uno', 50, 760, { size: 16 }), word('Texto.', 50, 600)]),
      pictures: [picture(PIXEL), ...(number === 2 ? [picture(PHOTO)] : [])],
    }))
    const manual = read(pages)
    expect([...manual.images]).toEqual([['m-1.jpg', PHOTO]])
    expect(manual.lost).toContain('a picture that is on 3 pages, such as a logo')
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

  test('have their headings from the table of contents, as deep as their numbers say', () => {
    const contents = (text: string, y: number) => word(`${text} ......... 2`, 50, y)
    const manual = read([
      page(1, [
        word('Manual', 50, 740, { size: 30 }),
        word('del almacén', 90, 700, { size: 30 }),
        word('Edición', 50, 660, { size: 18 }),
        word('Contenido', 50, 640),
        ...['1. Altas', '1.1 Altas', '1.1.1 Por lotes', '2. Bajas'].map((text, at) => contents(text, 620 - at * 20)),
        word('3. Lo que no se puede', 50, 540),
        contents('borrar', 526),
      ]),
      page(2, [
        word('1. Altas', 50, 700),
        word('1.1 Altas', 50, 670),
        word(`${full} fin.`, 50, 640),
        word('1.1.1 Por lotes', 50, 610),
        word('Así.', 50, 580),
        word('2. Bajas', 50, 550),
        word('No hay.', 50, 520),
        word('3. Lo que no se puede', 50, 490),
        word('borrar', 50, 478),
        word('Nada.', 50, 450),
        word('Anexo', 50, 410, { size: 18 }),
        word('Nada.', 50, 380),
      ]),
    ])
    expect(manual.title).toBe('Manual del almacén')
    expect(manual.body).toBe(
      `Edición\n\n## 1. Altas {#altas}\n\n### 1.1 Altas {#altas-2}\n\n${full} fin.\n\n**1.1.1 Por lotes**\n\nAsí.\n\n## 2. Bajas {#bajas}\n\nNo hay.\n\n## 3. Lo que no se puede borrar {#lo-que-no-se-puede-borrar}\n\nNada.\n\n**Anexo**\n\nNada.`,
    )
    expect(manual.lost).toContain('a table of contents: the portal makes its own')
  })

  test('have lines that end early apart, and such as a word would not have fitted in together', () => {
    const manual = read([
      page(1, [
        word('Uno', 50, 700, { size: 16 }),
        word('Importar ficheros', 70, 680),
        word('Conciliar a mano', 70, 668),
        word(`${full} sigue en`, 50, 640),
        word('Madrid y acaba.', 50, 628),
        word(`${full} va con`, 50, 600),
        word('sangría y sin punto', 70, 588),
        word(`${full} el plazo`, 50, 560),
        word('– como siempre – es corto', 50, 548),
      ]),
      page(2, []),
    ])
    expect(manual.body).toContain(
      `\n\nImportar ficheros\n\nConciliar a mano\n\n${full} sigue en Madrid y acaba.\n\n${full} va con sangría y sin punto\n\n${full} el plazo – como siempre – es corto`,
    )
  })

  test('have letters once that are printed twice', () => {
    const manual = read([
      page(1, [
        word('Alta', 50, 700, { size: 16 }),
        word('Alta', 50.4, 700, { size: 16 }),
        word('Se mencio', 50, 660),
        word('ionan las', 85, 660),
        word('en', 134, 660),
        word('e', 134, 660),
        word('paradas', 150, 660),
      ]),
      page(2, []),
    ])
    expect(manual.body).toBe('## Alta {#alta}\n\nSe mencionan las en paradas')
  })

  test('have tables by their lines, over pages and with long words, but none of frames and drawings', () => {
    const level = (y: number, from: number, to: number) => ({ left: from, right: to, bottom: y, top: y + 0.5 })
    const upright = (x: number, low: number, high: number) => ({ left: x, right: x + 0.5, bottom: low, top: high })
    const table = (number: number, top: number, cells: readonly (readonly string[])[]): Page => ({
      ...page(
        number,
        cells.flatMap((row, y) =>
          row.map((text, x) => word(text, 60 + x * 100, top - 15 - y * 20, { strong: y === 0 && number === 1 })),
        ),
      ),
      areas: [
        ...Array.from({ length: cells.length + 1 }, (_, y) => level(top - y * 20, 50, 250)),
        ...[50, 150, 250].map((x) => upright(x, top - cells.length * 20, top)),
        // A frame around a single line of text, and the strokes of a drawing.
        { left: 50, right: 250, bottom: 140, top: 170 },
        level(130, 300, 500),
        upright(400, 110, 150),
      ],
    })
    const manual = read([
      table(1, 640, [
        ['Campo', 'Uso'],
        ['UnaPalabraMuyLargaQueSeSale', 'Sí'],
        ['-', 'No'],
      ]),
      table(2, 700, [
        ['Otro', 'Quizá'],
        ['', 'Fin'],
      ]),
    ])
    expect(manual.body).toBe(
      '## T {#t}\n\n| Campo | Uso |\n|---|---|\n| UnaPalabraMuyLargaQueSeSale | Sí |\n| - | No |\n| Otro | Quizá |\n|  | Fin |',
    )
    expect(manual.assumed.join()).not.toContain('put together')
  })

  test('have a picture that was cut into stripes as one, and boxes where they stand', async () => {
    const stripe = (x: number, y: number, grey: string) =>
      `q 30 0 0 30 ${x} ${y} cm BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID ${grey.repeat(4)}> EI Q\n`
    const line = (x: number, y: number, text: string) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET\n`
    const drawn =
      line(50, 700, 'Antes de nada, lea esto con calma y hasta el final.') +
      `400 500 150 60 re S\n${line(410, 540, 'Importante: guarde')}${line(410, 528, 'antes de salir.')}` +
      line(50, 540, 'Una frase que sigue al lado del recuadro y que') +
      line(50, 528, 'no se parte por el recuadro que tiene a su lado.') +
      line(65, 460, 'Uno de la lista') +
      '55 462 3 3 re f\n' +
      line(65, 446, 'Otro de la lista') +
      '55 448 3 3 re f\n' +
      stripe(50, 300, 'FF') +
      stripe(80, 300, '00') +
      stripe(50, 270, '80') +
      stripe(200, 300, '40')
    const source =
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n' +
      `4 0 obj<</Length ${drawn.length}>>stream\n${drawn}endstream endobj\n` +
      '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n'
    const manual = imported(await readPdf(Buffer.from(source)))
    expect(manual.body).toBe(
      '## Manual {#manual}\n\nAntes de nada, lea esto con calma y hasta el final.\n\n> **Importante.** Guarde antes de salir.\n\n' +
        'Una frase que sigue al lado del recuadro y que no se parte por el recuadro que tiene a su lado.\n\n' +
        '- Uno de la lista\n- Otro de la lista\n\n![Figura: Manual](images/m-1.png)\n\n![Figura: Manual](images/m-2.png)',
    )
    const [first, second] = [...manual.images.values()].map((bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)])
    expect([first, second]).toEqual([
      [4, 4],
      [2, 2],
    ])
  })

  test('that are no PDF are refused', async () => {
    await expect(readPdf(Buffer.from('hola'))).rejects.toThrow(/Invalid PDF/)
  })
})

describe('a picture', () => {
  test('is kept as it is, and refused when it is nothing that can be', () => {
    expect(asPicture(PIXEL)).toEqual({ bytes: PIXEL })
    expect(asPicture(PHOTO)).toEqual({ bytes: PHOTO })
    expect(asPicture(PHOTO.subarray(0, 200))).toEqual({ problem: 'it is damaged' })
    expect(asPicture(PIXEL.subarray(0, 50))).toEqual({ problem: 'it is damaged' })
    expect(asPicture(Buffer.from('GIF89a...'))).toEqual({ problem: 'its kind cannot be read (GIF)' })
    expect(asPicture(Buffer.from('ffd8ffe000', 'hex'))).toEqual({ problem: 'it is damaged' })
    expect(asPicture(Buffer.alloc(0))).toEqual({ problem: 'its kind cannot be read (unknown)' })
  })

  test('keeps the name of its kind', async () => {
    const foreign = await readHtml('<h2>A</h2><img src="a.jpg" alt="Obra"><img src="b.png" alt="Plano">', {
      places: 'line',
      picture: (address) => Promise.resolve({ bytes: address === 'a.jpg' ? PHOTO : PIXEL }),
    })
    expect(imported(foreign).body).toBe('## A {#a}\n\n![Obra](images/m-1.jpg)\n\n![Plano](images/m-2.png)')
  })
})
