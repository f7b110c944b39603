import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { secretBox, secretKeyOf } from './secret-box.ts'
import { TEST_KEY } from './testing/test-app.ts'

const box = secretBox(TEST_KEY)
const secret = Buffer.from('twenty bytes exactly')

test('a sealed secret opens only with its key, for its owner, and unchanged', () => {
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

test('a previous key opens its own seals and makes no new ones; a secret without a key’s mark is tried with each', () => {
  const [old, other] = [Buffer.alloc(32, 'old'), Buffer.alloc(32, 'other')]
  const both = secretBox(TEST_KEY, old)
  const sealed = secretBox(old).seal(secret, 'sonia')
  expect(both.open(sealed, 'sonia')).toEqual(secret)
  expect(both.isCurrent(sealed)).toBe(false)
  expect(box.open(sealed, 'sonia')).toBe(null)
  expect(secretBox(TEST_KEY, other).open(sealed, 'sonia')).toBe(null)
  const anew = both.seal(secret, 'sonia')
  expect(both.isCurrent(anew)).toBe(true)
  expect(box.open(anew, 'sonia')).toEqual(secret)
  // The format of versions that had only one key.
  const nameless = Buffer.concat([Buffer.of(1), sealed.subarray(5)])
  expect(both.open(nameless, 'sonia')).toEqual(secret)
  expect(both.isCurrent(nameless)).toBe(false)
  expect(box.open(nameless, 'sonia')).toBe(null)
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
