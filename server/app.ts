import { join } from 'node:path'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { api } from '#contract/api.ts'
import { openApi } from '#contract/openapi.ts'
import packageFile from '../package.json' with { type: 'json' }
import type { Settings } from '#domain/settings.ts'
import type { Database } from './db/sql.ts'
import { type Figures, noFigures } from './server-figures.ts'
import { bindAssistant } from './assistant/assistant-routes.ts'
import type { ModelSettings } from './assistant/language-model.ts'
import type { FileStore } from './db/file-store.ts'
import type { Room } from './db/room.ts'
import { bindConsoleFeatures } from './console/console.ts'
import { logRequests, newRequestId } from './http/request-log.ts'
import type { OpenIdSettings } from './console/door/openid-settings.ts'
import { openFeed } from './events/event-feed.ts'
import { bindEvents } from './events/event-routes.ts'
import { liveStreams } from './events/live-streams.ts'
import { bindDocuments } from './tickets/document-routes.ts'
import type { Binding } from './http/bind.ts'
import { atOnce } from './http/at-once.ts'
import { budgets } from './http/budgets.ts'
import { compressAnswers } from './http/compressed.ts'
import { answerOf, answerUnreadable } from './http/failures.ts'
import { acceptJson } from './http/json-body.ts'
import { refuseExcess } from './http/overload.ts'
import { notFound, storeFull } from './http/problems.ts'
import { insistOnOneHost, securityHeaders } from './http/security-headers.ts'
import { insistOnSameSite } from './http/same-site.ts'
import { type Patience, cutSlowReaders } from './http/slow-readers.ts'
import { serveWeb } from './http/web.ts'
import { openSessions } from './session/live-session.ts'
import { bindManuals } from './manuals/manual-routes.ts'
import { type Press, openPress } from './manuals/press.ts'
import { bindIncidents } from './incidents/incident-routes.ts'
import { bindLifeLines } from './incidents/life-line-routes.ts'
import { bindValuations } from './incidents/valuation-routes.ts'
import { bindReport } from './report/report-routes.ts'
import { repeat } from './jobs/often.ts'
import { type LiveSettings, liveSettings } from './settings/live-settings.ts'
import { bindAlike } from './search/alike-routes.ts'
import { bindSearch } from './search/search-routes.ts'
import type { Scanner } from './scanner/clamd.ts'
import { attachmentsIn } from './scanner/scanned-files.ts'
import { type SecretBox, secretBox } from './secret-box.ts'
import { bindKnownProblems } from './problems/known-problem-routes.ts'
import { bindNotices } from './session/notice-routes.ts'
import { bindOwnData } from './session/own-data-routes.ts'
import { bindMailChoices } from './mail/mail-choice-routes.ts'
import { bindMailCodes } from './mail/mail-code-routes.ts'
import { bindMail } from './mail/mail-routes.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { readiness } from './readiness.ts'
import { bindContactAddressLink } from './session/address-link.ts'
import { bindPasswordLink } from './session/password-link.ts'
import { bindSession } from './session/session-routes.ts'
import { bindDrafts } from './tickets/draft-routes.ts'
import { bindSilence } from './tickets/silence-routes.ts'
import { bindTickets } from './tickets/ticket-routes.ts'
import type { UploadLimits } from './http/upload.ts'

const HOUR_MS = 3_600_000

export interface AppDependencies {
  readonly database: Database
  /** The same database for technicians: its transactions run as portal_staff. */
  readonly staff: Database
  /** The database past any pooler: LISTEN needs a session of its own. */
  readonly directUrl: string
  /** How long a stream of events lasts before its browser must reconnect; an hour. */
  readonly longestStreamMs?: number
  readonly log: FastifyBaseLogger
  /** The portal's address as browsers see it; with https its cookies are secure. */
  readonly origin: string
  /** The header that tells browsers to use https alone; null without https. */
  readonly hsts?: string | null
  /** The key that seals secrets in the database. */
  readonly secretKey: Buffer
  /** The previous key, which other servers may still use. */
  readonly previousSecretKey?: Buffer | undefined
  /** The folder of the attachments. */
  readonly files: string
  /** How long slow readers are tolerated. */
  readonly patience?: Patience
  /** Whether the volumes of files and database have room for more files. Most tests assume so. */
  readonly room?: Room
  /** Whether the database's volume has room for more text. An external database looks after its own. */
  readonly roomForText?: Room
  /** Whether it has room for more entries by link. */
  readonly roomForEntries?: Room
  /** Where finished PDFs are kept. */
  readonly pdfs: string
  /** The folder of the provider's documents; tests bring their own. */
  readonly content?: string
  /** The folder of the provider's texts and logo, which come with every page; the shipped one by default. */
  readonly contentFolder?: string
  readonly settings: Settings
  readonly simulateTechnician: boolean
  readonly clock?: () => Date
  /** Reverse proxies whose word on a visitor's address counts; none by default. */
  readonly trustsProxy?: (address: string) => boolean
  /** The identity provider of the technicians' company; without one they log in by password. */
  readonly openId?: OpenIdSettings | undefined
  /** The assistant's language model; without one it answers with the manuals' own sentences. */
  readonly model?: ModelSettings | undefined
  /** Hosts of the private network that webhooks may go to; none by default. */
  readonly webhookInside?: readonly string[]
  /** The scanner of attachments; most tests have none. */
  readonly scanner?: Scanner | undefined
  /** The mail server; most tests have none. */
  readonly smtpUrl?: string | undefined
  /** Receives reports of the server's work. */
  readonly figures?: Figures
  /** Whether the server is about to stop: then load balancers should send it nobody. */
  readonly isLeaving?: () => boolean
  /** The folder of the built web; tests of the API have none. */
  readonly web?: string
}

/** The application, and the contract's routes that it serves. */
export interface App {
  readonly app: FastifyInstance
  readonly press: Press
  readonly bound: ReadonlySet<string>
  readonly live: LiveSettings
}

/** How soon a server learns of changes made at another one. */
const SETTINGS_EVERY_MS = 2000

function followSettings(app: FastifyInstance, live: LiveSettings): void {
  let stopFollowing = () => Promise.resolve()
  app.addHook('onListen', () => {
    const { stop } = repeat(() => live.refresh(), {
      everyMs: SETTINGS_EVERY_MS,
      failed: 'the settings could not be read; it is tried again',
      log: app.log,
    })
    stopFollowing = stop
  })
  app.addHook('preClose', () => stopFollowing())
}

/** As they are at the moment of each look: supervisors change them while the server runs. */
const uploadLimits = (settings: Settings): UploadLimits & { readonly quotas: Settings['limits']['storage'] } => ({
  get maxBytes() {
    return settings.limits.attachmentBytes
  },
  get maxFiles() {
    return settings.limits.attachments
  },
  also: settings.files.also,
  quotas: settings.limits.storage,
})

/** The application without a port: `server/main.ts` listens, tests inject. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { database, staff, log, origin, settings, simulateTechnician, clock = () => new Date() } = dependencies
  const { figures = noFigures } = dependencies
  const live = await liveSettings({ settings, content: dependencies.contentFolder, runner: staff, log })
  await live.refresh()
  const app = await openFastify(dependencies)
  const binding: Binding = {
    app,
    database,
    clock,
    simulation: simulateTechnician,
    budgets: budgets(settings.limits),
    atOnce: atOnce(),
    ...openSessions(database, { settings, secure: origin.startsWith('https:') }),
    bound: new Set(),
  }
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload))
      binding.budgets.answered(request, Buffer.byteLength(payload), clock())
  })
  // It comes after the hook that counts the answer's size.
  compressAnswers(app)
  const parts: Parts = {
    files: attachmentsIn(dependencies, clock),
    limits: uploadLimits(settings),
    secrets: secretBox(dependencies.secretKey, dependencies.previousSecretKey),
    press: await openPress(dependencies),
    mailer: openMailer(dependencies.smtpUrl, settings),
  }
  bindCustomers(binding, dependencies, parts)

  const feed = openFeed({ url: dependencies.directUrl, staff, log })
  const streams = liveStreams(feed, dependencies.longestStreamMs ?? HOUR_MS, figures.event)
  figures.watch({ streams: () => streams.count() })
  bindEvents(binding, streams)
  // The feed begins before any page is open: browsers ask for the events since their page was opened.
  app.addHook('onListen', () => void feed.begin().catch(() => undefined))
  app.addHook('preClose', async () => {
    streams.stop()
    await feed.close()
  })
  const { bound } = binding
  bindConsoleFeatures({
    ...parts,
    app,
    clock,
    bound,
    budgets: binding.budgets,
    atOnce: binding.atOnce,
    streams,
    staff,
    settings,
    live,
    content: dependencies.contentFolder,
    origin,
    library: parts.press.library,
    press: parts.press,
    openId: dependencies.openId,
    webhookInside: dependencies.webhookInside ?? [],
  })

  serveHealth(app, dependencies)
  await serveOpenApi(app)
  const { web, contentFolder: content } = dependencies
  await serveWeb(app, { web, content, live, log, kept: join(dependencies.files, 'web') })
  followSettings(app, live)
  app.addHook('onClose', () => parts.press.close())
  return { app, bound, live, press: parts.press }
}

/** The parts that several folders of the server share. */
interface Parts {
  readonly files: FileStore
  readonly limits: ReturnType<typeof uploadLimits>
  readonly secrets: SecretBox
  readonly press: Press
  readonly mailer: Mailer
}

/** The server before its routes: its limits, its headers, and the refusals that are common to all routes. */
async function openFastify(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { log, origin, trustsProxy, hsts = null } = dependencies
  const { roomForText = async () => true, roomForEntries = async () => true } = dependencies
  const headers = securityHeaders(hsts)
  const app = Fastify({
    loggerInstance: log,
    bodyLimit: 256 * 1024,
    // A caller who already has a connection while the server closes is answered, and told to open the next one
    // elsewhere.
    return503OnClosing: false,
    requestTimeout: 300_000,
    trustProxy: trustsProxy ?? false,
    // Addresses may hold secrets: refusals are logged where they happen, if at all. An address that cannot be decoded
    // is answered like any other mistake.
    frameworkErrors: (error, request, reply) => void answerOf(error, request, reply.headers(headers)),
    clientErrorHandler: answerUnreadable(headers),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
  })
  app.server.headersTimeout = 10_000

  logRequests(app, (dependencies.figures ?? noFigures).request)
  cutSlowReaders(app, dependencies.patience)
  acceptJson(app)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: false })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store')
    // A proxy keeps its connections: a request sent on one at the moment it closes would be lost. It gets each back with an answer, once
    // it cannot open others here instead.
    if (dependencies.isLeaving?.() && !app.server.listening) reply.header('Connection', 'close')
  })
  refuseExcess(app, dependencies)
  app.addHook('onRequest', insistOnOneHost)
  app.addHook('onRequest', insistOnSameSite(origin))
  // Reading and logging in still work, because somebody must get in to make room. Entries by link work too, until they
  // would use up the room for that.
  app.addHook('onRequest', async ({ routeOptions }) => {
    const { changes, isPublic } = routeOptions.config
    const isEntry = routeOptions.url === `/api${api.session.enter.path}`
    if (changes && !isPublic && !(await roomForText())) throw storeFull()
    if (isEntry && !(await roomForEntries())) throw storeFull()
  })
  app.setErrorHandler((error, request, reply) => answerOf(error, request, reply))
  app.setNotFoundHandler((request, reply) => answerOf(notFound(), request, reply))
  return app
}

function bindCustomers(binding: Binding, dependencies: AppDependencies, parts: Parts): void {
  const { staff, log, origin, settings, simulateTechnician, model } = dependencies
  const { files, limits, secrets, press, mailer } = parts
  bindSession(binding, { settings, origin, simulateTechnician, secrets })
  bindOwnData(binding, secrets)
  bindNotices(binding, settings)
  bindKnownProblems(binding)
  bindPasswordLink(binding, { staff, mailer, secrets })
  bindContactAddressLink(binding, staff)
  bindDrafts(binding, secrets)
  bindTickets(binding, {
    checkLength: settings.flags.checkTextLength,
    checkIncidentFiles: settings.flags.checkIncidentFiles,
    get maxFiles() {
      return limits.maxFiles
    },
  })
  bindSilence(binding)
  bindIncidents(binding)
  bindLifeLines(binding)
  bindValuations(binding, press)
  bindManuals(binding, press)
  bindSearch(binding, press)
  bindAlike(binding)
  bindReport(binding, press)
  bindDocuments(binding, files, limits, press)
  bindAssistant(binding, { settings, press, log, model, figures: dependencies.figures ?? noFigures })
  bindMailCodes(binding, { origin, secrets })
  bindMailChoices(binding, { origin, secrets })
  bindMail(binding, { mailer, settings, origin })
}

/** Whether the server lives, and whether a load balancer should send people here. */
function serveHealth(app: FastifyInstance, dependencies: AppDependencies): void {
  const { isLeaving = () => false, room = async () => true, files: folder, smtpUrl } = dependencies
  const look = readiness({ ...dependencies, folder, room, isLeaving, sendsMail: smtpUrl !== undefined })
  app.get('/api/health', async () => ({ ok: true, version: packageFile.version }))
  app.get('/api/ready', async (_request, reply) => {
    const found = await look()
    return reply.code(found.ok ? 200 : 503).send(found)
  })
}

let description: string | undefined

/** It only depends on the contract. Describing that takes a tenth of a start: it is done for the first who asks. */
const described = () => (description ??= JSON.stringify(openApi()))

async function serveOpenApi(app: FastifyInstance): Promise<void> {
  // Routes are not described by themselves: the contract describes them.
  await app.register(swagger, { openapi: {}, hideUntagged: true, transformObject: () => JSON.parse(described()) })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // Its pages style their own elements, and show no text of visitors.
    transformStaticCSP: (policy) =>
      policy
        .replace("style-src 'self' https:", "style-src 'self' 'unsafe-inline'")
        // The operator decides whether the portal stands behind https.
        .replace(/upgrade-insecure-requests;?/, ''),
  })
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(described()),
  )
}
