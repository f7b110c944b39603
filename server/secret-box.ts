import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Runner, sql } from './db/sql.ts'
import { reasonOf, StartProblem } from './start-problem.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What was sealed in this way begins with it; a secret of before has 20 bytes and no beginning. */
const VERSION = 1
const PLAIN_BYTES = 20

/** Keeps small secrets in the database so that a copy of it alone gives none of them away. */
export interface SecretBox {
  /** `about`: whose it is; sealed for one it opens for nobody else. */
  readonly seal: (secret: Buffer, about: string) => Buffer
  /** Null where it was sealed with another key, or for another. */
  readonly open: (sealed: Buffer, about: string) => Buffer | null
}

export function secretBox(key: Buffer): SecretBox {
  return {
    seal: (secret, about) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed])
    },
    open: (sealed, about) => {
      // Written by a server of before the key, which may still be there.
      if (sealed.length === PLAIN_BYTES) return sealed
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) return null
      const [nonce, tag] = [
        sealed.subarray(1, 1 + NONCE_BYTES),
        sealed.subarray(1 + NONCE_BYTES).subarray(0, TAG_BYTES),
      ]
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Seals what a version of the portal that knew no key left open. */
export async function sealOpenSecrets(staff: Runner, box: SecretBox): Promise<void> {
  const open = await staff.rows<{ username: string; secret: Buffer }>(sql`
    select t.username, t.totp_secret as secret from technician t where length(t.totp_secret) = ${PLAIN_BYTES}`)
  for (const { username, secret } of open) {
    await staff.rows(sql`
      update technician t set totp_secret = ${box.seal(secret, username)}
      where t.username = ${username} and t.totp_secret = ${secret}`)
  }
}

/**
 * The key of the environment, or the one in the folder, which the first start makes.
 * @throws StartProblem when it can be neither read nor made, or is none
 */
export async function secretKeyOf(folder: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'base64')
  const file = join(folder, 'secret.key')
  const mine = `${file}.${randomBytes(6).toString('hex')}`
  try {
    // Whole before anybody can read it; of two starts at once the first one's stays.
    await writeFile(mine, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
    await link(mine, file).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
    await rm(mine)
  } catch (error) {
    throw new StartProblem(`The key ${file} cannot be made (${reasonOf(error)}).`)
  }
  const key = await readFile(file)
  if (key.length !== KEY_BYTES) throw new StartProblem(`The key ${file} is not one: it must have ${KEY_BYTES} bytes.`)
  return key
}
