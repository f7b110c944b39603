import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The browser's side of a session: a random token. The database holds its hash. */
export interface SessionCookie {
  /** The hash by which the session is found; null if the request has no token. */
  readonly hashIn: (request: FastifyRequest) => Buffer | null
  readonly give: (reply: FastifyReply, token: string) => void
  readonly take: (reply: FastifyReply) => void
}

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `secure`: the portal is behind https. The cookie's prefix then makes browsers accept it from this very host alone. */
export function sessionCookie(secure: boolean, ofWhom: 'sesion' | 'consola' | 'correo' = 'sesion'): SessionCookie {
  const name = secure ? `__Host-${ofWhom}` : ofWhom
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    hashIn: (request) => {
      const token = request.cookies[name]
      return token !== undefined && TOKEN.test(token) ? hashOf(token) : null
    },
    give: (reply, token) => void reply.setCookie(name, token, options),
    take: (reply) => void reply.clearCookie(name, options),
  }
}

/**
 * Whether a screen that nobody has touched for a while makes the call by itself. Then the session is not in use, and
 * nobody reads the answer.
 */
export const isUntouched = (request: FastifyRequest): boolean => request.headers['x-untouched'] !== undefined
