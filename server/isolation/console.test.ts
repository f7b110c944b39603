import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyScopeOf } from '#contract/console/key-scopes.ts'
import { consoleEndpoints, customersEndpoints } from '#contract/openapi.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/technician.ts'
import { NOON, type TestApp, answerOf, testApp } from '../testing/test-app.ts'
import { recordWrites } from '../testing/kept-database.ts'
import { makeAttackers, makeIntruders } from './attackers.ts'
import { type Attacker, LEVANTE } from './isolation-cast.ts'
import { type Records, plausible, recordsThere } from './plausible.ts'
import { send } from './request.ts'

// The wall between the two sides: no customer reaches the console, no technician's cookie works on the customers' side, and
// nobody at the console exceeds their role.

let portal: TestApp
let attackers: readonly Attacker[]
let staff: { technician: string; supervisor: string; enrolling: string }
let real: Records

beforeAll(async () => {
  portal = await testApp()
  const { owner } = portal
  // People of these installations are refused at the door once their key is revoked.
  await owner.query(`
    insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, caller_optional, created_at)
    values (${LEVANTE}, 'isolation-revoked', 'LEV-01', 'HS256', 'a-secret-that-was-revoked-later-on', true, now());
    insert into company values (${LEVANTE}, 'LEV-01', '003', 'Levante Alquileres')`)
  const inside = await makeAttackers(portal)
  attackers = [...inside, ...(await makeIntruders(portal, inside))]
  staff = await technicians()
  real = await recordsThere(owner)
  await recordWrites(owner)
})
afterAll(() => portal.close())

const guarded = consoleEndpoints().filter(({ endpoint }) => endpoint.access !== 'public')

test('every endpoint of the console says which technician may call it', () => {
  expect(guarded.length).toBeGreaterThan(10)
  for (const { endpoint } of consoleEndpoints()) {
    expect(endpoint.path).toMatch(/^\/console\//)
    expect(['public', 'enrolling-technician', 'technician', 'supervisor']).toContain(endpoint.access)
  }
  for (const { endpoint } of customersEndpoints()) expect(endpoint.path).not.toMatch(/^\/console\//)
  expect(consoleEndpoints().flatMap(({ name, endpoint }) => (endpoint.access === 'public' ? [name] : []))).toEqual([
    'consoleSession.configuration',
    'consoleSession.startOpenId',
    'consoleSession.finishOpenId',
    'consoleSession.finishOpenIdByCode',
    'consoleSession.login',
    'consoleSession.logout',
    'consoleSession.check',
    'consoleSession.forgotPassword',
    'consoleSession.checkPasswordLink',
    'consoleSession.setPassword',
    'consoleNewAddress.check',
    'consoleNewAddress.confirm',
  ])
})

describe('no customer reaches the console', () => {
  test.each(guarded.map(({ name, endpoint }) => [name, endpoint] as const))('%s', async (_name, endpoint) => {
    await written()
    for (const { cookie } of attackers) {
      // The session as it is, and its token in the technicians' cookie.
      for (const sent of [cookie, cookie?.replace('sesion=', 'consola=') ?? null]) {
        expect(await refusal(endpoint, sent)).toBe('403 sesion')
      }
    }
    expect(await written()).toEqual([])
  })

  test('nor is one told to be a technician', async () => {
    for (const { cookie } of attackers) {
      expect((await portal.console(cookie, 'GET', '/session')).data).toBe(null)
    }
  })
})

test('a technician’s cookie opens none of the customers’ endpoints', async () => {
  for (const { endpoint } of customersEndpoints().filter(({ endpoint }) => endpoint.access !== 'public')) {
    for (const cookie of Object.values(staff)) {
      for (const sent of [cookie, cookie.replace('consola=', 'sesion=')]) {
        expect(`${endpoint.path} ${await refusal(endpoint, sent)}`).toBe(`${endpoint.path} 403 sesion`)
      }
    }
  }
})

describe('at the console', () => {
  test('a technician may call nothing that is a supervisor’s, and who has yet to enrol only that', async () => {
    for (const { name, endpoint } of guarded) {
      const may = {
        technician: endpoint.access !== 'supervisor',
        enrolling: endpoint.access === 'enrolling-technician',
      }
      for (const who of ['technician', 'enrolling'] as const) {
        if (may[who]) continue
        expect(`${who}: ${name} ${await refusal(endpoint, staff[who])}`).toBe(`${who}: ${name} 403 rol`)
      }
    }
    const own = guarded.filter(({ endpoint }) => endpoint.access === 'enrolling-technician')
    expect(own.map(({ name }) => name)).toEqual([
      'consoleSession.newSecondFactor',
      'consoleSession.confirmSecondFactor',
    ])
  })

  // The calls above were refused for lack of a session or role, not because of their input.
  test.each(guarded.map(({ name, endpoint }) => [name, endpoint] as const))(
    'a supervisor may call %s',
    async (_name, endpoint) => {
      // Some calls end the session, even the caller's own.
      const cookie = await portal.consoleLogIn('raul')
      const { status, raw } = await answerTo(endpoint, cookie)
      expect({ status, body: raw.body }).not.toMatchObject({ status: 403 })
      expect({ status, body: raw.body }).not.toMatchObject({ status: 400 })
      expect(status, raw.body).toBeLessThan(500)
    },
  )
})

describe('a program with a key', () => {
  const keys = new Map<KeyScope, string>()
  let all = ''
  const made = async (scopes: readonly KeyScope[]): Promise<string> => {
    const raul = await portal.consoleLogIn('raul')
    const sent = { name: scopes.join(' '), scopes, expiresAt: new Date(NOON.getTime() + 86_400_000).toISOString() }
    return (await portal.console(raul, 'POST', '/api-keys/create', sent)).data.secret
  }
  beforeAll(async () => {
    for (const scope of KEY_SCOPES) keys.set(scope, await made([scope]))
    all = await made(KEY_SCOPES)
  })
  const by = async (key: string, endpoint: Endpoint, cookie: string | null = null) =>
    answerOf(await send(portal.app, { endpoint, cookie, key, wire: plausible(endpoint, real) }))

  test.each(guarded.map(({ name, endpoint }) => [name, endpoint] as const))(
    'may call %s only if one of its scopes allows it',
    async (_name, endpoint) => {
      const needed = keyScopeOf(endpoint)
      await written()
      for (const [scope, key] of keys) {
        if (scope === needed) continue
        const { status, data } = await by(key, endpoint)
        expect(`${scope} ${status} ${data?.codigo}`).toBe(`${scope} 403 rol`)
      }
      if (needed === null) {
        const { status, data } = await by(all, endpoint)
        expect(`${status} ${data?.codigo}`).toBe('403 rol')
      }
      expect(await written()).toEqual([])
      if (needed === null) return
      const { status, raw } = await by(keys.get(needed) ?? '', endpoint)
      expect({ status, body: raw.body }).not.toMatchObject({ status: 403 })
      expect({ status, body: raw.body }).not.toMatchObject({ status: 401 })
      expect(status, raw.body).toBeLessThan(500)
    },
  )

  test('is nobody on the customers’ side', async () => {
    for (const { endpoint } of customersEndpoints().filter(({ endpoint }) => endpoint.access !== 'public')) {
      const { status, data } = await by(all, endpoint)
      expect(`${endpoint.path} ${status} ${data?.codigo}`).toBe(`${endpoint.path} 403 sesion`)
    }
  })

  test('is refused together with a session, whoever’s', async () => {
    const lucia = attackers.find(({ cookie }) => cookie)?.cookie ?? ''
    for (const { endpoint } of [...guarded, ...customersEndpoints()]) {
      for (const cookie of [staff.technician, lucia]) {
        expect(`${endpoint.path} ${(await by(all, endpoint, cookie)).status}`).toBe(`${endpoint.path} 400`)
      }
    }
  })
})

async function refusal(endpoint: Endpoint, cookie: string | null): Promise<string> {
  const { status, data } = await answerTo(endpoint, cookie)
  return `${status} ${data?.codigo}`
}

const answerTo = async (endpoint: Endpoint, cookie: string | null) =>
  answerOf(await send(portal.app, { endpoint, cookie, wire: plausible(endpoint, real) }))

async function technicians() {
  await portal.owner.query(`
    insert into technician (username, name, role, password_hash)
    select 'eva', 'Eva', 'supervisor', password_hash from technician where username = 'raul'`)
  return {
    technician: await portal.consoleLogIn('sonia'),
    supervisor: await portal.consoleLogIn('raul'),
    enrolling: await portal.consoleLogIn('eva', 'Demo-raul-1'),
  }
}

/** The tables that were written to since the last look. */
async function written(): Promise<string[]> {
  const { rows } = await portal.owner.query<{ name: string }>(
    'with taken as (delete from kept.written returning name) select distinct name from taken order by 1',
  )
  return rows.map(({ name }) => name)
}
