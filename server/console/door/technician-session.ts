import type { FastifyRequest } from 'fastify'
import type { Settings } from '#domain/settings.ts'
import { type Database, type Runner, sql } from '../../db/sql.ts'
import { type SessionCookie, hashOf, isUntouched, newToken, sessionCookie } from '../../http/session-cookie.ts'
import type { SignedIn, Technician } from './console-binding.ts'

/** How long a technician's session lasts: since it was last used, and in all. */
type SessionLimits = Pick<Settings['limits'], 'consoleIdleMinutes' | 'consoleSessionHours'>

const TOUCH_AFTER_MS = 60_000

export const consoleCookie = (secure: boolean): SessionCookie => sessionCookie(secure, 'consola')

interface FindOptions {
  readonly limits: SessionLimits
  readonly secure: boolean
}

/**
 * Finds the technician who makes a request. Somebody who is disabled is refused from the next request on. Calls that a
 * screen makes by itself are answered, but do not prolong the session.
 */
export function findTechnician(staff: Database, { limits, secure }: FindOptions) {
  const cookie = consoleCookie(secure)
  return async (request: FastifyRequest, now: Date, isActivity = true): Promise<SignedIn | null> => {
    const hash = cookie.hashIn(request)
    const found = hash && (await liveSession(staff, hash, now, limits))
    if (!found) return null
    const { seenAt, ...technician } = found
    const isAway = !isActivity || isUntouched(request)
    if (!isAway && now.getTime() - seenAt.getTime() >= TOUCH_AFTER_MS) {
      await staff.rows(sql`
        update technician_session s set seen_at = ${now}
        where s.session_id = ${technician.session} and s.seen_at < ${now}`)
    }
    return technician
  }
}

const liveSession = (staff: Runner, hash: Buffer, now: Date, limits: SessionLimits) =>
  staff.maybe<SignedIn & { seenAt: Date }>(sql`
    select s.session_id as session, t.username, t.name, t.role, s.enrolling, s.seen_at
    from technician_session s join technician t using (username)
    where s.token_hash = ${hash} and t.active
      and s.seen_at > ${now}::timestamptz - make_interval(mins => ${limits.consoleIdleMinutes}::int)
      and s.created_at > ${now}::timestamptz - make_interval(hours => ${limits.consoleSessionHours}::int)`)

/** Opens a session; returns the token, which is stored nowhere. */
export async function openTechnicianSession(
  tx: Runner,
  { username, enrolling }: Pick<Technician, 'username' | 'enrolling'>,
  now: Date,
): Promise<string> {
  const token = newToken()
  await tx.rows(sql`
    insert into technician_session (token_hash, username, enrolling, created_at, seen_at)
    values (${hashOf(token)}, ${username}, ${enrolling}, ${now}, ${now})`)
  return token
}

export const endTechnicianSession = (tx: Runner, session: number) =>
  tx.rows(sql`delete from technician_session s where s.session_id = ${session}`)

/** `but`: the session that continues. */
export const endTechnicianSessions = (tx: Runner, username: string, but: number | null = null) =>
  tx.rows(sql`
    delete from technician_session s
    where s.username = ${username} and s.session_id is distinct from ${but}::bigint`)
