import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Names a request in the log and, if it fails, on the screen of its sender. It is random, so that servers can share one
 * log.
 */
export const newRequestId = (): string => randomBytes(6).toString('base64url')

/** A request in the log and the figures. It is named by its route, never by its address, which may hold secrets. */
export interface AnsweredRequest {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly ms: number
}

/** Writes one line for each request at `info`, and counts it in the figures. */
export function logRequests(app: FastifyInstance, count: (request: AnsweredRequest) => void): void {
  app.addHook('onResponse', async ({ method, routeOptions, log }, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const answered = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms }
    log.info(answered, 'request')
    count(answered)
  })
}
