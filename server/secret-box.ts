import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, StartProblem } from './start-problem.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** A sealed secret begins with its version; after `VERSION` follows the key's mark. */
const VERSION = 2
const VERSION_WITHOUT_ID = 1
const ID_BYTES = 4

/** Seals small secrets in the database. A copy of the database alone reveals none. */
export interface SecretBox {
  /** `about` names the owner: the secret opens for no other. */
  readonly seal: (secret: Buffer, about: string) => Buffer
  /** Null if it was sealed with another key or for another owner. */
  readonly open: (sealed: Buffer, about: string) => Buffer | null
  /** Whether it was sealed with the current key. */
  readonly isCurrent: (sealed: Buffer) => boolean
  /** A mark that stands for a text in comparisons. Without the key nobody can read the text or test a guess. */
  readonly mark: (text: string) => string
  /** A short proof that this portal wrote a text: 20 lower-case letters and digits. */
  readonly stamp: (text: string) => string
  readonly isStamp: (given: string, text: string) => boolean
}

/** `previous` opens the secrets that it sealed, and seals nothing new. */
export function secretBox(key: Buffer, previous?: Buffer): SecretBox {
  const start = startOf(key)
  const keys = previous ? [key, previous] : [key]
  return {
    seal: (secret, about) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([start, nonce, cipher.getAuthTag(), sealed])
    },
    open: (sealed, about) => {
      if (sealed[0] === VERSION_WITHOUT_ID) return firstOf(keys, (each) => opened(each, sealed.subarray(1), about))
      const sealer = keys.find((each) => startOf(each).equals(sealed.subarray(0, 1 + ID_BYTES)))
      return sealer ? opened(sealer, sealed.subarray(1 + ID_BYTES), about) : null
    },
    mark: (text) =>
      createHmac('sha256', createHmac('sha256', key).update('marks').digest()).update(text).digest('base64'),
    isCurrent: (sealed) => start.equals(sealed.subarray(0, 1 + ID_BYTES)),
    stamp: (text) => stampBy(key, text),
    isStamp: (given, text) =>
      keys.some((each) => {
        const right = Buffer.from(stampBy(each, text))
        return (
          given.length === right.length &&
          timingSafeEqual(Buffer.from(given.padEnd(right.length).slice(0, right.length)), right)
        )
      }),
  }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const STAMP_LETTERS = 20

/** A hundred bits: an address has room for no more. */
const stampBy = (key: Buffer, text: string): string =>
  [...createHmac('sha256', key).update('stamp of ').update(text).digest().subarray(0, STAMP_LETTERS)]
    .map((byte) => BASE32[byte & 31])
    .join('')

/** The version and the key's mark: a hash reveals nothing of 256 random bits. */
const startOf = (key: Buffer): Buffer =>
  Buffer.concat([Buffer.of(VERSION), createHash('sha256').update('key id').update(key).digest().subarray(0, ID_BYTES)])

function opened(key: Buffer, sealed: Buffer, about: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const [nonce, rest] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES)]
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about)).setAuthTag(rest.subarray(0, TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

function firstOf(keys: readonly Buffer[], open: (key: Buffer) => Buffer | null): Buffer | null {
  for (const key of keys) {
    const secret = open(key)
    if (secret) return secret
  }
  return null
}

/**
 * The key from the environment, or from the folder, where the first start makes it.
 * @throws StartProblem if it cannot be read or
 * made, or is not a key
 */
export async function secretKeyOf(folder: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'base64')
  const file = join(folder, 'secret.key')
  const mine = `${file}.${randomBytes(6).toString('hex')}`
  try {
    // The file is complete before anybody can read it. Of two simultaneous starts the first one's file stays.
    await writeFile(mine, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
    await link(mine, file).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
    await rm(mine)
  } catch (error) {
    throw new StartProblem(`The key ${file} cannot be made (${reasonOf(error)}).`)
  }
  return insistOnKey(file, await readFile(file))
}

/** The key that a start would find; null if it would make one. @throws StartProblem */
export async function keptKey(folder: string, given: string | undefined): Promise<Buffer | null> {
  if (given !== undefined) return Buffer.from(given, 'base64')
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) return null
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new StartProblem(`The key ${file} cannot be read (${reasonOf(error)}).`)
  })
  return insistOnKey(file, bytes)
}

function insistOnKey(file: string, key: Buffer): Buffer {
  if (key.length !== KEY_BYTES) throw new StartProblem(`${file} is not a key: it must have ${KEY_BYTES} bytes.`)
  return key
}
