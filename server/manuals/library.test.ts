import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Library, openLibrary } from './library.ts'
import { eventually } from '../testing/eventually.ts'

let folder: string
let told: string[]

const manual = (title: string, text = 'Texto', topics = 'ventas') =>
  `---\ntitle: ${title}\ngroup: G\narea: RE\ntopics: ${topics}\nupdated: 2026-10-20\n---\n\n## Uno {#uno}\n\n${text}\n`
const write = (name: string, text: string) => writeFile(join(folder, 'manuals', name), text)
const titles = async (library: Library) => [...(await library.documents()).byId.values()].map(({ title }) => title)
const open = () =>
  openLibrary({
    folder,
    placeholders: () => ({}),
    topics: new Set(['ventas']),
    log: {
      warn: (text: string) => void told.push(`warn ${text}`),
      error: (text: string) => void told.push(`error ${text}`),
    },
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-content-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'manuals'))
  told = []
})

test('a changed, a new and a removed file are live without a restart', async () => {
  await write('a.md', manual('Antes'))
  await write('b.md', manual('Otro'))
  const library = await open()
  const before = await library.documents()
  expect(await titles(library)).toEqual(['Antes', 'Otro'])
  expect(await library.documents()).toBe(before)
  await write('a.md', manual('Después'))
  await rm(join(folder, 'manuals', 'b.md'))
  await write('c.md', manual('Nuevo'))
  await eventually(async () => expect(await titles(library)).toEqual(['Después', 'Nuevo']))
  expect((await library.documents()).byId.get('manuales/a')?.sections).toHaveLength(1)
})

test('one that changed without its time or size being others is noticed too', async () => {
  const then = new Date('2026-01-01T00:00:00Z')
  await write('a.md', manual('Antes'))
  await utimes(join(folder, 'manuals', 'a.md'), then, then)
  const library = await open()
  await write('a.md', manual('Ahora'))
  await utimes(join(folder, 'manuals', 'a.md'), then, then)
  await eventually(async () => expect(await titles(library)).toEqual(['Ahora']))
})

test('one that is being written is served as it was until it has been left alone', async () => {
  await write('a.md', manual('Antes'))
  const library = await open()
  await sleep(1000)
  const until = Date.now() + 1200
  const seen = new Set<string>()
  while (Date.now() < until) {
    await write('a.md', '---\ntitle: A medias\n')
    for (const title of await titles(library)) seen.add(title)
    expect(await titles(library)).toHaveLength(1)
    await sleep(50)
  }
  expect([...seen]).toEqual(['Antes'])
  await write('a.md', manual('Entero'))
  await eventually(async () => expect(await titles(library)).toEqual(['Entero']))
  expect(told).toEqual([])
})

test('one that is broken is told once, with its line, and is missed alone', async () => {
  await write('a.md', manual('Bueno'))
  await write('b.md', manual('Malo', '<b>'))
  const library = await open()
  expect(await titles(library)).toEqual(['Bueno'])
  const line = 'error a document is not served: manuals/b.md:11: HTML is not supported'
  expect(told).toContain(line)
  await write('a.md', manual('Mejor'))
  await eventually(async () => expect(await titles(library)).toEqual(['Mejor']))
  expect(told.filter((each) => each === line)).toHaveLength(1)
  await write('b.md', manual('Bien'))
  await eventually(async () => expect(await titles(library)).toEqual(['Mejor', 'Bien']))
})

test('a missing target is reported, and the document is served', async () => {
  await write('a.md', manual('A', '[b](b#dos) [c](c) [d](#uno)\n\n![x](images/x.png)', 'ventas, nada'))
  await write('b.md', manual('B', '### Dos {#tres}'))
  const library = await open()
  expect(await titles(library)).toEqual(['A', 'B'])
  expect(told).toEqual([
    'warn a mistake in a document: manuals/a.md:5: no module has the topic “nada”',
    'warn a mistake in a document: manuals/a.md:13: there is no picture images/x.png',
    'warn a mistake in a document: manuals/a.md:11: the link leads nowhere: manuales/b#dos',
    'warn a mistake in a document: manuals/a.md:11: the link leads nowhere: manuales/c',
  ])
})

test('a picture that comes later is there without a restart', async () => {
  await write('a.md', manual('A'))
  const library = await open()
  await mkdir(join(folder, 'manuals', 'images'))
  for (const name of ['x.png', 'y.jpg', 'z.svg']) await writeFile(join(folder, 'manuals', 'images', name), 'x')
  await eventually(async () => expect([...(await library.documents()).images.keys()]).toEqual(['x.png', 'y.jpg']))
})
