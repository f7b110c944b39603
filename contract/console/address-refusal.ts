import { consoleObject, instant, nullable, text } from '../wire.ts'

/** A mail server has refused the address for good: nothing is sent there until somebody tries it again or changes it. */
export const addressRefusal = nullable(consoleObject({ email: text(1000), at: instant, reason: text(300) }))
