import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Forgery,
  type GenuineToken,
  type IdentityProvider,
  identityProvider,
} from '../../testing/identity-provider.ts'
import { NOON, TEST_KEY, type TestApp, testApp, testAppForThisTest } from '../../testing/test-app.ts'
import { secretBox } from '../../secret-box.ts'
import { codeAt } from '../../session/totp.ts'

const CALLBACK = 'http://portal.test/api/console/oidc/callback'

let provider: IdentityProvider
let portal: TestApp
beforeAll(async () => {
  provider = await identityProvider(CALLBACK, {
    'number-1': { preferred_username: 'sonia', email: 'Sonia@soporte.example', email_verified: true },
    'number-2': { preferred_username: 'raul', email: 'sonia@soporte.example', email_verified: true },
    'number-3': { preferred_username: 'sonia', email: 'sonia@soporte.example', email_verified: false },
    'number-4': { preferred_username: 'raul' },
    'number-5': {},
    'sonia@soporte.example': { preferred_username: 'number-1' },
    raul: { preferred_username: 'raul', email: 'somebody@soporte.example', email_verified: true },
  })
  portal = await testApp({ dependencies: { openId: provider.settings } })
})
afterAll(async () => {
  await portal.close()
  await provider.close()
})
afterEach(async () => {
  provider.forge(null)
  portal.clock.now = NOON
  await portal.owner.query(`
    delete from identity_request; delete from technician_session; delete from failed_login; delete from recovery_code;
    update technician set active = true, issuer = null, subject = null, email = null, second_factor_exempt = true,
      totp_confirmed = false, totp_secret = null, totp_used_step = 0`)
})

/** Binds Sonia to an identity at the provider. */
const bind = (subject: string, issuer = `${provider.settings.issuer}/`) =>
  portal.owner.query(`update technician set issuer = $2, subject = $1 where username = 'sonia'`, [subject, issuer])
/** Gives Sonia an address, but no identity yet. */
const invite = () =>
  portal.owner.query(`update technician set email = 'sonia@soporte.example' where username = 'sonia'`)

/** Starts at the console; returns the address the browser is sent to, and its cookie. */
async function begin() {
  const { raw } = await portal.console(null, 'GET', '/oidc/start')
  const [cookie] = raw.cookies
  return { address: String(raw.headers.location), cookie: `${cookie?.name}=${cookie?.value}`, raw }
}

const pathOf = (address: string) => address.replace('http://portal.test/api', '')

/** Returns from the provider with the browser's cookie. */
async function comeBack(address: string, cookie: string | null) {
  const { raw } = await portal.call(cookie, 'GET', pathOf(address))
  const session = raw.cookies.find(({ name, value }) => name === 'consola' && value !== '')
  return { status: raw.statusCode, location: raw.headers.location, session: session && `consola=${session.value}` }
}

async function enter(login: string) {
  const { address, cookie } = await begin()
  return comeBack(await provider.logIn(address, login), cookie)
}

const whoIs = async (cookie: string | undefined) => (await portal.console(cookie ?? null, 'GET', '/session')).data
const SONIA = { username: 'sonia', role: 'technician', enrolling: false }
const ENTERED = { status: 302, location: '/consola/', session: expect.any(String) }
const ended = (search: string) => ({ status: 302, location: `/consola/?${search}`, session: undefined })
const REFUSED = ended('error=openid')
const UNKNOWN = ended('error=unknown')
const WAITS = ended('error=pending')

test('the log-in page offers it', async () => {
  expect((await portal.console(null, 'GET', '/configuration')).data).toMatchObject({ openId: true })
})

describe('who somebody is', () => {
  test('is what issuer and number say, and stands in the audit', async () => {
    await bind('number-5')
    await portal.owner.query('delete from audit')
    const { session, ...rest } = await enter('number-5')
    expect({ session, ...rest }).toEqual(ENTERED)
    expect(await whoIs(session)).toMatchObject(SONIA)
    const { rows } = await portal.owner.query('select username, act from audit')
    expect(rows).toEqual([{ username: 'sonia', act: '/console/oidc/callback' }])
  })

  test.each([
    ['a supervisor, unbound', 'number-4'],
    ['a technician, with an address that is nobody’s', 'number-1'],
    ['a supervisor, by a number that is their user name', 'raul'],
  ])('is never what they call themselves: %s', async (_case, login) => {
    expect(await enter(login)).toEqual(UNKNOWN)
  })

  test('is never what they call themselves, also where the technician is bound', async () => {
    await bind('number-1')
    expect(await enter('sonia@soporte.example')).toEqual(UNKNOWN)
    await bind('sonia@soporte.example')
    expect(await enter('number-1')).toEqual(UNKNOWN)
    expect(await enter('number-3')).toEqual(UNKNOWN)
  })

  test('is nobody with the number of another issuer, nor once disabled', async () => {
    await bind('number-5', 'https://other.example/')
    expect(await enter('number-5')).toEqual(UNKNOWN)
    await bind('number-5')
    await portal.owner.query(`update technician set active = false where username = 'sonia'`)
    expect(await enter('number-5')).toEqual(UNKNOWN)
  })

  test('is an address no more once somebody is bound, whoever has verified it', async () => {
    await invite()
    await bind('number-5')
    expect(await enter('number-1')).toEqual(UNKNOWN)
    expect(await enter('number-2')).toEqual(UNKNOWN)
  })
})

describe('an address binds once, by a supervisor’s word', () => {
  const requests = async () =>
    (await portal.console(await portal.consoleLogIn('raul'), 'GET', '/technicians/identities')).data
  const decide = async (subject: string, confirmed: boolean, over: object = {}, by = 'raul') =>
    portal.console(await portal.consoleLogIn(by), 'POST', '/technicians/identity', {
      username: 'sonia',
      issuer: `${provider.settings.issuer}/`,
      subject,
      confirmed,
      ...over,
    })

  test('a technician who comes with it waits until then, and enters afterwards', async () => {
    await invite()
    expect(await enter('number-1')).toEqual(WAITS)
    expect(await enter('number-1')).toEqual(WAITS)
    expect(await requests()).toEqual([
      {
        username: 'sonia',
        name: 'Sonia Campos',
        issuer: `${provider.settings.issuer}/`,
        subject: 'number-1',
        email: 'sonia@soporte.example',
        requestedAt: NOON.toISOString(),
      },
    ])
    expect((await decide('number-1', true)).status).toBe(200)
    expect(await requests()).toEqual([])
    const { session } = await enter('number-1')
    expect(await whoIs(session)).toMatchObject(SONIA)
  })

  test('another technician who waited with the same address waits no longer', async () => {
    await invite()
    expect([await enter('number-1'), await enter('number-2')]).toEqual([WAITS, WAITS])
    expect((await decide('number-1', true)).status).toBe(200)
    expect((await decide('number-2', true)).status).toBe(404)
    expect(await enter('number-2')).toEqual(UNKNOWN)
    expect(await whoIs((await enter('number-1')).session)).toMatchObject(SONIA)
  })

  test('nobody waits by an address that is not verified', async () => {
    await invite()
    expect(await enter('number-3')).toEqual(UNKNOWN)
    expect(await requests()).toEqual([])
  })

  test('a refused person is nobody, and only a supervisor refuses', async () => {
    await invite()
    await enter('number-1')
    expect((await decide('number-1', true, {}, 'sonia')).status).toBe(403)
    expect((await decide('number-9', true)).status).toBe(404)
    expect((await decide('number-1', true, { username: 'raul' })).status).toBe(404)
    expect((await decide('number-1', true, { issuer: 'https://other.example/' })).status).toBe(404)
    expect((await decide('number-1', false)).status).toBe(200)
    expect(await requests()).toEqual([])
    expect((await decide('number-1', true)).status).toBe(404)
  })

  test('an address that was taken back meanwhile binds nobody', async () => {
    await invite()
    await enter('number-1')
    await portal.owner.query(`update technician set email = null where username = 'sonia'`)
    expect(await requests()).toEqual([])
    expect((await decide('number-1', true)).status).toBe(404)
  })
})

describe('the second factor', () => {
  const byCode = (code: string, cookie: string | null) => portal.console(cookie, 'POST', '/oidc/code', { code })
  const codeNow = (secret: Buffer) => codeAt(secret, portal.clock.now)

  async function withSecondFactor() {
    await bind('number-5')
    await portal.owner.query(`update technician set second_factor_exempt = false where username = 'sonia'`)
    const { session = null } = await enter('number-5')
    await portal.console(session, 'POST', '/second-factor')
    const { rows } = await portal.owner.query(`select totp_secret from technician where username = 'sonia'`)
    const secret = secretBox(TEST_KEY).open(rows[0].totp_secret, 'sonia') ?? Buffer.alloc(0)
    const confirmed = await portal.console(session, 'POST', '/second-factor/confirm', { code: codeNow(secret) })
    expect(confirmed.status).toBe(200)
    portal.clock.now = new Date(NOON.getTime() + 60_000)
    return { secret, recoveryCodes: confirmed.data.recoveryCodes as string[] }
  }

  async function comeHalf() {
    const { address, cookie } = await begin()
    const { raw } = await portal.call(cookie, 'GET', pathOf(await provider.logIn(address, 'number-5')))
    expect(raw.headers.location).toBe('/consola/?code=1')
    expect(raw.cookies.filter(({ name, value }) => name === 'consola' && value !== '')).toEqual([])
    const half = raw.cookies.find(({ name }) => name === 'consola-openid-codigo')
    expect(half).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600 })
    return `consola-openid-codigo=${half?.value}`
  }

  test('is the console’s own where the provider says nothing of one: to be set up at the first entry', async () => {
    await bind('number-5')
    await portal.owner.query(`update technician set second_factor_exempt = false where username = 'sonia'`)
    const { session } = await enter('number-5')
    expect(await whoIs(session)).toMatchObject({ username: 'sonia', enrolling: true })
  })

  test('is asked for by code afterwards, each good once', async () => {
    const { secret, recoveryCodes } = await withSecondFactor()
    const half = await comeHalf()
    expect((await portal.console(half, 'GET', '/tickets', { view: 'mine' })).status).toBe(403)
    expect(await byCode('000000', half)).toMatchObject({ status: 401, message: 'El código no es correcto' })
    const code = codeNow(secret)
    const entered = await byCode(code, half)
    expect(entered).toMatchObject({ status: 200, data: SONIA })
    const session = entered.raw.cookies.find(({ name }) => name === 'consola')
    expect(await whoIs(`consola=${session?.value}`)).toMatchObject(SONIA)
    expect((await byCode(code, half)).status).toBe(401)
    expect((await byCode(recoveryCodes[0] ?? '', await comeHalf())).status).toBe(200)
    expect((await byCode(recoveryCodes[0] ?? '', await comeHalf())).status).toBe(401)
  })

  test('is not to be guessed at, and not by who did not come from the provider', async () => {
    const { secret } = await withSecondFactor()
    const half = await comeHalf()
    const LATE = { status: 401, message: 'Ha pasado demasiado tiempo: entre de nuevo con la cuenta de la empresa' }
    const plain = Buffer.from('{"username":"sonia"}').toString('base64url')
    for (const cookie of [null, 'consola-openid-codigo=', `consola-openid-codigo=${plain}`, half.slice(0, -2)]) {
      expect(await byCode(codeNow(secret), cookie)).toMatchObject(LATE)
    }
    for (let guess = 0; guess < 10; guess += 1) expect((await byCode('000000', half)).status).toBe(401)
    expect((await byCode(codeNow(secret), half)).status).toBe(429)
    portal.clock.now = new Date(portal.clock.now.getTime() + 600_000)
    expect(await byCode(codeNow(secret), half)).toMatchObject(LATE)
  })

  test('is the provider’s where its answer says so', async () => {
    const openId = { ...provider.settings, secondFactor: { acr: ['urn:mfa'], amr: ['mfa', 'hwk'] } }
    const strict = await testAppForThisTest({ dependencies: { openId } })
    await strict.owner.query(
      `update technician set issuer = $1, subject = 'number-5', second_factor_exempt = false where username = 'sonia'`,
      [`${openId.issuer}/`],
    )
    const enteredWith = async (more: object) => {
      provider.forge(({ claims, sign }) => sign({ ...claims, ...more }))
      const start = await strict.console(null, 'GET', '/oidc/start')
      const address = new URL(String(start.raw.headers.location))
      expect(address.searchParams.get('acr_values')).toBe('urn:mfa')
      const [kept] = start.raw.cookies
      const path = pathOf(await provider.logIn(address.href, 'number-5'))
      const { raw } = await strict.call(`${kept?.name}=${kept?.value}`, 'GET', path)
      const session = raw.cookies.find(({ name, value }) => name === 'consola' && value !== '')
      return (await strict.console(`consola=${session?.value}`, 'GET', '/session')).data?.enrolling
    }
    expect(await enteredWith({ acr: 'urn:mfa' })).toBe(false)
    expect(await enteredWith({ amr: ['pwd', 'mfa'] })).toBe(false)
    expect(await enteredWith({ acr: 'urn:password', amr: ['pwd'] })).toBe(true)
    expect(await enteredWith({ acr: 'mfa', amr: ['urn:mfa'] })).toBe(true)
    expect(await enteredWith({})).toBe(true)
  })
})

describe('an id token is the provider’s, for us, for this log-in and now', () => {
  const { privateKey: strangers } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const seconds = () => Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const cut = ({ text }: GenuineToken) => text.split('.')
  const forgeries: readonly (readonly [string, Forgery])[] = [
    [
      'with another signature',
      async (token) => [...cut(token).slice(0, 2), randomBytes(256).toString('base64url')].join('.'),
    ],
    ['with none', async (token) => [...cut(token).slice(0, 2), ''].join('.')],
    ['signed by a stranger', ({ claims, sign }) => sign(claims, {}, strangers)],
    [
      'that says more than was signed',
      async (token) => {
        const [header, , signature] = cut(token)
        return [header, part({ ...token.claims, acr: 'urn:mfa' }), signature].join('.')
      },
    ],
    ['alg none', async ({ claims, header }) => `${part({ ...header, alg: 'none' })}.${part(claims)}.`],
    [
      'signed with the client’s secret',
      ({ claims }) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(provider.settings.clientSecret)),
    ],
    ['for another client', ({ claims, sign }) => sign({ ...claims, aud: 'another' })],
    ['of another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://other.example' })],
    ['of another log-in', ({ claims, sign }) => sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ claims: { nonce: _, ...claims }, sign }) => sign(claims)],
    ['expired', ({ claims, sign }) => sign({ ...claims, iat: seconds() - 900, exp: seconds() - 300 })],
    ['without an end', ({ claims: { exp: _, ...claims }, sign }) => sign(claims)],
    ['of nobody', ({ claims: { sub: _, ...claims }, sign }) => sign(claims)],
    ['given to another client', ({ claims, sign }) => sign({ ...claims, azp: 'another' })],
    ['of somebody whom no database could hold', ({ claims, sign }) => sign({ ...claims, sub: 'number-5\0' })],
    ['of somebody without end', ({ claims, sign }) => sign({ ...claims, sub: 'n'.repeat(256) })],
    ['with no number at all', ({ claims, sign }) => sign({ ...claims, sub: '' })],
  ]

  test.each(forgeries)('else nobody enters: %s', async (_case, forgery) => {
    await bind('number-5')
    provider.forge(forgery)
    expect(await enter('number-5')).toEqual(REFUSED)
  })

  test('and only what was forged hindered them', async () => {
    await bind('number-5')
    provider.forge(({ claims, sign }) => sign({ ...claims, azp: provider.settings.clientId }))
    expect(await enter('number-5')).toEqual(ENTERED)
  })

  test('an address that no database could hold is nobody’s', async () => {
    await invite()
    provider.forge(({ claims, sign }) => sign({ ...claims, email: 'sonia@soporte.example\0', email_verified: true }))
    expect(await enter('number-1')).toEqual(UNKNOWN)
  })
})

describe('nobody else gets in', () => {
  test('with state, nonce and challenge of its own each time', async () => {
    const [first, second] = [await begin(), await begin()]
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = [first, second].map(({ address }) => new URL(address).searchParams.get(name))
      expect(values[0]?.length).toBeGreaterThan(20)
      expect(values[0]).not.toBe(values[1])
    }
    expect(new URL(first.address).searchParams.get('code_challenge_method')).toBe('S256')
    expect(first.raw.cookies[0]).toMatchObject({ name: 'consola-openid', httpOnly: true, sameSite: 'Lax', maxAge: 600 })
  })

  test('without having begun in this browser', async () => {
    const { address } = await begin()
    await bind('number-5')
    const back = await provider.logIn(address, 'number-5')
    expect(await comeBack(back, null)).toEqual(REFUSED)
    expect(await comeBack(back, (await begin()).cookie)).toEqual(REFUSED)
    expect(await comeBack(back, 'consola-openid=nothing')).toEqual(REFUSED)
  })

  test('by the same answer twice, another state, another code or a refusal', async () => {
    await bind('number-5')
    const { address, cookie } = await begin()
    const back = await provider.logIn(address, 'number-5')
    const changed = (name: string, value: string) => {
      const url = new URL(back)
      url.searchParams.set(name, value)
      return url.href
    }
    expect(await comeBack(changed('state', 'another'), cookie)).toEqual(REFUSED)
    expect(await comeBack(changed('iss', 'http://127.0.0.1:1'), cookie)).toEqual(REFUSED)
    expect(await comeBack(changed('code', 'another'), cookie)).toEqual(REFUSED)
    expect(await comeBack(`${CALLBACK}?error=access_denied`, cookie)).toEqual(REFUSED)
    expect((await comeBack(back, cookie)).session).toBeDefined()
    expect(await comeBack(back, cookie)).toEqual(REFUSED)
  })

  test('when the provider is away, which does not hinder a later log-in', async () => {
    const away = await testAppForThisTest({
      dependencies: { openId: { ...provider.settings, issuer: 'http://127.0.0.1:9' } },
    })
    const { raw } = await away.console(null, 'GET', '/oidc/start')
    expect(raw.headers.location).toBe('/consola/?error=openid')
    expect(raw.cookies).toEqual([])
  })

  test('where there is none', async () => {
    const without = await testAppForThisTest()
    for (const path of ['/oidc/start', '/oidc/callback?code=x&state=y']) {
      expect((await without.console(null, 'GET', path)).raw.headers.location).toBe('/consola/?error=openid')
    }
  })
})
