import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a browser holds of a session: a random token of which the database knows only the hash. */
export interface SessionCookie {
  /** The hash to look the session up by; null when the request carries no token. */
  readonly hashIn: (request: FastifyRequest) => Buffer | null
  readonly give: (reply: FastifyReply, token: string) => void
  readonly take: (reply: FastifyReply) => void
}

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `secure`: behind https, where the name's prefix makes browsers refuse it from anywhere but this very host. */
export function sessionCookie(secure: boolean, ofWhom: 'sesion' | 'consola' = 'sesion'): SessionCookie {
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
