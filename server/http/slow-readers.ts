import { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

export interface Patience {
  /** For how long a client may receive nothing more of an answer. */
  readonly silentMs: number
  /** How much memory all unsent answers may take together. */
  readonly bytes: number
}

const PATIENCE: Patience = { silentMs: 20_000, bytes: 256 * 1024 * 1024 }
/** Smaller answers fit into the system's socket buffers. */
const LARGE = 64 * 1024
/** Even a slow connection receives this much; below it, an answer only occupies memory. */
const BYTES_PER_MS = 16

/**
 * Cuts clients that request an answer and do not receive it, event streams included: those that have stopped, those
 * slower than any real connection and, when too many answers wait, those that have waited longest.
 */
export function cutSlowReaders(app: FastifyInstance, { silentMs, bytes: most }: Patience = PATIENCE): void {
  const onTheirWay = new Map<FastifyReply, number>()
  let pending = 0
  const cut = (reply: FastifyReply) => {
    reply.request.log.warn(
      { security: 'slow-reader', address: reply.request.ip },
      'a client did not receive its answer and was cut off',
    )
    // An answer that waits behind another on the same connection has no socket of its own yet.
    reply.request.raw.socket.destroy()
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!(request.raw.socket instanceof Socket)) return
    // Node restarts this timer whenever a part has left.
    reply.raw.setTimeout(silentMs, () => {
      if (reply.raw.writableLength > 0) cut(reply)
    })
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (bytes < LARGE) return
    const impatient = setTimeout(cut, silentMs + bytes / BYTES_PER_MS, reply)
    impatient.unref()
    onTheirWay.set(reply, bytes)
    pending += bytes
    finished(reply.raw, () => {
      clearTimeout(impatient)
      if (onTheirWay.delete(reply)) pending -= bytes
    })
    for (const [oldest, its] of onTheirWay) {
      if (pending <= most || oldest === reply) break
      onTheirWay.delete(oldest)
      pending -= its
      cut(oldest)
    }
  })
}
