import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openLibrary } from '../manuals/library.ts'
import { manualIndex, manualPassages } from './manual-passages.ts'
import { eventually } from '../testing/eventually.ts'

let folder: string

const manual = (area: string, title: string, text: string) =>
  `---\ntitle: ${title}\ngroup: G\narea: ${area}\ntopics: ventas\nupdated: 2026-10-20\n---\n\n## Uno {#uno since=V031}\n\n> **Se pregunta.** en otras palabras\n\n${text}\n`
const note = `---\ntitle: Cambios\nline: RE\nversion: V031\nkind: cambio\ndate: 2026-10-20\narea: RE\n---\n\n## Novedades {#nuevo topics=ventas}\n\nSe añade el escáner de pasaportes.\n`
const write = (name: string, text: string) => writeFile(join(folder, name), text)
const open = () =>
  openLibrary({
    folder,
    placeholders: () => ({}),
    topics: new Set(['ventas']),
    log: { warn: () => undefined, error: (problem: string) => expect.unreachable(problem) },
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-content-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'manuals'))
  await mkdir(join(folder, 'versions'))
  await write('manuals/todos.md', manual('todas', 'Portal', 'La contraseña se cambia en la ficha.'))
  await write('manuals/obra.md', manual('RE', 'Obra', 'La retroexcavadora se imputa por horas.'))
  await write('manuals/apps.md', manual('APPS', 'Firma', 'El certificado cualificado se renueva.'))
  await write('versions/v031.md', note)
})

const idsOf = (found: { readonly passages: readonly { readonly passage: { readonly id: string } }[] }) =>
  found.passages.map(({ passage }) => passage.id)
const asks = (text: string) => ({ text, language: 'es' }) as const

test('a section is a passage with what a reader needs to open it', async () => {
  const documents = await (await open()).documents()
  expect(manualPassages(documents, ['apps'])).toEqual([
    {
      id: 'manuales/apps#uno',
      title: 'Firma › Uno',
      text: 'El certificado cualificado se renueva.',
      blocks: [{ kind: 'paragraph', runs: [{ text: 'El certificado cualificado se renueva.' }] }],
      asked: 'en otras palabras',
      line: 'main',
      module: 'ventas',
      document: 'manuales/apps',
      documentTitle: 'Firma',
      section: 'uno',
      sectionTitle: 'Uno',
      href: '/public/manuales/apps#uno',
      since: 'V031',
      isSecondary: false,
    },
    expect.objectContaining({ id: 'manuales/todos#uno', href: '/public/manuales/todos#uno' }),
  ])
})

test('notes on versions are among them, after the manuals', async () => {
  const documents = await (await open()).documents()
  const index = await manualIndex(documents, ['main'])
  const { passages } = index.consult(asks('escáner de pasaportes'))
  expect(passages[0]?.passage).toMatchObject({ id: 'versiones/v031#nuevo', isSecondary: true })
})

test('nobody finds a section of other areas, not even by its words', async () => {
  const documents = await (await open()).documents()
  const main = await manualIndex(documents, ['main'])
  const apps = await manualIndex(documents, ['apps'])
  const none = await manualIndex(documents, [])
  const asked = asks('la retroexcavadora se imputa por horas')
  expect(idsOf(main.consult(asked))).toEqual(['manuales/obra#uno'])
  expect(idsOf(apps.consult(asked))).toEqual([])
  expect(idsOf(none.consult(asked))).toEqual([])
  const certificate = asks('el certificado cualificado se renueva')
  expect(idsOf(apps.consult(certificate))[0]).toBe('manuales/apps#uno')
  expect(idsOf(main.consult(certificate))).not.toContain('manuales/apps#uno')
  const password = asks('la contraseña se cambia en la ficha')
  for (const index of [main, apps, none]) expect(idsOf(index.consult(password))[0]).toBe('manuales/todos#uno')
})

test('readers with the same areas share an index; a change of the files makes another', async () => {
  const library = await open()
  const documents = await library.documents()
  const before = await manualIndex(documents, ['main', 'apps'])
  expect(await manualIndex(documents, ['apps', 'main'])).toBe(before)
  expect(await manualIndex(documents, ['apps'])).not.toBe(before)
  const asked = asks('el dosificador de hormigón')
  expect(idsOf(before.consult(asked))).toEqual([])

  await write('manuals/obra.md', manual('RE', 'Obra', 'El dosificador de hormigón se calibra.'))
  await eventually(async () => expect(await library.documents()).not.toBe(documents))
  const after = await manualIndex(await library.documents(), ['main', 'apps'])
  expect(idsOf(after.consult(asked))).toEqual(['manuales/obra#uno'])
})
