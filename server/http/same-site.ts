import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { otherSite } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call changes something, also by GET. */
    changes?: boolean
    /** Whether it is for anybody: whoever logs in has no session yet. */
    isPublic?: boolean
  }
}

/**
 * Refuses a state change that a browser says comes from another site. A script that says nothing is fine: it holds no
 * browser's cookies.
 */
export const insistOnSameSite =
  (ownOrigin: string) =>
  async (request: FastifyRequest): Promise<void> => {
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
 * Whether a page was reached from a page of somebody else's that is not `registered`. What a program or a mail client opens
 * comes from nowhere. A browser that does not say where from, as over plain http, is judged by its referrer.
 */
export function cameFromAnotherSite(headers: IncomingHttpHeaders, registered: readonly string[]): boolean {
  const { 'sec-fetch-site': site, referer = '', host } = headers
  const from = URL.parse(referer)
  if (from && registered.includes(from.origin)) return false
  return site === undefined ? from !== null && from.host !== host : site === 'cross-site'
}

const hostOf = (origin: string): string | null => URL.parse(origin)?.host ?? null
