import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../http/problems.ts'

/** Argon2id with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each occupies one of four threads, which also serve files and name look-ups. */
const AT_A_TIME = 2
/** About two seconds of work: a longer queue would be abandoned by its callers. */
const MOST_WAITING = 64

/** Nobody's password. It is checked for an unknown user, so that both answers take as long. */
const nobodys = hash(randomBytes(32).toString('base64'), COST)

/**
 * The stored form of a password: PHC, with salt and cost. Never call it within a transaction, which would hold its
 * connection meanwhile.
 * @throws Problem 503 if too many are waiting
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** Whether it is the password. The same holds for transactions and waiting callers. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const matches = await inTurn(async () => verify(stored ?? (await nobodys), password))
  return matches && stored !== undefined
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_A_TIME) running += 1
  else if (waiting.length < MOST_WAITING) await new Promise<void>((begin) => waiting.push(begin))
  else throw unavailable()
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
