import { promisify } from 'node:util'
import {
  type BrotliOptions,
  type ZlibOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer holds a secret: then it is not compressed. */
    answersSecret?: boolean
  }
}

/** A smaller answer fits into the packet that its headers need anyway. */
const WORTH_IT_BYTES = 1024
/** A larger one takes so long that others would wait: another thread does it. */
const AT_ONCE_BYTES = 64 * 1024
/** For a list 5 % more bytes than the next level in two thirds of its time. */
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }
const GZIP: ZlibOptions = { level: 6 }

/**
 * Compresses pages and JSON. Files and streams of events travel as they are: nothing is buffered.
 * Somebody who can make a browser send requests, and can see how long the encrypted answers are, learns what they hold
 * beside a text of their choice (BREACH). So an answer with a secret is not compressed, nor is one that another site's
 * page requested. Pages are safe: they show no text of visitors, and their nonce is new each time.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload
    if (!isWorthIt(request, reply, payload.length)) return payload
    const coding = codingFor(request.headers['accept-encoding'])
    if (coding === null) return payload
    const tag = reply.getHeader('etag')
    // The compressed text shares its tag with the plain one, which only a weak tag allows.
    if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`)
    reply.header('Content-Encoding', coding)
    return compressed(coding, payload)
  })
}

function isWorthIt(request: FastifyRequest, reply: FastifyReply, length: number): boolean {
  if (length < WORTH_IT_BYTES || reply.hasHeader('content-encoding')) return false
  const type = String(reply.getHeader('content-type'))
  const isPage = type.startsWith('text/html')
  if (!isPage && !type.startsWith('application/json')) return false
  reply.header('Vary', 'Accept-Encoding')
  return isPage || (!request.routeOptions.config.answersSecret && isOwnSites(request))
}

/** Browsers tell it over https; without https there is nothing to guess. */
function isOwnSites({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}

type Coding = 'br' | 'gzip'

function codingFor(accepted: string | string[] | undefined): Coding | null {
  const codings = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0+)?\s*$/.test(coding))
    .map((coding) => coding.split(';', 1)[0]?.trim())
  return codings.includes('br') ? 'br' : codings.includes('gzip') ? 'gzip' : null
}

async function compressed(coding: Coding, text: string | Buffer): Promise<Buffer> {
  if (text.length <= AT_ONCE_BYTES) return coding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text, GZIP)
  return coding === 'br' ? promisify(brotliCompress)(text, BROTLI) : promisify(gzip)(text, GZIP)
}
