import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { consoleEndpoints, customersEndpoints } from '#contract/openapi.ts'
import { type TestApp, answerOf, testApp } from '../testing/test-app.ts'
import { makeAttackers, makeIntruders } from './attackers.ts'
import { type Attacker, LEVANTE } from './cast.ts'
import { tenantTables } from './catalogue.ts'
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
  // People from these installations are refused at the door once their key is revoked.
  await owner.query(`
    insert into signing_key (client_id, kid, installation_code, algorithm, key_bytes, caller_optional, created_at)
    values (${LEVANTE}, 'isolation-revoked', 'LEV-01', 'HS256', 'a-secret-that-was-revoked-later-on', true, now());
    insert into company values (${LEVANTE}, 'LEV-01', '003', 'Levante Alquileres')`)
  const inside = await makeAttackers(portal)
  attackers = [...inside, ...(await makeIntruders(portal, inside))]
  staff = await technicians()
  real = await recordsThere(owner)
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
    'consoleSession.checkPasswordLink',
    'consoleSession.setPassword',
  ])
})

describe('no customer reaches the console', () => {
  test.each(guarded.map(({ name, endpoint }) => [name, endpoint] as const))('%s', async (_name, endpoint) => {
    const before = await sums()
    for (const { cookie } of attackers) {
      // The session as it is, and its token in the technicians' cookie.
      for (const sent of [cookie, cookie?.replace('sesion=', 'consola=') ?? null]) {
        expect(await refusal(endpoint, sent)).toBe('403 sesion')
      }
    }
    expect(await sums()).toEqual(before)
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

  // The refusals above were for lack of a session or role, not for the input.
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

async function sums(): Promise<unknown> {
  const { customers, staff } = await tenantTables(portal.owner)
  const tables = [
    ...customers,
    ...staff,
    'technician',
    'technician_link',
    'identity_request',
    'technician_session',
    'audit',
    'canned_answer',
  ]
  const { rows } = await portal.owner.query(
    tables
      .map((table) => `select '${table}' as name, md5(string_agg(x::text, ',' order by x.ctid)) as sum from ${table} x`)
      .join(' union all '),
  )
  return rows
}
