import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Settings } from '#domain/settings.ts'
import { type App, buildApp } from './app.ts'
import { closeAbandoned } from './assistant/abandonment.ts'
import { type DataFolder, lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { insistOnReaching, preparing } from './db/check-database.ts'
import { surroundings, tellOfSurroundings } from './checkup/surroundings.ts'
import { holdsDemo } from './console/door/demo-secret-store.ts'
import { noteLate } from './console/jobs/job-clock-store.ts'
import { refreshPaces } from './console/jobs/pace-store.ts'
import { addUpPlaces } from './console/jobs/place-store.ts'
import { notify, notifyOfPromises } from './console/notifications/notify.ts'
import { forgetMailboxTrouble } from './console/mail/received-store.ts'
import { inviteFirstSupervisor } from './console/technicians/first-supervisor.ts'
import { adoptIssuer } from './console/door/identity-store.ts'
import { issuerOf } from './console/door/openid-settings.ts'
import { technicianLinkAddress } from './console/door/technician-account-store.ts'
import type { FileStore } from './db/file-store.ts'
import { placeOf } from './db/file-places.ts'
import { type Room, entriesReserveOf, lastReserveOf, roomOn } from './db/room.ts'
import { migrate } from './db/migrate.ts'
import { type Database, insistOnLeastPrivilege, openDatabase } from './db/sql.ts'
import { forgetLapsed } from './console/tickets/presence-store.ts'
import { seedProviderData } from './db/provider-data.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { demoInPublic, readEnvironment } from './env.ts'
import type { Figures } from './server-figures.ts'
import { makeRoom, tidy } from './housekeeping.ts'
import { startJobs } from './jobs/jobs.ts'
import { repeat } from './jobs/often.ts'
import { acceptBySilence } from './jobs/silence.ts'
import { trustedClock } from './jobs/trusted-clock.ts'
import { counted, openMailer } from './mail/mailer.ts'
import { sendMails } from './mail/post-office.ts'
import type { PostOffice } from './mail/post-settlement.ts'
import type { Press } from './manuals/press.ts'
import { spanishWords } from './manuals/spanish-words.ts'
import { mailReports } from './report/mailed-reports.ts'
import { fetchMails } from './mail-in/fetch-mails.ts'
import { openMailParser } from './mail-in/mail-parser.ts'
import { imapSource } from './mail-in/mail-source.ts'
import { type TrustedProxies, openTrustedProxies } from './http/trusted-proxies.ts'
import { readContent } from './provider-settings.ts'
import { sealSecrets } from './console/door/sealed-secret-store.ts'
import { type Scanner, clamd } from './scanner/clamd.ts'
import { isCommonPassword } from './session/common-password.ts'
import { attachmentsIn, scanWaiting } from './scanner/scanned-files.ts'
import { type SecretBox, secretBox, secretKeyOf } from './secret-box.ts'
import { cannotListen, findPort, hostInAddress, takeNoMore } from './listening.ts'
import { openLog } from './log.ts'
import { type Metrics, openMetrics, serveMetrics } from './metrics.ts'
import { StartProblem } from './start-problem.ts'
import { insistOnOwnDatabase, insistOnOwnFiles } from './store-identity.ts'
import { webhookRounds } from './console/webhooks/courier.ts'
import { WEB, insistOnBuiltWeb } from './web-folder.ts'

/** The functions that close open parts, in the order of opening. */
const opened: (() => Promise<unknown>)[] = []
let ending: Promise<never> | undefined
/** Reads anew everything that can change while it serves. */
let reload = async (): Promise<void> => undefined
/** The time that a load balancer needs to notice; set once the server listens. */
let drainMs = 0

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))
// A closed terminal ends the server; a service manager asks it to read its files anew.
process.on('SIGHUP', () => void (isAttended() ? end(0) : reload()))
// The channel to `npm start` breaks when that process is killed.
process.on('disconnect', () => void end(0))

const starting = start()
starting.catch((error: unknown) => {
  if (!ending) console.error(error instanceof StartProblem ? error.message : error)
  return end(1)
})

/** Faults outside the program are found first and fast; slow steps come last. */
async function start(): Promise<void> {
  const env = readEnvironment()
  const log = openLog(env.logLevel)
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'unexpected error: the server ends')
      void end(1)
    })
  }

  const settings = await readContent(env.contentFolder)
  insistOnBuiltWeb()
  const proxies = await openTrustedProxies(env.trustedProxies)
  const folder = await prepareDataFolder(env.dataFolder)
  if (env.databaseUrl === undefined) opened.push(await lockDataFolder(env.dataFolder))
  const held = await findPort(env.port, env.host)
  opened.push(held.release)
  insistOnBeingWanted()

  const databases = await openDatabases({ env, folder, log })
  const secrets = await openSecrets({ env, folder, log, ...databases })
  const origin = env.publicUrl ?? `http://${hostInAddress(env.host)}:${held.port}`
  // The embedded database may lie on a volume of its own.
  const ownDatabase = env.databaseUrl === undefined ? [folder.postgres] : []
  const room = roomOn([folder.files, ...ownDatabase])
  const house: House = {
    env,
    folder,
    log,
    ...databases,
    ...secrets,
    settings,
    settingsInFiles: structuredClone(settings),
    origin,
    room,
    scanner: env.clamavUrl === undefined ? undefined : clamd(env.clamavUrl),
    proxies,
    ownDatabase,
  }
  const metrics = openMetrics(house.staff)
  const { app, live, press } = await openApp(house, metrics)
  reload = () => readAnew(house)
  const files = attachmentsIn({ ...house, files: folder.files }, () => new Date())
  sendWhatIsDue(house, metrics.figures, press)
  if (env.imapUrl === undefined) await forgetMailboxTrouble(house.staff)
  else takeMailsIn(house, files, env.imapUrl)
  await runJobs(house, files)
  await showMetrics(env, metrics)

  // The first who needs these lists would stop everybody else for a fifth of a second.
  spanishWords()
  isCommonPassword('')
  insistOnBeingWanted()
  await held.release()
  await app
    .listen({ port: held.port, host: env.host })
    .catch((error: unknown) => Promise.reject(cannotListen(error, held.port, env.host)))
  drainMs = env.drainMs
  const invited =
    env.supervisor === undefined ? null : await inviteFirstSupervisor(house.staff, env.supervisor, new Date())
  const invitation = invited === null ? '' : ` | ${invitationOf(env.supervisor ?? '', invited, origin)}`
  const welcome = env.demo ? await (await import('./demo/welcome.ts')).demoWelcome(origin) : ''
  console.log(`Ready: ${origin}/public/${welcome}${invitation}`)
  const around = surroundings({ env, folder: folder.files, provider: live.now, databaseUrl: house.directUrl })
  void tellOfSurroundings(around, log)
}

/** The parts that are known before the database is reached. */
interface Ground {
  readonly env: ReturnType<typeof readEnvironment>
  readonly folder: DataFolder
  readonly log: Logger
}

/** The database in its two roles, and its address past any pooler. */
interface Databases {
  readonly database: Database
  readonly staff: Database
  readonly directUrl: string
}

interface Secrets {
  readonly secretKey: Buffer
  readonly previousSecretKey: Buffer | undefined
  readonly secrets: SecretBox
}

/** The parts that the running server works with. */
interface House extends Ground, Databases, Secrets {
  /** The settings in force, which supervisors may change meanwhile. */
  readonly settings: Settings
  readonly settingsInFiles: Settings
  readonly origin: string
  readonly room: Room
  readonly scanner: Scanner | undefined
  readonly proxies: TrustedProxies
  /** The embedded database's folder, if there is one. */
  readonly ownDatabase: readonly string[]
}

/** Starts or reaches the database, and brings its schema up to date. */
async function openDatabases({ env, folder, log }: Ground): Promise<Databases> {
  const databaseUrl = env.databaseUrl ?? (await startOwnDatabase(folder.postgres, log))
  const directUrl = env.directUrl ?? databaseUrl
  if (env.databaseUrl !== undefined) await insistOnReaching(env.databaseUrl, directUrl)
  insistOnBeingWanted()
  await insistOnOwnDatabase(directUrl, folder.files)
  await preparing(migrate(directUrl))
  const database = openDatabase(databaseUrl)
  opened.push(() => database.close())
  const staff = openDatabase(databaseUrl, { role: 'portal_staff', connections: 5 })
  opened.push(() => staff.close())
  for (const pool of [database, staff]) await insistOnLeastPrivilege(pool)
  return { database, staff, directUrl }
}

/** Brings the database in line with files, demo and key before anything is served. */
async function openSecrets({ env, folder, log, database, staff }: Ground & Databases): Promise<Secrets> {
  if (env.demoIgnored) log.warn('DEMO=1 is ignored with DATABASE_URL: npm run demo loads the demo into a database')
  await seedProviderData(database, { mails: env.smtpUrl !== undefined, content: env.contentFolder })
  const secretKey = await secretKeyOf(env.dataFolder, env.secretKey)
  if (env.openId) await adoptIssuer(staff, issuerOf(env.openId))
  await insistOnOwnFiles(staff, folder.files, log)
  if (env.demoForbiddenAt && (await holdsDemo(staff))) {
    throw demoInPublic(env.demoForbiddenAt, 'another DATA_DIR or DATABASE_URL')
  }
  if (env.demo) {
    const { loadDemo } = await import('./demo/load-demo.ts')
    await loadDemo({ database, staff }, new Date(), folder.files, env.contentFolder)
  }
  const { previous: previousSecretKey, lost } = env.previousSecretKey
  const previous = { lost, hasPrevious: previousSecretKey !== undefined }
  const secrets = secretBox(secretKey, previousSecretKey)
  await sealSecrets({ database, staff }, secrets, { ...previous, log }, new Date())
  return { secretKey, previousSecretKey, secrets }
}

async function openApp(house: House, metrics: Metrics): Promise<App> {
  const { env, folder, ownDatabase, proxies } = house
  const built = await buildApp({
    ...house,
    hsts: env.hsts,
    files: folder.files,
    roomForText: roomOn(ownDatabase, lastReserveOf),
    roomForEntries: roomOn(ownDatabase, entriesReserveOf),
    pdfs: folder.pdfs,
    content: env.contentFolder,
    contentFolder: env.contentFolder,
    simulateTechnician: env.simulateTechnician,
    ...(env.trustedProxies.length > 0 && { trustsProxy: proxies.trusts }),
    smtpUrl: env.smtpUrl,
    openId: env.openId,
    webhookInside: env.webhookInside,
    model: env.model,
    web: WEB,
    isLeaving: () => ending !== undefined,
    figures: metrics.figures,
  })
  const { app } = built
  opened.push(async () => {
    await takeNoMore(app.server, Math.min(2000, env.drainMs))
    const impatient = setTimeout(() => app.server.closeAllConnections(), Math.max(2000, env.drainMs))
    await app.close()
    clearTimeout(impatient)
  })
  return built
}

/** Repeats some work until the server ends. */
function keepAt(work: () => Promise<unknown>, everyMs: number, log: Logger, failed: string): void {
  opened.push(repeat(work, { everyMs, failed: `${failed}; it is tried again`, log }).stop)
}

/** Webhooks, technicians' notifications and mails. */
function sendWhatIsDue(
  { env, staff, settings, origin, secrets, proxies, log }: House,
  figures: Figures,
  press: Press,
): void {
  const clock = () => new Date()
  keepAt(() => proxies.lookAgain(), 30_000, log, 'the proxies could not be looked up')
  const courier = { staff, secrets, calling: { inside: env.webhookInside }, log, figures }
  const webhooks = webhookRounds(courier, clock)
  opened.push(webhooks.stop)
  keepAt(webhooks.round, 2000, log, 'webhooks could not be sent')
  keepAt(() => notify(staff, clock), 2000, log, 'technicians could not be notified')
  keepAt(() => notifyOfPromises(staff, clock), 30_000, log, 'technicians could not be notified of promises')
  keepAt(() => forgetLapsed(staff, clock()), 5000, log, 'who has left a ticket could not be told')
  const mailer = counted(openMailer(env.smtpUrl, settings), figures)
  const office: PostOffice = {
    staff,
    mailer,
    settings,
    origin,
    secrets,
    log,
    printReport: (report, of) => press.printReport(report, of),
    takesReplies: env.imapUrl !== undefined,
  }
  keepAt(() => sendMails(office, clock), 2000, log, 'mails could not be sent')
}

function takeMailsIn({ env, staff, settings, secrets, log }: House, files: FileStore, imapUrl: string): void {
  const parser = openMailParser()
  opened.push(() => parser.close())
  const proving = { authserv: env.mailAuthserv }
  const source = imapSource(imapUrl)
  const fetching = { staff, files, settings, secrets, parser, proving, source, server: randomUUID(), log }
  keepAt(() => fetchMails(fetching, () => new Date()), 20_000, log, 'mails could not be fetched')
}

/** The scheduled jobs: each runs on one of the servers, and most only while the clock is plausible. */
async function runJobs(house: House, files: FileStore): Promise<void> {
  const { env, database, staff, directUrl, folder, settings, origin, scanner, log } = house
  const { hostname: host } = new URL(origin)
  const kept = (id: string) => (existsSync(placeOf(folder.files, id)) ? placeOf(folder.files, id) : null)
  const keeping = { ...house, since: new Date(), files, folder: folder.files }
  const inTime = trustedClock(staff, log)
  // It has a timer of its own, because the queue waits if the database's clock was set back.
  keepAt(() => inTime(async () => undefined), 30_000, log, 'the clock could not be checked')
  const jobs = await startJobs(
    directUrl,
    [
      {
        name: 'silence',
        cron: '*/15 * * * *',
        run: () => inTime((now) => acceptBySilence({ staff, host }, now)),
      },
      {
        name: 'conversations',
        cron: '* * * * *',
        run: () => inTime((now) => closeAbandoned({ database, staff }, settings.assistant, now)),
      },
      { name: 'places', cron: '* * * * *', run: () => addUpPlaces(staff) },
      { name: 'room', cron: '*/5 * * * *', run: () => inTime((now) => makeRoom(keeping, now)) },
      ...(scanner
        ? [{ name: 'scans', cron: '* * * * *', run: () => scanWaiting({ scanner, staff, log }, kept, new Date()) }]
        : []),
      // Without a mail server nothing waits for one.
      ...(env.smtpUrl === undefined
        ? []
        : [{ name: 'reports', cron: '17 * * * *', run: () => inTime((now) => mailReports({ staff, host }, now)) }]),
      { name: 'paces', cron: '23 * * * *', run: () => refreshPaces(staff, new Date()) },
      { name: 'housekeeping', cron: '7 * * * *', run: () => inTime((now) => tidy(keeping, now)) },
    ],
    log,
    { onLate: (late) => noteLate(staff, late, new Date()) },
  )
  opened.push(jobs.stop)
  // After a first start there are no figures yet.
  await jobs.runSoon('paces')
}

async function showMetrics({ metricsPort, host }: Ground['env'], metrics: Metrics): Promise<void> {
  if (metricsPort === undefined) return
  const served = await serveMetrics(metrics, metricsPort, host).catch((error: unknown) =>
    Promise.reject(cannotListen(error, metricsPort, host, 'METRICS_PORT')),
  )
  opened.push(served.close)
}

function invitationOf(name: string, invited: { token: string } | { waitsUntil: Date }, origin: string): string {
  return 'token' in invited
    ? `set the password of ${name}: ${technicianLinkAddress(origin, invited.token)}`
    : `${name} has a link until ${invited.waitsUntil.toISOString()}; another one: npm run admin -- link ${name}`
}

async function startOwnDatabase(folder: string, log: Logger): Promise<string> {
  const onExit = (reason: string) => log.error({ reason }, 'the database ended unexpectedly: it is started again')
  const postgres = await startEmbeddedPostgres({ folder, durable: true, onExit })
  opened.push(postgres.stop)
  return postgres.url
}

/** Whether a terminal or another process of the portal's holds it. */
const isAttended = (): boolean => process.channel !== undefined || process.stdin.isTTY || process.stdout.isTTY

/** Manuals and version notes do not need this: their changes are always noticed. */
async function readAnew({ env, proxies, settingsInFiles, log }: House): Promise<void> {
  try {
    await proxies.lookAgain()
    if (!isDeepStrictEqual(await readContent(env.contentFolder), settingsInFiles))
      log.warn('the settings in CONTENT_DIR have changed: they count from the next start on')
    log.info('files and names were read anew')
  } catch (error) {
    log.error(error instanceof StartProblem ? error.message : { err: error })
  }
}

/** Stops a start that was told to end. */
function insistOnBeingWanted(): void {
  if (ending) throw new StartProblem('The start was interrupted.')
}

/** Closes everything, last opened first, then ends the process; a second call changes nothing. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    await starting.catch(() => undefined)
    await sleep(drainMs)
    for (const close of opened.toReversed()) await Promise.race([close().catch(console.error), sleep(15_000 + drainMs)])
    return process.exit(code)
  })()
  return ending
}
