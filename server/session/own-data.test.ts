import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOON, type TestApp, testApp } from '../testing/test-app.ts'
import { hashPassword } from './password.ts'

let portal: TestApp
let andresHash: string
beforeAll(async () => {
  portal = await testApp()
  andresHash = await hashPassword(OLD)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query('delete from failed_login')
  await portal.owner.query("update credential set password_hash = $1 where username = 'andres'", [andresHash])
})

const OLD = 'Demo-andres-1'
const NEW = 'Otra-clave-26'
const CHANGE = { password: OLD, passwordNueva: NEW, passwordNuevaRepetida: NEW }

const change = (cookie: string | null, sent: object, headers?: Record<string, string>) =>
  portal.call(cookie, 'POST', '/login/modificar_password', sent, headers)
const isAlive = async (cookie: string): Promise<boolean> =>
  (await portal.call(cookie, 'GET', '/login/check_session')).data.valida

describe('a password', () => {
  test('is changed; this session goes on, the others of the person end', async () => {
    const [here, there] = [await portal.logIn('andres', OLD), await portal.logIn('andres', OLD)]
    const [marta, lucia] = [await portal.logIn('marta', 'Demo-marta-1'), await portal.enter('LEV-01', 11)]
    const answer = await change(here, CHANGE)
    expect(answer).toMatchObject({ status: 200, message: 'La contraseña fue modificada con éxito', data: null })
    expect(await isAlive(here)).toBe(true)
    expect(await isAlive(there)).toBe(false)
    expect(await isAlive(marta)).toBe(true)
    expect(await isAlive(lucia)).toBe(true)
    expect((await portal.call(null, 'POST', '/login/login', { usuario: 'andres', password: OLD })).status).toBe(401)
    expect((await portal.call(null, 'POST', '/login/login', { usuario: 'andres', password: NEW })).status).toBe(200)
  })

  test('changed by who came by link ends what the old password opened', async () => {
    const byPassword = await portal.logIn('andres', OLD)
    const byLink = await portal.enter('LEV-01', 12)
    expect((await change(byLink, CHANGE)).status).toBe(200)
    expect(await isAlive(byPassword)).toBe(false)
    expect(await isAlive(byLink)).toBe(true)
  })

  test('is refused when the current one is wrong, at that field', async () => {
    const cookie = await portal.logIn('andres', OLD)
    const answer = await change(cookie, { ...CHANGE, password: 'Demo-andres-2' })
    expect(answer).toMatchObject({
      status: 422,
      message: 'Por favor, compruebe los campos en rojo',
      data: { errores: { password: 'La contraseña actual no es correcta' } },
    })
    expect((await portal.call(null, 'POST', '/login/login', { usuario: 'andres', password: OLD })).status).toBe(200)
  })

  test.each([
    [{}, { password: 'Obligatorio', passwordNueva: 'Obligatorio', passwordNuevaRepetida: 'Obligatorio' }],
    [
      { ...CHANGE, passwordNuevaRepetida: 'Otra-clave-27' },
      { passwordNuevaRepetida: 'Las contraseñas deben coincidir' },
    ],
    [{ ...CHANGE, passwordNueva: 'corta', passwordNuevaRepetida: 'corta' }, { passwordNueva: 'Min. 8 caracteres' }],
    [
      { ...CHANGE, passwordNueva: ' '.repeat(9), passwordNuevaRepetida: ' '.repeat(9) },
      {
        passwordNueva: 'La contraseña no puede estar formada sólo por espacios',
        passwordNuevaRepetida: 'La contraseña no puede estar formada sólo por espacios',
      },
    ],
    [
      { ...CHANGE, passwordNueva: 'a'.repeat(21), passwordNuevaRepetida: 'a'.repeat(21) },
      { passwordNueva: 'Max. 20 caracteres', passwordNuevaRepetida: 'Max. 20 caracteres' },
    ],
  ])('must keep the rules: %j', async (sent, errores) => {
    const cookie = await portal.logIn('andres', OLD)
    const answer = await change(cookie, sent)
    expect(answer).toMatchObject({ status: 422, message: 'Por favor, compruebe los campos en rojo', data: { errores } })
  })

  test.each([[{ ...CHANGE, otra: 1 }], [{ ...CHANGE, password: 7 }]])(
    'a malformed request is 400: %j',
    async (sent) => {
      expect((await change(await portal.logIn('andres', OLD), sent)).status).toBe(400)
    },
  )

  test('belongs only to who has one', async () => {
    const lucia = await portal.enter('LEV-01', 11)
    expect(await change(lucia, CHANGE)).toMatchObject({ status: 403, data: { codigo: 'rol' } })
    expect(await change(null, CHANGE)).toMatchObject({ status: 403, data: { codigo: 'sesion' } })
    const own = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/get_mis_datos')).data
    expect(await own(lucia)).toEqual({
      tienePassword: false,
      segundoFactor: null,
      correos: { email: 'lucia.ferrer@levante.example', eleccion: 'inmediato' },
      peticiones: [],
    })
    expect(await own(await portal.logIn('andres', OLD))).toMatchObject({ tienePassword: true })
    expect(await own(await portal.enter('LEV-01', 'cliente', { company: '001' }))).toMatchObject({
      tienePassword: false,
    })
  })

  test('is changed once however often the same call comes, and the stored call does not reveal it', async () => {
    const cookie = await portal.logIn('andres', OLD)
    const headers = { 'idempotency-key': 'cambio-1' }
    expect((await change(cookie, CHANGE, headers)).status).toBe(200)
    expect(await change(cookie, CHANGE, headers)).toMatchObject({
      status: 200,
      message: 'La contraseña fue modificada con éxito',
    })
    expect((await change(cookie, { ...CHANGE, password: NEW }, headers)).status).toBe(422)
    const { rows } = await portal.owner.query("select i.request_hash from idempotency i where i.key = 'cambio-1'")
    const plain = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(`/login/modificar_password\n${JSON.stringify(CHANGE)}`),
    )
    expect(rows).toHaveLength(1)
    expect(Buffer.from(plain).equals(rows[0].request_hash)).toBe(false)
  })

  test('cannot be guessed without end', async () => {
    const cookie = await portal.logIn('andres', OLD)
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await change(cookie, { ...CHANGE, password: `guess-${guess}` })).status).toBe(422)
      expect(await failures()).toBe(guess + 1)
    }
    const refused = await change(cookie, CHANGE)
    expect(refused.status).toBe(429)
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('is nowhere in the log', async () => {
    const cookie = await portal.logIn('andres', OLD)
    await change(cookie, { ...CHANGE, password: 'secreta-mal-1' })
    await change(cookie, CHANGE)
    expect(portal.logged.filter((line) => line.includes('secreta-mal-1') || line.includes(NEW))).toEqual([])
  })

  const failures = async (): Promise<number> =>
    Number((await portal.owner.query('select count(*) from failed_login')).rows[0].count)
})

describe('a request to change personal data', () => {
  const ask = (cookie: string | null, params: unknown) =>
    portal.call(cookie, 'POST', '/login/modificar_datos', { params })

  test('is kept, and shown to who made it alone', async () => {
    const lucia = await portal.enter('LEV-01', 11)
    const answer = await ask(lucia, {
      texto: 'Mi teléfono es ahora el 960 111 222',
      cliente: 1002,
      aceptaPrivacidad: true,
    })
    expect(answer).toMatchObject({
      status: 200,
      message:
        'Hemos recibido la petición de modificar datos correctamente. En breve nos pondremos en contacto con usted',
      data: null,
    })
    const { rows } = await portal.owner.query('select * from data_change_request where client_id = 1001')
    expect(rows).toMatchObject([
      { client_id: '1001', contact_id: '11', text: 'Mi teléfono es ahora el 960 111 222', requested_at: NOON },
    ])
    const shown = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/get_mis_datos')).data.peticiones
    expect(await shown(lucia)).toEqual([{ texto: 'Mi teléfono es ahora el 960 111 222', fecha: NOON.toISOString() }])
    expect(await shown(await portal.logIn('andres', OLD))).toEqual([])
  })

  test.each([
    [
      { texto: 'Nuevo correo' },
      'Debe aceptar las politicas de privacidad para poder modificar los datos',
      { aceptaPrivacidad: 'Debe aceptar las politicas de privacidad para poder modificar los datos' },
    ],
    [
      { texto: 'Nuevo correo', aceptaPrivacidad: false },
      'Debe aceptar las politicas de privacidad para poder modificar los datos',
      { aceptaPrivacidad: 'Debe aceptar las politicas de privacidad para poder modificar los datos' },
    ],
    [{ aceptaPrivacidad: true }, 'Por favor, compruebe los campos en rojo', { texto: 'Obligatorio' }],
    [
      { texto: ' ', aceptaPrivacidad: true },
      'Por favor, compruebe los campos en rojo',
      { texto: 'No puede estar formado sólo por espacios' },
    ],
    [
      { texto: 'a'.repeat(2001), aceptaPrivacidad: true },
      'Por favor, compruebe los campos en rojo',
      { texto: 'Max. 2000 caracteres' },
    ],
  ])('must keep the rules: %#', async (params, message, errores) => {
    const lucia = await portal.enter('LEV-01', 11)
    expect(await ask(lucia, params)).toMatchObject({ status: 422, message, data: { errores } })
  })

  test.each([[{ texto: 'a', aceptaPrivacidad: 'S' }], [{ texto: 'a', aceptaPrivacidad: true, mas: 1 }], ['texto']])(
    'a malformed one is 400: %j',
    async (params) => {
      expect((await ask(await portal.enter('LEV-01', 11), params)).status).toBe(400)
    },
  )

  test('without params is a form without its fields', async () => {
    const lucia = await portal.enter('LEV-01', 11)
    expect((await portal.call(lucia, 'POST', '/login/modificar_datos', {})).status).toBe(422)
  })

  test('needs more than a limited session', async () => {
    const { raw } = await portal.call(null, 'POST', '/login/nuevo_ticket', { renuinst: 'TEI-01' })
    const [cookie] = raw.cookies
    const limited = `${cookie?.name}=${cookie?.value}`
    expect(await ask(limited, { texto: 'a', aceptaPrivacidad: true })).toMatchObject({
      status: 403,
      data: { codigo: 'rol' },
    })
    expect((await portal.call(limited, 'GET', '/login/get_mis_datos')).status).toBe(403)
    expect((await ask(null, { texto: 'a', aceptaPrivacidad: true })).status).toBe(403)
  })
})
