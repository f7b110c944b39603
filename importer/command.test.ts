import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const COMMAND = fileURLToPath(new URL('../scripts/import-manuals.ts', import.meta.url))
const SAMPLE = fileURLToPath(new URL('samples/guia-de-alquileres.html', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-import-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the command as a person would. */
const importing = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], { cwd: folder }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err })
    })
  })
const ABOUT = ['--area', 'APPS', '--group', 'Alquileres', '--topics', 'arrendamientos', '--since', 'V030']

test('a file becomes a manual with its pictures; another of its name replaces it only by force', async () => {
  const first = await importing(SAMPLE, ...ABOUT, '--out', 'manuals')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('guia-de-alquileres.html → manuals/guia-de-alquileres.md (sections: 5, pictures: 1')
  expect(first.out).toContain('  Not taken over:\n  - the running header (line 26)\n')
  const path = join(folder, 'manuals/guia-de-alquileres.md')
  expect(await readFile(path, 'utf8')).toMatch(
    /^---\ntitle: Guía de facturación de alquileres\ngroup: Alquileres\narea: APPS\ntopics: arrendamientos\nsummary: .*\nupdated: 2026-09-14\nsince: V030\n---\n/,
  )
  expect(await readdir(join(folder, 'manuals/images'))).toEqual(['guia-de-alquileres-1.png'])

  await writeFile(path, 'mine')
  const second = await importing(SAMPLE, ...ABOUT, '--out', 'manuals')
  expect(second).toMatchObject({ code: 1, out: '' })
  expect(second.err).toContain('manuals/guia-de-alquileres.md is there already: --force replaces it')
  expect(await readFile(path, 'utf8')).toBe('mine')
  expect((await importing(SAMPLE, ...ABOUT, '--out', 'manuals', '--force')).code).toBe(0)
  expect(await readFile(path, 'utf8')).toContain('## Emitir los recibos {#emitir-los-recibos}')
})

test('a file that cannot be imported is reported, and the others are imported', async () => {
  await writeFile(join(folder, 'uno.html'), '<h2>Uno</h2><p>Hola</p>')
  await writeFile(join(folder, 'vacio.html'), '<script>1</script>')
  await writeFile(join(folder, 'roto.pdf'), 'hola')
  await copyFile(SAMPLE, join(folder, 'falso.docx'))
  await writeFile(join(folder, 'viejo.doc'), '')
  const { code, out, err } = await importing(
    'roto.pdf',
    'falso.docx',
    'viejo.doc',
    'vacio.html',
    'no.pdf',
    'uno.html',
    '--out',
    'b',
  )
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toEqual([
    'roto.pdf: it is no PDF, or a damaged one',
    'falso.docx: it is no Word document, holds another archive or unpacks to too much',
    'viejo.doc: only .docx, .pdf and .html can be read; save a .doc or .odt as .docx first',
    'vacio.html: there is nothing in it that could be read',
    'no.pdf: there is no such file',
  ])
  expect(out).toContain('no --area was given: RE')
  expect(await readdir(join(folder, 'b'))).toEqual(['uno.md'])
})

test('a page shows no picture from outside its folder, and says nothing that steers the terminal', async () => {
  const page = join(folder, 'pagina')
  await mkdir(join(page, 'fotos'), { recursive: true })
  const picture = await readFile(new URL('samples/guia-de-alquileres_html_8373c0a4d31f718d.png', import.meta.url))
  for (const name of ['fuera.png', 'pagina/fotos/año 1.png']) await writeFile(join(folder, name), picture)
  await symlink(join(folder, 'fuera.png'), join(page, 'enlace.png'))
  const addresses = ['fotos/a%C3%B1o%201.png', '../fuera.png', join(folder, 'fuera.png'), 'enlace.png', 'fotos', '%E1']
  const pictures = addresses.map((address) => `<img alt="x" src="${address}">`).join('')
  await writeFile(
    join(page, 'a.html'),
    `<h2>A</h2><p>\u001b[31m<a href="https://x.example/\u001b]0;x">B</a>${pictures}</p>`,
  )
  const { code, out } = await importing('pagina/a.html', '--out', 'c')
  expect(code).toBe(0)
  expect(await readdir(join(folder, 'c/images'))).toEqual(['a-1.png'])
  expect(out.match(/it lies outside the folder of the page/g)).toHaveLength(3)
  expect(out.match(/there is no such file/g)).toHaveLength(2)
  expect(out).not.toContain('\u001b')
})

test('two files of one name do not become one manual', async () => {
  for (const [name, text] of [
    ['Guía.html', 'Uno'],
    ['guia.html', 'Dos'],
  ] as const) {
    await writeFile(join(folder, name), `<h2>A</h2><p>${text}</p>`)
  }
  const { code, err } = await importing('Guía.html', 'guia.html', '--out', 'd', '--force')
  expect(code).toBe(1)
  expect(err).toContain('guia.html: Guía.html became d/guia.md: rename one of the two')
  expect(await readFile(join(folder, 'd/guia.md'), 'utf8')).toContain('Uno')
})

test.each([
  [[], 'name at least one file'],
  [['a.pdf', '--area', 'XX'], 'XX is not an area'],
  [['a.pdf', '--topics', 'ventas,nada'], 'no module has the topic nada'],
  [['a.pdf', '--since', '30'], '30 is not a version such as V030'],
])('%j is refused with how it is called', async (args, reason) => {
  const { code, err } = await importing(...args)
  expect(code).toBe(1)
  expect(err).toContain(`${reason}\nUsage: npm run manuals:import`)
})
