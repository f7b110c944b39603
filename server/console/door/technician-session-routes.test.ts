import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretBox } from '../../secret-box.ts'
import {
  type Answer,
  NOON,
  TEST_KEY,
  type TestApp,
  answerOf,
  testApp,
  testAppForThisTest,
} from '../../testing/test-app.ts'
import { codeAt } from '../../session/totp.ts'
import { eventually } from '../../testing/eventually.ts'

const WRONG = { status: 401, message: 'Usuario o contraseña incorrectos', data: null }
const NO_SESSION = { status: 403, data: { codigo: 'sesion' } }
const NO_ROLE = { status: 403, data: { codigo: 'rol' } }

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query('delete from failed_login; delete from technician_session; delete from recovery_code')
  await portal.owner.query(`update technician set active = true, second_factor_exempt = true, totp_secret = null,
    totp_confirmed = false, totp_used_step = 0`)
})

async function logIn(username: string, password: string, code?: string, address = '10.0.0.1'): Promise<Answer> {
  const payload = { username, password, ...(code !== undefined && { code }) }
  return answerOf(
    await portal.app.inject({ method: 'POST', url: '/api/console/login', remoteAddress: address, payload }),
  )
}

const withoutRaw = ({ status, message, data }: Answer) => ({ status, message, data })
const cookieOf = ({ raw }: Answer) => raw.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const session = async (cookie: string | null) => (await portal.console(cookie, 'GET', '/session')).data
const pass = (minutes: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000)
}
const audited = async (act: string) =>
  (
    await portal.owner.query({
      text: 'select username, details from audit where act = $1 order by audit_id',
      values: [act],
    })
  ).rows

describe('a technician', () => {
  test('logs in and is told who they are', async () => {
    const answer = await logIn('sonia', 'Demo-sonia-1')
    expect(answer.data).toEqual({ username: 'sonia', name: 'Sonia Campos', role: 'technician', enrolling: false })
    expect(await session(cookieOf(answer))).toEqual(answer.data)
    expect(await session(null)).toBe(null)
  })

  test('has a cookie that scripts cannot read, of which the database knows only the hash', async () => {
    const { raw } = await logIn('sonia', 'Demo-sonia-1')
    expect(raw.cookies).toEqual([
      { name: 'consola', value: expect.stringMatching(/^[\w-]{43}$/), path: '/', httpOnly: true, sameSite: 'Lax' },
      expect.objectContaining({ name: expect.stringMatching(/^equipo-/), path: '/', httpOnly: true, sameSite: 'Lax' }),
    ])
    const { rows } = await portal.owner.query('select s::text as row from technician_session s')
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(raw.cookies[0]?.value)
  })

  test('has a cookie of this very host behind https', async () => {
    const secure = await testAppForThisTest({ dependencies: { origin: 'https://portal.test' } })
    const { raw } = await secure.console(null, 'POST', '/login', { username: 'sonia', password: 'Demo-sonia-1' })
    expect(raw.cookies[0]).toMatchObject({ name: '__Host-consola', secure: true, path: '/' })
  })

  test('has another session at each log-in, which ends the one before in that browser', async () => {
    const first = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    const again = await portal.console(first, 'POST', '/login', { username: 'sonia', password: 'Demo-sonia-1' })
    expect(cookieOf(again)).not.toBe(first)
    expect(await session(first)).toBe(null)
    expect(await session(cookieOf(again))).not.toBe(null)
  })

  test('logs out', async () => {
    const cookie = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    const { raw } = await portal.console(cookie, 'POST', '/logout')
    expect(raw.cookies[0]).toMatchObject({ name: 'consola', value: '' })
    expect(await session(cookie)).toBe(null)
    expect((await portal.console(null, 'POST', '/logout')).status).toBe(200)
  })

  test('has an hour without doing anything and twelve in all', async () => {
    const cookie = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    pass(59)
    expect(await session(cookie)).not.toBe(null)
    pass(59)
    expect(await session(cookie)).not.toBe(null)
    pass(60)
    expect(await session(cookie)).toBe(null)

    const other = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    for (let half = 1; half < 24; half += 1) {
      pass(30)
      expect(await session(other)).not.toBe(null)
    }
    pass(30)
    expect(await session(other)).toBe(null)
  })

  test('ends after an hour though its screens ask by themselves, and lives on when somebody touches one', async () => {
    const cookie = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    const asks = async (headers: Record<string, string>) =>
      (await portal.console(cookie, 'GET', '/ticket-counts', {}, headers)).status
    const untouched = { 'x-untouched': '1' }
    for (let minute = 0; minute < 55; minute += 5) {
      pass(5)
      expect(await asks(untouched)).toBe(200)
    }
    expect(await asks({})).toBe(200)
    for (let minute = 0; minute < 55; minute += 5) {
      pass(5)
      expect(await asks(untouched)).toBe(200)
    }
    pass(5)
    expect(await asks(untouched)).toBe(403)
    expect(await asks({})).toBe(403)
  })

  test('is nobody from the request on after being disabled', async () => {
    const cookie = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    await portal.owner.query(`update technician set active = false where username = 'sonia'`)
    expect(await session(cookie)).toBe(null)
    expect(await portal.console(cookie, 'GET', '/technicians/names')).toMatchObject(NO_SESSION)
    expect(withoutRaw(await logIn('sonia', 'Demo-sonia-1'))).toEqual(WRONG)
  })
})

describe('nobody else gets in', () => {
  test('a wrong password and an unknown user get the same answer', async () => {
    const [known, unknown] = [await logIn('sonia', 'x'), await logIn('nobody', 'x')]
    expect(withoutRaw(known)).toEqual(WRONG)
    expect(known.raw.body).toBe(unknown.raw.body)
    expect([known.raw.cookies, unknown.raw.cookies]).toEqual([[], []])
    expect(withoutRaw(await logIn('andres', 'Demo-andres-1'))).toEqual(WRONG)
  })

  test('an unknown user costs the same work as a wrong password', async () => {
    const costs = { sonia: Infinity, nobody: Infinity }
    for (let round = 0; round < 12; round += 1) {
      for (const username of ['sonia', 'nobody'] as const) {
        await portal.owner.query('delete from failed_login')
        const start = process.cpuUsage()
        await logIn(username, 'wrong')
        const { user, system } = process.cpuUsage(start)
        // The lowest cost is the real one; the rest is other work of the machine.
        costs[username] = Math.min(costs[username], user + system)
      }
    }
    expect(costs.nobody / costs.sonia).toBeGreaterThan(0.5)
    expect(costs.nobody / costs.sonia).toBeLessThan(2)
  })

  test('ten wrong passwords in a quarter of an hour are enough, for that user from that address', async () => {
    for (let guess = 0; guess < 10; guess += 1) expect((await logIn('sonia', 'wrong')).status).toBe(401)
    const refused = await logIn('sonia', 'Demo-sonia-1')
    expect(refused.status).toBe(429)
    expect(Number(refused.raw.headers['retry-after'])).toBe(15 * 60)
    expect((await logIn('sonia', 'Demo-sonia-1', undefined, '10.0.0.2')).status).toBe(200)
    expect((await logIn('raul', 'Demo-raul-1')).status).toBe(200)
    pass(15)
    expect((await logIn('sonia', 'Demo-sonia-1')).status).toBe(200)
  })

  test('a technician without a password', async () => {
    await portal.owner.query(`insert into technician (username, name, role) values ('nuevo', 'Nuevo', 'technician')`)
    expect(withoutRaw(await logIn('nuevo', ''))).toMatchObject({ status: 422 })
    expect(withoutRaw(await logIn('nuevo', 'x'))).toEqual(WRONG)
  })
})

/** Sets up the second factor; returns the phone's secret, the recovery codes and the session that continues. */
async function enrol() {
  await portal.owner.query(`update technician set second_factor_exempt = false`)
  const before = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
  const { data } = await portal.console(before, 'POST', '/second-factor')
  const secret = await secretInForce()
  const code = codeAt(secret, portal.clock.now)
  const confirmed = await portal.console(before, 'POST', '/second-factor/confirm', { code })
  return { before, data, secret, code, confirmed, recoveryCodes: confirmed.data.recoveryCodes as string[] }
}
/** Its stored form is of no use for making codes. */
async function secretInForce(): Promise<Buffer> {
  const { rows } = await portal.owner.query(`select totp_secret from technician where username = 'sonia'`)
  const sealed: Buffer = rows[0].totp_secret
  expect(sealed.length).toBeGreaterThan(40)
  expect(secretBox(TEST_KEY).open(sealed, 'raul')).toBeNull()
  expect(secretBox(Buffer.alloc(32)).open(sealed, 'sonia')).toBeNull()
  const secret = secretBox(TEST_KEY).open(sealed, 'sonia')
  if (!secret) throw new Error('It does not open')
  return secret
}

describe('the second factor', () => {
  test('has to be set up before anything else by who is not exempt', async () => {
    await portal.owner.query(`update technician set second_factor_exempt = false`)
    const answer = await logIn('sonia', 'Demo-sonia-1')
    expect(answer.data).toMatchObject({ username: 'sonia', enrolling: true })
    const cookie = cookieOf(answer)
    expect(await portal.console(cookie, 'GET', '/technicians/names')).toMatchObject(NO_ROLE)
    expect(await portal.console(cookie, 'POST', '/second-factor/confirm', { code: '000000' })).toMatchObject({
      status: 422,
      data: { errores: { code: 'El código no es correcto' } },
    })
  })

  test('is in force once a code was given back, in a session under a new id', async () => {
    const { before, data, confirmed, recoveryCodes } = await enrol()
    expect(data.address).toBe(`otpauth://totp/Prisma%20RE:sonia?secret=${data.secret}&issuer=Prisma%20RE`)
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await session(before)).toBe(null)
    const cookie = cookieOf(confirmed)
    expect(await session(cookie)).toMatchObject({ username: 'sonia', enrolling: false })
    expect((await portal.console(cookie, 'GET', '/technicians/names')).status).toBe(200)
    expect(await portal.console(cookie, 'POST', '/second-factor')).toMatchObject({
      status: 409,
      message: 'Ya tiene un segundo factor: un supervisor puede reiniciarlo',
    })
    const { rows } = await portal.owner.query('select c::text as row from recovery_code c')
    expect(rows).toHaveLength(10)
    for (const { row } of rows) expect(row).not.toMatch(/[A-Z]/)
  })

  test('is asked for once the password is right, and each code is good once', async () => {
    const { secret, code } = await enrol()
    expect(withoutRaw(await logIn('sonia', 'wrong', code))).toEqual(WRONG)
    const asked = await logIn('sonia', 'Demo-sonia-1')
    expect(asked.data).toBe(null)
    expect(asked.raw.cookies).toEqual([])
    expect(withoutRaw(await logIn('sonia', 'Demo-sonia-1', code))).toEqual({
      status: 401,
      message: 'El código no es correcto',
      data: null,
    })
    pass(0.5)
    const next = codeAt(secret, portal.clock.now)
    expect(await logIn('sonia', 'Demo-sonia-1', next)).toMatchObject({ status: 200, data: { enrolling: false } })
    expect((await logIn('sonia', 'Demo-sonia-1', next)).status).toBe(401)
  })

  test('lets one of two in who give the same code at the same moment', async () => {
    const { secret } = await enrol()
    pass(1)
    const code = codeAt(secret, portal.clock.now)
    const answers = await Promise.all([1, 2, 3].map(() => logIn('sonia', 'Demo-sonia-1', code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })

  test('forgives a clock that is half a minute off, and no more', async () => {
    const { secret } = await enrol()
    pass(10)
    const off = (seconds: number) => codeAt(secret, new Date(portal.clock.now.getTime() + seconds * 1000))
    expect((await logIn('sonia', 'Demo-sonia-1', off(-60))).status).toBe(401)
    expect((await logIn('sonia', 'Demo-sonia-1', off(60))).status).toBe(401)
    expect((await logIn('sonia', 'Demo-sonia-1', off(-30))).status).toBe(200)
    expect((await logIn('sonia', 'Demo-sonia-1', off(30))).status).toBe(200)
    // A step before the last one used is never accepted.
    expect((await logIn('sonia', 'Demo-sonia-1', off(0))).status).toBe(401)
  })

  test('may be a recovery code instead, each once', async () => {
    const { recoveryCodes } = await enrol()
    const [first = '', second = ''] = recoveryCodes
    expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect((await logIn('sonia', 'Demo-sonia-1', first)).status).toBe(200)
    expect((await logIn('sonia', 'Demo-sonia-1', first)).status).toBe(401)
    expect((await logIn('sonia', 'Demo-sonia-1', second.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
  })

  test('recovery codes are renewed for password and code; the old ones end', async () => {
    const { secret, recoveryCodes: old, confirmed } = await enrol()
    const cookie = cookieOf(confirmed)
    pass(1)
    const code = () => codeAt(secret, portal.clock.now)
    const renew = (password: string, given: string) =>
      portal.console(cookie, 'POST', '/recovery-codes', { password, code: given })
    expect(withoutRaw(await renew('Demo-raul-1', code()))).toMatchObject({
      status: 422,
      data: { errores: { password: 'La contraseña actual no es correcta' } },
    })
    for (const wrong of ['000000', old[0] ?? '']) {
      expect(withoutRaw(await renew('Demo-sonia-1', wrong))).toMatchObject({
        status: 422,
        data: { errores: { code: 'El código no es correcto' } },
      })
    }
    const { status, data } = await renew('Demo-sonia-1', code())
    expect([status, new Set(data.recoveryCodes).size]).toEqual([200, 10])
    // A code is valid once.
    expect((await renew('Demo-sonia-1', code())).status).toBe(422)
    expect((await logIn('sonia', 'Demo-sonia-1', old[1])).status).toBe(401)
    expect((await logIn('sonia', 'Demo-sonia-1', data.recoveryCodes[0])).status).toBe(200)
    expect(await audited('/console/recovery-codes')).toEqual([{ username: 'sonia', details: {} }])
  })

  test('without a second factor there are no codes to renew', async () => {
    const cookie = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    const { status, message } = await portal.console(cookie, 'POST', '/recovery-codes', {
      password: 'Demo-sonia-1',
      code: '123456',
    })
    expect([status, message]).toEqual([409, 'No tiene segundo factor: los códigos de recuperación lo sustituyen'])
  })

  test('may be guessed at ten times in a quarter of an hour, from wherever', async () => {
    const { secret } = await enrol()
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await logIn('sonia', 'Demo-sonia-1', '000000', `10.0.1.${guess}`)).status).toBe(401)
    }
    pass(1)
    const code = () => codeAt(secret, portal.clock.now)
    expect((await logIn('sonia', 'Demo-sonia-1', code(), '10.0.2.1')).status).toBe(429)
    pass(15)
    expect((await logIn('sonia', 'Demo-sonia-1', code(), '10.0.2.1')).status).toBe(200)
  })
})

describe('the own password', () => {
  const next = 'una contraseña larga'
  const change = (cookie: string, current: string, next: string, repeated = next) =>
    portal.console(cookie, 'POST', '/password', { current, next, repeated })

  test('is changed, which ends the other sessions', async () => {
    const [cookie, other] = [await portal.consoleLogIn('sonia'), await portal.consoleLogIn('sonia')]
    expect(await change(cookie, 'Demo-sonia-1', next)).toMatchObject({
      status: 200,
      message: 'La contraseña fue modificada con éxito',
    })
    expect(await session(cookie)).not.toBe(null)
    expect(await session(other)).toBe(null)
    expect((await logIn('sonia', 'Demo-sonia-1')).status).toBe(401)
    expect((await logIn('sonia', next)).status).toBe(200)
    expect((await change(cookie, next, 'Demo-sonia-1')).status).toBe(200)
  })

  test('is changed once by a retry under its key, which is no quick hash of the typed text', async () => {
    const cookie = await portal.consoleLogIn('sonia')
    const sent = { current: 'Demo-sonia-1', next, repeated: next }
    const tried = () => portal.console(cookie, 'POST', '/password', sent, { 'idempotency-key': 'own-password' })
    expect([(await tried()).status, (await tried()).status]).toEqual([200, 200])
    const { rows } = await portal.owner.query('select request_hash from technician_idempotency')
    const quick = createHash('sha256')
      .update(`/console/password\n${JSON.stringify(sent)}`)
      .digest()
    expect(rows).toEqual([{ request_hash: expect.any(Buffer) }])
    expect(rows[0].request_hash).not.toEqual(quick)
    expect((await change(cookie, next, 'Demo-sonia-1')).status).toBe(200)
  })

  test('is refused with an error at each wrong field', async () => {
    const cookie = await portal.consoleLogIn('sonia')
    expect((await change(cookie, '', 'corta', 'otra')).data).toEqual({
      errores: { current: 'Obligatorio', next: 'Min. 12 caracteres', repeated: 'Las contraseñas deben coincidir' },
    })
    expect((await change(cookie, 'wrong', 'Administrador-2026')).data).toEqual({
      errores: { next: 'Es una de las contraseñas más usadas: elija otra' },
    })
    expect((await change(cookie, 'wrong', next)).data).toEqual({
      errores: { current: 'La contraseña actual no es correcta' },
    })
    expect((await portal.owner.query('select from failed_login')).rowCount).toBe(1)
  })

  test('may be guessed at ten times in a quarter of an hour', async () => {
    const cookie = await portal.consoleLogIn('sonia')
    for (let guess = 0; guess < 10; guess += 1) expect((await change(cookie, 'wrong', next)).status).toBe(422)
    await eventually(async () => expect((await change(cookie, 'wrong', next)).status).toBe(429))
    expect((await change(cookie, 'Demo-sonia-1', next)).status).toBe(429)
  })
})

describe('the audit', () => {
  beforeEach(() => portal.owner.query('delete from audit'))

  test('has log-ins and log-outs, and what was refused to somebody known', async () => {
    await logIn('nobody', 'x')
    await logIn('sonia', 'x')
    const cookie = cookieOf(await logIn('sonia', 'Demo-sonia-1'))
    await portal.console(cookie, 'POST', '/logout')
    await eventually(async () =>
      expect(await audited('/console/login')).toEqual(
        expect.arrayContaining([
          { username: 'sonia', details: { address: '10.0.0.1', refused: 'wrong-password' } },
          { username: 'sonia', details: { address: '10.0.0.1' } },
        ]),
      ),
    )
    expect(await audited('/console/login')).toHaveLength(2)
    expect(await audited('/console/logout')).toEqual([{ username: 'sonia', details: {} }])
  })

  test('has the second factor, without its secret and codes', async () => {
    const { secret } = await enrol()
    await logIn('sonia', 'Demo-sonia-1', '000000')
    await eventually(async () =>
      expect(await audited('/console/login')).toContainEqual({
        username: 'sonia',
        details: { address: '10.0.0.1', refused: 'wrong-code' },
      }),
    )
    expect(await audited('/console/second-factor/confirm')).toEqual([{ username: 'sonia', details: {} }])
    const { rows } = await portal.owner.query('select string_agg(a::text, chr(10)) as all from audit a')
    expect(rows[0].all).not.toContain(secret.toString('hex'))
  })
})

test('the log-in page is told what it is called and whether there is another way in', async () => {
  expect((await portal.console(null, 'GET', '/configuration')).data).toEqual({
    productName: 'Prisma RE',
    providerName: 'Cantera Software, S.L.',
    openId: false,
  })
})

test('no log tells passwords, codes or tokens', async () => {
  portal.logged.length = 0
  const { recoveryCodes } = await enrol()
  const cookie = cookieOf(await logIn('sonia', 'Demo-sonia-1', recoveryCodes[0]))
  await logIn('sonia', 'a-wrong-password')
  const told = portal.logged.join('\n')
  expect(told).toContain('console-opened')
  for (const secret of ['Demo-sonia-1', 'a-wrong-password', recoveryCodes[0] ?? '', cookie.split('=')[1] ?? '']) {
    expect(told).not.toContain(secret)
  }
})
