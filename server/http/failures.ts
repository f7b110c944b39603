import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sentencesIn } from '#contract/sentences.ts'
import { isDatabaseAway } from '../db/away.ts'
import { MissingFile } from '../db/file-store.ts'
import { languageOf } from './language.ts'
import { Problem, badRequest, storeClosed, storeFull, unavailable } from './problems.ts'

/** Answers a request that did not succeed, in the envelope and the language of every other answer. */
export async function answerOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const problem = problemOf(error, request)
  if (problem.retryAfter !== null) reply.header('Retry-After', String(problem.retryAfter))
  await readAway(request)
  // A body that nobody reads any more would otherwise be taken in to its end.
  if (!request.raw.complete) reply.header('Connection', 'close')
  const message = problem.sentence(sentencesIn(languageOf(request)))
  return reply.status(problem.status).send({ ok: false, message, data: { data: problem.details } })
}

/**
 * Whoever is still sending when the line is closed often never sees the answer: what is a file at the most is read away
 * first.
 */
async function readAway({ raw, headers }: FastifyRequest): Promise<void> {
  if (raw.complete || !(Number(headers['content-length']) <= MOST_READ_AWAY)) return
  const impatient = AbortSignal.timeout(READ_AWAY_MS)
  raw.resume()
  await finished(raw, { writable: false, signal: impatient }).catch(() => undefined)
}

const MOST_READ_AWAY = 32 * 1024 * 1024
const READ_AWAY_MS = 10_000

/** Answers what could not be read as a request, so that no route and no language is known; in the same envelope. */
export const answerUnreadable =
  (headers: Readonly<Record<string, string>>) =>
  ({ code }: { readonly code?: string }, socket: Socket): void => {
    if (code !== 'ECONNRESET' && socket.writable) {
      const status = UNREADABLE.get(code ?? '') ?? 400
      const { call } = sentencesIn('es')
      const message = status === 400 ? call['bad-request']() : call['too-large']()
      const body = JSON.stringify({ ok: false, message, data: { data: null } })
      const head = [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    }
    socket.destroy()
  }

/** 408 means that what was sent took too long to come. */
const UNREADABLE = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
])

/** Nothing can be written where it should be: the system's words for it, and PostgreSQL's. */
const NO_ROOM_CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** The folder of the files may not be written to or read: a disk that was mounted read-only, other rights, a fault of its own. */
const NO_ACCESS_CODES = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO'])

const hasCodeIn = (codes: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.has(error.code)

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof MissingFile) {
    request.log.error({ err: error }, 'a file is missing: bring it back from a backup')
    return new Problem(410, (s) => s.store['file-missing']())
  }
  if (hasCodeIn(NO_ROOM_CODES, error)) {
    request.log.error({ err: error }, 'no room to write')
    return storeFull()
  }
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database away')
    return unavailable()
  }
  if (hasCodeIn(NO_ACCESS_CODES, error)) {
    request.log.error({ err: error }, 'files cannot be written or read: look at the folder')
    return request.isMultipart() ? storeClosed() : unavailable()
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Problem(413, (s) => s.call['too-large']())
  if (status === 415) return new Problem(415, (s) => s.call['bad-request']())
  if (status >= 400 && status < 500) return badRequest()
  request.log.error({ err: error }, 'unexpected error')
  return new Problem(500, (s) => s.call.unexpected())
}
