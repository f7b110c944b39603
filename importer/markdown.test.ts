import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, Leaf, ProviderDocument, Run } from '#domain/document.ts'
import { readDocument } from '#server/manuals/document-file.ts'
import { written } from './markdown.ts'

const manual = (blocks: Block[], over: Partial<ProviderDocument> = {}): ProviderDocument => ({
  id: 'manuales/a',
  title: 'Manual A',
  group: 'Grupo',
  area: 'main',
  topics: ['ventas'],
  summary: 'De todo.',
  date: '2026-10-20',
  since: 'V030',
  release: null,
  introduction: [],
  sections: [{ id: 'uno', title: 'Uno', since: null, programs: [], topics: ['ventas'], blocks }],
  ...over,
})
const read = (document: ProviderDocument) => {
  const { document: found, faults } = readDocument('manuales', 'a', written(document), {})
  return { found, faults }
}
/** The visible result, apart from bold and italics that Markdown cannot express there. */
const seen = (document: ProviderDocument | null): unknown =>
  JSON.parse(
    JSON.stringify(document, (key, value: unknown) => {
      if (key === 'strong' || key === 'emphasis') return undefined
      return key === 'runs' || key === 'header' ? words(value as Run[] | Run[][]) : value
    }),
    (key, value: unknown) => (key === 'rows' ? (value as Run[][][]).map(words) : value),
  )
const words = (runs: readonly (Run | readonly Run[])[]): string =>
  runs.map((run) => ('text' in run ? run.text : `|${words(run)}`)).join('')

test('everything that a manual can have is written, and read back the same', () => {
  const leaf = (text: string, style: Omit<Run, 'text'> = {}): Leaf => ({
    kind: 'paragraph',
    runs: [{ ...style, text }],
  })
  const inner = { kind: 'list' as const, ordered: false, start: 1, items: [[leaf('Una')], [leaf('Otra')]] }
  const image: Leaf = { kind: 'image', name: 'a-1.png', alt: 'Lo que *se* <ve> & «más»' }
  const document = manual(
    [
      { kind: 'heading', id: 'detalle', title: 'Detalle 100 % {raro}', since: null },
      {
        kind: 'list',
        ordered: true,
        start: 4,
        items: [
          [leaf('Cuatro'), inner, leaf('Y más')],
          [leaf('Cinco'), image],
        ],
      },
      { kind: 'list', ordered: true, start: 1, items: [[leaf('Otra lista')], [leaf('Dos'), inner]] },
      { kind: 'list', ordered: false, start: 1, items: [[leaf('Sigue:'), { ...inner, ordered: true, start: 2 }]] },
      { ...inner },
      { ...inner },
      { kind: 'callout', tone: 'important', blocks: [leaf('No lo haga'), inner, image] },
      { kind: 'callout', tone: 'tip', blocks: [inner] },
      {
        kind: 'table',
        align: ['left', 'right'],
        header: [[{ text: 'A|B' }], []],
        rows: [
          [[{ text: 'x|y', code: true }], [{ text: 'Ver', link: { document: 'manuales/a', section: 'uno' } }]],
          [[], [{ text: '1' }]],
        ],
      },
      image,
      {
        kind: 'paragraph',
        runs: [
          { text: 'Un ' },
          { text: 'botón', strong: true },
          { text: ', ' },
          { text: 'dos', emphasis: true, strong: true },
          { text: ' y ' },
          { text: 'a|b', code: true },
        ],
      },
    ],
    { area: null, introduction: [leaf('Para empezar.'), inner] },
  )
  expect(read(document)).toEqual({ found: document, faults: [] })
})

test('any words are read unchanged, and none is taken for markup', () => {
  const bit = fc.constantFrom(...Array.from('#$*_`<>@[]{}~\\/"\'=-+.:;,()&%|^! ñá€▸“1aZ'))
  const trap = fc.constantFrom(
    '1. ', '- ', '* ', '+ ', '> ', '# ', '## ', '```', '---', '===', '| a | b |', '|---|', '{{phone}}', '{#id}',
    '<b>', '<!-- ', '&amp;', '&#8364;', '[a](b)', '![a](b)', '[x]: y', '~~a~~', 'http://a.example', 'a@b.example',
    '**', '__', '[ ] ', '**Aviso.** ', '2) ', '\\', '    ',
  ) // prettier-ignore
  const text = fc
    .array(fc.oneof(bit, trap), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join('').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
  const style = fc.constantFrom<Omit<Run, 'text'>>(
    {},
    {},
    { strong: true },
    { emphasis: true },
    { code: true },
    {
      link: { document: 'manuales/a', section: 'uno' },
    },
  )
  const run = fc
    .tuple(text, style, fc.constantFrom('', ' '))
    .map(([text, style, space]) => ({ ...style, text: (style.link ? text.replaceAll(/[[\]]/g, '|') : text) + space }))
  const runs = fc.array(run, { minLength: 1, maxLength: 4 }).map((all) => {
    const last = all.pop() ?? { text: 'x' }
    return [...all, { ...last, text: last.text.trim() }]
  })
  const paragraph = runs.map((runs): Leaf => ({ kind: 'paragraph', runs }))
  const block = fc.oneof(
    paragraph,
    text.map((title): Block => ({ kind: 'heading', id: null, title: `${title} z`, since: null })),
    text.map((alt): Block => ({ kind: 'image', name: 'a-1.png', alt: `x${alt.replaceAll(/[\\`{}[\]]/g, '')}z` })),
    fc.tuple(fc.boolean(), fc.array(fc.array(paragraph, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }))
      .map(([ordered, items]): Block => ({ kind: 'list', ordered, start: 1, items })),
    fc.array(paragraph, { minLength: 1, maxLength: 2 }).map((blocks): Block => ({ kind: 'callout', tone: 'tip', blocks })),
    fc.array(fc.tuple(runs, runs), { minLength: 1, maxLength: 2 })
      .map((rows): Block => ({ kind: 'table', align: ['left', 'left'], header: [[{ text: 'A' }], [{ text: 'B' }]], rows })),
  ) // prettier-ignore
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), text, (blocks, title) => {
      const document = manual(blocks, { title: title.replaceAll(/\{+/g, '{') })
      const { found, faults } = read(document)
      expect(faults).toEqual([])
      expect(seen(found)).toEqual(seen(document))
    }),
    { numRuns: 300 },
  )
})
