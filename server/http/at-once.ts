import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { networkOf } from './budgets.ts'
import { tooMany } from './problems.ts'

/** Ends what was begun; a second time it does nothing. */
type End = () => void

/** How much of a kind may be under way at the same time for a person and, for links without a signature, an address. */
export interface AtOnce {
  /** A form with files that is being received. @throws Problem 429 */
  readonly upload: (who: Who, address: string) => End
  /** A call, until its answer has been taken. @throws Problem 429 */
  readonly call: (who: Who, address: string, reply: FastifyReply) => void
}

interface Who {
  readonly person: number | string
  readonly limited: boolean
}

/** A form's files go up side by side, ten at the most. */
const UPLOADS = 10
const CALLS = 30
const AGAIN_SECONDS = 2

/** Counted by this process. */
export function atOnce(): AtOnce {
  const underWay = new Map<string, number>()
  const enter = (what: string, most: number, { person, limited }: Who, address: string): End => {
    const keys = [`${what} ${person}`, ...(limited ? [`${what} limited ${networkOf(address)}`] : [])]
    if (keys.some((key) => (underWay.get(key) ?? 0) >= most)) throw tooMany(AGAIN_SECONDS)
    for (const key of keys) underWay.set(key, (underWay.get(key) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      for (const key of keys) {
        const left = (underWay.get(key) ?? 1) - 1
        if (left > 0) underWay.set(key, left)
        else underWay.delete(key)
      }
    }
  }
  return {
    upload: (who, address) => enter('upload', UPLOADS, who, address),
    call: (who, address, reply) => {
      const end = enter('call', CALLS, who, address)
      finished(reply.raw, end)
    },
  }
}
