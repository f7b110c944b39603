import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretBox } from '../secret-box.ts'
import { type Answer, NOON, TEST_KEY, type TestApp, answerOf, testApp } from '../testing/test-app.ts'
import { delayAfter } from './login-limit.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  await portal.owner.query('delete from failed_login')
})

const SIDES = {
  portal: { url: '/api/login/login', user: 'usuario', name: 'andres', password: 'Demo-andres-1' },
  console: { url: '/api/console/login', user: 'username', name: 'sonia', password: 'Demo-sonia-1' },
} as const
type Side = keyof typeof SIDES

async function logIn(
  side: Side,
  { name = SIDES[side].name, password = SIDES[side].password, address = '10.0.0.1', cookies = {} }: Tried = {},
): Promise<Answer> {
  const { url, user } = SIDES[side]
  const payload = { [user]: name, password }
  return answerOf(await portal.app.inject({ method: 'POST', url, remoteAddress: address, cookies, payload }))
}
interface Tried {
  readonly name?: string
  readonly password?: string
  readonly address?: string
  readonly cookies?: Record<string, string>
}

const deviceIn = ({ raw }: Answer): Record<string, string> =>
  Object.fromEntries(
    raw.cookies.filter(({ name }) => name.startsWith('equipo-')).map(({ name, value }) => [name, value]),
  )
const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
const judged = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 429).length

test('a try waits longer the more have failed, and never longer than a minute', () => {
  expect([0, 19, 20, 24, 25, 30, 35, 40, 45, 49, 50, 1000].map(delayAfter)).toEqual([
    0, 0, 1, 1, 2, 4, 8, 16, 32, 32, 60, 60,
  ])
})

test.each(['portal', 'console'] as const)(
  'at the %s three hundred guesses from thirty addresses are judged at first, then one a minute',
  async (side) => {
    const answers: Answer[] = []
    for (let guess = 0; guess < 300; guess += 1) {
      answers.push(await logIn(side, { password: 'wrong', address: `10.0.1.${guess % 30}` }))
      later(0.1)
    }
    expect(judged(answers)).toBeLessThanOrEqual(40)
    portal.clock.now = new Date(NOON.getTime() + 10 * 60_000)
    const hour: Answer[] = []
    for (let guess = 0; guess < 120; guess += 1) {
      hour.push(await logIn(side, { password: 'wrong', address: `10.0.2.${guess % 100}` }))
      later(10)
    }
    expect(judged(hour)).toBeLessThanOrEqual(45)
    // A stranger cannot find out with it which names exist.
    const unknown: Answer[] = []
    for (let guess = 0; guess < 60; guess += 1) {
      unknown.push(await logIn(side, { name: 'nobody', password: 'wrong', address: `10.0.3.${guess % 30}` }))
    }
    expect(judged(unknown)).toBe(20)
  },
)

test.each(['portal', 'console'] as const)(
  'at the %s who logged in from a browser before is held up by nobody, and may not guess without end either',
  async (side) => {
    const cookies = deviceIn(await logIn(side))
    const flood = async () => {
      for (let guess = 0; guess < 60; guess += 1) {
        await portal.owner.query('insert into failed_login (username, address, at) values ($1, $2, $3)', [
          secretBox(TEST_KEY).mark(side === 'console' ? 'console/sonia' : 'andres'),
          `10.0.4.${guess}`,
          portal.clock.now,
        ])
      }
    }
    // Strangers at the same address who guess at this name and at others do not delay him.
    for (let guess = 0; guess < 110; guess += 1) {
      await logIn(side, {
        name: guess < 10 ? SIDES[side].name : `nobody-${guess}`,
        password: 'wrong',
        address: '10.0.0.6',
      })
    }
    expect((await logIn(side, { address: '10.0.0.6' })).status).toBe(429)
    expect((await logIn(side, { address: '10.0.0.6', cookies })).status).toBe(200)
    await flood()
    const stranger = await logIn(side, { address: '10.0.0.9' })
    expect([stranger.status, stranger.raw.headers['retry-after']]).toEqual([429, '60'])
    const known = await logIn(side, { address: '10.0.0.9', cookies })
    expect(known.status).toBe(200)
    // Another account's device does not count, nor does an invented one.
    for (const [name, value] of Object.entries(cookies)) {
      const other = Object.values(
        deviceIn(
          await logIn(side, {
            name: side === 'console' ? 'raul' : 'pablo',
            password: side === 'console' ? 'Demo-raul-1' : 'Demo-pablo-1',
          }),
        ),
      )
      for (const forged of [...other, `${value.slice(0, -2)}AA`, 'x', '']) {
        expect((await logIn(side, { address: '10.0.0.8', cookies: { [name]: forged } })).status).toBe(429)
      }
    }
    // This holds from any number of addresses.
    const guesses: Answer[] = []
    for (let guess = 0; guess < 30; guess += 1) {
      guesses.push(await logIn(side, { password: 'wrong', address: `10.0.5.${guess}`, cookies }))
    }
    expect(judged(guesses)).toBe(10)
    // Half a year later the device is forgotten.
    later(181 * 24 * 3600)
    await flood()
    expect((await logIn(side, { address: '10.0.0.7', cookies })).status).toBe(429)
  },
)

test('the addresses of one IPv6 network count as one', async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await logIn('portal', { password: 'wrong', address: `2001:db8:1:2::${guess + 1}` })).status).toBe(401)
  }
  expect((await logIn('portal', { address: '2001:db8:1:2:ffff::1' })).status).toBe(429)
  expect((await logIn('portal', { address: '2001:db8:1:3::1' })).status).toBe(200)
})

test('the owner of a whole IPv6 site cannot guess from each of its networks', async () => {
  await portal.owner.query(
    `insert into failed_login (username, address, site, at)
     select 'user ' || n, '2001:db8:7:' || to_hex(n) || '::/64', '2001:db8:7::/48', $1 from generate_series(1, 999) n`,
    [NOON],
  )
  const guess = { name: 'nobody', password: 'wrong', address: '2001:db8:7:ffff::1' }
  expect((await logIn('portal', guess)).status).toBe(401)
  const from = (address: string) => logIn('portal', { address })
  expect((await from('2001:db8:7:fffe::1')).status).toBe(429)
  expect((await from('2001:db8:8::1')).status).toBe(200)
  expect((await from('10.0.0.1')).status).toBe(200)
})

test('of sixty guesses at the current password at once ten are judged, on either side, and nobody else waits for them', async () => {
  const andres = await portal.logIn('andres', 'Demo-andres-1')
  const sonia = await portal.consoleLogIn('sonia')
  const lucia = await portal.enter('LEV-01', 11)
  const change = (guess: number) => ({
    password: `guess-${guess}`,
    passwordNueva: 'Otra-clave-26',
    passwordNuevaRepetida: 'Otra-clave-26',
  })
  const customers = Array.from({ length: 60 }, (_, guess) =>
    portal.call(andres, 'POST', '/login/modificar_password', change(guess)),
  )
  const technicians = Array.from({ length: 60 }, (_, guess) =>
    portal.console(sonia, 'POST', '/password', {
      current: `guess-${guess}`,
      next: 'una contraseña larga',
      repeated: 'una contraseña larga',
    }),
  )
  const list = portal.call(lucia, 'GET', '/consultas/get_contadores')
  for (const answers of [await Promise.all(customers), await Promise.all(technicians)]) {
    expect(answers.filter(({ status }) => status !== 429 && status !== 422)).toEqual([])
    expect(judged(answers)).toBeLessThanOrEqual(10)
  }
  expect((await list).status).toBe(200)
  // From there, the right password has to wait, too.
  expect(
    (await portal.call(andres, 'POST', '/login/modificar_password', { ...change(0), password: 'Demo-andres-1' }))
      .status,
  ).toBe(429)
})
