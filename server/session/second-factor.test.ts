import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeAt } from './totp.ts'
import { fromBase32 } from '../testing/base32.ts'
import { type Answer, NOON, type TestApp, cookieOf, testApp } from '../testing/test-app.ts'

const WRONG = { status: 401, message: 'Usuario o contraseña incorrectos', data: null }
const WANTED = { status: 401, message: 'Escriba el código de su aplicación', data: { codigo: 'segundo_factor' } }
const NOT_RIGHT = { status: 401, message: 'El código no es correcto', data: { codigo: 'segundo_factor' } }
const ANDRES = { usuario: 'andres', password: 'Demo-andres-1' }

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query(`
    delete from failed_login; delete from session; delete from credential_recovery_code;
    update credential set totp_secret = null, totp_confirmed = false, totp_used_step = 0, second_factor_reset_at = null;
    update client set second_factor_required = false`)
})

const post = (path: string, sent: object, cookie: string | null = null) =>
  portal.call(cookie, 'POST', `/login/${path}`, sent)
const logIn = (codigoVerificacion?: string) =>
  post('login', { ...ANDRES, ...(codigoVerificacion !== undefined && { codigoVerificacion }) })
const codeNow = (secret: string) => codeAt(fromBase32(secret), portal.clock.now)
const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
const bare = ({ status, message, data }: Answer) => ({ status, message, data })
const isAlive = async (cookie: string): Promise<boolean> =>
  (await portal.call(cookie, 'GET', '/login/check_session')).data.valida

/** Andrés switches it on, and the time step of his code has passed. */
async function switchOn(cookie: string | null = null) {
  const { data: made } = await post('nuevo_segundo_factor', ANDRES, cookie)
  const confirmed = await post(
    'confirmar_segundo_factor',
    { ...ANDRES, codigoVerificacion: codeNow(made.secreto) },
    cookie,
  )
  later(30)
  return { secret: made.secreto as string, made, confirmed, recovery: confirmed.data?.codigosRecuperacion as string[] }
}

describe('an administrator switches it on', () => {
  test('with a code of the new secret; the recovery codes are told once, and this session goes on', async () => {
    const [here, there] = [await portal.logIn('andres', ANDRES.password), await portal.logIn('andres', ANDRES.password)]
    const byLink = await portal.enter('LEV-01', 12)
    const { made, confirmed, recovery, secret } = await switchOn(here)
    expect(made.direccion).toContain(`secret=${secret}`)
    expect(made.direccion).toContain('andres')
    expect(confirmed).toMatchObject({ status: 200, data: { usuario: null } })
    expect(new Set(recovery).size).toBe(10)
    // Sessions that the password alone opened elsewhere have ended; those of signed links go on.
    expect(await Promise.all([here, there, byLink].map(isAlive))).toEqual([true, false, true])
    expect((await portal.call(here, 'GET', '/login/get_mis_datos')).data.segundoFactor).toEqual({
      usuario: 'andres',
      activo: true,
      obligatorio: false,
    })
    expect((await post('nuevo_segundo_factor', ANDRES)).status).toBe(409)
  })

  test('and not with another code, however often', async () => {
    const { data } = await post('nuevo_segundo_factor', ANDRES)
    const confirm = (codigoVerificacion: string) => post('confirmar_segundo_factor', { ...ANDRES, codigoVerificacion })
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await confirm('000000')).toMatchObject({
        status: 422,
        data: { errores: { codigoVerificacion: 'El código no es correcto' } },
      })
    }
    expect((await confirm(codeNow(data.secreto))).status).toBe(429)
    expect((await logIn()).status).toBe(200)
  })

  test('by the password alone: nobody else is told anything', async () => {
    for (const path of ['nuevo_segundo_factor', 'confirmar_segundo_factor', 'quitar_segundo_factor']) {
      const code = path === 'nuevo_segundo_factor' ? {} : { codigoVerificacion: '123456' }
      expect(bare(await post(path, { ...ANDRES, password: 'x', ...code }))).toEqual(WRONG)
      expect(bare(await post(path, { usuario: 'nobody', password: 'x', ...code }))).toEqual(WRONG)
    }
  })

  test('and it is not for a person without a log-in by hand', async () => {
    const own = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/get_mis_datos')).data.segundoFactor
    expect(await own(await portal.enter('LEV-01', 11))).toBe(null)
    expect(await own(await portal.enter('LEV-01', 'cliente', { company: '001' }))).toBe(null)
    // After a link the second factor is his own as well.
    expect(await own(await portal.enter('LEV-01', 12))).toEqual({
      usuario: 'andres',
      activo: false,
      obligatorio: false,
    })
  })
})

describe('the log-in', () => {
  test('asks for the code once the password is right, and takes it once', async () => {
    const { secret } = await switchOn()
    const asked = await logIn()
    expect(bare(asked)).toEqual(WANTED)
    expect(asked.raw.cookies).toEqual([])
    const code = codeNow(secret)
    expect(bare(await logIn('000000'))).toEqual(NOT_RIGHT)
    const opened = await logIn(code)
    expect(opened).toMatchObject({ status: 200, data: { usuario: 'andres', mostrarOpciones: true } })
    expect(bare(await logIn(code))).toEqual(NOT_RIGHT)
    later(30)
    expect((await logIn(codeNow(secret))).status).toBe(200)
  })

  test('refuses the code that it was confirmed with', async () => {
    const { secret } = await switchOn()
    later(-30)
    expect(bare(await logIn(codeNow(secret)))).toEqual(NOT_RIGHT)
  })

  test('of two with the same code at once lets one in', async () => {
    const { secret } = await switchOn()
    const answers = await Promise.all([logIn(codeNow(secret)), logIn(codeNow(secret))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('tells nothing of it to who has another password', async () => {
    const { secret } = await switchOn()
    const wrong = { usuario: 'andres', password: 'wrong' }
    const [without, withCode] = [
      await post('login', wrong),
      await post('login', { ...wrong, codigoVerificacion: codeNow(secret) }),
    ]
    const other = await post('login', { usuario: 'nobody', password: 'wrong' })
    expect(bare(without)).toEqual(WRONG)
    expect(new Set([without, withCode, other].map(({ raw }) => raw.body)).size).toBe(1)
  })

  test('takes a recovery code, as it is typed, once', async () => {
    const { recovery } = await switchOn()
    const [first = '', second = ''] = recovery
    expect((await logIn(first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(bare(await logIn(first))).toEqual(NOT_RIGHT)
    expect((await logIn(second)).status).toBe(200)
  })

  test('lets nobody guess: ten codes in a quarter of an hour, from wherever, then also the right one waits', async () => {
    const { secret } = await switchOn()
    for (let guess = 0; guess < 10; guess += 1) expect((await logIn('000000')).status).toBe(401)
    const refused = await logIn(codeNow(secret))
    expect(refused.status).toBe(429)
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
    later(15 * 60)
    expect((await logIn(codeNow(secret))).status).toBe(200)
  })

  test('of a person who has none takes no notice of a code', async () => {
    expect((await logIn('123456')).status).toBe(200)
  })

  test('by the link of the installation asks for none', async () => {
    await switchOn()
    await portal.owner.query('update client set second_factor_required = true')
    expect(await isAlive(await portal.enter('LEV-01', 12))).toBe(true)
  })
})

describe('it is switched off', () => {
  const remove = (codigoVerificacion: string) => post('quitar_segundo_factor', { ...ANDRES, codigoVerificacion })

  test('with the password and a code', async () => {
    const { secret } = await switchOn()
    expect(bare(await remove('000000'))).toEqual(NOT_RIGHT)
    expect((await remove(codeNow(secret))).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    expect((await portal.owner.query('select from credential_recovery_code')).rowCount).toBe(0)
    expect(await remove('000000')).toMatchObject({ status: 409, message: 'No tiene un segundo factor' })
  })

  test('but not where the client wants one', async () => {
    const { secret } = await switchOn()
    await portal.owner.query('update client set second_factor_required = true')
    expect((await remove(codeNow(secret))).status).toBe(409)
    expect((await logIn(codeNow(secret))).status).toBe(200)
  })
})

describe('a client that wants one', () => {
  test('is said so by a supervisor, and its administrators get nothing before they have one', async () => {
    const [raul, sonia] = [await portal.consoleLogIn('raul'), await portal.consoleLogIn('sonia')]
    const { data: client } = await portal.console(raul, 'GET', '/client', { client: 1001 })
    const { code, name, email, areas, active, revision } = client
    const change = { client: code, name, email, areas, active, revision, secondFactorRequired: true }
    expect((await portal.console(sonia, 'POST', '/clients/change', change)).status).toBe(403)
    expect(await portal.console(raul, 'POST', '/clients/change', change)).toMatchObject({
      status: 200,
      data: { secondFactorRequired: true },
    })
    const refused = await logIn()
    expect(bare(refused)).toEqual({
      status: 401,
      message: 'Su empresa pide un segundo factor: póngalo para entrar',
      data: { codigo: 'segundo_factor_por_poner' },
    })
    expect(refused.raw.cookies).toEqual([])
    // Administrators of other clients enter as before.
    expect((await post('login', { usuario: 'pablo', password: 'Demo-pablo-1' })).status).toBe(200)

    const { confirmed, secret } = await switchOn()
    expect(confirmed.data.usuario).toMatchObject({ usuario: 'andres', mostrarOpciones: true })
    expect(await isAlive(cookieOf(confirmed))).toBe(true)
    expect((await logIn(codeNow(secret))).status).toBe(200)

    const again = { ...change, revision: revision + 1 }
    const { secondFactorRequired: _, ...without } = again
    expect((await portal.console(raul, 'POST', '/clients/change', without)).data.secondFactorRequired).toBe(true)
  })
})

describe('a lost device', () => {
  test('is a supervisor’s to reset; the sessions end, it is audited, and its owner is told', async () => {
    const { confirmed } = await switchOn()
    const [raul, sonia] = [await portal.consoleLogIn('raul'), await portal.consoleLogIn('sonia')]
    const of = { client: 1001, contact: 12 }
    const seen = async () => (await portal.console(raul, 'GET', '/contact', of)).data.secondFactor
    expect(await seen()).toBe(true)
    expect((await portal.console(sonia, 'POST', '/contacts/reset-second-factor', of)).status).toBe(403)
    expect((await portal.console(raul, 'POST', '/contacts/reset-second-factor', of)).status).toBe(200)
    expect(await seen()).toBe(false)
    expect(await isAlive(cookieOf(confirmed))).toBe(false)
    const { rows } = await portal.owner.query(
      `select username, client_id, details from audit where act = '/console/contacts/reset-second-factor'`,
    )
    expect(rows).toMatchObject([{ username: 'raul', client_id: '1001', details: { contact: 12 } }])
    const back = cookieOf(await logIn())
    const [notice] = (await portal.call(back, 'GET', '/login/get_avisos')).data
    expect(notice.texto).toContain('su segundo factor')
    expect((await portal.console(raul, 'POST', '/contacts/reset-second-factor', { ...of, contact: 11 })).status).toBe(
      404,
    )
  })
})
