import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, NOON, type TestApp, testApp, tokenOf } from '../testing/test-app.ts'

const LINK_REFUSED = {
  status: 401,
  message: 'El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte',
  data: null,
}
const NOT_FOUND = { status: 404, message: 'No se ha encontrado lo que busca', data: null }
const PASSWORD = 'Otra-clave-1'

let portal: TestApp
let sonia: string
beforeAll(async () => {
  portal = await testApp()
  // An administrator without a password.
  await portal.owner.query(`
    insert into contact (client_id, contact_id, name, email, visibility) values
      (1001, 16, 'Rosa', 'rosa@levante.example', 'client'), (1002, 26, 'Iván', 'ivan@duero.example', 'client')`)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query(`
    delete from failed_login; delete from password_link; delete from session where contact_id = 12;
    delete from credential where contact_id in (16, 26); update contact set active = true, visibility = 'client' where contact_id = 12`)
  sonia = await portal.consoleLogIn('sonia')
})

const issue = (sent: object) => portal.console(sonia, 'POST', '/password-links', { client: 1001, contact: 12, ...sent })
const invite = (over: object = {}) => issue({ contact: 16, username: 'rosa', ...over })
const look = (t: string) => portal.call(null, 'POST', '/login/ver_enlace_password', { t })
const set = (t: string, passwordNueva: string | null = PASSWORD, passwordNuevaRepetida = passwordNueva) =>
  portal.call(null, 'POST', '/login/poner_password', { t, passwordNueva, passwordNuevaRepetida })
const logIn = (usuario: string, password: string) => portal.call(null, 'POST', '/login/login', { usuario, password })
const withoutRaw = ({ status, message, data }: Answer) => ({ status, message, data })

describe('«He olvidado la contraseña»', () => {
  test('sets another one, once, and ends the sessions that the password before had opened', async () => {
    const [byPassword, byInstallation] = [
      await portal.logIn('andres', 'Demo-andres-1'),
      await portal.enter('LEV-01', 12),
    ]
    const issued = await issue({ username: 'ignored' })
    expect(issued.data).toEqual({
      address: expect.stringMatching(/^http:\/\/portal\.test\/public\/contrasena#t=[\w-]{43}$/),
      username: 'andres',
      expiresAt: '2026-11-21T11:00:00.000Z',
    })
    const token = tokenOf(issued)
    expect((await look(token)).data).toEqual({ usuario: 'andres' })
    const { rows } = await portal.owner.query('select l::text as row from password_link l')
    expect(rows[0].row).not.toContain(token)

    expect(await set(token)).toMatchObject({ status: 200, message: 'La contraseña fue modificada con éxito' })
    const valid = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/check_session')).data.valida
    expect([await valid(byPassword), await valid(byInstallation)]).toEqual([false, true])
    expect((await logIn('andres', 'Demo-andres-1')).status).toBe(401)
    expect((await logIn('andres', PASSWORD)).status).toBe(200)
    expect(withoutRaw(await set(token))).toEqual(LINK_REFUSED)
    expect(withoutRaw(await look(token))).toEqual(LINK_REFUSED)
    await set(tokenOf(await issue({})), 'Demo-andres-1')
  })
})

describe('an invitation', () => {
  test('makes the user and password that a contact had not', async () => {
    const invited = await invite()
    expect(invited.data).toMatchObject({ username: 'rosa' })
    expect((await logIn('rosa', PASSWORD)).status).toBe(401)
    expect((await set(tokenOf(invited))).status).toBe(200)
    expect((await logIn('rosa', PASSWORD)).data).toMatchObject({ usuario: 'rosa', codigoCliente: 1001 })
  })

  test('wants a user name that nobody has, whichever the client', async () => {
    const refusal = (sentence: string) => ({ status: 422, data: { errores: { username: sentence } } })
    expect(await invite({ username: ' ' })).toMatchObject(refusal('Obligatorio'))
    expect(await invite({ username: null })).toMatchObject(refusal('Obligatorio'))
    expect(await invite({ username: 'pablo' })).toMatchObject(refusal('Ese usuario ya existe'))
    await issue({ client: 1002, contact: 26, username: 'rosa' })
    expect(await invite()).toMatchObject(refusal('Ese usuario ya existe'))
    // Until the other one has expired.
    portal.clock.now = new Date(NOON.getTime() + 72 * 3_600_000)
    sonia = await portal.consoleLogIn('sonia')
    expect((await invite()).status).toBe(200)
  })

  test('is for administrators of a client that are there', async () => {
    expect(await issue({ contact: 11, username: 'lucia' })).toMatchObject({
      status: 422,
      data: { errores: { contact: 'Solo los administradores del cliente tienen contraseña' } },
    })
    expect(withoutRaw(await issue({ contact: 999 }))).toEqual(NOT_FOUND)
    expect(withoutRaw(await issue({ contact: 22 }))).toEqual(NOT_FOUND)
    await portal.owner.query('update contact set active = false where contact_id = 12')
    expect(withoutRaw(await issue({}))).toEqual(NOT_FOUND)
  })
})

describe('the link', () => {
  test('is good for 72 hours', async () => {
    const token = tokenOf(await issue({}))
    portal.clock.now = new Date(NOON.getTime() + 72 * 3_600_000)
    expect(withoutRaw(await look(token))).toEqual(LINK_REFUSED)
    expect(withoutRaw(await set(token))).toEqual(LINK_REFUSED)
    portal.clock.now = new Date(NOON.getTime() + 72 * 3_600_000 - 1)
    expect((await look(token)).status).toBe(200)
  })

  test('takes the place of the one before', async () => {
    const first = tokenOf(await issue({}))
    const second = tokenOf(await issue({}))
    expect(withoutRaw(await look(first))).toEqual(LINK_REFUSED)
    expect((await look(second)).status).toBe(200)
  })

  test.each([
    ['none', {}],
    ['nothing', { t: '' }],
    ['another', { t: 'A'.repeat(43) }],
  ])('is refused in one sentence: %s', async (_case, sent) => {
    for (const path of ['/login/ver_enlace_password', '/login/poner_password']) {
      expect(withoutRaw(await portal.call(null, 'POST', path, sent))).toEqual(LINK_REFUSED)
    }
  })

  test('is refused for who is no longer an administrator or was disabled', async () => {
    const token = tokenOf(await issue({}))
    await portal.owner.query(`update contact set visibility = 'own' where contact_id = 12`)
    expect(withoutRaw(await look(token))).toEqual(LINK_REFUSED)
    expect(withoutRaw(await set(token))).toEqual(LINK_REFUSED)
    await portal.owner.query(`update contact set visibility = 'client', active = false where contact_id = 12`)
    expect(withoutRaw(await look(token))).toEqual(LINK_REFUSED)
    expect(withoutRaw(await set(token))).toEqual(LINK_REFUSED)
  })

  test.each([
    ['too short', '1234567', '1234567', { passwordNueva: 'Min. 8 caracteres' }],
    [
      'too long',
      '1'.repeat(21),
      '1'.repeat(21),
      { passwordNueva: 'Max. 20 caracteres', passwordNuevaRepetida: 'Max. 20 caracteres' },
    ],
    ['another one repeated', PASSWORD, 'otra', { passwordNuevaRepetida: 'Las contraseñas deben coincidir' }],
    ['none', null, null, { passwordNueva: 'Obligatorio', passwordNuevaRepetida: 'Obligatorio' }],
  ])('stays good when the password is refused: %s', async (_case, next, repeated, errores) => {
    const token = tokenOf(await issue({}))
    expect(await set(token, next, repeated)).toMatchObject({
      status: 422,
      message: 'Por favor, compruebe los campos en rojo',
      data: { errores },
    })
    expect((await look(token)).status).toBe(200)
  })

  test('lets one of two in who use it at the same moment', async () => {
    const token = tokenOf(await invite())
    const answers = await Promise.all([set(token), set(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })
})

test('who gave it out to whom is in the audit, without the link', async () => {
  await portal.owner.query('delete from audit')
  const token = tokenOf(await invite())
  const { rows } = await portal.owner.query('select username, act, client_id, details, a::text as row from audit a')
  expect(rows).toMatchObject([
    {
      username: 'sonia',
      act: '/console/password-links',
      client_id: '1001',
      details: { contact: 16, username: 'rosa' },
    },
  ])
  expect(rows[0].row).not.toContain(token)
})
