import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { ClientArea, PersonSource, Visibility } from '#domain/account.ts'
import type { Settings } from '#domain/settings.ts'
import { DEFAULT_VERSION } from '#domain/ticket-draft.ts'
import {
  type Database,
  type Proof,
  type Runner,
  type Statement,
  type Transaction,
  plannedOnce,
  sql,
} from '../db/sql.ts'
import type { Caller, EntryContext } from '../http/caller.ts'
import { hashOf, isUntouched, sessionCookie } from '../http/session-cookie.ts'

/** A session's lifetimes: since its last use, and in all. */
type SessionLimits = Pick<Settings['limits'], 'sessionIdleMinutes' | 'sessionHours'>

const TOUCH_AFTER_MS = 60_000
const MOST_KNOWN = 5000

interface SessionsOptions {
  readonly settings: Settings
  readonly secure: boolean
}

/**
 * The caller that a session had at its last request. No answer made for this caller may leave before the session is
 * checked.
 */
export interface Supposed {
  readonly caller: Caller
  /** Looks the session up in the work's own first message. */
  readonly proof: Proof
  /** Whether the session is still the same. Looks it up if the work's statements have not done so. */
  readonly holds: () => Promise<boolean>
}

export interface Sessions {
  /**
   * Finds the caller of a request in one round trip; once a minute it also records the session's use. Calls that a screen makes by itself
   * are answered, but do not prolong the session.
   */
  readonly findCaller: (request: FastifyRequest, now: Date, isActivity?: boolean) => Promise<Caller | null>
  /** The same without a round trip of its own; null if the session is not known here, or its use is to be recorded. */
  readonly supposeCaller: (request: FastifyRequest, now: Date, isActivity?: boolean) => Supposed | null
}

export function openSessions(database: Database, { settings: { limits }, secure }: SessionsOptions): Sessions {
  const cookie = sessionCookie(secure)
  /** Sessions as they were last found. They decide in whose queue a request waits; everything else is checked anew. */
  const known = new Map<string, SessionRow>()
  const keep = (key: string, row: SessionRow | undefined): void => {
    known.delete(key)
    if (!row) return
    known.set(key, row)
    for (const [oldest] of known) {
      if (known.size <= MOST_KNOWN) break
      known.delete(oldest)
    }
  }
  const isInUse = (request: FastifyRequest, isActivity: boolean, { seenAt }: SessionRow, now: Date): boolean =>
    isActivity && !isUntouched(request) && now.getTime() - seenAt.getTime() >= TOUCH_AFTER_MS

  return {
    findCaller: async (request, now, isActivity = true) => {
      const hash = cookie.hashIn(request)
      if (!hash) return null
      const key = hash.toString('base64')
      const before = known.get(key)
      const line = before ? { client: before.clientId, person: before.personId } : 'stranger'
      const found = await database.inLineOf(line).maybe<SessionRow>(liveSession(hash, now, limits))
      keep(key, found)
      if (!found) return null
      if (isInUse(request, isActivity, found, now)) {
        const touch = async (tx: Transaction) =>
          tx.later(
            sql`update session s set seen_at = ${now} where ${tx.own('s')} and s.session_id = ${found.sessionId} and s.seen_at < ${now}`,
          )
        await database.inClient(found.clientId, touch, found.personId)
        keep(key, { ...found, seenAt: now })
      }
      return callerIn(found)
    },
    supposeCaller: (request, now, isActivity = true) => {
      const hash = cookie.hashIn(request)
      const key = hash?.toString('base64') ?? ''
      const row = known.get(key)
      if (!hash || !row || isInUse(request, isActivity, row, now)) return null
      let isSo: boolean | undefined
      const statement = liveSession(hash, now, limits)
      const hear = ([answered]: readonly unknown[]) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement's only row
        const found = answered as SessionRow | undefined
        isSo = isSame(row, found)
        keep(key, found)
      }
      return {
        caller: callerIn(row),
        proof: {
          statement,
          hear,
          isHeard: () => isSo !== undefined,
          insist: () => {
            if (isSo === false) throw new SupposedWrongly()
          },
        },
        holds: async () => {
          if (isSo === undefined) {
            hear(await database.inLineOf({ client: row.clientId, person: row.personId }).rows(statement))
          }
          return isSo === true
        },
      }
    },
  }
}

/** A session has changed or ended since it was last found. */
class SupposedWrongly extends Error {}

/** The time of its last use does not matter: it changes no rights. */
const isSame = (before: SessionRow, now: SessionRow | undefined): boolean =>
  now !== undefined && isDeepStrictEqual({ ...before, seenAt: null }, { ...now, seenAt: null })

/** The session of a token that was just issued. */
export async function callerOf(
  database: Runner,
  token: string,
  now: Date,
  limits: SessionLimits,
): Promise<Caller | null> {
  const found = await database.maybe<SessionRow>(liveSession(hashOf(token), now, limits))
  return found ? callerIn(found) : null
}

interface SessionRow {
  readonly sessionId: number
  readonly clientId: number
  readonly personId: number
  readonly contactId: number | null
  readonly installationCode: string | null
  readonly companyCode: string | null
  readonly limited: boolean
  readonly administrator: boolean
  readonly visibility: Visibility | null
  readonly entry: EntryContext
  readonly seenAt: Date
  readonly login: string
  readonly source: PersonSource
  readonly clientName: string
  readonly clientEmail: string
  readonly areas: ClientArea[]
  readonly version: string | null
  readonly contactName: string | null
  readonly contactEmail: string | null
  readonly contactPhone: string | null
  readonly installations: string[]
  readonly onlyTicket: number | null
}

const liveSession = (hash: Buffer, now: Date, limits: SessionLimits): Statement =>
  plannedOnce(sql`
    select * from door_session(${hash}, ${now}, make_interval(mins => ${limits.sessionIdleMinutes}::int),
      make_interval(hours => ${limits.sessionHours}::int))`)

function callerIn(row: SessionRow): Caller {
  const { entry } = row
  const program = entry.module || entry.program
  return {
    session: row.sessionId,
    person: row.personId,
    visibility: visibilityIn(row),
    installations: row.installations,
    onlyTicket: row.onlyTicket,
    entry,
    source: row.source,
    username: row.login,
    callingUser: row.login,
    client: row.clientId,
    installation: row.installationCode,
    version: entry.version || row.version || DEFAULT_VERSION,
    company: row.companyCode,
    areas: row.areas,
    administrator: row.administrator,
    limited: row.limited,
    // Everybody who knows an installation's code gets a limited session, so it learns no name or address.
    clientDetails: row.limited ? { name: '', email: '' } : { name: row.clientName, email: row.clientEmail },
    contact:
      row.contactId === null
        ? null
        : {
            id: row.contactId,
            name: row.contactName ?? '',
            email: row.contactEmail ?? '',
            phone: row.contactPhone ?? '',
          },
    program: program ? { module: entry.module ?? '', program: entry.program ?? '' } : null,
    personName: personNameIn(row),
  }
}

/** A login is only shown as a name if a system assigned it and no name is known. */
const personNameIn = ({ entry, contactName, source, login }: SessionRow): string | null =>
  entry.name || contactName || (source === 'application' || source === 'portal' ? login : null)

/** Without a contact a caller sees the installation's data or, if its key makes administrators, the client's. */
function visibilityIn({ visibility, limited, administrator }: SessionRow): Visibility {
  if (limited) return 'own'
  return visibility ?? (administrator ? 'client' : 'installation')
}
