import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { turns } from '../db/turns.ts'
import { siteOf } from '../http/budgets.ts'
import { unavailable } from '../http/problems.ts'
import type { LoginAttempt } from './login-limit.ts'

/** Argon2id with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/**
 * Each check occupies one of four threads, which also serve files and name look-ups. One place is reserved for known
 * people, so that no flood of strangers takes all.
 */
const strangers = queue(2, 1000)
const acquaintances = queue(1, 64)
/** About a second of work. In a longer line callers would give up. */
const MOST_OF_A_LINE = 32

/** Nobody's password. It is checked for an unknown user, so that both answers take as long. */
const nobodys = hash(randomBytes(32).toString('base64'), COST)

/**
 * The stored form of a password: PHC, with salt and cost. Never call it within a transaction, which would hold its
 * connection meanwhile.
 * @throws Problem 503 if too many are waiting
 */
export const hashPassword = (password: string): Promise<string> => acquaintances('new', () => hash(password, COST))

/**
 * Whether it is the password. The rules above for transactions and waiting callers hold here, too. Strangers take turns
 * by network, however many addresses one of them has.
 */
export async function isPassword(
  password: string,
  stored: string | undefined,
  { address, known }: Pick<LoginAttempt, 'address' | 'known'>,
): Promise<boolean> {
  const check = async () => verify(stored ?? (await nobodys), password)
  const matches = await (known
    ? acquaintances(known === true ? address : known, check)
    : strangers(siteOf(address), check))
  return matches && stored !== undefined
}

/** Does work in turns, line by line. */
function queue(atATime: number, most: number) {
  const { enter } = turns<string>(atATime, () => atATime)
  const lines = new Map<string, number>()
  let all = 0
  const count = (line: string, one: 1 | -1) => {
    all += one
    const length = (lines.get(line) ?? 0) + one
    if (length > 0) lines.set(line, length)
    else lines.delete(line)
  }
  return async <T>(line: string, work: () => Promise<T>): Promise<T> => {
    if (all >= most || (lines.get(line) ?? 0) >= MOST_OF_A_LINE) throw unavailable()
    count(line, 1)
    const leave = await enter(line)
    try {
      return await work()
    } finally {
      leave()
      count(line, -1)
    }
  }
}
