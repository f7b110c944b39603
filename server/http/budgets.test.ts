import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleEndpoints, customersEndpoints } from '#contract/openapi.ts'
import type { Settings } from '#domain/settings.ts'
import stored from '#content/settings.json' with { type: 'json' }
import { signDemoEntry } from '../demo/entry-link.ts'
import { send } from '../isolation/request.ts'
import { type Answer, type TestApp, NOON, form, testApp, testAppForThisTest } from '../testing/test-app.ts'
import { READ_BYTES, budgets, networkOf } from './budgets.ts'

const MINUTE_MS = 60_000
const TEXT = 'Al contabilizar la remesa sale un aviso de descuadre que no entendemos.'

const limits = (over: Partial<Settings['limits']>) => ({
  settings: (given: Settings) => ({ ...given, limits: { ...given.limits, ...over } }),
})

describe('every call of the contract has a budget', () => {
  let portal: TestApp
  let cookies: { readonly customer: string; readonly console: string }
  beforeAll(async () => {
    const one = {
      creationsPerMinute: 1,
      uploadsPerMinute: 1,
      readsPerMinute: 1,
      writesPerMinute: 1,
      draftsPerMinute: 1,
    }
    const long = { sessionIdleMinutes: 10_000, sessionHours: 200, consoleIdleMinutes: 10_000, consoleSessionHours: 200 }
    portal = await testApp(limits({ ...one, ...long, colleagues: 1 }))
    const customer = await portal.logIn('andres', 'Demo-andres-1')
    portal.clock.now = new Date(NOON.getTime() - MINUTE_MS)
    cookies = { customer, console: await portal.consoleLogIn('raul') }
  })
  afterAll(() => portal.close())

  let minutes = 0
  test.each([...customersEndpoints(), ...consoleEndpoints()])('$name', async ({ endpoint }) => {
    portal.clock.now = new Date(NOON.getTime() + (minutes += 1) * MINUTE_MS)
    const isConsole = endpoint.path.startsWith('/console/')
    const cookie = endpoint.access === 'public' ? null : isConsole ? cookies.console : cookies.customer
    const call = async () => (await send(portal.app, { endpoint, cookie, wire: {} })).statusCode
    expect(await call()).not.toBe(429)
    // A technician's budget is ten times as large.
    if (isConsole && cookie) for (let times = 1; times < 10; times += 1) expect(await call()).not.toBe(429)
    expect(await call()).toBe(429)
  })
})

test('a refused write says how long to wait, in both languages', async () => {
  const portal = await testAppForThisTest(limits({ writesPerMinute: 2, changesPerHour: 3 }))
  portal.clock.now = new Date(NOON.getTime() + 20_000)
  const lucia = await portal.enter('LEV-01', 11, { company: '001' })
  const write = (language = 'es') =>
    portal.call(lucia, 'POST', '/consultas/anadir_informacion', {}, { 'accept-language': language })
  expect([(await write()).status, (await write()).status]).toEqual([422, 422])
  expect(told(await write())).toEqual([429, '40', 'Demasiadas peticiones: espere un momento'])
  portal.clock.now = new Date(NOON.getTime() + MINUTE_MS)
  expect((await write()).status).toBe(422)
  expect(told(await write())).toEqual([429, '3540', 'Demasiadas peticiones: espere 59 minutos'])
  expect(told(await write('en'))).toEqual([429, '3540', 'Too many requests: wait 59 minutes'])
  // Reading and saving drafts still work.
  expect((await portal.call(lucia, 'GET', '/consultas/get_contadores')).status).toBe(200)
  expect((await portal.call(lucia, 'POST', '/consultas/borrar_borrador', {})).status).toBe(200)
})

test("acts by a mail’s code count with the person's other acts", async () => {
  const portal = await testAppForThisTest(limits({ writesPerMinute: 2 }))
  const lucia = await portal.enter('LEV-01', 11)
  const byCode = await portal.enter('LEV-01', 11)
  await portal.owner.query(`
    update session set limited = true,
      only_ticket_number = (select number from ticket where client_id = 1001 and contact_id = 11 limit 1)
    where session_id = (select max(session_id) from session)`)
  const reply = async (cookie: string) =>
    (await portal.call(cookie, 'POST', '/consultas/responder_consulta', {})).status
  expect([await reply(lucia), await reply(byCode), await reply(lucia), await reply(byCode)]).toEqual([
    422, 422, 429, 429,
  ])
})

test('a reader of large answers over and over is told to wait; a reader of small ones is not', async () => {
  const portal = await testAppForThisTest(limits({ readsPerMinute: 30 }))
  const lucia = await portal.enter('LEV-01', 11, { company: '001' })
  const get = async (path: string) => (await portal.call(lucia, 'GET', path)).status
  const list = await portal.call(lucia, 'GET', '/consultas/get_lista')
  const [{ llnumreg }] = list.data.items
  for (let times = 0; times < 10; times += 1) {
    const note = { llnumreg, llobse: 'Esto se repite. '.repeat(1240) }
    expect((await portal.call(lucia, 'POST', '/consultas/anadir_informacion', note)).status).toBe(200)
  }
  const statuses: number[] = []
  for (let times = 0; times < 5; times += 1) statuses.push(await get(`/consultas/ver_consulta?llnumreg=${llnumreg}`))
  expect([statuses[0], statuses[4]]).toEqual([200, 429])
  portal.clock.now = new Date(portal.clock.now.getTime() + MINUTE_MS)
  for (let times = 0; times < 29; times += 1) expect(await get('/consultas/get_contadores')).toBe(200)
})

describe('of those who share a client or an address', () => {
  const ANDRES = { person: 1, client: 1001, installation: 'LEV-01', limited: false }
  const write = { budget: 'write' } as const
  const from = (ip: string, person: number) => ({ ip, headers: { cookie: `sesion=${person}` } })
  /** How many of these calls are allowed. */
  const passed = (times: number, call: () => void): number =>
    Array.from({ length: times }, () => {
      try {
        call()
        return 1
      } catch {
        return 0
      }
    }).reduce<number>((sum, one) => sum + one, 0)

  const few: Settings['limits'] = { ...stored.limits, writesPerMinute: 10, colleagues: 3 }

  test.each([
    ['client', { client: 1001, addresses: true }],
    ['address', { client: null, addresses: false }],
  ])('many at one %s are held back together, but nobody who writes little', (_what, { client, addresses }) => {
    const { customer } = budgets(few)
    const colleague = (person: number) => () =>
      customer(
        write,
        { ...ANDRES, person, client: client ?? person },
        from(addresses ? `10.0.0.${person}` : '10.0.0.1', person),
        NOON,
      )
    const all = Array.from({ length: 8 }, (_, index) => passed(20, colleague(index + 1)))
    // Three people use up their full budgets. The others get the spared share, which is never refused.
    expect(all).toEqual([10, 10, 10, 2, 2, 2, 2, 2])
  })

  test('a refused caller is refused again before anything is looked up, until the budget allows calls again', () => {
    const { customer, insistOnPatience } = budgets(few)
    const request = from('10.0.0.1', 1)
    expect(passed(20, () => customer(write, ANDRES, request, NOON))).toBe(10)
    expect(() => insistOnPatience(write, request, NOON)).toThrow('429')
    insistOnPatience({ budget: 'read' }, request, NOON)
    insistOnPatience(write, from('10.0.0.1', 2), NOON)
    insistOnPatience(write, request, new Date(NOON.getTime() + MINUTE_MS))
  })

  test('a large answer counts as several reads, of the person and of the client', () => {
    const read = { budget: 'read' } as const
    const { customer, answered } = budgets({ ...few, readsPerMinute: 10, colleagues: 2 })
    const large = (person: number) => () => {
      const request = from('10.0.0.1', person)
      customer(read, { ...ANDRES, person }, request, NOON)
      answered(request, 4 * READ_BYTES, NOON)
    }
    // Each answer counts as five reads. The client has the budget of two persons, and nobody's first call is refused.
    expect([passed(4, large(1)), passed(4, large(2)), passed(4, large(3))]).toEqual([2, 2, 1])
    expect(passed(1, () => answered(from('10.0.0.2', 9), 4 * READ_BYTES, NOON))).toBe(1)
    // Another client at the same address has a budget of its own.
    const another = { ...ANDRES, person: 10, client: 1002 }
    expect(passed(20, () => customer(read, another, from('10.0.0.1', 10), NOON))).toBe(10)
  })

  test('another client at another address notices nothing', () => {
    const { customer } = budgets(few)
    for (let person = 1; person <= 50; person += 1) {
      passed(20, () => customer(write, { ...ANDRES, person }, from('10.0.0.1', person), NOON))
    }
    const another = { ...ANDRES, person: 99, client: 1002 }
    expect(passed(20, () => customer(write, another, from('10.0.0.2', 99), NOON))).toBe(10)
  })

  test('addresses of one IPv6 network are one', () => {
    const { visitor } = budgets({ ...few, colleagues: 1 })
    const at = (address: string) => () => visitor(write, address, NOON)
    expect(passed(10, at('2001:db8:1:2::1'))).toBe(10)
    expect(passed(10, at('2001:db8:1:2:ffff::7'))).toBe(0)
    expect(passed(10, at('2001:db8:1:3::1'))).toBe(10)
  })
})

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('an installation opens so many sessions a minute, from wherever', async () => {
  const portal = await testAppForThisTest(limits({ entriesPerMinute: 2 }))
  const enter = async (address: string) => {
    const t = await signDemoEntry({ installation: 'LEV-01', subject: '11', caller: address, context: {} }, NOON)
    const url = '/api/login/nuevo_ticket'
    return (await portal.app.inject({ method: 'POST', url, remoteAddress: address, payload: { t } })).statusCode
  }
  expect([await enter('10.0.0.1'), await enter('10.0.0.2'), await enter('10.0.0.3')]).toEqual([200, 200, 429])
  await portal.enter('DUE-01', 21)
})

describe('a link without a signature', () => {
  const enter = (portal: TestApp, address = '10.0.0.1') =>
    portal.app.inject({
      method: 'POST',
      url: '/api/login/nuevo_ticket',
      payload: { renuinst: 'TEI-01' },
      remoteAddress: address,
    })
  const cookieOf = ({ cookies: [cookie] }: Awaited<ReturnType<typeof enter>>) => `${cookie?.name}=${cookie?.value}`

  const ticket = (modulo: number) => ({
    tipoConsulta: 'C',
    modulo,
    textoConsulta: TEXT,
    interlocutor: 'Alguien',
    email: 'alguien@teide.example',
  })

  test('raises no flood of tickets, however many sessions it opens', async () => {
    const portal = await testAppForThisTest()
    let raised = 0
    const refused: number[] = []
    for (let session = 0; session < 50; session += 1) {
      const cookie = cookieOf(await enter(portal))
      const modules = await portal.call(cookie, 'GET', '/consultas/get_lista_modulos')
      const companies = await portal.call(cookie, 'GET', '/login/get_empresas')
      const sent = { ...ticket(modules.data[0].shnumreg), empresa: companies.data[0].codigo }
      for (let one = 0; one < 2; one += 1) {
        const { status } = await portal.call(cookie, 'POST', '/consultas/nueva_consulta', sent)
        if (status === 200) raised += 1
        else refused.push(status)
      }
    }
    expect(raised).toBe(stored.limits.limitedLinks.creationsPerHour)
    expect(new Set(refused)).toEqual(new Set([429]))
  })

  test('opens so many sessions an hour at an installation, and from an address', async () => {
    const portal = await testAppForThisTest(
      limits({ limitedLinks: { ...stored.limits.limitedLinks, entriesPerHour: 3 } }),
    )
    const statuses: number[] = []
    for (let one = 1; one <= 4; one += 1) statuses.push((await enter(portal, `10.0.0.${one}`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    portal.clock.now = new Date(NOON.getTime() + 60 * MINUTE_MS)
    expect((await enter(portal)).statusCode).toBe(200)
    // Signed entries do not count against it.
    await portal.enter('LEV-01', 11)
  })

  test.each([
    ['notes', { writesPerHour: 2 }, '/consultas/anadir_informacion'],
    ['conversations', { writesPerHour: 2 }, '/consultas/rate_chat_GPT'],
  ])('writes few %s, from all its sessions together', async (_what, tight, path) => {
    const portal = await testAppForThisTest(limits({ limitedLinks: { ...stored.limits.limitedLinks, ...tight } }))
    const statuses: number[] = []
    for (let one = 0; one < 3; one += 1) {
      statuses.push((await portal.call(cookieOf(await enter(portal)), 'POST', path, {})).status)
    }
    expect(statuses.slice(0, 2)).not.toContain(429)
    expect(statuses[2]).toBe(429)
  })

  test('takes few files in', async () => {
    const portal = await testAppForThisTest(
      limits({ limitedLinks: { ...stored.limits.limitedLinks, uploadsPerHour: 1 } }),
    )
    const upload = async () =>
      portal.app.inject({
        method: 'POST',
        url: '/api/consultas/subir_documentacion',
        ...withCookie(form([]), cookieOf(await enter(portal))),
      })
    expect((await upload()).statusCode).not.toBe(429)
    expect((await upload()).statusCode).toBe(429)
  })
})

const told = ({ status, raw, message }: Answer) => [status, raw.headers['retry-after'], message]

const withCookie = ({ payload, headers }: ReturnType<typeof form>, cookie: string) => ({
  payload,
  headers: { ...headers, cookie },
})
