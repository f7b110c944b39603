import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sendMails } from '../../mail/post-office.ts'
import { mailOffice } from '../../testing/mail-office.ts'
import { mailServer } from '../../testing/mail-server.ts'
import { type Answer, NOON, type TestApp, testApp, testAppForThisTest, tokenOf } from '../../testing/test-app.ts'

const LINK_REFUSED = {
  status: 401,
  message: 'El enlace no es correcto, ya se ha usado o ha caducado: pida otro a Soporte',
  data: null,
}
const NOT_FOUND = { status: 404, message: 'No se ha encontrado lo que busca', data: null }
const PASSWORD = 'Otra-clave-1'

let portal: TestApp
let raul: string
let eva: string
beforeAll(async () => {
  portal = await testApp()
  // An administrator without a password.
  await portal.owner.query(`
    insert into contact (client_id, contact_id, name, email, visibility) values
      (1001, 16, 'Rosa', 'rosa@levante.example', 'client'), (1002, 26, 'Iván', 'ivan@duero.example', 'client');
    insert into technician (username, name, role, password_hash, second_factor_exempt)
    select 'eva', 'Eva', 'supervisor', password_hash, true from technician where username = 'raul'`)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query(`
    delete from failed_login; delete from password_link; delete from password_link_request;
    update credential set set_by_link_at = null; delete from session where contact_id in (12, 16, 26);
    delete from credential where contact_id in (16, 26); update contact set entered_at = null where contact_id in (16, 26);
    update contact set active = true, visibility = 'client' where contact_id = 12`)
  raul = await portal.consoleLogIn('raul')
  eva = await portal.consoleLogIn('eva', 'Demo-raul-1')
})

const ask = (sent: object, cookie = raul) =>
  portal.console(cookie, 'POST', '/password-links', { client: 1001, contact: 12, ...sent })
const decide = (approved: boolean, cookie = eva, sent: object = {}) =>
  portal.console(cookie, 'POST', '/password-links/decide', { client: 1001, contact: 12, approved, ...sent })
/** Requested by one supervisor and, if needed, approved by another. */
const issue = async ({ contact = 12, ...sent }: { contact?: number; client?: number; username?: string | null }) => {
  const asked = await ask({ contact, ...sent })
  return asked.status === 200 && asked.data === null ? decide(true, eva, { contact }) : asked
}
const invite = (over: object = {}) => issue({ contact: 16, username: 'rosa', ...over })
const look = (t: string) => portal.call(null, 'POST', '/login/ver_enlace_password', { t })
const set = (t: string, passwordNueva: string | null = PASSWORD, passwordNuevaRepetida = passwordNueva) =>
  portal.call(null, 'POST', '/login/poner_password', { t, passwordNueva, passwordNuevaRepetida })
const logIn = (usuario: string, password: string) => portal.call(null, 'POST', '/login/login', { usuario, password })
const withoutRaw = ({ status, message, data }: Answer) => ({ status, message, data })

describe('«He olvidado la contraseña»', () => {
  test('sets another one, once, and ends whatever sessions there are', async () => {
    const [byPassword, byInstallation] = [
      await portal.logIn('andres', 'Demo-andres-1'),
      await portal.enter('LEV-01', 12),
    ]
    const issued = await issue({ username: 'ignored' })
    expect(issued.data).toEqual({
      address: expect.stringMatching(/^http:\/\/portal\.test\/public\/contrasena#t=[\w-]{43}$/),
      sentTo: null,
      username: 'andres',
      expiresAt: '2026-11-21T11:00:00.000Z',
    })
    const token = tokenOf(issued)
    expect((await look(token)).data).toEqual({ usuario: 'andres' })
    const { rows } = await portal.owner.query('select l::text as row from password_link l')
    expect(rows[0].row).not.toContain(token)

    expect(await set(token)).toMatchObject({ status: 200, message: 'La contraseña fue modificada con éxito' })
    const valid = async (cookie: string) => (await portal.call(cookie, 'GET', '/login/check_session')).data.valida
    expect([await valid(byPassword), await valid(byInstallation)]).toEqual([false, false])
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
    // Until the other link has expired.
    portal.clock.now = new Date(NOON.getTime() + 72 * 3_600_000)
    raul = await portal.consoleLogIn('raul')
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

  test('is refused for a contact who is disabled or no longer an administrator', async () => {
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

const audited = async () =>
  (await portal.owner.query('select username, act, client_id, details from audit order by audit_id')).rows

test('the audit says who gave it to whom and who used it, without the link', async () => {
  await portal.owner.query('delete from audit')
  const token = tokenOf(await invite())
  await set(token)
  expect(await audited()).toMatchObject([
    { username: 'raul', act: '/console/password-links', client_id: '1001', details: { contact: 16, username: 'rosa' } },
    {
      username: 'portal',
      act: '/console/password-links',
      client_id: '1001',
      details: { contact: 16, username: 'rosa', used: true, issuer: 'raul', approver: null, address: '127.0.0.1' },
    },
  ])
  expect(JSON.stringify(await audited())).not.toContain(token)
})

describe('nobody at the console becomes somebody’s administrator', () => {
  test('as a technician: neither asks, nor looks, nor approves', async () => {
    const sonia = await portal.consoleLogIn('sonia')
    for (const refused of [
      await ask({}, sonia),
      await ask({ contact: 16, username: 'rosa' }, sonia),
      await portal.console(sonia, 'GET', '/password-links/requests'),
      await decide(true, sonia),
    ]) {
      expect(refused).toMatchObject({ status: 403, data: { codigo: 'rol' } })
    }
  })

  test('as a supervisor alone: one asks, another says yes, and only then is there a link', async () => {
    await portal.owner.query('delete from audit')
    expect(await ask({})).toMatchObject({ status: 200, data: null })
    const { rows } = await portal.owner.query('select from password_link')
    expect(rows).toEqual([])
    expect((await portal.console(eva, 'GET', '/password-links/requests')).data).toEqual([
      {
        client: { code: 1001, name: 'Constructora Levante, S.A.' },
        contact: { id: 12, name: 'Andrés Molina', email: expect.stringContaining('@levante.example') },
        username: 'andres',
        requestedBy: 'raul',
        requestedAt: NOON.toISOString(),
      },
    ])
    expect(await decide(true, raul)).toMatchObject({
      status: 409,
      message: 'Lo pidió usted: tiene que aprobarlo otro supervisor',
    })
    const given = await decide(true)
    expect(given).toMatchObject({ status: 200, data: { username: 'andres' } })
    expect((await decide(true)).status).toBe(404)
    await set(tokenOf(given), 'Demo-andres-1')
    expect((await audited()).filter(({ act }) => act.includes('links') && !act.includes('requests'))).toMatchObject([
      { username: 'raul', act: '/console/password-links', details: { contact: 12, requested: true } },
      {
        username: 'eva',
        act: '/console/password-links/decide',
        details: { contact: 12, approved: true, issuer: 'raul' },
      },
      { username: 'portal', details: { contact: 12, used: true, issuer: 'raul', approver: 'eva' } },
    ])
  })

  describe('as a supervisor alone behind two names', () => {
    const REFUSED = {
      status: 409,
      message:
        'En los 90 días anteriores uno de los dos dio acceso al otro, o una misma persona a ambos: tiene que aprobarlo otro supervisor',
    }
    const DAY = 86_400_000
    const post = (cookie: string, path: string, sent: object) => portal.console(cookie, 'POST', path, sent)
    const enterAs = async (username: string) => {
      await portal.owner.query(
        `update technician t set password_hash = r.password_hash, second_factor_exempt = true
         from technician r where r.username = 'raul' and t.username = $1`,
        [username],
      )
      return portal.consoleLogIn(username, 'Demo-raul-1')
    }
    const make = async (username: string, by = raul) => {
      const made = await post(by, '/technicians/create', { username, name: username, role: 'supervisor' })
      expect(made.status).toBe(200)
      return enterAs(username)
    }
    /** A supervisor to whom nobody at the console gave access. */
    const known = async (username: string) => {
      await portal.owner.query(`insert into technician (username, name, role) values ($1, $1, 'supervisor')`, [
        username,
      ])
      return enterAs(username)
    }
    const change = (username: string, sent: object) =>
      post(raul, '/technicians/change', { username, name: username, role: 'supervisor', active: true, ...sent })

    beforeEach(async () => {
      await portal.owner.query(`delete from audit`)
      onTestFinished(async () => {
        await portal.owner.query(`
          delete from password_link_request; delete from technician_link;
          update technician set active = false where username not in ('raul', 'eva', 'sonia')`)
      })
    })

    test('whose helper approves, or whose helper’s helper', async () => {
      const helper = await make('ayuda.1')
      const second = await make('ayuda.2', helper)
      await ask({})
      expect(await decide(true, helper)).toMatchObject(REFUSED)
      expect(await decide(true, second)).toMatchObject(REFUSED)
      expect((await decide(true)).status).toBe(200)
    })

    test('whose helper asks', async () => {
      const helper = await make('ayuda.3')
      await ask({}, helper)
      expect(await decide(true, raul)).toMatchObject(REFUSED)
      await ask({}, await make('ayuda.4', helper))
      expect(await decide(true, raul)).toMatchObject(REFUSED)
      expect((await decide(true)).status).toBe(200)
    })

    test('with two helpers, of whom one asks and the other approves', async () => {
      const [one, other] = [await make('ayuda.5'), await make('ayuda.6')]
      await ask({}, one)
      expect(await decide(true, other)).toMatchObject(REFUSED)
      expect(await decide(false, other)).toMatchObject({ status: 200, data: null })
    })

    test('in the name of a supervisor taken over before or after asking', async () => {
      let vera = await known('vera')
      await post(raul, '/technicians/password-link', { username: 'vera' })
      await ask({}, vera)
      expect(await decide(true, raul)).toMatchObject(REFUSED)
      await portal.owner.query('delete from audit')
      await post(raul, '/technicians/reset-second-factor', { username: 'vera' })
      vera = await enterAs('vera')
      await ask({}, vera)
      expect(await decide(true, raul)).toMatchObject(REFUSED)
      await portal.owner.query('delete from audit')
      await ask({})
      await change('vera', { email: 'raul@proveedor.example' })
      expect(await decide(true, vera)).toMatchObject(REFUSED)
    })

    test('for 90 days, counted from the asking: two real supervisors go on working', async () => {
      await known('pilar')
      const gave = async (at: number) => {
        await portal.owner.query('delete from audit')
        await portal.owner.query(
          `insert into audit (at, username, act, details) values ($1, 'raul', '/console/technicians/create', '{"username": "pilar"}')`,
          [new Date(at)],
        )
      }
      const pilar = await enterAs('pilar')
      await gave(NOON.getTime() - 90 * DAY + 3_600_000)
      await ask({}, pilar)
      portal.clock.now = new Date(NOON.getTime() + DAY)
      raul = await portal.consoleLogIn('raul')
      expect(await decide(true, raul)).toMatchObject(REFUSED)
      await ask({}, await enterAs('pilar'))
      expect((await decide(true, raul)).status).toBe(200)
    })

    test('but who only changes a name, disables or refuses gives nobody access', async () => {
      const [nuria, olga] = [await known('nuria'), await known('olga')]
      await change('nuria', { name: 'Nuria' })
      await change('olga', { name: 'Olga' })
      await ask({}, nuria)
      expect((await decide(true, olga)).status).toBe(200)
      await change('olga', { active: false })
      await change('olga', { active: true })
      await ask({})
      expect(await decide(true, await enterAs('olga'))).toMatchObject(REFUSED)
    })

    test('nor does the start of the portal, which makes the first supervisor', async () => {
      await portal.owner.query(`
        insert into audit (at, username, act, details) values
          (now(), 'raul', 'SUPERVISOR', '{}'), (now(), 'eva', 'SUPERVISOR', '{}')`)
      await ask({})
      expect((await decide(true)).status).toBe(200)
    })
  })

  test('by asking for one who has no password but has entered by link, though they logged out since', async () => {
    await portal.owner.query(`
      insert into contact_installation (client_id, contact_id, installation_code) values (1001, 16, 'LEV-01')
      on conflict do nothing`)
    expect(await ask({ contact: 16, username: 'rosa' })).toMatchObject({ status: 200, data: { username: 'rosa' } })
    const entered = await portal.enter('LEV-01', 16)
    expect(await ask({ contact: 16, username: 'rosa' })).toMatchObject({ status: 200, data: null })
    await portal.call(entered, 'POST', '/login/logout')
    expect(await ask({ contact: 16, username: 'rosa' })).toMatchObject({ status: 200, data: null })
  })

  test('by a request that was refused, is old, or is for a former administrator', async () => {
    await ask({})
    expect(await decide(false)).toMatchObject({ status: 200, data: null })
    expect((await decide(true)).status).toBe(404)
    await ask({})
    portal.clock.now = new Date(NOON.getTime() + 72 * 3_600_000)
    eva = await portal.consoleLogIn('eva', 'Demo-raul-1')
    expect((await portal.console(eva, 'GET', '/password-links/requests')).data).toEqual([])
    expect((await decide(true)).status).toBe(404)
    raul = await portal.consoleLogIn('raul')
    await ask({})
    await portal.owner.query(`update contact set visibility = 'own' where contact_id = 12`)
    expect((await decide(true)).status).toBe(422)
  })

  test.each([
    ['disabled', 'active = false'],
    ['a technician again', `role = 'technician'`],
  ])('by a request of a supervisor who is %s', async (_case, changed) => {
    await ask({}, eva)
    await portal.owner.query(`update technician set ${changed} where username = 'eva'`)
    onTestFinished(async () => {
      await portal.owner.query(`update technician set active = true, role = 'supervisor' where username = 'eva'`)
    })
    expect((await portal.console(raul, 'GET', '/password-links/requests')).data).toEqual([])
    expect((await decide(true, raul)).status).toBe(404)
  })

  test('without its owner being told at the next entry, by whichever way', async () => {
    const texts = async (cookie: string): Promise<string[]> =>
      (await portal.call(cookie, 'GET', '/login/get_avisos')).data.map(({ texto }: { texto: string }) => texto)
    const TOLD =
      /^Su contraseña se cambió el miércoles 18 de noviembre a las 12:00 desde un enlace de Soporte\. Si no fue usted, llame ahora a Soporte \(.* · .*\) y cámbiela en «Mis datos»\.$/
    expect((await texts(await portal.logIn('andres', 'Demo-andres-1'))).join('')).not.toContain('contraseña')
    await set(tokenOf(await issue({})), 'Demo-andres-1')
    for (const cookie of [await portal.logIn('andres', 'Demo-andres-1'), await portal.enter('LEV-01', 12)]) {
      expect((await texts(cookie))[0]).toMatch(TOLD)
    }
    expect((await texts(await portal.logIn('marta', 'Demo-marta-1'))).join('')).not.toContain('contraseña')
    portal.clock.now = new Date(NOON.getTime() + 14 * 86_400_000)
    expect((await texts(await portal.logIn('andres', 'Demo-andres-1'))).join('')).not.toContain('contraseña')
  })
})

test('with a mail server the link goes to the recorded address and is shown to nobody', async () => {
  const { url, received, close } = await mailServer()
  onTestFinished(close)
  const mailing = await testAppForThisTest({ dependencies: { smtpUrl: url } })
  await mailing.owner.query(`
    insert into contact (client_id, contact_id, name, email, visibility)
    values (1001, 16, 'Rosa', 'rosa@levante.example', 'client')`)
  const supervisor = await mailing.consoleLogIn('raul')
  const sent = { client: 1001, contact: 16, username: 'rosa' }
  const { data, raw } = await mailing.console(supervisor, 'POST', '/password-links', sent)
  expect(data).toMatchObject({ address: null, sentTo: 'rosa@levante.example', username: 'rosa' })
  expect(raw.body).not.toContain('contrasena')
  await sendMails(await mailOffice(mailing.staff, url), () => mailing.clock.now)
  expect(received.map(({ to }) => to)).toEqual([['rosa@levante.example']])
  expect(received[0]?.body.replaceAll('=\r\n', '')).toContain('/public/contrasena#t=')
})

test('with a mail server there is no link for somebody without an address: nobody else is shown it', async () => {
  const { url, close } = await mailServer()
  onTestFinished(close)
  const mailing = await testAppForThisTest({ dependencies: { smtpUrl: url } })
  await mailing.owner.query(
    `insert into contact (client_id, contact_id, name, email, visibility) values (1001, 16, 'Rosa', '', 'client')`,
  )
  const supervisor = await mailing.consoleLogIn('raul')
  const refused = await mailing.console(supervisor, 'POST', '/password-links', {
    client: 1001,
    contact: 16,
    username: 'rosa',
  })
  expect([refused.status, refused.data.errores]).toEqual([
    422,
    { contact: 'Este contacto no tiene correo: póngalo antes, porque el enlace solo sale por correo' },
  ])
})
