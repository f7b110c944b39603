import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleEndpoints, customersEndpoints } from '#contract/openapi.ts'
import { type TestApp, testApp, testAppForThisTest } from '../testing/test-app.ts'

const HSTS = 'max-age=31536000; includeSubDomains'

let web: string
let portal: TestApp
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'web-'))
  for (const folder of ['.', 'console']) {
    await mkdir(join(web, folder, 'assets'), { recursive: true })
    await mkdir(join(web, folder, '.vite'))
    await writeFile(join(web, folder, '.vite/manifest.json'), '{}')
    await writeFile(join(web, folder, 'index.html'), '<head></head>')
    await writeFile(join(web, folder, 'assets/index-1.js'), '')
  }
  portal = await testApp({ dependencies: { origin: 'https://portal.test', hsts: HSTS, web } })
})
afterAll(async () => {
  await portal.close()
  await rm(web, { recursive: true })
})

/** Which required headers an answer lacks. */
function missingIn({ headers }: LightMyRequestResponse): string[] {
  const wanted: readonly (readonly [string, RegExp])[] = [
    ['x-content-type-options', /^nosniff$/],
    ['referrer-policy', /^same-origin$/],
    [
      'content-security-policy',
      /(^|; ?)default-src '(none|self)'.*frame-ancestors '(none|self)'|frame-ancestors '(none|self)'.*default-src '(none|self)'/,
    ],
    ['x-frame-options', /^DENY$/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['permissions-policy', /camera=\(\).*microphone=\(\)/],
    ['strict-transport-security', /^max-age=31536000; includeSubDomains$/],
  ]
  return wanted.flatMap(([name, value]) =>
    value.test(String(headers[name])) ? [] : `${name}: ${String(headers[name])}`,
  )
}

describe('the headers of every answer', () => {
  test('stand in the answer to every call, whoever makes it', async () => {
    const cookies = [null, await portal.enter('LEV-01', 11), await portal.consoleLogIn('raul')]
    for (const { endpoint } of [...customersEndpoints(), ...consoleEndpoints()]) {
      for (const cookie of cookies) {
        const url = `/api${endpoint.path}`
        const raw = await portal.app.inject({
          method: endpoint.method,
          url,
          headers: cookie === null ? {} : { cookie },
          ...(endpoint.method === 'POST' && { payload: {} }),
        })
        expect(missingIn(raw), `${endpoint.method} ${url} ${raw.statusCode}`).toEqual([])
      }
    }
  })

  test.each([
    ['GET', '/', 302],
    ['GET', '/public', 302],
    ['GET', '/public/', 200],
    ['GET', '/public/tickets/lista', 200],
    ['GET', '/consola/', 200],
    ['GET', '/public/assets/index-1.js', 200],
    ['GET', '/consola/assets/index-1.js', 200],
    ['GET', '/public/assets/nothing.js', 404],
    ['GET', '/nowhere', 404],
    ['POST', '/nowhere', 404],
    ['GET', '/api/nowhere', 404],
    ['GET', '/.git/config', 404],
    ['GET', '/api/%zz', 400],
    ['GET', '/api/health', 200],
    ['HEAD', '/api/health', 200],
    ['GET', '/api/ready', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/api/docs/static/swagger-ui.css', 200],
    ['GET', '/api/docs/static/nothing.css', 404],
    ['GET', '/api/docs/json', 200],
    ['GET', '/api/openapi.json', 200],
  ] as const)('stands in that of %s %s (%i)', async (method, url, status) => {
    const raw = await portal.app.inject({ method, url })
    expect(raw.statusCode).toBe(status)
    expect(missingIn(raw)).toEqual([])
  })

  test('stands in a download, a stream and what another site is refused', async () => {
    const pablo = await portal.logIn('pablo', 'Demo-pablo-1')
    const andres = await portal.logIn('andres', 'Demo-andres-1')
    const { rows } = await portal.owner.query(
      'select attachment_id as id from attachment where client_id = 1001 and ticket_number is not null limit 1',
    )
    for (const [cookie, status] of [
      [andres, 200],
      [pablo, 404],
    ] as const) {
      const { raw } = await portal.call(cookie, 'GET', '/consultas/get_documento', { iaimagen: rows[0].id })
      expect(raw.statusCode).toBe(status)
      expect(missingIn(raw)).toEqual([])
    }
    const { data } = await portal.call(andres, 'GET', '/consultas/get_session_chat_GPT', {})
    const stream = await portal.call(andres, 'GET', '/consultas/chat_GPT_evento', {
      session_id: data.sessionGPT,
      new_question: '¿Cómo se hace el cierre?',
    })
    expect(missingIn(stream.raw), String(stream.status)).toEqual([])
    const other = await portal.call(andres, 'POST', '/login/logout', {}, { 'sec-fetch-site': 'cross-site' })
    expect(other.status).toBe(403)
    expect(missingIn(other.raw)).toEqual([])
  })
})

test('only behind https is a browser told to stay there, by the words of the operator', async () => {
  const plain = await testAppForThisTest()
  expect((await plain.call(null, 'GET', '/health')).raw.headers['strict-transport-security']).toBeUndefined()
  const briefly = await testAppForThisTest({ dependencies: { origin: 'https://portal.test', hsts: 'max-age=300' } })
  expect((await briefly.call(null, 'GET', '/health')).raw.headers['strict-transport-security']).toBe('max-age=300')
})

test('nobody may frame the portal: in a foreign frame its cookie would be dropped', async () => {
  const portalWithWeb = await testAppForThisTest({ dependencies: { web } })
  for (const url of ['/public/home', '/consola/']) {
    const { headers } = await portalWithWeb.app.inject({ url })
    expect(headers['x-frame-options'], url).toBe('DENY')
    expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'")
  }
})

test('the pages about the wire show the same as its file', async () => {
  const asked = async (url: string) => (await portal.app.inject({ url })).json()
  const told = await asked('/api/openapi.json')
  expect(Object.keys(told.paths).length).toBeGreaterThan(100)
  expect(await asked('/api/docs/json')).toEqual(told)
})
