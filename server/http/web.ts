import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { providerElement, shownProvider } from '#domain/settings.ts'
import { readModules } from '../provider-settings.ts'
import type { LiveSettings } from '../settings/live-settings.ts'
import { FIRST_SCREENS } from './first-screens.ts'
import { keepAssets } from './kept-assets.ts'
import { OFFLINE_WORKER, OFFLINE_WORKER_PATH } from './offline-worker.ts'
import { notFound } from './problems.ts'
import { cameFromAnotherSite } from './same-site.ts'

/** A placeholder in index.html for each answer's nonce. */
const NONCE_PLACEHOLDER = /__CSP_NONCE__/g

/**
 * Tells the page where the visitor came from, which only the request shows. Visitors from another site are asked first
 * (`entry.ts`).
 */
const FROM_ANOTHER_SITE = '<meta name="from-another-site">'

/** The theme that somebody has chosen (`ui/theme.tsx`); otherwise the page has the system's theme. */
const CHOSEN_THEME = /(?:^|;\s*)theme=(light|dark)(?=;|$)/

interface Web {
  readonly web: string | undefined
  /** The folder, shared by all servers, of the assets of their builds. */
  readonly kept: string
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** What screens show of the provider. */
  readonly live: Pick<LiveSettings, 'now' | 'picture'>
  /** The folder of the provider's modules. */
  readonly content?: string | undefined
}

/** Each application's folder in the build, and its address. */
const APPLICATIONS = [
  { folder: '.', address: '/public' },
  { folder: 'console', address: '/consola' },
]

/** The build's manifest: each part's file, its styles, and the parts it needs. */
const buildManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
  }),
)
type Manifest = z.output<typeof buildManifest>

/** Serves both built applications. Any address that is not a file answers the application's page. */
export async function serveWeb(app: FastifyInstance, { web, kept, log, live, content }: Web): Promise<void> {
  const { provider, icon } = shownOf(live, await readModules(content))
  serveLogo(app, live)
  serveOfflineWorker(app)
  app.get('/', async (_request, reply) => reply.redirect('/public/'))
  for (const { folder, address } of APPLICATIONS) {
    app.get(address, async (_request, reply) => reply.redirect(`${address}/`))
    if (web === undefined) continue
    const built = join(web, folder)
    const index = await readFile(join(built, 'index.html'), 'utf8')
    const manifest = z.parse(buildManifest, JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8')))
    const pages = FIRST_SCREENS.map(({ at, parts }) => ({ at, html: askingFor(parts, { index, manifest, address }) }))
    const assets = join(built, 'assets')
    const ofAll = join(kept, address.slice(1))
    // Without room for them, this server's own pages work all the same.
    const roots = await keepAssets(assets, ofAll, new Date()).then(
      () => [assets, ofAll],
      (err: unknown) => {
        log.warn({ err }, 'the assets could not be kept for servers of other builds')
        return [assets]
      },
    )
    await app.register(fastifyStatic, {
      root: roots,
      prefix: `${address}/assets/`,
      immutable: true,
      maxAge: '1y',
      index: false,
      preCompressed: true,
      // The first application has already decorated it.
      decorateReply: address === '/public',
    })
    app.get(`${address}/*`, async ({ url, headers }, reply) => {
      const [path = ''] = url.split('?', 1)
      const page = pages.find(({ at }) => at.test(path))?.html ?? index
      const mark = cameFromAnotherSite(headers, live.now.settings.entryOrigins) ? FROM_ANOTHER_SITE : ''
      const [, theme] = CHOSEN_THEME.exec(headers.cookie ?? '') ?? []
      const nonce = randomBytes(16).toString('base64')
      return reply
        .headers({
          'Content-Security-Policy': policy(nonce),
          'Cache-Control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(
          page
            .replace(NONCE_PLACEHOLDER, nonce)
            .replace('<html', theme ? `<html data-mantine-color-scheme="${theme}"` : '<html')
            .replace('<div id="root"', `<div id="root" data-arriving="${outlineOf(path)}"`)
            .replace(/<link rel="icon"[^>]*>/, (product) => icon() ?? product)
            .replace('</head>', () => `${provider()}${mark}</head>`),
        )
    })
  }
}

/** The outline of the coming screen in the page (`browser/arriving.html`). */
function outlineOf(path: string): 'door' | 'home' | 'screen' {
  if (/^\/public\/(login|contrasena|direccion|correos|home-mail)$/.test(path)) return 'door'
  return /^\/public\/(home)?$/.test(path) ? 'home' : 'screen'
}

/** The parts of each page that tell its application of the provider, of each page anew: supervisors change them meanwhile. */
function shownOf({ now }: Web['live'], modules: Awaited<ReturnType<typeof readModules>>) {
  return {
    provider: () => {
      const { settings, legal, logo } = now
      return providerElement(
        shownProvider({ settings, legal, modules, logo: logoAddress(logo.light), darkLogo: logoAddress(logo.dark) }),
      )
    },
    icon: () => {
      const address = logoAddress(now.logo.light)
      return address && `<link rel="icon" href="${address}">`
    },
  }
}

const LOGO = '/public/logo'

const logoAddress = (stamp: string | null): string | null => stamp && `${LOGO}?v=${stamp}`

/** A logo by its stamp; without one that of the light theme. */
function serveLogo(app: FastifyInstance, live: Web['live']): void {
  app.get(LOGO, async ({ query }, reply) => {
    const { v: stamp = live.now.logo.light } = z.parse(z.object({ v: z.optional(z.string()) }), query)
    const found = stamp === null ? null : await live.picture(stamp)
    if (!found) throw notFound()
    return reply
      .headers({
        // A drawing that is opened by itself must run nothing.
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .type(found.type)
      .send(found.bytes)
  })
}

function serveOfflineWorker(app: FastifyInstance): void {
  app.get(OFFLINE_WORKER_PATH, async (_request, reply) =>
    reply
      .headers({ 'Content-Security-Policy': "default-src 'none'; connect-src 'self'", 'Cache-Control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(OFFLINE_WORKER),
  )
}

/** The page with early requests for these parts. */
function askingFor(
  parts: readonly string[],
  { index, manifest, address }: { index: string; manifest: Manifest; address: string },
): string {
  const links = new Set<string>()
  const add = (name: string) => {
    const part = manifest[name]
    const link = `<link rel="modulepreload" href="${address}/${part?.file}">`
    if (!part || part.isEntry || links.has(link)) return
    links.add(link)
    // The same mode as the part's own request: with another, the browser would fetch the style twice.
    for (const style of part.css ?? []) {
      links.add(`<link rel="preload" as="style" crossorigin href="${address}/${style}">`)
    }
    for (const needed of part.imports ?? []) add(needed)
  }
  for (const part of parts) add(part)
  return index.replace('</head>', `${[...links].join('')}</head>`)
}

const policy = (nonce: string): string =>
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
    "frame-ancestors 'none'",
  ].join('; ')
