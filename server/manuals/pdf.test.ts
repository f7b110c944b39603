import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Block, ProviderDocument } from '#domain/document.ts'
import { readSettings } from '../provider-settings.ts'
import { EFFORT } from '../testing/effort.ts'
import { TEST_MS } from '../testing/patience.ts'
import { type Printer, openPrinter } from './pdf.ts'
import { openTypesetter, whyNoPdf } from './typesetter.ts'

let folder: string
let printer: Printer
const told: unknown[] = []
const open = async () =>
  openPrinter({ folder, imprint: await readSettings(), log: { warn: (about: unknown) => void told.push(about) } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-pdf-test-'))
  printer = await open()
})
afterAll(async () => {
  await printer.close()
  await rm(folder, { recursive: true, force: true })
})

const paragraph = (text: string, link?: { document: string; section: string | null }): Block => ({
  kind: 'paragraph',
  runs: [{ text, ...(link && { link }) }],
})
const UNO = { id: 'uno', title: 'Uno', since: 'V031', programs: [], topics: [], blocks: [paragraph('Texto')] }
const document = (over: Partial<ProviderDocument> = {}): ProviderDocument => ({
  id: 'manuales/a',
  title: 'Manual A',
  group: 'Grupo',
  area: null,
  topics: ['ventas'],
  summary: 'De todo.',
  date: '2026-10-20',
  since: null,
  release: null,
  introduction: [paragraph('Hola.')],
  sections: [UNO],
  ...over,
})
const section = (title: string, blocks: Block[], id = 'uno') => ({ ...UNO, id, title, blocks })

async function print(
  documents: ProviderDocument[],
  title = documents[0]?.title ?? '',
  images = new Map<string, string>(),
) {
  const { bytes, stream } = await printer.print({ title, documents }, images)
  const pdf = await buffer(stream)
  expect(pdf).toHaveLength(bytes)
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
  return pdf.toString('latin1')
}

/** The document's title and its bookmarks, in order. */
const titlesIn = (pdf: string): string[] =>
  [...pdf.matchAll(/\/Title (?:<FEFF([0-9A-F]*)>|\()/g)].map(({ 0: { length }, 1: hex, index }) =>
    hex === undefined ? literalAt(pdf, index + length) : Buffer.from(hex, 'hex').swap16().toString('utf16le'),
  )

/** A PDF string: its parentheses are balanced or escaped. */
function literalAt(pdf: string, from: number): string {
  let text = ''
  let open = 1
  for (let at = from; open > 0; at += 1) {
    const letter = pdf[at]
    if (letter === '(') open += 1
    if (letter === ')') open -= 1
    if (letter === '\\') at += 1
    if (open > 0) text += pdf[at]
  }
  return text
}
const pagesIn = (pdf: string): number => pdf.match(/\/Type \/Page\b/g)?.length ?? 0

describe('a PDF', () => {
  test('is tagged, in Spanish, titled, with bookmarks, by the letter of PDF/UA', async () => {
    const pdf = await print([
      document({
        sections: [
          section('Asientos', [paragraph('Uno'), { kind: 'heading', id: 'mas', title: 'Más', since: 'V030' }]),
          section('Cierre', [paragraph('Dos')], 'dos'),
        ],
      }),
    ])
    expect(titlesIn(pdf)).toEqual(['Contenido', 'Asientos', 'Más', 'Cierre', 'Manual A'])
    expect(pdf).toMatch(/\/Lang \(es-ES\)/)
    expect(pdf).toContain('/StructTreeRoot')
    expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(pagesIn(pdf)).toBe(3)
    expect(told).toEqual([])
  })

  test('has every kind of block', async () => {
    const leaf = paragraph('Hoja')
    if (leaf.kind !== 'paragraph') throw new Error('not reached')
    const list = { kind: 'list' as const, ordered: true, start: 3, items: [[leaf]] }
    const path = (name: string) => join(import.meta.dirname, '../testing/content/manuals/images', name)
    const image = { kind: 'image' as const, name: 'pantalla.png', alt: 'Un tablero' }
    const pdf = await print(
      [
        document({
          sections: [
            section('Todo', [
              { ...list, ordered: false, items: [[leaf, list], [image]] },
              {
                kind: 'table',
                align: ['left', 'center', 'right'],
                header: [[{ text: 'A' }], [{ text: 'B', strong: true }], []],
                rows: Array.from({ length: 60 }, () => [[{ text: 'x'.repeat(40), code: true }], [], [{ text: '1' }]]),
              },
              ...(['notice', 'important', 'tip', 'example'] as const).map((tone): Block => ({
                kind: 'callout',
                tone,
                blocks: [leaf, list, image],
              })),
              image,
              { ...image, name: 'foto.jpg', alt: 'Una obra' },
              { ...image, name: 'no-hay.png' },
            ]),
          ],
        }),
      ],
      'Manual A',
      new Map(['pantalla.png', 'foto.jpg'].map((name) => [name, path(name)])),
    )
    expect(pdf).toContain('/Alt (Un tablero)')
    expect(pdf).toContain('/Alt (Una obra)')
    expect(pdf.match(/\/S \/TH\b/g)?.length).toBeGreaterThanOrEqual(3)
    expect(told).toEqual([])
  })

  test('of several has all in their order, each on a page of its own, with links among them alone', async () => {
    const link = { document: 'manuales/b', section: 'dos' }
    const x = section('X', [paragraph('Fuera')], 'x')
    const a = document({ sections: [section('Uno', [paragraph('B', link)]), x] })
    const without = document({ sections: [section('Uno', [paragraph('B')]), x] })
    const b = document({ id: 'manuales/b', title: 'Manual B', sections: [section('Dos', [paragraph('Fin')], 'dos')] })
    const both = await print([b, a], 'Documentación')
    expect(titlesIn(both)).toEqual(['Contenido', 'Manual B', 'Dos', 'Manual A', 'Uno', 'X', 'Documentación'])
    expect(pagesIn(both)).toBe(4)
    const links = (pdf: string) => pdf.match(/\/Subtype \/Link/g)?.length ?? 0
    expect(links(both)).toBe(links(await print([b, without], 'Documentación')) + 1)
    expect(titlesIn(await print([a]))).toEqual(['Contenido', 'Uno', 'X', 'Manual A'])
  })

  test(
    'whatever was written comes out, and none of it is taken for an instruction',
    async () => {
      const special = fc.constantFrom(...Array.from('#$*_`<>@[]{}~\\/"\'=-+.:;,()&%|^ ñá€▸≥→«¿½“'))
      const letters = fc.constantFrom('a', 'b', 'c', 'X', 'Y', '0', '1', '9')
      const typst = fc.constantFrom(
        '#panic()',
        '#read("/etc/passwd")',
        '$x^2$',
        '@uno',
        '<uno>',
        '//',
        '/*',
        '--',
        '...',
        '\\u{1F}',
        '1. ',
        '= ',
      )
      const line = fc
        .array(fc.oneof(special, letters, typst), { minLength: 1, maxLength: 25 })
        .map((parts) => `${parts.join('').replaceAll(/\s+/g, ' ').trim()}z`)
      await fc.assert(
        fc.asyncProperty(fc.array(line, { minLength: 10, maxLength: 10 }), async (lines) => {
          const pdf = await print([
            document({
              title: lines[0] ?? '',
              summary: lines[1] ?? '',
              sections: lines.map((text, index) =>
                section(text, [paragraph(text), { kind: 'callout', tone: 'tip', blocks: [] }], `s${index}`),
              ),
            }),
          ])
          expect(titlesIn(pdf)).toEqual(['Contenido', ...lines, lines[0]])
          expect(told).toEqual([])
        }),
        { numRuns: 12 * EFFORT },
      )
    },
    TEST_MS * EFFORT,
  )

  test('with letters that no font has is made all the same, and said to be imperfect', async () => {
    const pdf = await print([
      document({ title: 'Manual 漢字 😀', sections: [section('漢字 😀', [paragraph('漢字 😀')])] }),
    ])
    expect(titlesIn(pdf)).toEqual(['Contenido', '漢字 😀', 'Manual 漢字 😀'])
    expect(told.splice(0)).toHaveLength(1)
  })
})

describe('the cache', () => {
  const kept = async () => (await readdir(folder)).toSorted()
  const hash = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex')

  test('gives out a PDF made before, and makes a changed one anew', async () => {
    const before = await kept()
    const first = await print([document({ summary: 'Uno.' })])
    const [made = ''] = (await kept()).filter((name) => !before.includes(name))
    expect(hash(await print([document({ summary: 'Uno.' })]))).toBe(hash(first))
    expect(await readFile(join(folder, made), 'latin1')).toBe(first)
    await writeFile(join(folder, made), '%PDF-1.7 kept')
    expect(await print([document({ summary: 'Uno.' })])).toBe('%PDF-1.7 kept')
    expect(await kept()).toHaveLength(before.length + 1)
    expect(hash(await print([document({ summary: 'Dos.' })]))).not.toBe(hash(first))
    expect(await kept()).toHaveLength(before.length + 2)
  })

  test('is shared by several processes, and many who ask at once wait for one', async () => {
    const before = await kept()
    const other = await open()
    const publication = { title: 'A', documents: [document({ summary: 'Tres.' })] }
    const made = await Promise.all(
      [printer, printer, other, other, printer].map(async (each) =>
        hash((await buffer((await each.print(publication, new Map())).stream)).toString('latin1')),
      ),
    )
    await other.close()
    expect(new Set(made).size).toBe(1)
    expect(await kept()).toHaveLength(before.length + 1)
    expect((await kept()).every((name) => name.endsWith('.pdf'))).toBe(true)
  })

  test('makes room by removing the PDFs used longest ago', async () => {
    const old = join(folder, 'viejo.pdf')
    await writeFile(old, Buffer.alloc(210 * 1024 * 1024))
    await utimes(old, new Date(0), new Date(0))
    await print([document({ summary: 'Cuatro.' })])
    expect(await kept()).not.toContain('viejo.pdf')
    expect((await kept()).length).toBeGreaterThan(2)
  })
})

test('requests are answered while a document is being set', async () => {
  const blocks = Array.from({ length: 3000 }, (_, index) => paragraph(`Párrafo ${index} `.repeat(20)))
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const begun = performance.now()
  await print([document({ sections: [section('Largo', blocks)] })])
  clearInterval(timer)
  expect(longest).toBeLessThan((performance.now() - begun) / 2)
})

test('on a machine without the native part each request is refused in a sentence, and nothing crashes', async () => {
  const typesetter = openTypesetter('no-such-compiler')
  const tried = await Promise.allSettled([1, 2].map((who) => typesetter.set('{}', [], who)))
  tried.push(...(await Promise.allSettled([typesetter.set('{}', [], 3)])))
  await typesetter.close()
  expect(tried.map((each) => each.status === 'rejected' && each.reason.status)).toEqual([501, 501, 501])
  expect(await whyNoPdf('no-such-compiler')).toContain('no-such-compiler')
  expect(await whyNoPdf()).toBeNull()
})
