import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON, type TestApp, testApp, testAppForThisTest } from '../../testing/test-app.ts'

const DAY_MS = 86_400_000
const REFUSED = 'La clave de API no vale: no existe, ha caducado o se ha revocado'

let portal: TestApp
let raul: string
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  raul = await portal.consoleLogIn('raul')
})

const at = (days: number): string => new Date(NOON.getTime() + days * DAY_MS).toISOString()
const make = (over: object = {}, of = portal, cookie = raul) =>
  of.console(cookie, 'POST', '/api-keys/create', { name: 'CRM', scopes: ['tickets-read'], expiresAt: at(30), ...over })
const by = (key: string, method: 'GET' | 'POST', path: string, sent?: object, of = portal) =>
  of.console(null, method, path, sent, { authorization: `Bearer ${key}` })
const counts = async (key: string) => {
  const { status, message } = await by(key, 'GET', '/ticket-counts')
  return status === 200 ? 200 : `${status} ${message}`
}
const listed = async (id: number) =>
  (await portal.console(raul, 'GET', '/api-keys')).data.items.find((one: { id: number }) => one.id === id)

describe('an API key', () => {
  test('is shown once, and is a hash in the database', async () => {
    const { data } = await make()
    expect(data.secret).toMatch(/^soporte_[\w-]{43}$/)
    expect(data.key).toMatchObject({
      name: 'CRM',
      username: `api:${data.key.id}`,
      scopes: ['tickets-read'],
      ending: data.secret.slice(-4),
      createdBy: 'Raúl Ibáñez',
      expiresAt: at(30),
      previousUntil: null,
      revokedAt: null,
      lastUsedAt: null,
      live: true,
    })
    expect(await counts(data.secret)).toBe(200)
    expect(await listed(data.key.id)).toEqual({ ...data.key, lastUsedAt: NOON.toISOString() })
    const { rows } = await portal.owner.query('select k::text as row from api_key k')
    expect(JSON.stringify(rows)).not.toContain(data.secret.slice(8))
  })

  test('is refused when it does not exist, has expired or was revoked', async () => {
    const { data } = await make({ expiresAt: at(1) })
    const refused = await by('soporte_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'GET', '/ticket-counts')
    expect([refused.status, refused.message, refused.raw.headers['www-authenticate']]).toEqual([401, REFUSED, 'Bearer'])
    expect(await counts('something-else')).toBe(`401 ${REFUSED}`)
    portal.clock.now = new Date(NOON.getTime() + DAY_MS - 1)
    expect(await counts(data.secret)).toBe(200)
    portal.clock.now = new Date(NOON.getTime() + DAY_MS)
    expect(await counts(data.secret)).toBe(`401 ${REFUSED}`)
    portal.clock.now = NOON
    expect((await portal.console(raul, 'POST', '/api-keys/revoke', { key: data.key.id })).status).toBe(200)
    expect(await counts(data.secret)).toBe(`401 ${REFUSED}`)
    expect(portal.logged.some((line) => line.includes('key-refused'))).toBe(true)
  })

  test('is rotated without a gap: the old one stays valid until the given moment', async () => {
    const { data: old } = await make()
    const rotate = (oldUntil: string) => portal.console(raul, 'POST', '/api-keys/rotate', { key: old.key.id, oldUntil })
    const { data } = await rotate(at(1))
    expect(data.key).toMatchObject({ id: old.key.id, ending: data.secret.slice(-4), previousUntil: at(1) })
    expect([await counts(old.secret), await counts(data.secret)]).toEqual([200, 200])
    portal.clock.now = new Date(at(1))
    expect([await counts(old.secret), await counts(data.secret)]).toEqual([`401 ${REFUSED}`, 200])
    portal.clock.now = NOON
    const { data: next } = await rotate(at(0))
    expect([await counts(old.secret), await counts(data.secret), await counts(next.secret)]).toEqual([
      `401 ${REFUSED}`,
      `401 ${REFUSED}`,
      200,
    ])
    expect((await rotate(at(31))).raw.json().data.data.errores).toEqual({
      oldUntil: 'Un momento desde ahora, como mucho dentro de 30 días',
    })
    await portal.console(raul, 'POST', '/api-keys/revoke', { key: old.key.id })
    expect(await rotate(at(1))).toMatchObject({ status: 409, message: 'Esa clave ya no está en vigor' })
  })

  test.each([
    ['no scope', { scopes: [] }, 'scopes', 'Marque al menos un permiso'],
    ['an end that is past', { expiresAt: at(0) }, 'expiresAt', 'Un momento futuro, como mucho dentro de dos años'],
    ['an end after two years', { expiresAt: at(733) }, 'expiresAt', 'Un momento futuro, como mucho dentro de dos años'],
  ])('is not made with %s', async (_what, over, field, sentence) => {
    const { status, raw } = await make(over)
    expect([status, raw.json().data.data.errores]).toEqual([422, { [field]: sentence }])
  })

  test('answers as a program: the audit and the timeline name it, and no ticket becomes its own', async () => {
    const { data } = await make({ name: 'Robot', scopes: ['tickets-read', 'tickets-write'] })
    const queue = await by(data.secret, 'GET', '/tickets', { view: 'unassigned' })
    const ticket = queue.data.items[0].number
    const sent = { ticket, text: 'Lo hemos visto.', seen: 1, anyway: true }
    expect(await by(data.secret, 'POST', '/ticket/answer', sent)).toMatchObject({ status: 200 })
    const { data: seen } = await portal.console(raul, 'GET', '/ticket', { number: ticket })
    expect(JSON.stringify(seen)).toContain('Robot')
    const { rows } = await portal.owner.query(
      `select assignee, (select username from entry e where e.ticket_number = t.number order by e.entry_id desc limit 1) as author
       from ticket t where number = $1`,
      [ticket],
    )
    expect(rows).toEqual([{ assignee: null, author: data.key.username }])
    const audit = await portal.console(raul, 'GET', '/audit', { ticket, technician: data.key.username })
    expect(audit.data.items[0]).toMatchObject({
      technician: { username: data.key.username, name: 'Robot' },
      act: '/console/ticket/answer',
    })
  })

  test('keeps the answer of a retry under its own account', async () => {
    const { data } = await make({ scopes: ['tickets-read', 'tickets-write'] })
    const ticket = (await by(data.secret, 'GET', '/tickets', { view: 'open' })).data.items[0].number
    const note = () =>
      portal.console(
        null,
        'POST',
        '/ticket/note',
        { ticket, text: 'Una vez' },
        {
          authorization: `bearer ${data.secret}`,
          'idempotency-key': 'once',
        },
      )
    const [first, second] = [await note(), await note()]
    expect([first.status, second.raw.body]).toEqual([200, first.raw.body])
  })

  test('opens no session, is in no list of technicians, and nothing can be assigned to it', async () => {
    const { data } = await make()
    const { username } = data.key
    const names = await portal.console(raul, 'GET', '/technicians/names')
    const technicians = await portal.console(raul, 'GET', '/technicians')
    expect(JSON.stringify([names.data, technicians.data])).not.toContain(username)
    const ticket = (await by(data.secret, 'GET', '/tickets', { view: 'unassigned' })).data.items[0].number
    const assign = await portal.console(raul, 'POST', '/ticket/assign', { ticket, technician: username, was: null })
    expect(assign.status).toBe(404)
    const change = { username, name: 'X', role: 'supervisor', active: true }
    expect((await portal.console(raul, 'POST', '/technicians/change', change)).status).toBe(404)
    expect((await portal.console(raul, 'POST', '/technicians/password-link', { username })).status).toBe(404)
    await expect(
      portal.owner.query(`update technician set active = true where username = '${username}'`),
    ).rejects.toThrow('technician_check')
  })

  test('of another site needs no permission of the browser: nothing comes with it but the key', async () => {
    const { data } = await make({ scopes: ['tickets-read', 'tickets-write'] })
    const ticket = (await by(data.secret, 'GET', '/tickets', { view: 'open' })).data.items[0].number
    const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const note = (headers: Record<string, string>) =>
      portal.console(null, 'POST', '/ticket/note', { ticket, text: 'De fuera' }, { ...elsewhere, ...headers })
    expect((await note({ authorization: `Bearer ${data.secret}` })).status).toBe(200)
    expect((await note({ cookie: raul })).status).toBe(403)
    // A login by password stays the browser's own.
    const login = { username: 'raul', password: 'Demo-raul-1' }
    const forged = await portal.console(null, 'POST', '/login', login, {
      ...elsewhere,
      authorization: `Bearer ${data.secret}`,
    })
    expect(forged.status).toBe(403)
  })
})

test('a key has a budget of its own', async () => {
  const small = await testAppForThisTest({
    settings: (given) => ({ ...given, limits: { ...given.limits, readsPerMinute: 1 } }),
  })
  const supervisor = await small.consoleLogIn('raul')
  const [one, other] = [
    (await make({}, small, supervisor)).data.secret,
    (await make({}, small, supervisor)).data.secret,
  ]
  const statuses: number[] = []
  for (let times = 0; times < 11; times += 1) {
    statuses.push((await by(one, 'GET', '/ticket-counts', {}, small)).status)
  }
  expect([statuses[9], statuses[10]]).toEqual([200, 429])
  expect((await by(other, 'GET', '/ticket-counts', {}, small)).status).toBe(200)
})
