import { type Runner, sql } from '../db/sql.ts'

const WINDOW_MS = 15 * 60_000
const PER_USER_AND_ADDRESS = 10
const PER_ADDRESS = 100

export interface LoginAttempt {
  readonly username: string
  readonly address: string
}

/**
 * Counts an attempt as failed before it is tried, so that guesses made at the same moment count too. Attempts that are
 * refused here are not counted: they would lock a person out for as long as somebody else goes on guessing.
 * @returns the seconds to wait, or null when it may be tried
 */
export async function countAttempt(database: Runner, attempt: LoginAttempt, now: Date): Promise<number | null> {
  const before = await secondsToWait(database, attempt, now)
  if (before !== null) return before
  await countFailure(database, attempt, now)
  return waitOf(database, attempt, now, 1)
}

/** The seconds until the next attempt may be made, or null when it may be made now. */
export const secondsToWait = (database: Runner, attempt: LoginAttempt, now: Date): Promise<number | null> =>
  waitOf(database, attempt, now, 0)

export const countFailure = (database: Runner, { username, address }: LoginAttempt, now: Date) =>
  database.rows(sql`insert into failed_login (username, address, at) values (${username}, ${address}, ${now})`)

/** The right password was given: the person's earlier failures from there do not count any more. */
export async function forgetFailures(database: Runner, { username, address }: LoginAttempt): Promise<void> {
  await database.rows(sql`delete from failed_login f where f.username = ${username} and f.address = ${address}`)
}

/** The window is over once the failure that reached the limit has left it; `own`: the attempts that are this one. */
async function waitOf(database: Runner, { username, address }: LoginAttempt, now: Date, own: 0 | 1) {
  const since = new Date(now.getTime() - WINDOW_MS)
  const { oldest } = await database.row<{ oldest: Date | null }>(sql`
    select greatest(
      (select f.at from failed_login f
       where f.address = ${address} and f.username = ${username} and f.at > ${since}
       order by f.at desc offset ${PER_USER_AND_ADDRESS - 1 + own} limit 1),
      (select f.at from failed_login f
       where f.address = ${address} and f.at > ${since}
       order by f.at desc offset ${PER_ADDRESS - 1 + own} limit 1)
    ) as oldest`)
  return oldest && Math.max(1, Math.ceil((oldest.getTime() + WINDOW_MS - now.getTime()) / 1000))
}
