import { parseOptions } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, NOON, type TestApp, answerOf, testApp } from '../testing/test-app.ts'
import { hashPassword } from './password.ts'

const WRONG = { status: 401, message: 'Usuario o contraseña incorrectos', data: null }
const ONLY_FROM_INSTALLATION = 'El acceso es solo desde su instalación'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query('delete from failed_login')
})

const ANDRES = 'Demo-andres-1'

async function logIn(
  usuario: string,
  password: string,
  { address = '10.0.0.1', language = 'es' } = {},
): Promise<Answer> {
  const headers = { 'accept-language': language }
  const payload = { usuario, password }
  return answerOf(
    await portal.app.inject({ method: 'POST', url: '/api/login/login', remoteAddress: address, headers, payload }),
  )
}

test('fields that are wrong are told one by one', async () => {
  const { status, message, data } = await logIn('a'.repeat(201), '   ')
  expect([status, message]).toEqual([422, 'Por favor, compruebe los campos en rojo'])
  expect(data.errores).toEqual({
    usuario: 'Max. 200 caracteres',
    password: 'La contraseña no puede estar formada sólo por espacios',
  })
})

const withoutRaw = ({ status, message, data }: Answer) => ({ status, message, data })

describe('an administrator', () => {
  test('has the installation and the only company of the contact', async () => {
    const { status, data } = await logIn('andres', ANDRES)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      usuario: 'andres',
      usuarioLlamada: 'andres',
      codigoCliente: 1001,
      codigoInstalacion: 'LEV-01',
      version: 'V031',
      empresa: '001',
      mostrarOpciones: true,
      limitada: false,
      contacto: { csnreg: 12, csapec: 'Andrés Molina' },
      programa: null,
    })
  })

  test('may have no installation', async () => {
    const { data } = await logIn('marta', 'Demo-marta-1')
    expect(data).toMatchObject({ codigoInstalacion: null, version: 'V030', empresa: null, mostrarOpciones: true })
  })

  test('may have no company', async () => {
    const { data } = await logIn('teo', 'Demo-teo-1')
    expect(data).toMatchObject({ codigoInstalacion: 'LEV-01', empresa: null })
  })
})

describe('nobody else gets in', () => {
  test('a wrong password and an unknown user get the same answer', async () => {
    expect(withoutRaw(await logIn('andres', 'Demo-andres-2'))).toEqual(WRONG)
    expect(withoutRaw(await logIn('nobody', 'Demo-andres-1'))).toEqual(WRONG)
    expect(withoutRaw(await logIn('ANDRES', 'Demo-andres-1'))).toEqual(WRONG)
    expect(withoutRaw(await logIn('andres ', 'Demo-andres-1'))).toEqual(WRONG)
    const [known, unknown] = [await logIn('andres', 'x'), await logIn('nobody', 'x')]
    expect(known.raw.body).toBe(unknown.raw.body)
    expect([known.raw.cookies, unknown.raw.cookies]).toEqual([[], []])
  })

  test('an unknown user costs the same work as a wrong password', async () => {
    const costs = { andres: Infinity, nobody: Infinity }
    for (let round = 0; round < 12; round += 1) {
      for (const usuario of ['andres', 'nobody'] as const) {
        await portal.owner.query('delete from failed_login')
        const start = process.cpuUsage()
        await logIn(usuario, 'wrong')
        const { user, system } = process.cpuUsage(start)
        // The minimum is the true cost; anything above it is other load on the machine.
        costs[usuario] = Math.min(costs[usuario], user + system)
      }
    }
    // Without the hash it would be a tenth.
    expect(costs.nobody / costs.andres).toBeGreaterThan(0.5)
    expect(costs.nobody / costs.andres).toBeLessThan(2)
  })

  test('an ordinary contact with the right password is told where to enter', async () => {
    await portal.owner.query(`insert into credential values (1001, 11, 'lucia', $1) on conflict do nothing`, [
      await hashPassword('Lucia-demo-1'),
    ])
    const right = await logIn('lucia', 'Lucia-demo-1')
    expect(withoutRaw(right)).toEqual({ status: 401, message: ONLY_FROM_INSTALLATION, data: null })
    expect(right.raw.cookies).toEqual([])
    expect(withoutRaw(await logIn('lucia', 'wrong'))).toEqual(WRONG)
  })

  test('technicians enter elsewhere', async () => {
    expect(withoutRaw(await logIn('sonia', 'Demo-sonia-1'))).toEqual(WRONG)
  })

  test('a disabled contact is one that does not exist', async () => {
    await portal.owner.query('update contact set active = false where contact_id = 22')
    expect(withoutRaw(await logIn('pablo', 'Demo-pablo-1'))).toEqual(WRONG)
    await portal.owner.query('update contact set active = true where contact_id = 22')
    expect((await logIn('pablo', 'Demo-pablo-1')).status).toBe(200)
  })

  test('in the language of whoever asks', async () => {
    const { status, message } = await logIn('andres', 'wrong', { language: 'en' })
    expect([status, message]).toEqual([401, 'Wrong user or password'])
  })

  test('with a request that is not a log-in', async () => {
    const send = (payload: object) => portal.call(null, 'POST', '/login/login', payload)
    expect((await send({ usuario: 'andres' })).status).toBe(422)
    expect((await send({ usuario: 'andres', password: '' })).status).toBe(422)
    expect((await send({ usuario: ['andres'], password: ANDRES })).status).toBe(400)
    expect((await send({ usuario: { $ne: 1 }, password: ANDRES })).status).toBe(400)
    expect((await send({ usuario: 'andres', password: ANDRES, administrador: true })).status).toBe(400)
  })
})

describe('guessing', () => {
  test('ends after ten failures in fifteen minutes, also for the right password', async () => {
    for (let time = 0; time < 10; time += 1) expect((await logIn('andres', 'wrong')).status).toBe(401)
    portal.clock.now = new Date(NOON.getTime() + 5 * 60_000)
    const refused = await logIn('andres', ANDRES)
    expect(refused.status).toBe(429)
    expect(refused.raw.headers['retry-after']).toBe('600')
    expect(refused.raw.cookies).toEqual([])
    // Another address, and another user from there, do not wait.
    expect((await logIn('andres', ANDRES, { address: '10.0.0.2' })).status).toBe(200)
    expect((await logIn('pablo', 'Demo-pablo-1')).status).toBe(200)
  })

  test('is over when its window is, however often it was tried meanwhile', async () => {
    for (let time = 0; time < 10; time += 1) await logIn('andres', 'wrong')
    for (let minute = 1; minute < 15; minute += 1) {
      portal.clock.now = new Date(NOON.getTime() + minute * 60_000)
      expect((await logIn('andres', ANDRES)).status).toBe(429)
    }
    portal.clock.now = new Date(NOON.getTime() + 15 * 60_000)
    expect((await logIn('andres', ANDRES)).status).toBe(200)
  })

  test('counts nothing against who remembers in time', async () => {
    for (let time = 0; time < 9; time += 1) await logIn('andres', 'wrong')
    expect((await logIn('andres', ANDRES)).status).toBe(200)
    for (let time = 0; time < 9; time += 1) expect((await logIn('andres', 'wrong')).status).toBe(401)
    expect((await logIn('andres', ANDRES)).status).toBe(200)
  })

  test('of many users from one address ends after a hundred', async () => {
    await portal.owner.query(
      `insert into failed_login (username, address, at) select 'user' || n, '10.0.0.3', $1 from generate_series(1, 99) n`,
      [NOON],
    )
    expect((await logIn('nobody', 'wrong', { address: '10.0.0.3' })).status).toBe(401)
    expect((await logIn('andres', ANDRES, { address: '10.0.0.3' })).status).toBe(429)
    expect((await logIn('andres', ANDRES, { address: '10.0.0.4' })).status).toBe(200)
  })

  test('at the same moment gets no more tries', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => logIn('andres', 'wrong')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
  })
})

test('the stored form of a password is Argon2id with 19 MiB and two passes', async () => {
  const { rows } = await portal.owner.query('select password_hash from credential')
  expect(rows.length).toBeGreaterThan(3)
  for (const { password_hash } of rows) {
    expect(password_hash).toMatch(/^\$argon2id\$/)
    expect(parseOptions(password_hash)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  }
})

test('no log line holds a password or the name that was typed', async () => {
  await logIn('my-secret-typed-here', 'Secret-word-1')
  await logIn('andres', ANDRES)
  const log = portal.logged.join('')
  expect(log).toContain('"security":"login-refused"')
  for (const secret of ['my-secret-typed-here', 'Secret-word-1', ANDRES]) expect(log).not.toContain(secret)
})
