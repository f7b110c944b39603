import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Nobody's password: it is checked in place of one that does not exist, so that both answers take as long. */
const nobodys = hashPassword(randomBytes(32).toString('base64'))

/** A password as it is stored: with its salt and cost, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodys), password)
  return matches && stored !== undefined
}
