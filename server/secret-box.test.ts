import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { codeAt } from './console/totp.ts'
import { sealOpenSecrets, secretBox, secretKeyOf } from './secret-box.ts'
import { NOON, TEST_KEY, testAppForThisTest } from './testing/test-app.ts'

const box = secretBox(TEST_KEY)
const secret = Buffer.from('twenty bytes exactly')

test('what is sealed opens with its key, for whom it was sealed, and unchanged alone', () => {
  const sealed = box.seal(secret, 'sonia')
  expect(sealed.includes(secret)).toBe(false)
  expect(box.seal(secret, 'sonia')).not.toEqual(sealed)
  expect(box.open(sealed, 'sonia')).toEqual(secret)
  expect(box.open(sealed, 'raul')).toBe(null)
  expect(secretBox(Buffer.alloc(32)).open(sealed, 'sonia')).toBe(null)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(box.open(changed, 'sonia'), String(at)).toBe(null)
  }
  for (const length of [0, 1, 19, 28]) expect(box.open(sealed.subarray(0, length), 'sonia'), String(length)).toBe(null)
})

test('the secrets of an older version are sealed at the start, and their codes go on', async () => {
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
  // Where a server of that version has just written it.
  expect((await logIn(NOON)).status).toBe(200)
  await sealOpenSecrets(portal.staff, box)
  const sealed = await kept()
  expect(box.open(sealed, 'sonia')).toEqual(secret)
  expect(sealed).not.toEqual(secret)
  await sealOpenSecrets(portal.staff, box)
  expect(await kept()).toEqual(sealed)
  portal.clock.now = new Date(NOON.getTime() + 60_000)
  expect((await logIn(portal.clock.now)).status).toBe(200)
  expect((await logIn(NOON)).status).toBe(401)
})

test('the key is the environment’s or the folder’s, which makes one, once, for its owner’s eyes alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const given = Buffer.alloc(32, 'given')
  expect(await secretKeyOf(folder, given.toString('base64'))).toEqual(given)
  expect(await readdir(folder)).toEqual([])
  const [key, ...others] = await Promise.all(Array.from({ length: 8 }, () => secretKeyOf(folder, undefined)))
  expect(key).toHaveLength(32)
  for (const other of others) expect(other).toEqual(key)
  expect(await secretKeyOf(folder, undefined)).toEqual(key)
  expect(await readdir(folder)).toEqual(['secret.key'])
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  await writeFile(join(folder, 'secret.key'), 'short')
  await expect(secretKeyOf(folder, undefined)).rejects.toThrow('must have 32 bytes')
})
