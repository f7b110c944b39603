import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../http/problems.ts'

/** Argon2id with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each takes a thread of four that files and names are served by too. */
const AT_A_TIME = 2
/** Some two seconds' worth: whoever came behind them would have given up. */
const MOST_WAITING = 64

/** Nobody's password: it is checked in place of one that does not exist, so that both answers take as long. */
const nobodys = hash(randomBytes(32).toString('base64'), COST)

/**
 * A password as it is stored: with its salt and cost, in PHC form. Never within a transaction, which would hold its
 * connection meanwhile.
 * @throws Problem 503 when too many wait
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** Whether it is the password; the same about transactions, and as many may wait. */
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
