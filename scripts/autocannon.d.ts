/** The part of autocannon that the bench uses; it has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export interface Request {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly setupRequest?: (request: Request) => Request
  }
  export interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
    /** Seconds. */
    readonly duration: number
  }
  /** Emits `response` with client, status, bytes and milliseconds. */
  export type Run = EventEmitter & PromiseLike<Result>
  const autocannon: (options: {
    url: string
    connections: number
    duration: number
    setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void
  }) => Run
  export default autocannon
}
