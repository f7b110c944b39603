import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { SHIPPED_CONTENT, readContent, readLogo } from './provider-settings.ts'
import { StartProblem } from './start-problem.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['settings.json', 'legal-texts.json', 'modules.json', 'office-calendar.json']) {
    await cp(join(SHIPPED_CONTENT, name), join(folder, name))
  }
})

// oxlint-disable-next-line typescript/no-explicit-any -- broken on purpose
type Broken = any

async function sentenceAfter(name: string, text: (before: string) => string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text(await readFile(path, 'utf8').catch(() => '')))
  const problem: unknown = await readContent(folder).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(StartProblem)
  return problem instanceof StartProblem ? problem.message.replaceAll(folder, '…') : ''
}

const json = (change: (settings: Broken) => void) => (before: string) => {
  const settings: Broken = JSON.parse(before)
  change(settings)
  return JSON.stringify(settings)
}

test('a folder of its own is read, also as an editor of Windows writes it', async () => {
  const path = join(folder, 'settings.json')
  await writeFile(path, `\uFEFF${json((s) => (s.product.name = 'Obra Uno'))(await readFile(path, 'utf8'))}`)
  expect((await readContent(folder)).product.name).toBe('Obra Uno')
})

test.each<[string, string, (before: string) => string, string]>([
  [
    'a field that is wrong',
    'settings.json',
    json((s) => (s.contact.email = 'soporte')),
    '…/settings.json: the field contact.email is wrong: Invalid email address.',
  ],
  [
    'a number as text',
    'settings.json',
    json((s) => (s.limits.attachments = '10')),
    '…/settings.json: the field limits.attachments is wrong: expected number, received string.',
  ],
  [
    'an empty name',
    'settings.json',
    json((s) => (s.product.name = '')),
    '…/settings.json: the field product.name is wrong: it is empty.',
  ],
  [
    'a name of blanks',
    'settings.json',
    json((s) => (s.provider.name = ' ')),
    '…/settings.json: the field provider.name is wrong: it is empty.',
  ],
  [
    'a field that is missing',
    'settings.json',
    json((s) => delete s.appearance.accent),
    '…/settings.json: the field appearance.accent is missing.',
  ],
  [
    'a field that is misspelt',
    'settings.json',
    json((s) => (s.flags.streamAnswer = true)),
    '…/settings.json: there is no field flags.streamAnswer: remove it, or correct its name.',
  ],
  [
    'a field of an earlier version',
    'settings.json',
    json((s) => (s.frameAncestors = [])),
    '…/settings.json: there is no field frameAncestors: remove it, or correct its name.',
  ],
  [
    'a list instead of settings',
    'settings.json',
    () => '[]',
    '…/settings.json: the whole is wrong: expected object, received array.',
  ],
  [
    'a paragraph that is a number',
    'legal-texts.json',
    json((s) => (s.personalData.es[1] = 7)),
    '…/legal-texts.json: the field personalData.es.1 is wrong: expected string, received number.',
  ],
  [
    'a module of no area',
    'modules.json',
    json((s) => (s[0].category = 'X')),
    '…/modules.json: the field 0.category is wrong: Invalid option: expected one of "RE"|"APPS"|"ASPRO".',
  ],
  ['a logo of another kind', 'logo.png', () => '<svg/>', '…/logo.png is not of the kind in its name.'],
  [
    'a logo that is too large',
    'logo.svg',
    () => `<svg>${' '.repeat(300_000)}</svg>`,
    '…/logo.svg is larger than 256 kB.',
  ],
])('%s ends the start with one sentence that names it', async (_, name, text, sentence) => {
  expect(await sentenceAfter(name, text)).toBe(sentence)
})

test('so does a file that is not JSON, and one that is not there', async () => {
  expect(await sentenceAfter('settings.json', (before) => before.slice(0, 40))).toMatch(
    /^…\/settings\.json is not JSON: .+\.$/,
  )
  await rm(join(folder, 'settings.json'))
  await expect(readContent(folder)).rejects.toThrow(
    `${folder}/settings.json is missing: CONTENT_DIR begins as a copy of the product's content folder.`,
  )
})

test.each<[string, (text: string) => Buffer]>([
  ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
  ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('so does a file in %s, which would lose its accents', async (_, encoded) => {
  const path = join(folder, 'settings.json')
  const text = json((s) => (s.provider.name = 'Construcción'))(await readFile(path, 'utf8'))
  await writeFile(path, encoded(text))
  await expect(readContent(folder)).rejects.toThrow(
    new StartProblem(`${path} is not in UTF-8: save it in that encoding.`),
  )
})

test('the sentence about a file that is not JSON is one line', async () => {
  const said = await sentenceAfter('settings.json', (before) => `,\n\n${before}`)
  expect(said).not.toContain('\n')
})

test('without a file the logo is the product’s; another picture has another stamp', async () => {
  expect(await readLogo(folder)).toBeNull()
  const stamps = []
  for (const size of [1, 2]) {
    await writeFile(join(folder, 'logo.svg'), `<svg width="${size}" xmlns="http://www.w3.org/2000/svg"/>`)
    stamps.push((await readLogo(folder))?.stamp)
  }
  expect(new Set(stamps).size).toBe(2)
})
