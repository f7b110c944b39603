import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../provider-settings.ts'
import { secondServer } from '../testing/second-server.ts'
import { NOON, type TestApp, answerOf, testApp } from '../testing/test-app.ts'
import { openSessions } from './live-session.ts'
import { signDemoEntry } from '../demo/entry-link.ts'

const MINUTE = 60_000
const NEEDED = 'Necesita iniciar sesión para acceder a esta página'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = NOON
})

const check = (cookie: string | null) => portal.call(cookie, 'GET', '/login/check_session')
const isAlive = async (cookie: string) => (await check(cookie)).data.valida
const later = (minutes: number) => {
  portal.clock.now = new Date(NOON.getTime() + minutes * MINUTE)
}

async function sessions(): Promise<number> {
  return (await portal.owner.query('select count(*)::int as count from session')).rows[0].count
}

describe('check_session', () => {
  test('tells whose session it is', async () => {
    const cookie = await portal.enter('LEV-01', 11, { company: '001' }, 'lferrer')
    const { status, data } = await check(cookie)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      valida: true,
      usuario: { usuario: 'lferrer', empresa: '001', contacto: { csnreg: 11 } },
    })
  })

  test.each([null, 'sesion=', 'sesion=x', `sesion=${'A'.repeat(43)}`, `__Host-sesion=${'A'.repeat(43)}`])(
    'tells that there is none (%s)',
    async (cookie) => {
      const { status, data } = await check(cookie)
      expect([status, data]).toEqual([200, { valida: false, usuario: null }])
    },
  )
})

describe('logout', () => {
  test('ends the session on the server', async () => {
    const cookie = await portal.logIn('andres', 'Demo-andres-1')
    const { status, data, raw } = await portal.call(cookie, 'POST', '/login/logout')
    expect([status, data]).toEqual([200, null])
    expect(raw.cookies).toMatchObject([{ name: 'sesion', value: '', path: '/' }])
    expect(await isAlive(cookie)).toBe(false)
    const { status: refused, message } = await portal.call(cookie, 'GET', '/login/get_empresas')
    expect([refused, message]).toEqual([403, NEEDED])
  })

  test('is answered with 200 however often, and without a session', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    for (const sent of [cookie, cookie, null, 'sesion=x']) {
      expect((await portal.call(sent, 'POST', '/login/logout')).status).toBe(200)
    }
  })

  test('leaves the person’s other sessions alone', async () => {
    const [here, there] = [await portal.enter('LEV-01', 11), await portal.enter('LEV-01', 11)]
    await portal.call(here, 'POST', '/login/logout')
    expect([await isAlive(here), await isAlive(there)]).toEqual([false, true])
  })

  test('cannot be caused by another site', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    const { status } = await portal.call(cookie, 'POST', '/login/logout', {}, { origin: 'https://evil.example' })
    expect(status).toBe(403)
    expect(await isAlive(cookie)).toBe(true)
  })
})

describe('the cookie', () => {
  test('over http is HttpOnly and SameSite=Lax, and lasts as long as the browser', async () => {
    const { raw } = await portal.call(null, 'POST', '/login/login', { usuario: 'andres', password: 'Demo-andres-1' })
    const [session, device] = [raw.headers['set-cookie']].flat()
    expect(session).toMatch(/^sesion=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(device).toMatch(/^equipo-[\da-f]{12}=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('behind https has the __Host- prefix and is Secure; one without is worth nothing', async () => {
    const server = await secondServer(portal, { origin: 'https://portal.test' })
    const entry = { installation: 'LEV-01', subject: '11' }
    const t = await signDemoEntry(entry, NOON)
    const entered = await server.inject({ method: 'POST', url: '/api/login/nuevo_ticket', payload: { t } })
    expect(entered.headers['set-cookie']).toMatch(/^__Host-sesion=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const value = entered.cookies[0]?.value
    const ask = async (cookie: string) =>
      answerOf(await server.inject({ url: '/api/login/check_session', headers: { cookie } })).data.valida
    expect(await ask(`__Host-sesion=${value}`)).toBe(true)
    expect(await ask(`sesion=${value}`)).toBe(false)

    const headers = { cookie: `__Host-sesion=${value}` }
    const left = await server.inject({ method: 'POST', url: '/api/login/logout', headers })
    expect(left.headers['set-cookie']).toMatch(/^__Host-sesion=;.* Expires=Thu, 01 Jan 1970.*; Secure/)
    await server.close()
  })

  test('holds 256 random bits, of which the database knows only the hash', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    const token = cookie.split('=')[1] ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const hash = createHash('sha256').update(token).digest()
    const { rowCount } = await portal.owner.query('select from session where token_hash = $1', [hash])
    expect(rowCount).toBe(1)
    const { rows } = await portal.owner.query('select s::text as row from session s')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('of somebody else, planted before a log-in, does not become the victim’s session', async () => {
    const planted = `sesion=${'B'.repeat(43)}`
    const credentials = { usuario: 'andres', password: 'Demo-andres-1' }
    const { raw } = await portal.call(planted, 'POST', '/login/login', credentials)
    expect(raw.cookies[0]?.value).not.toBe('B'.repeat(43))
    expect(await isAlive(planted)).toBe(false)
  })

  test('changes with every log-in and entry, and the one before is dead', async () => {
    const before = await sessions()
    const first = await portal.logIn('andres', 'Demo-andres-1')
    const credentials = { usuario: 'andres', password: 'Demo-andres-1' }
    const second = await portal.call(first, 'POST', '/login/login', credentials)
    const cookie = `sesion=${second.raw.cookies[0]?.value}`
    expect(cookie).not.toBe(first)
    expect([await isAlive(first), await isAlive(cookie)]).toEqual([false, true])

    const other = await portal.call(cookie, 'POST', '/login/login', { usuario: 'pablo', password: 'Demo-pablo-1' })
    expect(other.data.codigoCliente).toBe(1002)
    expect(await isAlive(cookie)).toBe(false)
    expect(await sessions()).toBe(before + 1)
  })

  test('stays as it is when a log-in fails', async () => {
    const cookie = await portal.logIn('andres', 'Demo-andres-1')
    const { raw } = await portal.call(cookie, 'POST', '/login/login', { usuario: 'andres', password: 'wrong' })
    expect(raw.cookies).toEqual([])
    expect(await isAlive(cookie)).toBe(true)
  })

  test('is in no answer’s body', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    const token = cookie.split('=')[1] ?? ''
    for (const path of ['/login/check_session', '/login/get_empresas', '/openapi.json']) {
      const { raw } = await portal.call(cookie, 'GET', path)
      expect(raw.body).not.toContain(token)
    }
  })
})

describe('a session ends', () => {
  test('an hour after it was last used', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    later(59)
    expect(await isAlive(cookie)).toBe(true)
    later(59 + 59)
    expect(await isAlive(cookie)).toBe(true)
    later(59 + 59 + 60)
    expect(await isAlive(cookie)).toBe(false)
  })

  test('twelve hours after it began, however much it is used', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    for (let minutes = 30; minutes < 12 * 60; minutes += 30) {
      later(minutes)
      expect(await isAlive(cookie)).toBe(true)
    }
    later(12 * 60 - 0.01)
    expect(await isAlive(cookie)).toBe(true)
    later(12 * 60)
    expect(await isAlive(cookie)).toBe(false)
  })

  test('when its contact is disabled', async () => {
    const cookie = await portal.enter('DUE-01', 21)
    await portal.owner.query('update contact set active = false where contact_id = 21')
    expect(await isAlive(cookie)).toBe(false)
    expect((await portal.call(cookie, 'GET', '/login/get_empresas')).status).toBe(403)
    await portal.owner.query('update contact set active = true where contact_id = 21')
  })

  test('when the key that opened it is revoked, and no other', async () => {
    const [levante, duero] = [await portal.enter('LEV-01', 11), await portal.enter('DUE-01', 21)]
    const byHand = await portal.logIn('andres', 'Demo-andres-1')
    await portal.owner.query(`update signing_key set revoked_at = '${NOON.toISOString()}' where kid = 'demo-LEV-01'`)
    expect([await isAlive(levante), await isAlive(duero), await isAlive(byHand)]).toEqual([false, true, true])
    await portal.owner.query(`update signing_key set revoked_at = null where kid = 'demo-LEV-01'`)
  })
})

test('a session survives a restart', async () => {
  const cookie = await portal.enter('LEV-01', 11)
  const server = await secondServer(portal)
  const answer = answerOf(await server.inject({ url: '/api/login/check_session', headers: { cookie } }))
  expect(answer.data.valida).toBe(true)
  await server.close()
})

test('the use of a session is noted once a minute', async () => {
  const cookie = await portal.enter('LEV-01', 11)
  const hash = createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest()
  const seen = async () =>
    (await portal.owner.query('select seen_at, xmin from session where token_hash = $1', [hash])).rows[0]
  const first = await seen()
  later(0.9)
  await check(cookie)
  expect(await seen()).toEqual(first)
  later(1)
  await check(cookie)
  const used = portal.clock.now
  expect((await seen()).seen_at).toEqual(used)
  // A screen that nobody touches asks by itself, which does not count as use.
  later(2)
  const { status } = await portal.call(cookie, 'GET', '/login/check_session', {}, { 'x-untouched': '1' })
  expect([status, (await seen()).seen_at]).toEqual([200, used])
})

describe('how far somebody sees', () => {
  const reachOf = async (cookie: string) => {
    const settings = await readSettings()
    const read = { cookies: { sesion: cookie.split('=')[1] }, headers: {} } // no other field is read
    const request = read as unknown as FastifyRequest
    const caller = await openSessions(portal.database, { settings, secure: false }).findCaller(
      request,
      portal.clock.now,
    )
    return [caller?.visibility, caller?.installations]
  }

  test('is the contact’s, at all of its installations', async () => {
    expect(await reachOf(await portal.enter('LEV-01', 11))).toEqual(['installation', ['LEV-01']])
    expect(await reachOf(await portal.logIn('andres', 'Demo-andres-1'))).toEqual(['client', ['LEV-01']])
    expect(await reachOf(await portal.logIn('marta', 'Demo-marta-1'))).toEqual(['client', []])
    const cookie = await portal.enter('LEV-01', 11)
    await portal.owner.query(`insert into contact_installation values (1001, 11, 'LEV-02')`)
    const [, installations] = await reachOf(cookie)
    expect(new Set([installations].flat())).toEqual(new Set(['LEV-01', 'LEV-02']))
    await portal.owner.query(`delete from contact_installation where contact_id = 11 and installation_code = 'LEV-02'`)
  })

  test('is the installation’s without a contact, the client’s if the key says so, and nothing when limited', async () => {
    const allow = (administrator: boolean) =>
      portal.owner.query(`update signing_key set client_administrator = $1 where kid = 'demo-LEV-01'`, [administrator])
    await allow(false)
    expect(await reachOf(await portal.enter('LEV-01', 'cliente'))).toEqual(['installation', ['LEV-01']])
    await allow(true)
    expect(await reachOf(await portal.enter('LEV-01', 'cliente'))).toEqual(['client', ['LEV-01']])
    const { raw } = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })
    expect(await reachOf(`sesion=${raw.cookies[0]?.value}`)).toEqual(['own', ['TEI-01']])
  })
})

describe('the companies to choose from', () => {
  const companies = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/get_empresas')).data

  test('are the contact’s at the installation', async () => {
    expect(await companies(await portal.enter('LEV-01', 11))).toEqual([
      { empresa: '001', nombre: 'Levante Obras' },
      { empresa: '002', nombre: 'Levante Patrimonio' },
    ])
    expect(await companies(await portal.logIn('andres', 'Demo-andres-1'))).toEqual([
      { empresa: '001', nombre: 'Levante Obras' },
    ])
    expect(await companies(await portal.logIn('teo', 'Demo-teo-1'))).toEqual([])
    expect(await companies(await portal.logIn('marta', 'Demo-marta-1'))).toEqual([])
  })

  test('are all of the installation without a contact', async () => {
    expect(await companies(await portal.enter('LEV-01', 'cliente'))).toHaveLength(2)
    const { raw } = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })
    expect(await companies(`sesion=${raw.cookies[0]?.value}`)).toEqual([{ empresa: '001', nombre: '' }])
  })

  test('are nobody’s business without a session', async () => {
    const { status, data, message } = await portal.call(null, 'GET', '/login/get_empresas')
    expect([status, data, message]).toEqual([403, { codigo: 'sesion' }, NEEDED])
  })
})

test('the configuration is there for anybody', async () => {
  const { status, data } = await portal.call(null, 'POST', '/login/obtener_configuracion')
  expect(status).toBe(200)
  expect(data).toEqual({
    COMPROBACIONES_TICKET_LONGITUD: 1,
    COMPROBACIONES_INCIDENCIAS_SD: 1,
    GUARDADO_TICKETS_CHAT_CERRADOS: 1,
    STREAM_GPT: 1,
    SIMULAR_TECNICO: 1,
    nombreAsistente: expect.any(String),
    contacto: { telefono: expect.any(String), email: expect.stringContaining('@') },
    maxAdjunto: 20_971_520,
    maxAdjuntos: 10,
  })
})

test('the configuration says when no technician can be simulated', async () => {
  const server = await secondServer(portal, { simulateTechnician: false })
  const answer = answerOf(await server.inject({ method: 'POST', url: '/api/login/obtener_configuracion' }))
  expect(answer.data.SIMULAR_TECNICO).toBe(0)
  await server.close()
})

test("the page's claims about its user are ignored here, and decide nothing", async () => {
  const lies = { codigoCliente: 1002, codigoInstalacion: 'DUE-01', usuarioLlamada: 'nsantos' }
  const cookie = await portal.enter('LEV-01', 11)
  expect((await portal.call(cookie, 'GET', '/login/check_session', lies)).data.usuario.codigoCliente).toBe(1001)
  const { data } = await portal.call(null, 'POST', '/login/login', {
    usuario: 'andres',
    password: 'Demo-andres-1',
    ...lies,
  })
  expect(data).toMatchObject({ codigoCliente: 1001, codigoInstalacion: 'LEV-01', usuarioLlamada: 'andres' })
})

describe('the demos', () => {
  const demos = (cookie: string | null, app = portal) => app.call(cookie, 'GET', '/login/get_demos')

  test('are told to administrators, by password or by link', async () => {
    for (const cookie of [await portal.logIn('andres', 'Demo-andres-1'), await portal.enter('LEV-01', 12)]) {
      const { status, data } = await demos(cookie)
      expect([status, data]).toEqual([200, stored])
    }
  })

  test('are told to nobody else, whose session stays', async () => {
    const cookie = await portal.enter('LEV-01', 11)
    const { status, data } = await demos(cookie)
    expect([status, data]).toEqual([403, { codigo: 'rol' }])
    expect(await isAlive(cookie)).toBe(true)
    expect((await demos(null)).status).toBe(403)
  })

  test('are none where the provider has none', async () => {
    const without = await testApp({ settings: ({ demos: _demos, ...settings }) => settings })
    const { status, data } = await demos(await without.logIn('andres', 'Demo-andres-1'), without)
    expect([status, data]).toEqual([200, null])
    await without.close()
  })

  const stored = {
    direccion: 'https://demos.cantera.example/escritorio',
    usuario: 'demo.prisma',
    password: 'Cantera-demo-2026',
  }
})
