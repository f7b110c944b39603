import { randomBytes } from 'node:crypto'
import { CompactSign } from 'jose'
import * as z from 'zod/mini'
import { ENTRY_AUDIENCE, ENTRY_TYPE, type SignedEntry, issuerOf, signedEntry } from '#contract/entry-codec.ts'

interface EntryKey {
  readonly kid: string
  readonly algorithm: 'HS256'
  readonly secret: string
}

/** Signs an entry as an installation does (docs/integration.md). */
export async function signEntry({ key, payload }: { key: EntryKey; payload: SignedEntry }): Promise<string> {
  return new CompactSign(bytesOf(JSON.stringify(z.encode(signedEntry, payload))))
    .setProtectedHeader({ alg: key.algorithm, typ: ENTRY_TYPE, kid: key.kid })
    .sign(bytesOf(key.secret))
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Behind `#`, where neither a server's log nor a Referer shows it. */
export const entryLink = (origin: string, token: string): string => `${origin}/public/home#t=${token}`

/** The demo's signing key of an installation. */
export const demoKey = (installation: string): EntryKey => ({
  kid: `demo-${installation}`,
  algorithm: 'HS256',
  secret: `demo-secret-${installation}-not-for-production`,
})

type DemoEntry = Pick<SignedEntry, 'subject' | 'caller' | 'name' | 'email' | 'context'> & {
  readonly installation: string
}

/** A new entry into the demo; valid once, within five minutes. */
export function signDemoEntry({ installation, ...who }: DemoEntry, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const times = { issuedAt, expiresAt: issuedAt + 300 }
  const id = randomBytes(16).toString('base64url')
  return signEntry({
    key: demoKey(installation),
    payload: { issuer: issuerOf(installation), audience: ENTRY_AUDIENCE, id, ...times, ...who },
  })
}

/** The link in the demo's ready line: Lucía Ferrer, for the first company of LEV-01. */
export const demoEntryLink = async (origin: string, now: Date): Promise<string> =>
  entryLink(origin, await signDemoEntry({ installation: 'LEV-01', subject: '11', context: { company: '001' } }, now))
