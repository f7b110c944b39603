import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, NOON, type TestApp, testApp, tokenOf } from '../../testing/test-app.ts'
import { inviteFirstSupervisor } from './first-supervisor.ts'
import { operatorActs } from './operator-acts.ts'

const LINK_REFUSED = {
  status: 401,
  message: 'El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte',
  data: null,
}
const NOT_FOUND = { status: 404, message: 'No se ha encontrado lo que busca', data: null }
const PASSWORD = 'una contraseña larga'

let portal: TestApp
let raul: string
let sonia: string
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query(`
    delete from failed_login; delete from technician_session; delete from technician_link; delete from recovery_code;
    delete from technician_idempotency; delete from audit; delete from technician where username not in ('sonia', 'raul');
    update technician set active = true, issuer = null, subject = null, email = null, totp_confirmed = false, totp_secret = null,
      second_factor_exempt = true, role = case username when 'raul' then 'supervisor' else 'technician' end`)
  raul = await portal.consoleLogIn('raul')
  sonia = await portal.consoleLogIn('sonia')
})

const post = (path: string, sent: object, cookie: string | null = raul) => portal.console(cookie, 'POST', path, sent)
const create = (over: object = {}) =>
  post('/technicians/create', { username: 'ana.gil', name: 'Ana Gil', role: 'technician', ...over })
const change = (over: object) =>
  post('/technicians/change', { username: 'sonia', name: 'Sonia Campos', role: 'technician', active: true, ...over })
const list = async (sent: object = {}) => (await portal.console(raul, 'GET', '/technicians', sent)).data
const usePassword = (token: string, next: string = PASSWORD, repeated = next) =>
  post('/password-link/use', { token, next, repeated }, null)
const session = async (cookie: string) => (await portal.console(cookie, 'GET', '/session')).data
const withoutRaw = ({ status, message, data }: Answer) => ({ status, message, data })
const audited = async () =>
  (await portal.owner.query('select username, act, details from audit order by audit_id')).rows

describe('the list', () => {
  test('tells who there is and how they enter', async () => {
    await portal.owner.query(`update technician set second_factor_exempt = false where username = 'sonia'`)
    expect(await list()).toEqual({
      items: [
        {
          username: 'raul',
          name: 'Raúl Ibáñez',
          role: 'supervisor',
          active: true,
          secondFactor: 'exempt',
          hasPassword: true,
          subject: null,
          email: null,
          emailRefusal: null,
          newAddress: null,
          sessions: 1,
          lastSeen: NOON.toISOString(),
        },
        expect.objectContaining({ username: 'sonia', role: 'technician', secondFactor: 'missing' }),
      ],
      next: null,
    })
  })

  test('is paged and searched', async () => {
    await create()
    await portal.owner.query(`
      insert into technician (username, name, role) select 'b' || n, 'Bea ' || n, 'technician' from generate_series(10, 33) n`)
    const first = await list({ limit: 25 })
    expect(first.items.map(({ username }: { username: string }) => username)).toEqual([
      'ana.gil',
      ...Array.from({ length: 24 }, (_, index) => `b${10 + index}`),
    ])
    const second = await list({ limit: 25, after: first.next })
    expect(second).toMatchObject({ items: [{ username: 'raul' }, { username: 'sonia' }], next: null })
    await portal.owner.query("delete from technician where username ~ '^b[0-9]'")
    expect(await list({ search: 'CAMPOS' })).toMatchObject({ items: [{ username: 'sonia' }] })
    expect(await list({ search: 'ibanez' })).toMatchObject({ items: [{ username: 'raul' }] })
    expect(await list({ search: 'ana.g' })).toMatchObject({ items: [{ username: 'ana.gil' }] })
    expect(await list({ search: '%' })).toEqual({ items: [], next: null })
    for (const bad of [{ limit: 10 }, { after: 'raul' }]) {
      expect((await portal.console(raul, 'GET', '/technicians', bad)).status).toBe(400)
    }
  })

  test('of names is for every technician', async () => {
    await change({ active: false })
    expect((await portal.console(raul, 'GET', '/technicians/names')).data).toEqual([
      { username: 'raul', name: 'Raúl Ibáñez' },
    ])
  })
})

describe('a new technician', () => {
  test('sets a password by a link, once, and the second factor at the first log-in', async () => {
    const created = await create({ role: 'supervisor' })
    expect(created.data).toEqual({
      address: expect.stringMatching(/^http:\/\/portal\.test\/consola\/contrasena#t=[\w-]{43}$/),
      sentTo: null,
      unsent: 'no-mail-server',
      username: 'ana.gil',
      expiresAt: '2026-11-21T11:00:00.000Z',
    })
    const token = tokenOf(created)
    const { rows } = await portal.owner.query('select l::text as row from technician_link l')
    expect(rows[0].row).not.toContain(token)
    expect((await post('/password-link', { token }, null)).data).toEqual({ username: 'ana.gil', name: 'Ana Gil' })
    expect((await usePassword(token)).status).toBe(200)
    expect(withoutRaw(await usePassword(token))).toEqual(LINK_REFUSED)
    expect(withoutRaw(await post('/password-link', { token }, null))).toEqual(LINK_REFUSED)
    const { data } = await post('/login', { username: 'ana.gil', password: PASSWORD }, null)
    expect(data).toEqual({ username: 'ana.gil', name: 'Ana Gil', role: 'supervisor', enrolling: true })
  })

  test.each([
    ['no name', { name: ' ' }, { name: 'No puede estar formado sólo por espacios' }],
    [
      'another alphabet',
      { username: 'José' },
      { username: 'De 2 a 100 letras minúsculas sin acentos, cifras, puntos o guiones' },
    ],
    ['a user there is', { username: 'sonia' }, { username: 'Ese usuario ya existe' }],
    ['another role', { role: 'director' }, { role: 'No es una de las opciones' }],
  ])('is refused with %s', async (_case, over, errores) => {
    expect(await create(over)).toMatchObject({ status: 422, data: { errores } })
  })

  test('has an identity at the provider that nobody else has', async () => {
    expect((await create({ subject: ' Number-1 ', email: 'Ana@Soporte.example' })).status).toBe(200)
    expect(await list({ search: 'ana' })).toMatchObject({
      items: [{ subject: 'Number-1', email: 'ana@soporte.example' }],
    })
    expect(await create({ username: 'otra', subject: 'Number-1' })).toMatchObject({
      status: 422,
      data: { errores: { subject: 'Esa identidad ya es de otro técnico' } },
    })
    expect(await create({ username: 'otra', email: 'ana@SOPORTE.example' })).toMatchObject({
      status: 422,
      data: { errores: { email: 'Ese correo ya es de otro técnico' } },
    })
    expect((await create({ username: 'otra', subject: 'number-1' })).status).toBe(200)
    expect(await change({ subject: ' ' })).toMatchObject({ status: 200 })
    expect(await change({ subject: 'Number-1' })).toMatchObject({ status: 422 })
  })
})

describe('a link', () => {
  test('is good for 72 hours', async () => {
    const token = tokenOf(await create())
    portal.clock.now = new Date(NOON.getTime() + 72 * 3_600_000)
    expect(withoutRaw(await usePassword(token))).toEqual(LINK_REFUSED)
    portal.clock.now = new Date(NOON.getTime() + 72 * 3_600_000 - 1)
    expect((await usePassword(token)).status).toBe(200)
  })

  test('takes the place of the one before, and ends the sessions of the password before', async () => {
    const first = tokenOf(await post('/technicians/password-link', { username: 'sonia' }))
    const second = tokenOf(await post('/technicians/password-link', { username: 'sonia' }))
    expect(withoutRaw(await usePassword(first))).toEqual(LINK_REFUSED)
    expect(await session(sonia)).not.toBe(null)
    expect((await usePassword(second)).status).toBe(200)
    expect(await session(sonia)).toBe(null)
    expect((await post('/login', { username: 'sonia', password: 'Demo-sonia-1' }, null)).status).toBe(401)
    const third = tokenOf(await post('/technicians/password-link', { username: 'sonia' }))
    expect((await usePassword(third, 'Demo-sonia-1')).status).toBe(200)
  })

  test('is still good after a password that was refused', async () => {
    const token = tokenOf(await create())
    expect(await usePassword(token, 'corta')).toMatchObject({
      status: 422,
      data: { errores: { next: 'Min. 12 caracteres' } },
    })
    expect(await usePassword(token, PASSWORD, 'otra')).toMatchObject({
      status: 422,
      data: { errores: { repeated: 'Las contraseñas deben coincidir' } },
    })
    expect((await usePassword(token)).status).toBe(200)
  })

  test('lets one of two in who use it at the same moment', async () => {
    const token = tokenOf(await create())
    const answers = await Promise.all([usePassword(token), usePassword(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('is no good for a disabled technician, nor is there one for them', async () => {
    const token = tokenOf(await post('/technicians/password-link', { username: 'sonia' }))
    await change({ active: false })
    expect(withoutRaw(await usePassword(token))).toEqual(LINK_REFUSED)
    expect(withoutRaw(await post('/technicians/password-link', { username: 'sonia' }))).toEqual(NOT_FOUND)
  })
})

describe('a change', () => {
  test('to disabled ends the sessions there and then', async () => {
    expect((await change({ active: false })).status).toBe(200)
    expect(await session(sonia)).toBe(null)
    expect((await portal.owner.query('select username from technician_session')).rows).toEqual([{ username: 'raul' }])
    await change({ active: true })
    expect(await session(sonia)).toBe(null)
  })

  test('of role holds from the next request on', async () => {
    await change({ role: 'supervisor' })
    expect((await portal.console(sonia, 'GET', '/technicians')).status).toBe(200)
    await change({ role: 'technician' })
    expect((await portal.console(sonia, 'GET', '/technicians')).status).toBe(403)
  })

  test('of the last active supervisor is refused', async () => {
    const LAST = { status: 409, message: 'Es el último supervisor activo: nombre antes a otro' }
    const itself = { username: 'raul', name: 'Raúl Ibáñez', role: 'supervisor' }
    expect(await change({ ...itself, active: false })).toMatchObject(LAST)
    expect(await change({ ...itself, role: 'technician' })).toMatchObject(LAST)
    await change({ role: 'supervisor' })
    expect((await change({ ...itself, role: 'technician' })).status).toBe(200)
    expect((await portal.console(raul, 'GET', '/technicians')).status).toBe(403)
  })

  test('of two supervisors by each other at the same moment leaves one', async () => {
    await change({ role: 'supervisor' })
    const answers = await Promise.all([
      post('/technicians/change', { username: 'raul', name: 'Raúl', role: 'technician', active: true }, sonia),
      post('/technicians/change', { username: 'sonia', name: 'Sonia', role: 'technician', active: true }, raul),
    ])
    // The second one waits; by then it is the last supervisor, or none any more.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await portal.owner.query(`select from technician where role = 'supervisor'`)).rowCount).toBe(1)
  })

  test('of nobody is not there', async () => {
    expect(withoutRaw(await change({ username: 'nobody' }))).toEqual(NOT_FOUND)
    for (const path of [
      '/technicians/password-link',
      '/technicians/reset-second-factor',
      '/technicians/end-sessions',
    ]) {
      expect(withoutRaw(await post(path, { username: 'nobody' }))).toEqual(NOT_FOUND)
    }
  })
})

test('sessions are ended on request', async () => {
  await post('/technicians/end-sessions', { username: 'sonia' })
  expect(await session(sonia)).toBe(null)
})

test('a second factor that was lost is set up anew', async () => {
  await portal.owner.query(`
    update technician set totp_secret = '\\x01', totp_confirmed = true, second_factor_exempt = false
    where username = 'sonia';
    insert into recovery_code values ('sonia', '\\x01')`)
  await post('/technicians/reset-second-factor', { username: 'sonia' })
  expect(await session(sonia)).toBe(null)
  expect((await post('/login', { username: 'sonia', password: 'Demo-sonia-1' }, null)).data).toMatchObject({
    enrolling: true,
  })
  expect((await portal.owner.query('select from recovery_code')).rows).toEqual([])
})

test('every act is in the audit, and no link is', async () => {
  const token = tokenOf(await create())
  await change({ active: false })
  await post('/technicians/reset-second-factor', { username: 'sonia' })
  await usePassword(token)
  expect(await audited()).toEqual([
    expect.objectContaining({ username: 'raul', act: '/console/login' }),
    expect.objectContaining({ username: 'sonia', act: '/console/login' }),
    {
      username: 'raul',
      act: '/console/technicians/create',
      details: { username: 'ana.gil', name: 'Ana Gil', role: 'technician', subject: null, email: null },
    },
    {
      username: 'raul',
      act: '/console/technicians/change',
      details: {
        username: 'sonia',
        name: 'Sonia Campos',
        role: 'technician',
        subject: null,
        email: null,
        active: false,
        gives: false,
      },
    },
    { username: 'raul', act: '/console/technicians/reset-second-factor', details: { username: 'sonia' } },
    { username: 'ana.gil', act: '/console/password-link/use', details: {} },
  ])
  const { rows } = await portal.owner.query('select string_agg(a::text, chr(10)) as all from audit a')
  expect(rows[0].all).not.toContain(token)
})

test('a technician who is no supervisor does none of it', async () => {
  for (const path of ['create', 'change', 'password-link', 'reset-second-factor', 'end-sessions']) {
    expect(await post(`/technicians/${path}`, { username: 'raul' }, sonia)).toMatchObject({
      status: 403,
      data: { codigo: 'rol' },
    })
  }
})

describe('an operator, when nobody can enter', () => {
  const acts = () => operatorActs(portal.staff, NOON)
  const audited = async () =>
    (await portal.owner.query("select act, details from audit where username = 'OPERATOR' order by audit_id")).rows

  test('makes a supervisor, gives a link, resets a second factor, ends sessions; all of it is audited', async () => {
    const link = await acts().supervisor('nuria')
    expect((await usePassword(link.token)).status).toBe(200)
    expect((await post('/login', { username: 'nuria', password: PASSWORD }, null)).data).toMatchObject({
      role: 'supervisor',
    })
    const another = await acts().link('nuria')
    expect((await usePassword(another ? another.token : '')).status).toBe(200)
    const session = await portal.consoleLogIn('sonia')
    await portal.owner.query("update technician set totp_secret = 'x', totp_confirmed = true where username = 'sonia'")
    expect(await acts().resetSecondFactor('sonia')).toBe(true)
    const { rows } = await portal.owner.query("select totp_confirmed from technician where username = 'sonia'")
    expect(rows).toEqual([{ totp_confirmed: false }])
    expect((await portal.console(session, 'GET', '/technicians/names')).status).toBe(403)
    const [mine, lucia] = [await portal.consoleLogIn('sonia'), await portal.enter('LEV-01', 11)]
    await acts().endSessions('sonia')
    expect((await portal.console(mine, 'GET', '/technicians/names')).status).toBe(403)
    await acts().endAllSessions()
    expect((await portal.call(lucia, 'GET', '/consultas/get_lista')).status).toBe(403)
    expect(
      (await audited()).map(({ act, details }) => [act.slice('/console/technicians/'.length), details.username]),
    ).toEqual([
      ['change', 'nuria'],
      ['password-link', 'nuria'],
      ['reset-second-factor', 'sonia'],
      ['end-sessions', 'sonia'],
      ['end-sessions', undefined],
    ])
    for (const act of ['link', 'resetSecondFactor', 'endSessions'] as const)
      expect(await acts()[act]('nobody')).toBe(false)
  })

  test('counts the figures again, and the audit has how many were wrong', async () => {
    await portal.owner.query("insert into queue_total (place, number) values ('such', 3)")
    expect(await acts().figures()).toEqual({ lists: 0, queue: 1, unread: 0 })
    expect((await audited()).at(-1)).toEqual({
      act: '/console/figures/recount',
      details: { lists: 0, queue: 1, unread: 0 },
    })
  })
})

describe('the first supervisor', () => {
  test('is made where none could enter, and never else', async () => {
    expect(await inviteFirstSupervisor(portal.staff, 'ana', NOON)).toBe(null)
    await portal.owner.query(`update technician set role = 'technician'`)
    const starts = [1, 2].map(() => inviteFirstSupervisor(portal.staff, 'ana', NOON))
    const [made, found] = await Promise.all(starts).then((both) =>
      both.toSorted((one) => (one && 'token' in one ? -1 : 1)),
    )
    expect(found).toEqual({ waitsUntil: new Date(NOON.getTime() + 72 * 3_600_000) })
    // Another start's link is not replaced.
    expect((await usePassword(made && 'token' in made ? made.token : '')).status).toBe(200)
    expect(await inviteFirstSupervisor(portal.staff, 'ana', NOON)).toBe(null)
    expect((await post('/login', { username: 'ana', password: PASSWORD }, null)).data).toMatchObject({
      role: 'supervisor',
      enrolling: true,
    })
  })
})
