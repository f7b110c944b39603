import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON, type TestApp, testApp } from '../../testing/test-app.ts'

// Attacks by somebody who has a key, or nearly one. server/isolation/console.test.ts walks the scopes: each allows its
// own calls alone, and none of the customers'.

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000

let portal: TestApp
let raul: string
let reading: string
let writing: string
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query('delete from failed_login')
  raul = await portal.consoleLogIn('raul')
  reading = await made(['tickets-read'])
  writing = await made(['tickets-read', 'tickets-write'])
})

const made = async (scopes: readonly string[]): Promise<string> => {
  const sent = { name: 'CRM', scopes, expiresAt: new Date(NOON.getTime() + DAY_MS).toISOString() }
  return (await portal.console(raul, 'POST', '/api-keys/create', sent)).data.secret
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const ask = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET') =>
  (await portal.app.inject({ method, url, headers })).statusCode
const COUNTS = '/api/console/ticket-counts'
const from = (remoteAddress: string, key: string) =>
  portal.app.inject({ method: 'GET', url: COUNTS, headers: bearer(key), remoteAddress })
const WRONG = `soporte_${'w'.repeat(43)}`

test('nearly a key is none', async () => {
  expect(await ask(COUNTS, bearer(reading))).toBe(200)
  const swapped = reading.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
  const last = reading.endsWith('A') ? 'B' : 'A'
  const nearly = [
    reading.toUpperCase(),
    reading.toLowerCase(),
    swapped,
    `soporte_${swapped.slice('soporte_'.length)}`,
    reading.replace('soporte_', 'SOPORTE_'),
    reading.replace('soporte_', ''),
    reading.slice(0, -1),
    reading.slice(0, -1) + last,
    `${reading}A`,
    `${reading}=`,
    `${reading}%00`,
    `"${reading}"`,
    `${reading},${reading}`,
  ]
  for (const [n, key] of nearly.entries()) expect((await from(`198.51.100.${n}`, key)).statusCode, key).toBe(401)
})

describe('wrong keys of an address', () => {
  test('are ten in a quarter of an hour, as log-ins are; then nobody learns there whether a key is right', async () => {
    const there = '203.0.113.7'
    for (let n = 0; n < 10; n++) expect((await from(there, n % 2 ? WRONG : 'none')).statusCode).toBe(401)
    const [wrong, right] = [await from(there, WRONG), await from(there, reading)]
    expect([wrong.statusCode, wrong.headers['retry-after']]).toEqual([429, '900'])
    expect([right.statusCode, right.headers['retry-after'], right.body]).toEqual([429, '900', wrong.body])
    expect((await from('203.0.113.8', reading)).statusCode).toBe(200)
    // Refused calls do not count.
    portal.clock.now = new Date(NOON.getTime() + QUARTER_MS)
    expect((await from(there, reading)).statusCode).toBe(200)
  })

  test('leave alone the program that works there, with its key', async () => {
    const there = '203.0.113.9'
    expect((await from(there, reading)).statusCode).toBe(200)
    for (let n = 0; n < 11; n++) await from(there, WRONG)
    expect((await from(there, WRONG)).statusCode).toBe(429)
    expect((await from(there, reading)).statusCode).toBe(200)
    expect((await from(there, writing)).statusCode).toBe(429)
  })

  test('count together from all addresses of an IPv6 network, and when they come at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => (await from(`2001:db8:1:2::${n + 1}`, WRONG)).statusCode),
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect((await from('2001:db8:1:2::ffff', reading)).statusCode).toBe(429)
    expect((await from('2001:db8:1:3::1', reading)).statusCode).toBe(200)
  })
})

test('a key counts in the Authorization header alone, by the scheme Bearer', async () => {
  const basic = Buffer.from(`${reading}:`).toString('base64')
  for (const [where, url, headers] of [
    ['the address', `${COUNTS}?access_token=${reading}`, {}],
    ['the address, as a header', `${COUNTS}?authorization=Bearer%20${reading}`, {}],
    ['a session’s cookie', COUNTS, { cookie: `consola=${reading}` }],
    ['a cookie', COUNTS, { cookie: `authorization=Bearer ${reading}` }],
    ['another header', COUNTS, { 'x-api-key': reading }],
    ['a proxy’s header', COUNTS, { 'proxy-authorization': `Bearer ${reading}` }],
    ['Basic', COUNTS, { authorization: `Basic ${basic}` }],
    ['no scheme', COUNTS, { authorization: reading }],
    ['another scheme', COUNTS, { authorization: `Token ${reading}` }],
  ] as const)
    expect([400, 401, 403], where).toContain(await ask(url, headers))
  const { data } = await portal.console(raul, 'GET', '/api-keys')
  const { lastUsedAt } = data.items.find(({ ending }: { ending: string }) => ending === reading.slice(-4))
  expect(lastUsedAt).toBeNull()
})

test('no detour widens a scope', async () => {
  const ticket = (await portal.console(raul, 'GET', '/tickets', { view: 'open' })).data.items[0].number
  const audit = await ask('/api/console/audit', bearer(reading))
  expect(audit).toBe(403)
  for (const url of [
    '/api/console/AUDIT',
    '/api/console/audit/',
    '/api//console/audit',
    '/api/console/ticket-counts/../audit',
    '/api/console/ticket-counts/..%2faudit',
    '/api/console/%61udit',
    '/api/console/audit;a=/ticket-counts',
    '/api/console/ticket-counts%3f/../audit',
  ])
    expect([400, 403, 404], url).toContain(await ask(url, bearer(reading)))
  expect([403, 404]).toContain(await ask('/api/console/audit', bearer(reading), 'HEAD'))
  for (const headers of [
    { 'x-http-method-override': 'GET' },
    { 'x-original-url': COUNTS },
    { 'x-rewrite-url': COUNTS },
    { 'x-forwarded-prefix': COUNTS },
  ]) {
    const { status } = await portal.console(
      null,
      'POST',
      '/ticket/note',
      { ticket, text: 'x' },
      {
        ...bearer(reading),
        ...headers,
      },
    )
    expect(status, JSON.stringify(headers)).toBe(403)
  }
  // Anything that the body says about its author or scopes is ignored.
  const forged = { ticket, text: 'x', username: 'raul', scopes: ['tickets-write'], technician: 'raul' }
  expect([400, 403, 422]).toContain(
    (await portal.console(null, 'POST', '/ticket/note', forged, bearer(reading))).status,
  )
  const { rows } = await portal.owner.query(`select from entry where text = 'x'`)
  expect(rows).toEqual([])
})

test('the answer kept for one key is not another’s, whatever Idempotency-Key it sends', async () => {
  const ticket = (await portal.console(raul, 'GET', '/tickets', { view: 'open' })).data.items[0].number
  const other = await made(['tickets-write'])
  const note = (key: string) =>
    portal.console(
      null,
      'POST',
      '/ticket/note',
      { ticket, text: 'La misma' },
      {
        ...bearer(key),
        'idempotency-key': 'the-same-key',
      },
    )
  for (const key of [writing, other, writing, other]) expect((await note(key)).status).toBe(200)
  const audit = await portal.console(raul, 'GET', '/audit', { ticket, act: '/console/ticket/note' })
  expect(
    new Set(audit.data.items.map(({ technician }: { technician: { username: string } }) => technician.username)).size,
  ).toBe(2)
  expect(audit.data.items).toHaveLength(2)
})

test('a key ends between two calls: revoked, replaced or expired, also by the holder of the previous one', async () => {
  const { data } = await portal.console(raul, 'GET', '/api-keys')
  const { id } = data.items.find(({ ending }: { ending: string }) => ending === writing.slice(-4))
  const rotated = await portal.console(raul, 'POST', '/api-keys/rotate', {
    key: id,
    oldUntil: new Date(NOON.getTime() + DAY_MS / 2).toISOString(),
  })
  const next: string = rotated.data.secret
  const both = async () => [await ask(COUNTS, bearer(writing)), await ask(COUNTS, bearer(next))]
  expect(await both()).toEqual([200, 200])
  // The time of the old key ends, and then the key's own, which rotating does not lengthen.
  portal.clock.now = new Date(NOON.getTime() + DAY_MS / 2)
  expect(await both()).toEqual([401, 200])
  portal.clock.now = new Date(NOON.getTime() + DAY_MS)
  expect(await both()).toEqual([401, 401])
  portal.clock.now = NOON
  raul = await portal.consoleLogIn('raul')
  expect(await both()).toEqual([200, 200])
  // The key is revoked while twenty calls are under way: no call that begins later is answered.
  const flood = Array.from({ length: 20 }, () => ask(COUNTS, bearer(next)))
  expect((await portal.console(raul, 'POST', '/api-keys/revoke', { key: id })).status).toBe(200)
  expect(await both()).toEqual([401, 401])
  for (const status of await Promise.all(flood)) expect([200, 401]).toContain(status)
})

test('neither a good key nor a refused one is written anywhere', async () => {
  const refused = `soporte_${'R'.repeat(43)}`
  const ticket = (await portal.console(raul, 'GET', '/tickets', { view: 'open' })).data.items[0].number
  expect(await ask(COUNTS, bearer(refused))).toBe(401)
  expect((await portal.console(null, 'POST', '/ticket/note', { ticket, text: 'Nota' }, bearer(writing))).status).toBe(
    200,
  )
  await portal.console(null, 'POST', '/ticket/note', { ticket: 'x' }, bearer(writing))
  await ask(`${COUNTS}?key=${writing}`)
  expect(portal.logged.join('\n')).toContain('key-refused')
  const { rows } = await portal.owner.query(`select a::text as line from audit a`)
  for (const told of [portal.logged.join('\n'), JSON.stringify(rows)]) {
    for (const key of [refused, writing, reading]) expect(told).not.toContain(key.slice('soporte_'.length))
  }
})
