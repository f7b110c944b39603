import { randomBytes } from 'node:crypto'
import { compactVerify, importJWK } from 'jose'
import * as z from 'zod/mini'
import {
  CLIENT_SUBJECT,
  ENTRY_AUDIENCE,
  ENTRY_TYPE,
  type SignedEntry,
  issuerOf,
  loginOf,
  signedEntry,
} from '#contract/entry-codec.ts'
import type { SigningKey } from './account-store.ts'

const MAX_LIFE_S = 300
const MAX_AGE_S = 300
const MAX_AHEAD_S = 60

/** Why an entry was refused. It stands in the log alone; the sender is not told. */
export class EntryRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`Entry refused: ${reason}`)
    this.reason = reason
  }
}

export interface VerifiedEntry {
  readonly key: SigningKey
  /** Null: the client itself. */
  readonly contact: number | null
  /** The person's login. */
  readonly login: string
  readonly claims: SignedEntry
}

/**
 * Verifies a signed entry, except for two facts that only the database knows: that its contact exists and that it is unused.
 * The order of checks is security.md's; the contract has limited the token's size.
 * @throws EntryRefused
 */
export async function verifyEntry(
  token: string,
  now: Date,
  findKey: (kid: string) => Promise<SigningKey | undefined>,
): Promise<VerifiedEntry> {
  const { kid, typ } = headerOf(token)
  const key = await findKey(kid)
  const signed = await verifiedPayload(token, key ?? NOBODYS_KEY)
  if (!key) throw new EntryRefused('unknown-key')
  if (!signed) throw new EntryRefused('signature')
  if (typ !== ENTRY_TYPE) throw new EntryRefused('type')

  const claims = claimsIn(signed)
  if (claims.audience !== ENTRY_AUDIENCE) throw new EntryRefused('audience')
  if (claims.issuer !== issuerOf(key.installation)) throw new EntryRefused('issuer')
  insistOnTime(claims, now)
  const contact = contactIn(claims.subject)
  const login = claims.caller ?? (key.callerOptional ? loginOf(contact) : null)
  if (login === null) throw new EntryRefused('no-caller')
  return { key, contact, login, claims }
}

/** This key signs nothing. It is tried in place of a missing key, so that the answer takes as long. */
const NOBODYS_KEY: Pick<SigningKey, 'algorithm' | 'bytes'> = { algorithm: 'HS256', bytes: randomBytes(32) }

const header = z.strictObject({ alg: z.string(), typ: z.string(), kid: z.string().check(z.maxLength(100)) })

/** A header names the key and nothing else: no embedded key, no critical extension. */
function headerOf(token: string): z.output<typeof header> {
  const parts = token.split('.')
  if (parts.length !== 3 || !parts.every(isCanonical)) throw new EntryRefused('malformed')
  const parsed = header.safeParse(jsonIn(Buffer.from(parts[0] ?? '', 'base64url')))
  if (!parsed.success || parsed.data.kid.includes('\0')) throw new EntryRefused('header')
  return parsed.data
}

/** Each token has one spelling: base64's spare bits must be zero, without padding or spaces. */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part

async function verifiedPayload(
  token: string,
  { algorithm, bytes }: Pick<SigningKey, 'algorithm' | 'bytes'>,
): Promise<Uint8Array | null> {
  try {
    const key = algorithm === 'HS256' ? new Uint8Array(bytes) : await publicKey(bytes)
    return (await compactVerify(token, key, { algorithms: [algorithm] })).payload
  } catch {
    return null
  }
}

const publicKey = (bytes: Buffer) => importJWK({ kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, 'EdDSA')

function claimsIn(payload: Uint8Array): SignedEntry {
  const decoded = z.safeParse(signedEntry, jsonIn(payload))
  if (!decoded.success)
    throw new EntryRefused(`claims: ${decoded.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
  return decoded.data
}

/** Clocks are compared in whole seconds, as the claims are. */
function insistOnTime({ issuedAt, notBefore = issuedAt, expiresAt }: SignedEntry, now: Date): void {
  const seconds = Math.floor(now.getTime() / 1000)
  if (expiresAt <= issuedAt || expiresAt - issuedAt > MAX_LIFE_S) throw new EntryRefused('life')
  if (seconds - issuedAt > MAX_AGE_S) throw new EntryRefused('too-old')
  if (issuedAt - seconds > MAX_AHEAD_S || notBefore - seconds > MAX_AHEAD_S) throw new EntryRefused('ahead')
  if (seconds > expiresAt) throw new EntryRefused('expired')
}

function contactIn(subject: string): number | null {
  if (subject === CLIENT_SUBJECT) return null
  if (!/^[1-9]\d{0,14}$/.test(subject)) throw new EntryRefused('subject')
  return Number(subject)
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
