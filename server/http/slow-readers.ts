import { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

export interface Patience {
  /** Nothing more of an answer was taken for so long. */
  readonly silentMs: number
  /** What the answers that are on their way may take of memory together. */
  readonly bytes: number
}

const PATIENCE: Patience = { silentMs: 20_000, bytes: 256 * 1024 * 1024 }
/** Smaller ones go into what the system holds for a connection. */
const LARGE = 64 * 1024
/** A slow line takes as much; what takes less holds an answer in memory for no reader. */
const BYTES_PER_MS = 16

/**
 * Ends the connection of whoever asks and does not take the answer: when nothing of it moves, when it takes less than any
 * line does, or, where many are on their way at once, of the ones that have been for longest. Event streams, too.
 */
export function cutSlowReaders(app: FastifyInstance, { silentMs, bytes: most }: Patience = PATIENCE): void {
  const onTheirWay = new Map<FastifyReply, number>()
  let pending = 0
  const cut = (reply: FastifyReply) => {
    reply.request.log.warn({ security: 'slow-reader', address: reply.request.ip }, 'an answer was not taken')
    reply.raw.destroy()
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!(request.raw.socket instanceof Socket)) return
    // Node begins to count anew whenever some of it has left.
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
