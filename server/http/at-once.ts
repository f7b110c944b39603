import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { networkOf } from './budgets.ts'
import { tooMany } from './problems.ts'

/** Ends the call, upload or stream. Calling it again does nothing. */
type End = () => void

/** How many calls and uploads a person, an address and the unsigned links of an address may have under way. */
export interface AtOnce {
  /** For a form with files, while it is being received. @throws Problem 429 */
  readonly upload: (who: Who, address: string) => End
  /** For a stream of events, until it ends. @throws Problem 429 */
  readonly stream: (who: Who, address: string) => End
  /** For a call, until the client has received the answer. @throws Problem 429 */
  readonly call: (who: Who, address: string, reply: FastifyReply) => void
}

interface Who {
  readonly person: number | string
  readonly limited: boolean
  /** Only for a customer. */
  readonly client?: number
}

/** The files of a form are uploaded side by side, ten at most. */
const UPLOADS = 10
const CALLS = 30
/** A browser needs one, however many tabs it has. */
const STREAMS = 20
/** An address may be a whole office, so it may have as many as this number of people. */
const OFFICE = 10
/**
 * The most streams in a process. Somebody who opens many sessions from many addresses thus leaves some for other
 * clients and for technicians.
 */
const STREAMS_OF = { client: 1000, limited: 500, customers: 4500 }
const AGAIN_SECONDS = 2

/** Each process counts for itself. */
export function atOnce(): AtOnce {
  const underWay = new Map<string, number>()
  const enter = (
    what: string,
    most: number,
    { person, limited }: Who,
    address: string,
    shared: readonly (readonly [string, number])[] = [],
  ): End => {
    const network = networkOf(address)
    const bounds = new Map([
      [`${what} person ${person}`, most],
      [`${what} address ${network}`, most * OFFICE],
      ...(limited ? [[`${what} limited ${network}`, most] as const] : []),
      ...shared,
    ])
    const keys = [...bounds.keys()]
    if ([...bounds].some(([key, bound]) => (underWay.get(key) ?? 0) >= bound)) throw tooMany(AGAIN_SECONDS)
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
    stream: (who, address) => {
      const { client, limited } = who
      const ofCustomers: [string, number][] = [
        [`stream client ${client}`, STREAMS_OF.client],
        ['stream customers', STREAMS_OF.customers],
        ...(limited ? [['stream limited', STREAMS_OF.limited] satisfies [string, number]] : []),
      ]
      return enter('stream', STREAMS, who, address, client === undefined ? [] : ofCustomers)
    },
    call: (who, address, reply) => {
      const end = enter('call', CALLS, who, address)
      finished(reply.raw, end)
    },
  }
}
