import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sentencesIn } from '#contract/sentences.ts'
import { TooManyWaiting, isDatabaseAway } from '../db/away.ts'
import { MissingFile } from '../db/file-store.ts'
import { FileHeldBack } from '../scanner/scanned-files.ts'
import { languageOf } from './language.ts'
import { Problem, badRequest, storeClosed, storeFull, unavailable } from './problems.ts'

/** Answers a failed request in the same envelope and language as any other. */
export async function answerOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const problem = problemOf(error, request)
  if (problem.retryAfter !== null) reply.header('Retry-After', String(problem.retryAfter))
  await readAway(request)
  // Otherwise the server would go on receiving a body that nobody reads.
  if (!request.raw.complete) reply.header('Connection', 'close')
  const message = problem.sentence(sentencesIn(languageOf(request)))
  return reply.status(problem.status).send({ ok: false, message, data: { data: problem.details } })
}

/**
 * A client that is still sending when the connection closes often misses the answer: so up to a file's size is read and dropped
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

/** Answers a malformed request in the same envelope. Its route and language are unknown. */
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

/** 408: the request took too long to arrive. */
const UNREADABLE = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
])

/** A disk or a quota is full; the code is the system's or PostgreSQL's. */
const NO_ROOM_CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** The files' folder cannot be read or written: a read-only mount, wrong permissions, a failing disk. */
const NO_ACCESS_CODES = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO'])

const hasCodeIn = (codes: ReadonlySet<string>, error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.has(error.code)

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof MissingFile) {
    request.log.error({ err: error }, 'a file is missing: restore it from a backup')
    return new Problem(410, (s) => s.store['file-missing']())
  }
  if (error instanceof FileHeldBack) {
    if (error.state === 'infected') return new Problem(410, (s) => s.store['file-infected']())
    return new Problem(503, (s) => s.store['file-waiting'](), null, 60)
  }
  if (hasCodeIn(NO_ROOM_CODES, error)) {
    request.log.error({ err: error }, 'no room to write')
    return storeFull()
  }
  // Told by the request's own line: under such load more lines would be more load.
  if (error instanceof TooManyWaiting) return unavailable()
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database away')
    return unavailable()
  }
  if (hasCodeIn(NO_ACCESS_CODES, error)) {
    request.log.error({ err: error }, 'files cannot be written or read: check the folder')
    return request.isMultipart() ? storeClosed() : unavailable()
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Problem(413, (s) => s.call['too-large']())
  if (status === 415) return new Problem(415, (s) => s.call['bad-request']())
  if (status >= 400 && status < 500) return badRequest()
  request.log.error({ err: error }, 'unexpected error')
  return new Problem(500, (s) => s.request.unexpected(request.id))
}
