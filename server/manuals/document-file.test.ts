import { describe, expect, test } from 'vitest'
import { readDocument } from './document-file.ts'

const FRONT = ['---', 'title: Ventas', 'group: Comercial', 'area: RE', 'updated: 2026-10-20', '---']
const NAMES = { product: 'Prisma', email: 'a*b*@c.example', provider: 'Cantera, S.L.' }

const read = (lines: readonly string[], shelf: 'manuales' | 'versiones' = 'manuales') =>
  readDocument(shelf, 'ventas', lines.join('\n'), NAMES)
/** The document whose body, from line 7 on, are these lines. */
const body = (...lines: string[]) => read([...FRONT, ...lines])
/** The blocks of a section, from line 8 on. */
const section = (...lines: string[]) => {
  const { document, faults } = body('## Uno {#uno}', ...lines)
  expect(faults).toEqual([])
  return document?.sections[0]?.blocks
}
const paragraph = (text: string) => ({ kind: 'paragraph', runs: [{ text }] })

describe('a manual', () => {
  test('is its front matter, an introduction and sections', () => {
    const { document, faults, topics } = read([
      '\uFEFF---\r',
      'title: Manual de {{product}}',
      'group: Comercial',
      'area: todas',
      'topics: ventas, crm',
      'summary: De todo.',
      'updated: 2026-10-20',
      'since: V030',
      '---',
      '',
      'Hola.',
      '',
      '## Uno `F4` {#uno since=V031 programs=A_1,B topics=crm}',
      '',
      'Texto',
      'seguido.',
      '',
      '### Dos {#dos since=V029}',
      '### Tres',
      '## Cuatro {#cuatro}',
      'Fin',
    ])
    expect(faults).toEqual([])
    expect(document).toEqual({
      id: 'manuales/ventas',
      title: 'Manual de Prisma',
      group: 'Comercial',
      area: null,
      topics: ['ventas', 'crm'],
      summary: 'De todo.',
      date: '2026-10-20',
      since: 'V030',
      release: null,
      introduction: [paragraph('Hola.')],
      sections: [
        {
          id: 'uno',
          title: 'Uno F4',
          since: 'V031',
          programs: ['A_1', 'B'],
          topics: ['crm'],
          blocks: [
            paragraph('Texto seguido.'),
            { kind: 'heading', id: 'dos', title: 'Dos', since: 'V029' },
            { kind: 'heading', id: null, title: 'Tres', since: null },
          ],
        },
        {
          id: 'cuatro',
          title: 'Cuatro',
          since: null,
          programs: [],
          topics: ['ventas', 'crm'],
          blocks: [paragraph('Fin')],
        },
      ],
    })
    expect(topics).toEqual([
      { topic: 'ventas', line: 5 },
      { topic: 'crm', line: 5 },
      { topic: 'crm', line: 13 },
    ])
  })

  test('has sentences in the styles of Markdown, and what braces stand for is never read as Markdown', () => {
    expect(section('Pulse **Enviar *ya*** o `F4`: 3 \\* 2 < 7, {{email}}, www.example.com')).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { text: 'Pulse ' },
          { text: 'Enviar ', strong: true },
          { text: 'ya', strong: true, emphasis: true },
          { text: ' o ' },
          { text: 'F4', code: true },
          { text: ': 3 * 2 < 7, a*b*@c.example, www.example.com' },
        ],
      },
    ])
  })

  test('does not end a sentence twice where what braces stand for ends in a full stop', () => {
    expect(section('De {{provider}}. Y {{product}}. O {{provider}}, no.')).toEqual([
      paragraph('De Cantera, S.L. Y Prisma. O Cantera, S.L., no.'),
    ])
  })

  test('has links, which are told with the line that they stand on', () => {
    const { document, links } = body('## Uno {#uno}', 'Vea [aquí](#uno),', '[allí](crm) y', '[más](versiones/v#x)')
    const at = (document: string, section: string | null) => ({ document, section })
    expect(document?.sections[0]?.blocks).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { text: 'Vea ' },
          { text: 'aquí', link: at('manuales/ventas', 'uno') },
          { text: ', ' },
          { text: 'allí', link: at('manuales/crm', null) },
          { text: ' y ' },
          { text: 'más', link: at('versiones/v', 'x') },
        ],
      },
    ])
    expect(links.map(({ line }) => line)).toEqual([8, 9, 10])
  })

  test('has lists within lists, tables, call-outs and pictures', () => {
    expect(
      section(
        '3. Uno',
        '   - Dos',
        '',
        '     ![Foto de {{product}}](images/a-1.png)',
        '4. Tres',
        '',
        '| A | B |',
        '|:-:|--:|',
        '| 1 | **2** |',
        '',
        '> **Consejo.** Calma.',
        '>',
        '> - Respire',
      ),
    ).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        items: [
          [
            paragraph('Uno'),
            {
              kind: 'list',
              ordered: false,
              start: 1,
              items: [[paragraph('Dos'), { kind: 'image', name: 'a-1.png', alt: 'Foto de Prisma' }]],
            },
          ],
          [paragraph('Tres')],
        ],
      },
      {
        kind: 'table',
        align: ['center', 'right'],
        header: [[{ text: 'A' }], [{ text: 'B' }]],
        rows: [[[{ text: '1' }], [{ text: '2', strong: true }]]],
      },
      {
        kind: 'callout',
        tone: 'tip',
        blocks: [paragraph('Calma.'), { kind: 'list', ordered: false, start: 1, items: [[paragraph('Respire')]] }],
      },
    ])
  })

  test('may say how its sections are asked for, which is none of their blocks', () => {
    const { document, faults } = body(
      '## Uno {#uno}',
      '',
      '> **Se pregunta.** cómo va {{product}};',
      '> por qué falla',
      '',
      'Texto',
    )
    expect(faults).toEqual([])
    expect(document?.sections).toMatchObject([{ asked: 'cómo va Prisma; por qué falla', blocks: [paragraph('Texto')] }])
    const twice = body(
      '> **Se pregunta.** a',
      '',
      '## Uno {#uno}',
      '',
      '> **Se pregunta.** b',
      '',
      '> **Se pregunta.** c',
      '',
      'D',
    )
    expect(twice.faults.map(({ line }) => line)).toEqual([7, 13])
  })
})

describe('a note on a version', () => {
  const note = (...more: string[]) =>
    read(
      ['---', 'title: Cambios', 'area: ASPRO', 'version: 23.1', 'date: 2026-05-11', ...more, '---', '## A {#a}', 'B'],
      'versiones',
    )

  test('says which version of which line it is about, and what kind of note it is', () => {
    const { document, faults } = note('line: BC365', 'kind: cambio')
    expect(faults).toEqual([])
    expect(document).toMatchObject({
      id: 'versiones/ventas',
      area: 'aspro',
      date: '2026-05-11',
      group: '23.1',
      release: { line: 'bc365', version: '23.1', kind: 'changes' },
    })
  })

  test('needs them', () => {
    expect(note('line: BC', 'kind: nota').faults).toEqual([
      { line: 6, message: '“BC” is no line: RE, BC2016, BC365' },
      { line: 7, message: '“nota” is no kind: manual, cambio, modelo' },
    ])
  })
})

describe('a fault names its line', () => {
  test.each<[string, number, readonly string[]]>([
    ['must begin with ---', 1, ['title: Ventas']],
    ['has no end', 1, ['---', 'title: Ventas']],
    ['expected “key: value”', 2, ['---', 'title Ventas', '---', '## A {#a}', 'B']],
    ['expected “key: value”', 3, ['---', 'title: Ventas', 'group:', '---', '## A {#a}', 'B']],
    ['unknown key “color”', 2, ['---', 'color: rojo', '---', '## A {#a}', 'B']],
    ['the key “title” is there twice', 3, ['---', 'title: A', 'title: B', '---', '## A {#a}', 'B']],
    [
      'the front matter lacks “area”',
      5,
      ['---', 'title: A', 'group: B', 'updated: 2026-10-20', '---', '## A {#a}', 'B'],
    ],
    ['“XX” is no area', 4, [...FRONT.with(3, 'area: XX'), '## A {#a}', 'B']],
    ['“2026-02-30” is no updated', 5, [...FRONT.with(4, 'updated: 2026-02-30'), '## A {#a}', 'B']],
    ['“31” is no since', 6, [...FRONT.with(5, 'since: 31'), '---', '## A {#a}', 'B']],
    [`is no title: at most 200 characters`, 2, [...FRONT.with(1, `title: ${'a'.repeat(201)}`), '## A {#a}', 'B']],
  ])('%s, line %i', (message, line, lines) => {
    expect(read(lines)).toMatchObject({
      document: null,
      faults: expect.arrayContaining([{ line, message: expect.stringContaining(message) }]),
    })
  })

  test.each<[string, number, readonly string[]]>([
    ['the file has no section', 7, ['Solo esto']],
    ['the section has no id', 7, ['## A', 'B']],
    ['the section is empty', 7, ['## A {#a}', '', '## B {#b}', 'C']],
    ['the id “a” is there twice, first in line 7', 10, ['## A {#a}', 'B', '', '### A {#a}']],
    ['“A-b” is no id', 7, ['## A {#A-b}', 'B']],
    ['“31” is no version', 7, ['## A {#a since=31}', 'B']],
    ['“x=1” is not known', 7, ['## A {#a x=1}', 'B']],
    ['“cierre” is no code of a program', 7, ['## A {#a programs=CIERRE,cierre}', 'B']],
    ['“Á” is no topic', 7, ['## A {#a topics=Á}', 'B']],
    ['programs and topics belong to a section', 8, ['## A {#a}', '### B {#b programs=C}']],
    ['a subsection (###) needs a section', 7, ['### B {#b}', '## A {#a}', 'B']],
    ['only ## (section)', 9, ['## A {#a}', 'B', '# C']],
    ['only ## (section)', 9, ['## A {#a}', 'B', '#### C']],
    ['HTML is not supported', 9, ['## A {#a}', 'B', '<b>C</b>']],
    ['HTML is not supported', 10, ['## A {#a}', '', 'B', 'y <b>C</b>']],
    ['code blocks are not supported', 9, ['## A {#a}', '', '```', 'x', '```']],
    ['code blocks are not supported', 10, ['## A {#a}', 'B', '', '    x']],
    ['a rule is not supported', 10, ['## A {#a}', 'B', '', '***']],
    ['struck through', 8, ['## A {#a}', '~~B~~']],
    ['a line break within a paragraph', 8, ['## A {#a}', 'B\\', 'C']],
    ['link definitions', 10, ['## A {#a}', 'B', '', '[x]: https://example.com']],
    ['“https://example.com” is no link', 8, ['## A {#a}', '[B](https://example.com)']],
    ['“javascript:alert(1)” is no link', 9, ['## A {#a}', '- B', '- [C](javascript:alert(1))']],
    ['“../settings.json” is no picture', 8, ['## A {#a}', '![B](../settings.json)']],
    ['the picture has no text', 8, ['## A {#a}', '![](images/a.png)']],
    ['a picture stands in a paragraph of its own', 8, ['## A {#a}', 'B ![C](images/a.png)']],
    ['a call-out begins with', 10, ['## A {#a}', 'B', '', '> Aviso: C']],
    ['a table is not supported within', 12, ['## A {#a}', '- B', '', '- C', '', '  | D |', '  |---|', '  | E |']],
    ['lists have at most two levels', 10, ['## A {#a}', '- B', '  - C', '    - D']],
    ['task lists are not supported', 9, ['## A {#a}', '- B', '- [ ] C']],
    ['&nbsp;: write the character itself', 10, ['## A {#a}', '| B |', '|---|', '| C&nbsp;D |']],
    ['{{precio}} stands for nothing', 8, ['## A {#a}', 'B {{precio}}']],
    ['U+0007 is not text', 8, ['## A {#a}', 'B\u0007']],
    ['U+FFFD is not text', 8, ['## A {#a}', 'B\uFFFD']],
  ])('%s, line %i', (message, line, lines) => {
    expect(body(...lines)).toMatchObject({
      document: null,
      faults: expect.arrayContaining([{ line, message: expect.stringContaining(message) }]),
    })
  })

  test('and all of them are told at once', () => {
    expect(body('## A {#a}', 'B', '', '<b>', '', '## C', 'D &nbsp;').faults.map(({ line }) => line)).toEqual([
      10, 12, 13,
    ])
  })
})

test('the name of a file is an id', () => {
  expect(readDocument('manuales', 'Mis Ventas', FRONT.join('\n'), NAMES).faults).toMatchObject([{ line: 1 }])
})
