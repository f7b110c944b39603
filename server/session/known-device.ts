import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecretBox } from '../secret-box.ts'

/** Recognises browsers that have logged in to an account before: strangers' guesses elsewhere do not delay them. */
export interface KnownDevices {
  /** The device's id, which nobody can forge; null if this browser has never logged in to the account. */
  readonly idIn: (request: FastifyRequest, account: string, now: Date) => string | null
  /** Records a login: the browser keeps a proof, the database nothing. */
  readonly remember: (request: FastifyRequest, reply: FastifyReply, account: string, now: Date) => void
}

const ID_BYTES = 16
const TIME_BYTES = 6
const DAYS = 180
const DAY_SECONDS = 24 * 60 * 60

export function knownDevices(secrets: SecretBox, secure: boolean): KnownDevices {
  const cookieOf = (account: string) =>
    `${secure ? '__Host-' : ''}equipo-${createHash('sha256').update(account).digest('hex').slice(0, 12)}`
  const aboutOf = (account: string) => `device of ${account}`

  function idIn(request: FastifyRequest, account: string, now: Date): string | null {
    const kept = Buffer.from(request.cookies[cookieOf(account)] ?? '', 'base64url')
    const opened = kept.length > 0 ? secrets.open(kept, aboutOf(account)) : null
    if (opened?.length !== ID_BYTES + TIME_BYTES) return null
    const age = now.getTime() / 1000 - opened.readUIntBE(ID_BYTES, TIME_BYTES)
    return age < DAYS * DAY_SECONDS ? opened.subarray(0, ID_BYTES).toString('hex') : null
  }

  return {
    idIn,
    remember: (request, reply, account, now) => {
      const known = idIn(request, account, now)
      const content = Buffer.alloc(ID_BYTES + TIME_BYTES)
      ;(known ? Buffer.from(known, 'hex') : randomBytes(ID_BYTES)).copy(content)
      content.writeUIntBE(Math.floor(now.getTime() / 1000), ID_BYTES, TIME_BYTES)
      reply.setCookie(cookieOf(account), secrets.seal(content, aboutOf(account)).toString('base64url'), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: DAYS * DAY_SECONDS,
      })
    },
  }
}
