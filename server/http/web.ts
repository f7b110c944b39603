import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#domain/settings.ts'

/** What the build leaves in index.html for the nonce of each answer. */
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g

interface Web {
  readonly web: string | undefined
  readonly origin: string
  readonly settings: Settings
}

/** Where each application stands in the build, and under which address it is served. */
const APPLICATIONS = [
  { folder: '.', address: '/public' },
  { folder: 'console', address: '/consola' },
]

/** Serves the built web, each application in history mode: every address that is no file is the application. */
export async function serveWeb(app: FastifyInstance, { web, origin, settings }: Web): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect('/public/'))
  const secure = origin.startsWith('https:')
  for (const { folder, address } of APPLICATIONS) {
    app.get(address, async (_request, reply) => reply.redirect(`${address}/`))
    if (web === undefined) continue
    const built = join(web, folder)
    const index = await readFile(join(built, 'index.html'), 'utf8')
    await app.register(fastifyStatic, {
      root: join(built, 'assets'),
      prefix: `${address}/assets/`,
      immutable: true,
      maxAge: '1y',
      index: false,
      preCompressed: true,
      // The first one has done that.
      decorateReply: address === '/public',
    })
    app.get(`${address}/*`, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .headers({
          'Content-Security-Policy': policy(nonce, address === '/public' ? settings.frameAncestors : []),
          'Cache-Control': 'no-store',
          ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
        })
        .type('text/html; charset=utf-8')
        .send(index.replace(NONCE_PLACEHOLDER, nonce))
    })
  }
}

const policy = (nonce: string, frameAncestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ].join('; ')
