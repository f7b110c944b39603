import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type IdentityProvider, identityProvider } from '../testing/identity-provider.ts'
import { type TestApp, testApp, testAppForThisTest } from '../testing/test-app.ts'

const CALLBACK = 'http://portal.test/api/console/oidc/callback'

let provider: IdentityProvider
let portal: TestApp
beforeAll(async () => {
  provider = await identityProvider(CALLBACK, {
    'number-1': { preferred_username: 'sonia', email: 'somebody@soporte.example', email_verified: true },
    'number-2': { email: 'Ana@soporte.example', email_verified: true },
    'number-3': { email: 'ana@soporte.example', email_verified: false },
    'number-4': { preferred_username: 'raul' },
    'number-5': {},
    'number-6': { preferred_username: 'sonia', email: 'ana@soporte.example', email_verified: true },
  })
  portal = await testApp({ dependencies: { openId: provider.settings } })
  await portal.owner.query(`
    insert into technician (username, name, role, subject, active) values
      ('ana', 'Ana', 'supervisor', 'ana@soporte.example', true),
      ('luis', 'Luis', 'technician', 'number-5', true)`)
})
afterAll(async () => {
  await portal.close()
  await provider.close()
})
afterEach(() => portal.owner.query('update technician set active = true'))

/** Begins at the console; answers where the browser goes, and what it keeps meanwhile. */
async function begin() {
  const { raw } = await portal.console(null, 'GET', '/oidc/start')
  const [cookie] = raw.cookies
  return { address: String(raw.headers.location), cookie: `${cookie?.name}=${cookie?.value}`, raw }
}

/** Where the provider sent somebody back to, with what the browser kept. */
async function comeBack(address: string, cookie: string | null) {
  const { raw } = await portal.call(cookie, 'GET', address.replace('http://portal.test/api', ''))
  const session = raw.cookies.find(({ name, value }) => name === 'consola' && value !== '')
  return { status: raw.statusCode, location: raw.headers.location, session: session && `consola=${session.value}` }
}

async function enter(login: string) {
  const { address, cookie } = await begin()
  return comeBack(await provider.logIn(address, login), cookie)
}

const whoIs = async (cookie: string | undefined) => (await portal.console(cookie ?? null, 'GET', '/session')).data
const REFUSED = { status: 302, location: '/consola/?error=openid', session: undefined }
const UNKNOWN = { status: 302, location: '/consola/?error=unknown', session: undefined }

test('the log-in page offers it', async () => {
  expect((await portal.console(null, 'GET', '/configuration')).data).toMatchObject({ openId: true })
})

describe('who the provider vouches for', () => {
  test.each([
    ['by the user name', 'number-1', 'sonia', 'technician'],
    ['by a mail address that was verified', 'number-2', 'ana', 'supervisor'],
    ['by the number there', 'number-5', 'luis', 'technician'],
  ])('enters %s, without a second factor here', async (_how, login, username, role) => {
    await portal.owner.query('update technician set second_factor_exempt = false')
    const { status, location, session } = await enter(login)
    expect({ status, location }).toEqual({ status: 302, location: '/consola/' })
    expect(await whoIs(session)).toMatchObject({ username, role, enrolling: false })
  })

  test('is nobody with an address that was not verified, nor when it could be two', async () => {
    expect(await enter('number-3')).toEqual(UNKNOWN)
    expect(await enter('number-6')).toEqual(UNKNOWN)
  })

  test('is nobody once disabled, or once another identity was entered for the user name', async () => {
    await portal.owner.query(`update technician set active = false where username = 'sonia'`)
    expect(await enter('number-1')).toEqual(UNKNOWN)
    await portal.owner.query(`update technician set subject = 'number-44' where username = 'raul'`)
    expect(await enter('number-4')).toEqual(UNKNOWN)
  })

  test('is written down in the audit', async () => {
    await portal.owner.query('delete from audit')
    await enter('number-1')
    const { rows } = await portal.owner.query('select username, act from audit')
    expect(rows).toEqual([{ username: 'sonia', act: '/console/oidc/callback' }])
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
    const back = await provider.logIn(address, 'number-1')
    expect(await comeBack(back, null)).toEqual(REFUSED)
    expect(await comeBack(back, (await begin()).cookie)).toEqual(REFUSED)
    expect(await comeBack(back, 'consola-openid=nothing')).toEqual(REFUSED)
  })

  test('by the same answer twice, another state, another code or a refusal', async () => {
    const { address, cookie } = await begin()
    const back = await provider.logIn(address, 'number-1')
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
