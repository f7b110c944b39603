import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import storedModules from '#content/modules.json' with { type: 'json' }
import { plainText } from '#domain/document.ts'
import { type Documents, openLibrary } from './library.ts'

// The shipped documents.

const told: string[] = []
let documents: Documents
beforeAll(async () => {
  const tell = (text: string) => void told.push(text)
  const library = await openLibrary({
    folder: fileURLToPath(new URL('../../content', import.meta.url)),
    placeholders: () => ({
      product: 'Producto',
      provider: 'Proveedor',
      assistant: 'Asistente',
      phone: '1',
      email: 'a@b.example',
    }),
    topics: new Set(storedModules.map(({ topic }) => topic)),
    log: { warn: tell, error: tell },
  })
  documents = await library.documents()
})

test('have no mistakes: every file is served, every link, topic and picture exists', () => {
  expect(told).toEqual([])
  expect(documents.byId.size).toBeGreaterThan(40)
})

test('have the documents that the portal itself names', () => {
  for (const id of ['manuales/soporte-online', 'manuales/asistente']) {
    expect(documents.byId.get(id)?.area).toBeNull()
  }
})

test('have a manual for every topic of a module', () => {
  const known = new Set([...documents.byId.values()].filter(({ release }) => !release).flatMap(({ topics }) => topics))
  const missing = storedModules.filter(({ topic, listed }) => listed && topic !== '' && !known.has(topic))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('have the six manuals at the length that was promised', () => {
  const short = ['contabilidad', 'tesoreria', 'ventas', 'arrendamientos', 'cuentas-a-pagar', 'obra'].filter((slug) => {
    const sections = documents.byId.get(`manuales/${slug}`)?.sections ?? []
    const words = sections.flatMap(({ blocks }) => plainText(blocks).split(/\s+/))
    return sections.length < 12 || words.length < 2500
  })
  expect(short).toEqual([])
})

test('say in a sentence what each is about', () => {
  const silent = [...documents.byId.values()].filter(({ summary }) => !summary.endsWith('.'))
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('name each program in one section', () => {
  const named = new Map<string, string[]>()
  for (const { id, sections } of documents.byId.values()) {
    for (const section of sections) {
      for (const program of section.programs) {
        named.set(program, [...(named.get(program) ?? []), `${id}#${section.id}`])
      }
    }
  }
  expect([...named].filter(([, places]) => places.length > 1)).toEqual([])
})

describe('versions', () => {
  test.each([
    ['re', ['V028', 'V029', 'V030', 'V031']],
    ['bc2016', 2],
    ['bc365', 2],
  ] as const)('of %s: %s', (line, expected) => {
    const releases = [...documents.byId.values()].flatMap(({ release }) => (release?.line === line ? [release] : []))
    const versions = [...new Set(releases.map(({ version }) => version))].toSorted()
    if (typeof expected === 'number') expect(versions.length).toBeGreaterThanOrEqual(expected)
    else expect(versions).toEqual(expected)
    for (const version of versions) {
      expect(releases.filter((each) => each.version === version).map(({ kind }) => kind)).toContain('changes')
    }
  })
})
