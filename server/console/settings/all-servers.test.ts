import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { secondServer } from '../../testing/second-server.ts'
import { eventually } from '../../testing/eventually.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

// Two servers on one database: a supervisor's change at one is seen at the other within seconds.

let portal: TestApp
let other: FastifyInstance
let raul: string
let web: string
let mails: MailServer
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'portal-web-'))
  for (const folder of ['.', 'console']) {
    await mkdir(join(web, folder, 'assets'), { recursive: true })
    await mkdir(join(web, folder, '.vite'))
    await writeFile(join(web, folder, '.vite/manifest.json'), '{"index.html":{"file":"assets/i.js","isEntry":true}}')
    await writeFile(join(web, folder, 'index.html'), '<html><head><link rel="icon" href="/own.svg"></head></html>')
  }
  mails = await mailServer()
  portal = await testApp({ dependencies: { web } })
  other = await secondServer(portal, { web, files: portal.files, pdfs: portal.pdfs, smtpUrl: mails.url })
  for (const app of [portal.app, other]) await app.listen({ port: 0, host: '127.0.0.1' })
  raul = await portal.consoleLogIn('raul')
})
afterAll(async () => {
  await other.close()
  await portal.close()
  await mails.close()
  await rm(web, { recursive: true })
})

const list = async () => (await portal.console(raul, 'GET', '/settings', {})).data
const change = async (groups: object) =>
  portal.console(raul, 'POST', '/settings/change', { newest: (await list()).newest, ...groups })
const send = async (theme: 'light' | 'dark', bytes: Buffer | string | null) =>
  portal.console(raul, 'POST', '/settings/logo', {
    newest: (await list()).newest,
    theme,
    picture: bytes === null ? null : Buffer.from(bytes).toString('base64'),
  })

async function shownAt(app: FastifyInstance) {
  const { body } = await app.inject({ url: '/public/login' })
  const [, written = ''] = /<meta name="provider" content='([^']*)'>/.exec(body) ?? []
  return { body, shown: JSON.parse(written.replaceAll('&lt;', '<').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) }
}

/** Both servers' pages, once the other one has learnt of it. */
async function everywhere(isThere: (page: Awaited<ReturnType<typeof shownAt>>) => boolean) {
  for (const app of [portal.app, other]) {
    await eventually(async () => expect(isThere(await shownAt(app))).toBe(true))
  }
}

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8z"/></svg>'
const NIGHT = DRAWING.replace('M0 0', 'M1 1')

test('a logo of each theme, legal texts and the assistant’s name are on the pages of both, and gone when they are taken back', async () => {
  const before = await shownAt(other)
  expect(before.shown).toMatchObject({ logo: null, darkLogo: null })
  expect(before.body).toContain('href="/own.svg"')
  const light = await send('light', DRAWING)
  expect(light.status).toBe(200)
  const { data } = await send('dark', NIGHT)
  expect(data.logo).toEqual({ light: expect.stringMatching(/^[0-9a-f]{12}$/), dark: expect.any(String) })
  const { legal, assistant } = await list()
  const personalData = { es: ['Responsable: Otra Casa.'], en: ['Controller: Another House.'] }
  await change({ legal: { ...legal, personalData }, assistant: { ...assistant, name: 'Nube' } })
  await everywhere(({ shown }) => shown.assistant === 'Nube' && shown.darkLogo !== null)
  const { body, shown } = await shownAt(other)
  expect(shown.legal.personalData).toEqual(personalData)
  expect(body).toContain(`<link rel="icon" href="${shown.logo}">`)
  for (const [address, drawing] of [
    [shown.logo, DRAWING],
    [shown.darkLogo, NIGHT],
  ] as const) {
    const logo = await other.inject({ url: address })
    expect([logo.body, logo.headers['content-type']]).toEqual([drawing, 'image/svg+xml'])
    expect(logo.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  }
  for (let left = 4; left > 0; left -= 1) {
    const change = (await list()).history.find(
      ({ mayUndo, undoes }: { mayUndo: boolean; undoes: unknown }) => mayUndo && undoes === null,
    )
    if (!change) break
    expect((await portal.console(raul, 'POST', '/settings/undo', { change: change.change })).status).toBe(200)
  }
  await everywhere(({ shown: { assistant: name } }) => name === before.shown.assistant)
  // A logo that was replaced is still there for pages that were open.
  expect((await other.inject({ url: shown.logo })).statusCode).toBe(200)
  expect((await other.inject({ url: '/public/logo?v=000000000000' })).statusCode).toBe(404)
})

test('the next mail comes from the name and the address that were set at the other server', async () => {
  const { names, contact } = await list()
  await change({
    names: { ...names, provider: 'Otra Casa, S.L.' },
    contact: { ...contact, email: 'ayuda@otra.example' },
  })
  await everywhere(({ body }) => body.includes('Otra Casa, S.L.'))
  await other.inject({
    method: 'POST',
    url: '/api/console/first-steps/test-mail',
    headers: { cookie: raul },
    payload: { to: 'raul@otra.example' },
  })
  expect(mails.received.map(({ from }) => from)).toEqual(['ayuda@otra.example'])
  expect(mails.received[0]?.body).toContain('From: "Otra Casa, S.L." <ayuda@otra.example>')
  await change({ names, contact })
})

test('a limit counts at the next call, also for what holds it: attachments, budgets and sessions', async () => {
  const { limits } = await list()
  const changed = { ...limits, attachments: 3, consoleIdleMinutes: 7, readsPerMinute: 130 }
  expect((await change({ limits: changed })).status).toBe(200)
  await everywhere(({ shown }) => shown.maxAttachments === 3)
  const lucia = await portal.enter('LEV-01', 11)
  const flags = await portal.call(lucia, 'POST', '/login/obtener_configuracion', {})
  expect(flags.data).toMatchObject({ maxAdjuntos: 3 })
  const answers = []
  for (let call = 0; call < 140; call += 1) {
    answers.push(
      (await other.inject({ url: '/api/consultas/get_lista_modulos', headers: { cookie: lucia } })).statusCode,
    )
  }
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect(answers.slice(0, 100).every((status) => status === 200)).toBe(true)
  portal.clock.now = new Date(portal.clock.now.getTime() + 8 * 60_000)
  expect((await portal.console(raul, 'GET', '/settings', {})).data).toEqual({ codigo: 'sesion' })
  raul = await portal.consoleLogIn('raul')
  expect((await change({ limits })).status).toBe(200)
})

test('the history says of each field what was and what is', async () => {
  const { contact, assistant } = await list()
  const { data } = await change({
    contact: { ...contact, phone: '955 111 222' },
    assistant: { ...assistant, streams: 50 },
  })
  expect(data.history.slice(0, 2)).toMatchObject([
    { group: 'assistant', by: 'Raúl Ibáñez', fields: [{ field: 'assistant.streams', from: '2000', to: '50' }] },
    { group: 'contact', fields: [{ field: 'contact.phone', from: contact.phone, to: '955 111 222' }] },
  ])
})

const WIDE = Buffer.alloc(64)
WIDE.write('\u0089PNG\r\n\u001A\n', 'latin1')
WIDE.write('IHDR', 12, 'latin1')
WIDE.writeUInt32BE(30_000, 16)
WIDE.writeUInt32BE(8, 20)

test.each<[string, Buffer | string, string]>([
  ['a program', 'MZ\u0090', 'No es un logotipo que se admita: un SVG, PNG o WebP'],
  [
    'a drawing that runs',
    DRAWING.replace('<path', '<script/><path'),
    'El SVG lleva algo que no solo dibuja: quite «<script>» o guárdelo como PNG',
  ],
  [
    'one that fetches',
    DRAWING.replace('<path', '<image href="//a.example/b.png"/><path'),
    'El SVG lleva algo que no solo dibuja: quite «href="//a.example/b.png"» o guárdelo como PNG',
  ],
  ['a picture that is too wide', WIDE, 'El logotipo tiene demasiados píxeles: 2048 de lado como mucho'],
  ['a large one', `${DRAWING}<!--${'a'.repeat(270_000)}-->`, 'El logotipo es demasiado grande: 256 kB como mucho'],
])('%s is no logo', async (_, bytes, sentence) => {
  const { status, data } = await send('light', bytes)
  expect([status, data]).toEqual([422, { errores: { picture: sentence } }])
})

test('one that arrives cut off is told as such, and nothing is kept', async () => {
  const { newest } = await list()
  const { status, data } = await portal.console(raul, 'POST', '/settings/logo', {
    newest,
    theme: 'dark',
    picture: 'a b',
  })
  expect([status, data]).toEqual([422, { errores: { picture: 'El archivo no ha llegado entero: elíjalo otra vez' } }])
  expect((await portal.owner.query('select count(*)::int as kept from provider_picture')).rows).toEqual([{ kept: 2 }])
})

// oxlint-disable-next-line typescript/no-explicit-any -- what came over the wire, changed by tests
test.each<[(now: any) => object, Record<string, string>]>([
  [({ limits }) => ({ limits: { ...limits, attachments: 0 } }), { 'limits.attachments': 'De 1 a 50' }],
  [({ limits }) => ({ limits: { ...limits, attachmentBytes: 5 } }), { 'limits.attachmentBytes': 'De 1 MB a 200 MB' }],
  [
    ({ limits }) => ({ limits: { ...limits, storage: { ...limits.storage, staged: 1 } } }),
    { 'limits.storage.staged': 'De 20 MB a 1.048.576 MB' },
  ],
  [
    ({ assistant }) => ({ assistant: { ...assistant, questionsPerHour: 0 } }),
    { 'assistant.questionsPerHour': 'De 1 a 10.000' },
  ],
  [
    ({ legal }) => ({ legal: { ...legal, personalData: { es: [], en: ['x'] } } }),
    { 'legal.personalData.es': 'Escriba al menos un párrafo' },
  ],
])('a wrong value is one sentence with its field: %#', async (of, errores) => {
  const { status, data } = await change(of(await list()))
  expect([status, data]).toEqual([422, { errores }])
})

test('no other technician changes them', async () => {
  const sonia = await portal.consoleLogIn('sonia')
  const asked = { newest: (await list()).newest, theme: 'light', picture: null }
  expect((await portal.console(sonia, 'POST', '/settings/logo', asked)).status).toBe(403)
})
