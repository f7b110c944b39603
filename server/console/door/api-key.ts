import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyScopeOf } from '#contract/console/key-scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '../../db/sql.ts'
import { Problem, roleMissing } from '../../http/problems.ts'
import { bearerIn } from '../../http/same-site.ts'
import { newToken } from '../../http/session-cookie.ts'
import { liveApiKey, markUsed } from './api-key-store.ts'
import type { Technician } from './console-binding.ts'

/** The prefix by which programs that look for lost secrets recognise a key. */
const PREFIX = 'soporte_'
const KEY = /^soporte_[\w-]{43}$/
const TOUCH_AFTER_MS = 60_000

export const newApiKey = (): string => PREFIX + newToken()

/**
 * Finds the program that makes a request by its key, as a technician of its own; null without a key.
 * @throws Problem 401 for a key that is not in force, 403 if its scopes do not allow the call
 */
export const findProgram =
  (staff: Database) =>
  async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, now: Date): Promise<Technician | null> => {
    const token = bearerIn(request)
    if (token === null) return null
    const found = KEY.test(token) ? await liveApiKey(staff, token, now) : undefined
    if (!found) {
      request.log.warn({ security: 'key-refused', address: request.ip }, 'a call with a key that is not valid')
      reply.header('WWW-Authenticate', 'Bearer')
      throw new Problem(401, (s) => s.console['key-refused']())
    }
    const { scopes, lastUsedAt, ...program } = found
    const needed = keyScopeOf(endpoint)
    if (needed === null || !scopes.includes(needed)) throw roleMissing()
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= TOUCH_AFTER_MS) {
      await markUsed(staff, program.username, now)
    }
    return { ...program, session: null, role: 'technician', enrolling: false }
  }
