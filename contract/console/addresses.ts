import { consoleObject, instant, nullable, text } from '../wire.ts'

/** A mail server has refused the address for good: nothing is sent there until somebody tries it again or changes it. */
export const addressRefusal = nullable(consoleObject({ email: text(1000), at: instant, reason: text(300) }))

/** An address that counts once it has been confirmed. */
export const newAddress = consoleObject({
  email: text(254),
  askedAt: instant,
  /** When the mailed link expires. */
  expiresAt: instant,
  /** Why a mail server refused it, if one did. */
  refusal: nullable(text(300)),
})
