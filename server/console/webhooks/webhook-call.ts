import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { NotOutside, insistOnOutside, lookupOutside } from './outside-address.ts'

const TIMEOUT_MS = 10_000

/** The settings for calling other programs; tests resolve names and wait differently. */
export interface Calling {
  /** Hosts of the private network that may be called, also by http. */
  readonly inside: readonly string[]
  readonly lookup?: LookupFunction
  readonly timeoutMs?: number
}

export interface Letter {
  readonly address: string
  readonly id: string
  readonly body: string
  /** One secret, or two for a while after a rotation. */
  readonly secrets: readonly Buffer[]
}

/** The secret in the form that receivers get, the one of Standard Webhooks. */
export const shownSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

/**
 * Posts a letter, signed with the time as Standard Webhooks demands. Only the status of the answer counts: its body is
 * never read, and no redirect is followed.
 * @returns the status, or the reason why there was none
 */
export function callWebhook(
  { address, id, body, secrets }: Letter,
  { inside, lookup = lookupOutside(inside), timeoutMs = TIMEOUT_MS }: Calling,
  now: Date,
): Promise<number | 'inside' | 'insecure' | 'unknown-host' | 'unreachable' | 'timeout'> {
  const url = URL.parse(address)
  if (!url) return Promise.resolve('unknown-host')
  try {
    insistOnOutside(url, inside)
  } catch (error) {
    if (error instanceof NotOutside) return Promise.resolve(error.reason)
    throw error
  }
  const timestamp = Math.floor(now.getTime() / 1000)
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  const ended = AbortSignal.timeout(timeoutMs)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const call = send(url, {
      method: 'POST',
      // A connection of its own each time: each address is checked again.
      agent: false,
      lookup,
      signal: ended,
      maxHeaderSize: 16 * 1024,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Soporte-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures.join(' '),
      },
    })
    call.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    // A receiver that wants to switch to another protocol gets nothing more.
    call.on('upgrade', (response, socket) => {
      resolve(response.statusCode ?? 0)
      socket.destroy()
    })
    call.on('error', (error) => resolve(ended.aborted ? 'timeout' : failureOf(error)))
    // However a connection ends, the caller goes on.
    call.on('close', () => resolve('unreachable'))
    call.end(body)
  })
}

function failureOf(error: Error): 'inside' | 'unknown-host' | 'unreachable' {
  if (error instanceof NotOutside) return 'inside'
  return 'code' in error && error.code === 'ENOTFOUND' ? 'unknown-host' : 'unreachable'
}
