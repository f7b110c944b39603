import JSZip from 'jszip'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { form } from '../testing/test-app.ts'

/** An input by wire names; addresses and forms carry values other than text as JSON. */
export type Wire = Readonly<Record<string, unknown>>

export interface Sent {
  readonly endpoint: Endpoint
  readonly cookie: string | null
  readonly wire: Wire
  readonly idempotencyKey?: string
  /** A program's API key. */
  readonly key?: string
}

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Sends a call as a browser would. */
export async function send(app: FastifyInstance, { endpoint, cookie, wire, idempotencyKey, key }: Sent) {
  const url = `/api${endpoint.path}`
  const headers = {
    ...(cookie && { cookie }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(key && { authorization: `Bearer ${key}` }),
  }
  if (endpoint.method === 'GET') return unpacked(await app.inject({ method: 'GET', url, headers, query: asText(wire) }))
  if (endpoint.kind !== 'upload') return app.inject({ method: 'POST', url, headers, payload: wire })
  const { payload, headers: multipart } = form([
    ...Object.entries(asText(wire)).map(([name, value]) => ({ name, value })),
    { name: 'documentos[0][file]', value: PNG, filename: 'captura.png', mime: 'image/png' },
  ])
  return app.inject({ method: 'POST', url, headers: { ...headers, ...multipart }, payload })
}

/** A sheet is a compressed archive that holds the time of its making, so only its rows count. */
async function unpacked(raw: LightMyRequestResponse): Promise<LightMyRequestResponse> {
  if (!String(raw.headers['content-type']).includes('spreadsheet')) return raw
  const archive = await JSZip.loadAsync(raw.rawPayload)
  const rows = await archive.file('xl/worksheets/sheet1.xml')?.async('nodebuffer')
  return Object.defineProperty(raw, 'rawPayload', { value: rows })
}

/**
 * Everything in an answer except its times. A call that creates something gives it a new name every time, so in the
 * answer of a successful change, numbers, random names and recovery codes count as equal.
 */
export function faceOf(raw: LightMyRequestResponse): string {
  const { date: _, ...headers } = raw.headers
  const face = `${raw.statusCode} ${JSON.stringify(headers)}\n${raw.rawPayload.toString('latin1')}`
  const begins = raw.raw.req.url?.startsWith('/api/consultas/get_session_chat_GPT') ?? false
  const isChange = (raw.raw.req.method === 'POST' || begins) && raw.statusCode < 300
  return isChange ? face.replaceAll(/[\w-]{20,}|\b\d{6,}\b|\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g, '#') : face
}

const asText = (wire: Wire): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wire).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
