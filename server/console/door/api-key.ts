import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyScopeOf } from '#contract/console/key-scopes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '../../db/sql.ts'
import { networkOf } from '../../http/budgets.ts'
import { Problem, roleMissing, tooManyForNow } from '../../http/problems.ts'
import { bearerIn } from '../../http/same-site.ts'
import { newToken } from '../../http/session-cookie.ts'
import { countAttempt, waitBefore } from '../../session/login-limit.ts'
import { liveApiKey, markUsed } from './api-key-store.ts'
import type { Technician } from './console-binding.ts'

/** The prefix by which scanners for lost secrets recognise a key. */
const PREFIX = 'soporte_'
const KEY = /^soporte_[\w-]{43}$/
const TOUCH_AFTER_MS = 60_000
/** The account under which wrong keys are counted; it belongs to nobody. */
const WRONG_KEYS = 'api key'

export const newApiKey = (): string => PREFIX + newToken()

/**
 * Finds the program that makes a request by its key, as a technician of its own; null without a key. Wrong keys are
 * limited by address, like logins. Beyond the limit nobody at that address learns whether a key is right, but a program
 * at its usual place goes on.
 * @throws Problem 401 for a key that is not in force, 429 after too many of them, 403 if its scopes do not allow the
 * call
 */
export const findProgram =
  (staff: Database) =>
  async (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, now: Date): Promise<Technician | null> => {
    const token = bearerIn(request)
    if (token === null) return null
    const network = networkOf(request.ip)
    const attempt = { username: WRONG_KEYS, address: request.ip, known: true } as const
    const found = KEY.test(token) ? await liveApiKey(staff, token, now) : undefined
    const wait = found?.lastUsedNetwork === network ? null : await waitBefore(staff, attempt, now)
    if (wait !== null) throw tooManyForNow(wait)
    if (!found) {
      // Of many at once, each later attempt counts the earlier ones.
      const spent = await countAttempt(staff, attempt, now)
      if (spent !== null) throw tooManyForNow(spent)
      request.log.warn({ security: 'key-refused', address: request.ip }, 'a call with a key that is not valid')
      reply.header('WWW-Authenticate', 'Bearer')
      throw new Problem(401, (s) => s.console['key-refused']())
    }
    const { scopes, lastUsedAt, lastUsedNetwork: _, ...program } = found
    const needed = keyScopeOf(endpoint)
    if (needed === null || !scopes.includes(needed)) throw roleMissing()
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= TOUCH_AFTER_MS) {
      await markUsed(staff, program.username, network, now)
    }
    return { ...program, session: null, role: 'technician', enrolling: false }
  }
