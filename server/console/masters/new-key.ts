import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/sql.ts'
import { Problem } from '../../http/problems.ts'
import type { ConsoleContext } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { aboutSigningKey } from '../door/sealed-secret-store.ts'
import { wrong } from './master-form.ts'
import { type FoundKey, insertKey, liveKeys, lockInstallation } from './signing-key-store.ts'

/** An installation signs with one key. It has two only while it changes keys. */
const MOST_KEYS = 2
const SECRET_BYTES = 32
const PUBLIC_KEY_BYTES = 32

/**
 * Makes a key for an installation that has room for one. Its secret is stored for verifying alone, and shown only this
 * once.
 */
export async function newKey(
  own: Transaction,
  typed: { readonly publicKey?: string | null | undefined },
  { installation, clientAdministrator, callerOptional }: Omit<FoundKey, 'client' | 'algorithm'>,
  { now, sentences, secrets }: ConsoleContext & Pick<ConsoleDependencies, 'secrets'>,
): Promise<{ kid: string; secret: string | null }> {
  const publicKey = typed.publicKey?.trim() ?? ''
  const publicBytes = Buffer.from(publicKey, 'base64url')
  if (
    publicKey !== '' &&
    (publicBytes.length !== PUBLIC_KEY_BYTES || publicBytes.toString('base64url') !== publicKey)
  ) {
    throw wrong({ publicKey: sentences.master['bad-public-key']() })
  }
  await lockInstallation(own, installation)
  if ((await liveKeys(own, installation, now)) >= MOST_KEYS) throw new Problem(409, (s) => s.master['two-keys']())
  const kid = `${installation}-${randomBytes(5).toString('hex')}`
  // Every token library takes a text: the secret is the bytes of this one.
  const secret = publicKey === '' ? randomBytes(SECRET_BYTES).toString('base64url') : null
  const material =
    secret === null
      ? { algorithm: 'EdDSA' as const, bytes: publicBytes }
      : { algorithm: 'HS256' as const, bytes: secrets.seal(Buffer.from(secret), aboutSigningKey(kid)) }
  await insertKey(own, { kid, installation, clientAdministrator, callerOptional, ...material }, now)
  return { kid, secret }
}
