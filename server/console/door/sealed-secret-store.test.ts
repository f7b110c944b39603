import { expect, test } from 'vitest'
import { codeAt } from '../../session/totp.ts'
import { aboutSigningKey, sealSecrets } from './sealed-secret-store.ts'
import { secretBox } from '../../secret-box.ts'
import { demoKey, signDemoEntry } from '../../demo/entry-link.ts'
import { secondServer } from '../../testing/second-server.ts'
import { NOON, TEST_KEY, type TestApp, testAppForThisTest } from '../../testing/test-app.ts'

const box = secretBox(TEST_KEY)
const LEVANTE_KEY = demoKey('LEV-01').kid
const OTHER_KEY = Buffer.alloc(32, 'another')
const secret = Buffer.from('twenty bytes exactly')

function sealing(portal: TestApp, key = box, options: { lost?: boolean; hasPrevious?: boolean } = {}) {
  const said: string[] = []
  const log = { warn: note, error: note }
  function note(...all: unknown[]): void {
    said.push(all.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(' '))
  }
  return sealSecrets(portal, key, { lost: false, hasPrevious: false, ...options, log }, NOON).then(() => said)
}

const openKeys = async ({ owner }: TestApp) =>
  (await owner.query("select kid, key_bytes from signing_key where algorithm = 'HS256' and not sealed")).rows

async function enters(portal: TestApp, caller: string, server = portal.app): Promise<number> {
  const t = await signDemoEntry({ installation: 'LEV-01', subject: '11', caller }, portal.clock.now)
  return (await server.inject({ method: 'POST', url: '/api/login/nuevo_ticket', payload: { t } })).statusCode
}

test('keys that lay open are sealed by the start, sign on, and are not touched again', async () => {
  const portal = await testAppForThisTest()
  expect((await openKeys(portal)).length).toBeGreaterThan(1)
  expect(await enters(portal, 'before')).toBe(200)
  expect(await sealing(portal)).toEqual([])
  expect(await openKeys(portal)).toEqual([])
  expect(await enters(portal, 'after')).toBe(200)
  const kept = async () => (await portal.owner.query('select kid, key_bytes from signing_key order by kid')).rows
  const sealed = await kept()
  expect(await sealing(portal)).toEqual([])
  expect(await kept()).toEqual(sealed)
  // A sealed secret opens with its own key and for its own owner alone.
  await portal.owner.query(
    `update signing_key set key_bytes = (select key_bytes from signing_key where kid <> $1 and sealed limit 1)
      where kid = $1`,
    [LEVANTE_KEY],
  )
  expect(await enters(portal, 'swapped')).toBe(401)
})

test('a key that is made is sealed at once', async () => {
  const portal = await testAppForThisTest()
  const raul = await portal.consoleLogIn('raul')
  const made = await portal.console(raul, 'POST', '/signing-keys/create', {
    installation: 'TEI-01',
    publicKey: null,
    clientAdministrator: false,
    callerOptional: true,
  })
  expect(made.status, made.message).toBe(200)
  const { rows } = await portal.owner.query('select key_bytes, sealed from signing_key where kid = $1', [made.data.kid])
  expect(rows[0].sealed).toBe(true)
  expect(rows[0].key_bytes.includes(made.data.secret)).toBe(false)
  expect(box.open(rows[0].key_bytes, aboutSigningKey(made.data.kid))?.toString()).toBe(made.data.secret)
})

test('the second factors of an older version are sealed at the start, and their codes go on', async () => {
  const portal = await testAppForThisTest()
  await portal.owner.query(
    `update technician set totp_secret = $1, totp_confirmed = true, second_factor_exempt = false where username = 'sonia'`,
    [secret],
  )
  const kept = async (): Promise<Buffer> => {
    const { rows } = await portal.owner.query("select totp_secret from technician where username = 'sonia'")
    return rows[0].totp_secret
  }
  const logIn = (at: Date) =>
    portal.console(null, 'POST', '/login', { username: 'sonia', password: 'Demo-sonia-1', code: codeAt(secret, at) })
  // A server of that version has just written it.
  expect((await logIn(NOON)).status).toBe(200)
  await sealing(portal)
  const sealed = await kept()
  expect(box.open(sealed, 'sonia')).toEqual(secret)
  expect(sealed).not.toEqual(secret)
  await sealing(portal)
  expect(await kept()).toEqual(sealed)
  portal.clock.now = new Date(NOON.getTime() + 60_000)
  expect((await logIn(portal.clock.now)).status).toBe(200)
  expect((await logIn(NOON)).status).toBe(401)
})

test('with the key of before everything is sealed anew, and the log says when that one may go', async () => {
  const portal = await testAppForThisTest()
  await sealing(portal)
  const lucia = await portal.enter('LEV-01', 11)
  const draftKey = await portal.call(lucia, 'GET', '/consultas/get_clave_borradores')
  const both = secretBox(OTHER_KEY, TEST_KEY)
  // If interrupted between two secrets, it resumes where it was.
  const { rows } = await portal.owner.query('select key_bytes from signing_key where kid = $1', [LEVANTE_KEY])
  const about = aboutSigningKey(LEVANTE_KEY)
  const anew = both.seal(both.open(rows[0].key_bytes, about) ?? secret, about)
  await portal.owner.query('update signing_key set key_bytes = $1 where kid = $2', [anew, LEVANTE_KEY])
  const during = await secondServer(portal, { secretKey: OTHER_KEY, previousSecretKey: TEST_KEY })
  expect(await enters(portal, 'during', during)).toBe(200)
  expect(await sealing(portal, both, { hasPrevious: true })).toEqual([
    'every secret is sealed with SECRET_KEY: SECRET_KEY_PREVIOUS is of no more use',
  ])
  expect(await sealing(portal, secretBox(OTHER_KEY))).toEqual([])
  const after = await secondServer(portal, { secretKey: OTHER_KEY })
  expect(await enters(portal, 'after', after)).toBe(200)
  const asked = { url: '/api/consultas/get_clave_borradores', headers: { cookie: lucia } }
  expect((await after.inject(asked)).json()).toEqual(draftKey.raw.json())
  expect(await enters(portal, 'old')).toBe(401)
  await expect(sealing(portal)).rejects.toThrow('sealed with another key')
  await during.close()
  await after.close()
})

test('a wrong key does not start, and changes nothing; a lost one is said to be, and costs what it had sealed', async () => {
  const portal = await testAppForThisTest()
  await sealing(portal)
  await portal.owner.query("update technician set totp_secret = $1, totp_confirmed = true where username = 'raul'", [
    box.seal(secret, 'raul'),
  ])
  const all = async () => (await portal.owner.query('select kid, key_bytes, revoked_at from signing_key')).rows
  const before = await all()
  const wrong = secretBox(OTHER_KEY)
  await expect(sealing(portal, wrong)).rejects.toThrow("This database's secrets are sealed with another key")
  // Also if the version that wrote them left no canary.
  await portal.owner.query('update store_identity set canary = null')
  await expect(sealing(portal, wrong)).rejects.toThrow("This database's secrets are sealed with another key")
  expect(await all()).toEqual(before)

  const said = await sealing(portal, wrong, { lost: true })
  expect(said).toContain(`{"what":"signing key","id":"${LEVANTE_KEY}"} a secret that no key of ours opens`)
  expect((await all()).filter(({ revoked_at }) => revoked_at === null)).toEqual([])
  const { rows } = await portal.owner.query(
    "select totp_secret, totp_confirmed from technician where username = 'raul'",
  )
  expect(rows).toEqual([{ totp_secret: null, totp_confirmed: false }])
  expect(await sealing(portal, wrong)).toEqual([])
})

test('of two first starts with different keys one is told', async () => {
  const portal = await testAppForThisTest()
  await portal.owner.query("delete from used_entry; update signing_key set algorithm = 'EdDSA'")
  const starts = await Promise.allSettled([sealing(portal), sealing(portal, secretBox(OTHER_KEY))])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
