import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** How many time steps a phone's clock may be off, either way. */
const DRIFT = 1

/**
 * The time step of a code (RFC 6238: HMAC-SHA-1, 30 seconds), or null. The caller must remember used steps, so that no
 * code is valid twice.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS)
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  let found: number | null = null
  // All steps are compared, so that the time taken reveals nothing.
  for (let step = current - DRIFT; step <= current + DRIFT; step += 1) {
    const expected = Buffer.from(codeOfStep(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step
  }
  return found
}

/** The code that a phone shows at a moment. */
export const codeAt = (secret: Buffer, now: Date, digits = DIGITS): string =>
  codeOfStep(secret, Math.floor(now.getTime() / STEP_MS), digits)

function codeOfStep(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The address by which a phone takes a secret, from a QR code or a link. */
export function addressOf(secret: Buffer, username: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Whole groups of five bytes; secrets and recovery codes consist of these. */
export function base32(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 5) {
    const group = bytes.readUIntBE(at, 5)
    for (let place = 7; place >= 0; place -= 1) text += ALPHABET[Math.floor(group / 32 ** place) % 32]
  }
  return text
}
