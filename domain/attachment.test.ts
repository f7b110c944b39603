import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedExtension, attachmentProblem, contentMatches, isPictureName, mimeOf } from './attachment.ts'
import { countProblem } from './files/file-choice.ts'
import { extensionOf, MAX_FILE_NAME, pastedName, truncatedName } from './files/file-name.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const aFile = { name: 'factura.pdf', extension: 'pdf', mime: 'application/pdf', bytes: 5000 }
const limits = { maxBytes: 20_000 }

const named = (name: string, mime: string) => ({ ...aFile, name, extension: extensionOf(name), mime })

describe('attachmentProblem', () => {
  test.each([
    ['factura.pdf', 'application/pdf'],
    ['FACTURA.PDF', 'application/pdf'],
    ['captura.png', 'image/png'],
    ['foto.JPG', 'image/jpeg'],
    ['foto.jpg', 'image/pjpeg'],
    ['obra.xlsx', XLSX],
    ['obra.xlsx', 'application/vnd.ms-excel'],
    ['obra.xls', 'application/vnd.ms-excel'],
    ['obra.csv', 'text/csv'],
    ['obra.csv', 'text/csv; charset=utf-8'],
    ['obra.csv', 'TEXT/CSV'],
    ['obra.csv', 'application/vnd.ms-excel'],
    ['obra.csv', 'text/plain'],
    ['acta.doc', 'application/msword'],
    ['acta.docx', DOCX],
    ['acta.docx', 'application/zip'],
    ['acta.docx', 'application/octet-stream'],
    ['acta.v2.docx', DOCX],
  ])('%s as %s is allowed', (name, mime) => {
    expect(attachmentProblem(named(name, mime), limits)).toBeNull()
  })

  test.each([
    ['virus.exe', 'application/x-msdownload'],
    ['virus.exe', 'application/pdf'],
    ['foto.jpeg', 'image/jpeg'],
    ['foto.gif', 'image/gif'],
    ['dibujo.svg', 'image/svg+xml'],
    ['pagina.html', 'text/html'],
    ['macro.xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
    ['LEEME', 'text/plain'],
    ['LEEME', ''],
    ['.pdf', 'application/pdf'],
    ['factura.', 'application/pdf'],
    ['factura.pdf', ''],
    ['factura.pdf', ' '],
    ['factura.pdf', 'text/html'],
    ['factura.pdf', 'image/png'],
    ['foto.jpg', 'image/svg+xml'],
    ['obra.csv', 'text/html'],
  ])('%s as %j is of a type not allowed', (name, mime) => {
    expect(attachmentProblem(named(name, mime), limits)).toBe('type-not-allowed')
  })

  test('a name may not end in another extension than the one declared', () => {
    expect(attachmentProblem({ ...aFile, name: 'virus.exe' }, limits)).toBe('type-not-allowed')
    expect(attachmentProblem({ ...aFile, name: 'factura' }, limits)).toBeNull()
    expect(attachmentProblem({ ...aFile, name: 'factura.PDF', extension: 'PDF' }, limits)).toBeNull()
  })

  test.each([
    [0, 'empty'],
    [1, null],
    [20_000, null],
    [21_024, null],
    [21_025, 'too-large'],
  ])('%i bytes where 20,000 are allowed: %s', (bytes, problem) => {
    expect(attachmentProblem({ ...aFile, bytes }, limits)).toBe(problem)
  })

  test('without a maximum nothing is too large', () => {
    expect(attachmentProblem({ ...aFile, bytes: 1e12 }, { maxBytes: null })).toBeNull()
  })

  test.each([
    [100, null],
    [101, 'name-too-long'],
  ])('a name of %i characters: %s', (length, problem) => {
    expect(attachmentProblem({ ...aFile, name: `${'a'.repeat(length - 4)}.pdf` }, limits)).toBe(problem)
  })

  test('an extension of four characters may be allowed, one of five has no valid format', () => {
    expect(attachmentProblem(named('a.docx', DOCX), limits)).toBeNull()
    expect(attachmentProblem(named('a.docxs', DOCX), limits)).toBe('bad-format')
  })

  test('only the first problem is reported: name, empty, extension, type, size', () => {
    const wrong = { name: `${'a'.repeat(100)}.backup`, extension: 'backup', mime: '', bytes: 0 }
    expect(attachmentProblem(wrong, limits)).toBe('name-too-long')
    const short = { ...wrong, name: 'a.backup' }
    expect(attachmentProblem(short, limits)).toBe('empty')
    const large = { ...short, bytes: 30_000 }
    expect(attachmentProblem(large, limits)).toBe('bad-format')
    expect(attachmentProblem({ ...large, name: 'a.exe', extension: 'exe' }, limits)).toBe('type-not-allowed')
    expect(attachmentProblem({ ...large, ...named('a.pdf', 'application/pdf'), bytes: 30_000 }, limits)).toBe(
      'too-large',
    )
  })

  test.each([
    ['captura.png', 'image/png', null],
    ['captura.jpg', 'image/jpeg', null],
    ['factura.pdf', 'application/pdf', 'images-only'],
    ['captura.gif', 'image/gif', 'images-only'],
    ['captura.png', '', 'images-only'],
  ])('images only: %s as %j: %s', (name, mime, problem) => {
    expect(attachmentProblem(named(name, mime), { ...limits, imagesOnly: true })).toBe(problem)
  })
})

test.each([
  [0, null],
  [10, null],
  [11, 'too-many'],
])('%i attachments: %s', (files, problem) => {
  expect(countProblem(files)).toBe(problem)
})

test('another maximum of attachments may be set', () => {
  expect(countProblem(3, 3)).toBeNull()
  expect(countProblem(4, 3)).toBe('too-many')
})

test.each([
  ['factura.pdf', 'pdf'],
  ['FACTURA.PDF', 'pdf'],
  ['copia.tar.gz', 'gz'],
  ['sin extension', ''],
  ['punto final.', ''],
  ['.oculto', ''],
  ['', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})

test.each([
  ['JPG', 'jpg'],
  ['Docx', 'docx'],
  ['jpeg', null],
  ['exe', null],
  ['', null],
  ['__proto__', null],
  ['constructor', null],
])('%j as an allowed extension: %j', (extension, expected) => {
  expect(allowedExtension(extension)).toBe(expected)
})

test('the type under which a file is served does not depend on its sender', () => {
  expect([mimeOf('jpg'), mimeOf('csv'), mimeOf('xlsx')]).toEqual(['image/jpeg', 'text/csv', XLSX])
})

test.each([
  ['image.png', 'image/png', 'captura-2026-11-22-14-28-00.png'],
  ['image.png', 'image/jpeg', 'captura-2026-11-22-14-28-00.jpg'],
  ['foto.JPEG', 'image/jpeg', 'foto.jpg'],
  ['captura', 'image/png', 'captura-2026-11-22-14-28-00.png'],
  ['obra 2.1', 'image/png', 'obra 2.1.png'],
])('pasted, %j of %s is called %j', (name, type, expected) => {
  expect(pastedName({ name, type }, '2026-11-22-14-28-00')).toBe(expected)
})

test.each([
  ['foto.JPG', true],
  ['captura.png', true],
  ['plano.pdf', false],
  ['png', false],
])('%s is a picture: %s', (name, is) => {
  expect(isPictureName(name)).toBe(is)
})

describe('truncatedName', () => {
  test.each([
    ['corto.pdf', 'corto.pdf'],
    [`${'a'.repeat(96)}.pdf`, `${'a'.repeat(96)}.pdf`],
    [`${'a'.repeat(97)}.pdf`, `${'a'.repeat(96)}.pdf`],
    [`${'a'.repeat(300)}.DOCX`, `${'a'.repeat(95)}.DOCX`],
    ['a'.repeat(300), 'a'.repeat(100)],
    [`${'a.b'.repeat(50)}.pdf`, `${'a.b'.repeat(32)}.pdf`],
    // The cut would split the pair.
    [`${'a'.repeat(95)}\u{1F3D7}${'a'.repeat(20)}.pdf`, `${'a'.repeat(95)}.pdf`],
    [`${'a'.repeat(94)}\u{1F3D7}${'a'.repeat(20)}.pdf`, `${'a'.repeat(94)}\u{1F3D7}.pdf`],
    // The extension alone would remain, so the name stays too long.
    [`a.${'b'.repeat(99)}`, `a.${'b'.repeat(99)}`],
    [`ab.${'b'.repeat(98)}`, `a.${'b'.repeat(98)}`],
  ])('%j becomes %j', (name, expected) => {
    expect(truncatedName(name)).toBe(expected)
  })

  test('a truncated name is short enough, splits no character and keeps its extension', () => {
    const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 })
    fc.assert(
      fc.property(anyName, fc.constantFrom('pdf', 'PNG', 'docx', 'csv'), (stem, extension) => {
        const name = truncatedName(`${stem}.${extension}`)
        expect(name.length).toBeLessThanOrEqual(MAX_FILE_NAME)
        expect(name.isWellFormed()).toBe(true)
        expect(name.endsWith(`.${extension}`)).toBe(true)
        expect(truncatedName(name)).toBe(name)
      }),
    )
  })
})

const encoded = (content: string) => new TextEncoder().encode(content)

describe('contentMatches', () => {
  const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)
  const JPG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)
  const PDF = encoded('%PDF-1.7\n')
  const ZIP = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 20, 0)
  const COMPOUND = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0)
  const CSV = encoded('número;título\n1;Año\n')
  const contents = { PNG, JPG, PDF, ZIP, COMPOUND, CSV }

  test.each([
    ['png', 'PNG'],
    ['jpg', 'JPG'],
    ['pdf', 'PDF'],
    ['xlsx', 'ZIP'],
    ['docx', 'ZIP'],
    ['xls', 'COMPOUND'],
    ['doc', 'COMPOUND'],
    ['csv', 'CSV'],
  ] as const)('%s is %s and nothing else', (extension, own) => {
    for (const [name, content] of Object.entries(contents)) {
      expect(contentMatches(extension, content), name).toBe(name === own)
    }
  })

  test.each([
    ['text in Latin-1', Uint8Array.of(0x41, 0xf1, 0x6f, 0x3b, 0x31), true],
    ['text with a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x41), true],
    ['a byte of zero later on', Uint8Array.of(0x41, 0x3b, 0x00, 0x42), false],
    ['an executable', Uint8Array.of(0x4d, 0x5a, 0x90, 0x00), false],
    ['a gzip', Uint8Array.of(0x1f, 0x8b, 0x08, 0x08), false],
    ['a rar', Uint8Array.of(0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01), false],
    ['a 7z', Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), false],
  ])('csv: %s: %s', (_, content, expected) => {
    expect(contentMatches('csv', content)).toBe(expected)
  })

  test('a signature that is cut short, or not at the very beginning, does not count', () => {
    expect(contentMatches('png', PNG.slice(0, 7))).toBe(false)
    expect(contentMatches('pdf', encoded(' %PDF-1.7'))).toBe(false)
    expect(contentMatches('pdf', encoded('%PDF'))).toBe(false)
    expect(contentMatches('pdf', new Uint8Array())).toBe(false)
  })
})
