import { type Runner, sql } from '../db/sql.ts'
import { networkOf, siteOf } from '../http/budgets.ts'

const WINDOW_MS = 15 * 60_000
const PER_USER_AND_ADDRESS = 10
const PER_ADDRESS = 100
/** A provider's site may be many homes, but a single owner of one has 65,536 networks. */
const PER_SITE = 1000
const ACCOUNT_WINDOW_MS = 60 * 60_000
const FREE_OF_ACCOUNT = 20
const LONGEST_DELAY_S = 60

export interface LoginAttempt {
  /** The account's mark (`SecretBox`), never a name as typed: people type their password there by mistake. */
  readonly username: string
  /** The address; for IPv6 its network. */
  readonly address: string
  /**
   * A known device, or a session of the account: it waits for its own failures alone, even if a stranger guesses from
   * the same address. `true`: strangers get no try.
   */
  readonly known?: string | true | null
}

/** The seconds between two tries at an account, from any address, after this many failures in an hour. */
export const delayAfter = (failures: number): number =>
  failures < FREE_OF_ACCOUNT ? 0 : Math.min(LONGEST_DELAY_S, 2 ** Math.floor((failures - FREE_OF_ACCOUNT) / 5))

/**
 * Counts an attempt as failed before it is tried, so that simultaneous guesses count, too. Attempts that are refused
 * here do not count, because a stranger who keeps guessing would otherwise lock the person out.
 * @returns the seconds to wait, or null if it may be tried
 */
export async function countAttempt(database: Runner, attempt: LoginAttempt, now: Date): Promise<number | null> {
  const before = await waitBefore(database, attempt, now)
  if (before !== null) return before
  const { username } = attempt
  await database.rows(sql`
    insert into failed_login (username, address, site, at)
    values (${username}, ${placeOf(attempt)}, ${siteIn(attempt)}::text, ${now})`)
  return waitOf(database, attempt, now, 1)
}

/** The seconds to wait before another try; null: none. Counts nothing. */
export const waitBefore = (database: Runner, attempt: LoginAttempt, now: Date) => waitOf(database, attempt, now, 0)

/** After the right password, the person's earlier failures from that address, or with that device, no longer count. */
export async function forgetFailures(database: Runner, attempt: LoginAttempt): Promise<void> {
  await database.rows(sql`
    delete from failed_login f where f.username = ${attempt.username} and f.address = ${placeOf(attempt)}`)
}

/** A device's failures count wherever it is, so that a stolen one allows no more guesses than an address. */
const KNOWN = 'known '
const placeOf = ({ address, known }: LoginAttempt): string =>
  typeof known === 'string' ? `${KNOWN}${known}` : networkOf(address)

/** The site that an IPv6 network belongs to. */
const siteIn = ({ address, known }: LoginAttempt): string | null =>
  known || siteOf(address) === networkOf(address) ? null : siteOf(address)

/** `own`: this attempt's own rows. */
async function waitOf(database: Runner, attempt: LoginAttempt, now: Date, own: 0 | 1): Promise<number | null> {
  const { username, known } = attempt
  const place = placeOf(attempt)
  const since = new Date(now.getTime() - WINDOW_MS)
  const { oldest } = await database.row<{ oldest: Date | null }>(sql`
    select greatest(
      (select f.at from failed_login f
       where f.address = ${place} and f.username = ${username} and f.at > ${since}
       order by f.at desc offset ${PER_USER_AND_ADDRESS - 1 + own} limit 1),
      (select f.at from failed_login f
       where f.address = ${place} and f.at > ${since}
       order by f.at desc offset ${PER_ADDRESS - 1 + own} limit 1),
      (select f.at from failed_login f
       where f.site = ${siteIn(attempt)}::text and f.at > ${since}
       order by f.at desc offset ${PER_SITE - 1 + own} limit 1)
    ) as oldest`)
  const places = oldest && Math.max(1, Math.ceil((oldest.getTime() + WINDOW_MS - now.getTime()) / 1000))
  return places ?? (known ? null : waitOfAccount(database, username, now, own))
}

/** From any address: an unknown caller must wait until nobody has tried for a while. */
async function waitOfAccount(database: Runner, username: string, now: Date, own: 0 | 1): Promise<number | null> {
  const { failures, last } = await database.row<{ failures: number; last: Date | null }>(sql`
    select count(*) as failures, max(o.at) as last from (
      select f.at from failed_login f
      where f.username = ${username} and f.address not like ${`${KNOWN}%`}
        and f.at > ${new Date(now.getTime() - ACCOUNT_WINDOW_MS)}
      order by f.at desc offset ${own}) o`)
  const until = last ? last.getTime() + delayAfter(failures) * 1000 : 0
  return until > now.getTime() ? Math.ceil((until - now.getTime()) / 1000) : null
}
