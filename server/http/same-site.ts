import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { badRequest, otherSite } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call changes anything; a GET may. */
    changes?: boolean
    /** Whether the call needs no session, such as a login. */
    isPublic?: boolean
  }
}

/** The key that a program sends with a request; null if it sends none. */
export const bearerIn = ({ headers }: FastifyRequest): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

const SESSIONS = /^(__Host-)?(sesion|consola)$/

/**
 * Refuses a change that the browser reports as coming from another site. A script reports nothing and may pass, because
 * it holds no browser's cookies. A program with a key may pass, too, but must not bring a session: nobody could say who
 * acts.
 */
export const insistOnSameSite =
  (ownOrigin: string) =>
  async (request: FastifyRequest): Promise<void> => {
    if (bearerIn(request) !== null) {
      if (Object.keys(request.cookies).some((name) => SESSIONS.test(name))) throw badRequest('Authorization', 'Cookie')
      if (!request.routeOptions.config.isPublic) return
    }
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && !request.routeOptions.config.changes) return
    const site = request.headers['sec-fetch-site']
    const { origin, host } = request.headers
    const ownSite = site === undefined || site === 'same-origin' || site === 'none'
    const sameOrigin = origin === undefined || origin === ownOrigin || hostOf(origin) === host
    if (ownSite && sameOrigin) return
    request.log.warn({ security: 'other-site', origin, site }, 'refused a state change from another site')
    throw otherSite()
  }

/**
 * Whether the visitor came from a page of another site that is not `registered`. A program or a mail client counts as
 * no site. If the browser does not report the origin, as over plain http, its referrer decides.
 */
export function cameFromAnotherSite(headers: IncomingHttpHeaders, registered: readonly string[]): boolean {
  const { 'sec-fetch-site': site, referer = '', host } = headers
  const from = URL.parse(referer)
  if (from && registered.includes(from.origin)) return false
  return site === undefined ? from !== null && from.host !== host : site === 'cross-site'
}

const hostOf = (origin: string): string | null => URL.parse(origin)?.host ?? null
