import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedEntry } from '#contract/entry-codec.ts'
import { type Shape, shapeOf } from '#contract/wire.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

const run = promisify(execFile)

let portal: TestApp
let folder: string
let page: string
beforeAll(async () => {
  page = await readFile(new URL('../../docs/integration.md', import.meta.url), 'utf8')
  folder = await mkdtemp(join(tmpdir(), 'portal-integration-'))
  portal = await testApp()
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** The code blocks of a language, in the order of the page. */
const blocks = (language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, named, text]) =>
    named === language && text ? [text] : [],
  )

test('an engineer who follows the page gets in, by Node and by openssl, until the key is revoked', async () => {
  // The makers sign by the machine's clock.
  portal.clock.now = new Date()
  const raul = await portal.consoleLogIn('raul')
  const key = { installation: 'LEV-01', clientAdministrator: false, callerOptional: false }
  const { kid, secret } = (await portal.console(raul, 'POST', '/signing-keys/create', key)).data
  const withKid = (maker: string) => maker.replace('lev-01-2026', kid)
  const env = { PATH: process.env['PATH'], SUPPORT_SECRET: secret }

  const [node = '', ...otherNode] = blocks('js')
  await writeFile(join(folder, 'maker.mjs'), withKid(node))
  const byNode = await run(process.execPath, [join(folder, 'maker.mjs')], { env })

  const [shell = '', ...otherShell] = blocks('sh')
  await writeFile(join(folder, 'maker.sh'), withKid(shell))
  const byOpenssl = await run('sh', [join(folder, 'maker.sh')], { env })
  expect([otherNode, otherShell]).toEqual([[], []])

  const cookies: string[] = []
  for (const { stdout } of [byNode, byOpenssl]) {
    const [origin, t = ''] = stdout.trim().split('/public/home#t=')
    expect(origin).toBe('https://portal.example.com')
    portal.clock.now = new Date()
    const { status, data, raw } = await portal.call(null, 'POST', '/login/nuevo_ticket', { t })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      usuario: 'lferrer',
      codigoInstalacion: 'LEV-01',
      empresa: '001',
      contacto: { csnreg: 11 },
    })
    cookies.push(`${raw.cookies[0]?.name}=${raw.cookies[0]?.value}`)
  }

  const alive = () =>
    Promise.all(cookies.map(async (cookie) => (await portal.call(cookie, 'GET', '/login/check_session')).data.valida))
  expect(await alive()).toEqual([true, true])
  expect((await portal.console(raul, 'POST', '/signing-keys/revoke', { kid })).status).toBe(200)
  expect(await alive()).toEqual([false, false])
})

test('the page names every claim, and every field of the context, by its name on the wire', () => {
  const wireNames = (shape: Shape): string[] =>
    'fields' in shape ? Object.values(shape.fields).flatMap(({ wire, shape }) => [wire, ...wireNames(shape)]) : []
  const names = wireNames(shapeOf(signedEntry))
  expect(names).toContain('pmprograma')
  for (const name of names) expect(page).toContain(`\`${name}\``)
})
