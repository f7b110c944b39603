import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Settings } from '#domain/settings.ts'
import { SHIPPED_CONTENT, readProvider, readSettings } from '../provider-settings.ts'
import { keepAssets } from './kept-assets.ts'
import { serveWeb } from './web.ts'

let web: string

/** The provider of a folder, which nobody changes. */
async function liveIn(settings: Settings, content?: string) {
  const { pictures, ...now } = await readProvider(settings, content)
  return { now, picture: async (stamp: string) => pictures.find((each) => each.stamp === stamp) ?? null }
}
const app = Fastify()

/** A manifest as the build writes it: a part imports others and the first file, and loads some later. */
const MANIFEST = {
  'index.html': { file: 'assets/index-1.js', isEntry: true, css: ['assets/index-1.css'] },
  'layout/shell.tsx': { file: 'assets/shell-2.js', imports: ['index.html', '_shared-3.js'], dynamicImports: ['a.tsx'] },
  'tickets/tickets-page.tsx': { file: 'assets/tickets-4.js', imports: ['_shared-3.js'], css: ['assets/tickets-4.css'] },
  '_shared-3.js': { file: 'assets/shared-3.js', imports: ['index.html'] },
  'a.tsx': { file: 'assets/a-5.js' },
}

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'web-'))
  for (const folder of ['.', 'console']) {
    await mkdir(join(web, folder, 'assets'), { recursive: true })
    await mkdir(join(web, folder, '.vite'))
    await writeFile(join(web, folder, '.vite/manifest.json'), JSON.stringify(MANIFEST))
    await writeFile(join(web, folder, 'index.html'), '<html lang="es"><head></head><div id="root">')
  }
  const settings = { ...(await readSettings()), entryOrigins: ['https://erp.example'] }
  await serveWeb(app, { web, live: await liveIn(settings), log: app.log, kept: join(web, 'kept-of-all') })
})

afterAll(async () => {
  await app.close()
  await rm(web, { recursive: true })
})

test('the page of a first screen asks for the code and the styles of that screen, and for no more', async () => {
  const { body } = await app.inject({ url: '/public/tickets/lista?ticket=100040' })
  expect(
    [...body.matchAll(/<link rel="(?:modulepreload"|preload" as="style" crossorigin) href="([^"]*)">/g)].map(
      ([, at]) => at,
    ),
  ).toEqual([
    '/public/assets/shell-2.js',
    '/public/assets/shared-3.js',
    '/public/assets/tickets-4.js',
    '/public/assets/tickets-4.css',
  ])
})

test.each(['/public/login', '/public/home-mail?ticket=1', '/public/contacto', '/consola/', '/consola/tickets/lista'])(
  '%s asks for its first file alone',
  async (url) => {
    const { body } = await app.inject({ url })
    expect(body).toMatch(
      /^<html lang="es"><head><meta name="provider" content='[^'<]*'><\/head><div id="root" data-arriving="\w+">$/,
    )
  },
)

test('a page brings the provider of its folder along, without what is a secret, and the logo has an address of its own', async () => {
  const content = await mkdtemp(join(tmpdir(), 'content-'))
  onTestFinished(() => rm(content, { recursive: true }))
  for (const name of ['legal-texts.json', 'modules.json']) await cp(join(SHIPPED_CONTENT, name), join(content, name))
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  await writeFile(join(content, 'logo.svg'), drawing)
  const settings = await readSettings()
  const name = `O'Brien & </head> "$&" <b>`
  const server = Fastify()
  onTestFinished(() => server.close())
  await serveWeb(server, {
    web,
    content,
    live: await liveIn({ ...settings, product: { name } }, content),
    log: server.log,
    kept: join(web, 'k'),
  })
  for (const url of ['/public/login', '/consola/']) {
    const { body } = await server.inject({ url })
    const [, written = ''] = /<meta name="provider" content='([^']*)'>/.exec(body) ?? []
    const shown = JSON.parse(written.replaceAll('&lt;', '<').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
    expect(shown).toMatchObject({ product: name, name: 'Cantera Software, S.L.', accent: '#0b6e69' })
    expect(body).not.toContain(settings.demos?.password)
    const { headers, body: logo } = await server.inject({ url: shown.logo })
    expect(logo).toBe(drawing)
    expect(headers['content-type']).toBe('image/svg+xml')
    // Script in a drawing must not run when somebody opens the drawing by itself.
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  }
})

test.each([
  ['theme=dark', 'dark'],
  ['sesion=abc; theme=light', 'light'],
  ['theme=auto', undefined],
  ['theme="><script>', undefined],
  ['mytheme=dark', undefined],
  ['', undefined],
])('with the cookie «%s» the page has the theme from its first picture on', async (cookie, theme) => {
  for (const url of ['/public/login', '/consola/']) {
    const { body } = await app.inject({ url, headers: { cookie } })
    expect(body).toMatch(theme ? `<html data-mantine-color-scheme="${theme}" lang="es">` : '<html lang="es">')
  }
})

test.each([
  ['/public/login', 'door'],
  ['/public/', 'home'],
  ['/public/home', 'home'],
  ['/public/tickets/lista', 'screen'],
  ['/consola/', 'screen'],
])('the page of %s shows the outline of its screen', async (url, outline) => {
  const { body } = await app.inject({ url })
  expect(body).toContain(`<div id="root" data-arriving="${outline}">`)
})

const MARK = '<meta name="from-another-site">'

test.each([
  ['a page of somebody else', { 'sec-fetch-site': 'cross-site' }, true],
  ['one that hides its address', { 'sec-fetch-site': 'cross-site', referer: '' }, true],
  ['a registered application', { 'sec-fetch-site': 'cross-site', referer: 'https://erp.example/ventas' }, false],
  ['one whose name begins as that', { 'sec-fetch-site': 'cross-site', referer: 'https://erp.example.evil/' }, true],
  ['a program, or an address typed', { 'sec-fetch-site': 'none' }, false],
  ['a page of the same site', { 'sec-fetch-site': 'same-site', referer: 'https://intranet.portal.test/' }, false],
  ['the portal', { 'sec-fetch-site': 'same-origin', referer: 'http://portal.test/public/' }, false],
  ['no browser', {}, false],
  ['another page, in a browser that does not say so', { referer: 'https://evil.example/' }, true],
  ['the portal, in such a browser', { referer: 'http://portal.test/public/' }, false],
  ['a registered application, in such a browser', { referer: 'https://erp.example/' }, false],
])('reached from %s, the page is told', async (_, headers, marked) => {
  const { body } = await app.inject({ url: '/public/home', headers: { host: 'portal.test', ...headers } })
  expect(body.includes(MARK)).toBe(marked)
})

test('a page of another build finds its parts at this server, and this one its own without the shared folder', async () => {
  const [live, kept, other] = [await liveIn(await readSettings()), join(web, 'shared'), `${web}-other`]
  onTestFinished(() => rm(other, { recursive: true }))
  await cp(web, other, { recursive: true })
  for (const [build, name] of [
    [web, 'mine-1.js'],
    [other, 'theirs-2.js'],
  ] as const) {
    for (const folder of ['.', 'console']) await writeFile(join(build, folder, 'assets', name), `// ${name}`)
  }
  const servers = [Fastify(), Fastify(), Fastify()]
  const [first, second, alone] = servers
  await first?.register(async (app) => serveWeb(app, { web, kept, live, log: app.log }))
  await second?.register(async (app) => serveWeb(app, { web: other, kept, live, log: app.log }))
  // Below a file no folder can be made.
  await alone?.register(async (app) => serveWeb(app, { web, kept: join(web, 'index.html'), live, log: app.log }))
  for (const address of ['/public', '/consola']) {
    const answers = ['mine-1.js', 'theirs-2.js'].flatMap((name) =>
      servers.map(async (app) => (await app.inject({ url: `${address}/assets/${name}` })).statusCode),
    )
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200, 404])
  }
  await Promise.all(servers.map((app) => app.close()))
})

test('the assets of a build that nobody has started for thirty days go', async () => {
  const [built, kept] = [join(web, 'built'), join(web, 'kept')]
  await mkdir(built)
  await writeFile(join(built, 'old-1.js'), '')
  await keepAssets(built, kept, new Date('2026-10-01T08:00:00Z'))
  await rename(join(built, 'old-1.js'), join(built, 'new-2.js'))
  await keepAssets(built, kept, new Date('2026-10-31T07:00:00Z'))
  expect((await readdir(kept)).toSorted()).toEqual(['new-2.js', 'old-1.js'])
  await keepAssets(built, kept, new Date('2026-10-31T09:00:00Z'))
  expect(await readdir(kept)).toEqual(['new-2.js'])
})

test('the worker about a missing network stores nothing, and leaves what has a network alone', async () => {
  const { headers, body } = await app.inject({ url: '/public/sin-conexion.js' })
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'cache-control': 'no-cache',
  })
  expect(body).not.toMatch(/caches|indexedDB|importScripts/)
  const answers: unknown[] = []
  let hear: (event: object) => void = () => undefined
  const navigator = { onLine: true }
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the worker as browsers run it
  new Function('addEventListener', 'navigator', 'fetch', body)(
    (_: string, listener: typeof hear) => (hear = listener),
    navigator,
    async () => {
      throw new TypeError('Failed to fetch')
    },
  )
  const ask = (mode: string) => hear({ request: { mode }, respondWith: (answer: unknown) => answers.push(answer) })
  ask('navigate')
  navigator.onLine = false
  ask('cors')
  expect(answers).toEqual([])
  ask('navigate')
  const page = await (answers[0] as Promise<Response>)
  const html = await page.text()
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(html) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(page.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
})
