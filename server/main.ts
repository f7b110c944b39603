import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { closeAbandoned } from './assistant/abandonment.ts'
import { lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { checkDatabase, insistOnSessions } from './db/check-database.ts'
import { holdsDemo } from './console/door/demo-secret-store.ts'
import { noteLate } from './console/jobs/job-clock-store.ts'
import { refreshPaces } from './console/jobs/pace-store.ts'
import { notify, notifyOfPromises } from './console/notifications/notify.ts'
import { inviteFirstSupervisor } from './console/technicians/first-supervisor.ts'
import { adoptIssuer } from './console/door/identity-store.ts'
import { issuerOf } from './console/door/openid-settings.ts'
import { technicianLinkAddress } from './console/door/technician-account-store.ts'
import { openFileStore } from './db/file-store.ts'
import { entriesReserveOf, lastReserveOf, roomOn } from './db/room.ts'
import { migrate } from './db/migrate.ts'
import { insistOnLeastPrivilege, openDatabase } from './db/sql.ts'
import { seedProviderData } from './db/provider-data.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { demoInPublic, readEnvironment } from './env.ts'
import { makeRoom, tidy } from './housekeeping.ts'
import { startJobs } from './jobs/jobs.ts'
import { repeat } from './jobs/often.ts'
import { acceptBySilence } from './jobs/silence.ts'
import { trustedClock } from './jobs/trusted-clock.ts'
import { openMailer } from './mail/mailer.ts'
import { sendMails } from './mail/post-office.ts'
import { fetchMails } from './mail-in/fetch-mails.ts'
import { openMailParser } from './mail-in/mail-parser.ts'
import { imapSource } from './mail-in/mail-source.ts'
import { readSettings } from './provider-settings.ts'
import { sealSecrets } from './console/door/sealed-secret-store.ts'
import { secretBox, secretKeyOf } from './secret-box.ts'
import { openLog } from './log.ts'
import { openMetrics, serveMetrics } from './metrics.ts'
import { reasonOf, StartProblem } from './start-problem.ts'
import { insistOnOwnDatabase, insistOnOwnFiles } from './store-identity.ts'
import { sendWebhooks } from './console/webhooks/courier.ts'

const WEB = fileURLToPath(new URL('../dist', import.meta.url))

/** How to close what is open, in the order of opening. */
const opened: (() => Promise<unknown>)[] = []
let ending: Promise<never> | undefined
/** How long a load balancer needs to notice; once the server listens. */
let drainMs = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
// The channel to `npm start` breaks when that process is killed.
process.on('disconnect', () => void end(0))

const starting = start()
starting.catch((error: unknown) => {
  if (!ending) console.error(error instanceof StartProblem ? error.message : error)
  return end(1)
})

/** Faults of the surroundings are found first and fast; slow steps come last. */
async function start(): Promise<void> {
  const env = readEnvironment()
  const log = openLog(env.logLevel)
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'unexpected error: the server ends')
      void end(1)
    })
  }

  const settings = await readSettings()
  if (!existsSync(WEB)) throw new StartProblem('The web is not built: npm start builds it.')
  const folder = await prepareDataFolder(env.dataFolder)
  if (env.databaseUrl === undefined) opened.push(await lockDataFolder(env.dataFolder))
  const held = await holdPort(env.port, env.host)
  opened.push(held.release)
  insistOnBeingWanted()
  const databaseUrl = env.databaseUrl ?? (await startOwnDatabase(folder.postgres, log))
  const directUrl = env.directUrl ?? databaseUrl
  if (env.databaseUrl !== undefined) await checkReachable(env.databaseUrl, directUrl)
  insistOnBeingWanted()
  await insistOnOwnDatabase(directUrl, folder.files)
  await migrate(directUrl).catch((error: unknown) => {
    throw new StartProblem(`The database could not be prepared: ${reasonOf(error)}.`, { cause: error })
  })
  const database = openDatabase(databaseUrl)
  opened.push(() => database.close())
  const staff = openDatabase(databaseUrl, { role: 'portal_staff', connections: 5 })
  opened.push(() => staff.close())
  for (const pool of [database, staff]) await insistOnLeastPrivilege(pool)
  if (env.demoIgnored) log.warn('DEMO=1 is ignored with DATABASE_URL: npm run demo loads the demo into a database')
  await seedProviderData(database, { mails: env.smtpUrl !== undefined })
  const secretKey = await secretKeyOf(env.dataFolder, env.secretKey)
  if (env.openId) await adoptIssuer(staff, issuerOf(env.openId))
  await insistOnOwnFiles(staff, folder.files, log)
  if (env.demoForbiddenAt && (await holdsDemo(staff))) {
    throw demoInPublic(env.demoForbiddenAt, 'another DATA_DIR or DATABASE_URL')
  }
  if (env.demo) {
    const { loadDemo } = await import('./demo/load-demo.ts')
    await loadDemo({ database, staff }, new Date(), folder.files)
  }
  const { previous: previousSecretKey, lost } = env.previousSecretKey
  const previous = { lost, hasPrevious: previousSecretKey !== undefined }
  const secrets = secretBox(secretKey, previousSecretKey)
  await sealSecrets({ database, staff }, secrets, { ...previous, log }, new Date())

  const origin = env.publicUrl ?? `http://${nameOf(env.host)}:${held.port}`
  // The embedded database may lie on a volume of its own.
  const ownDatabase = env.databaseUrl === undefined ? [folder.postgres] : []
  const room = roomOn([folder.files, ...ownDatabase])
  const roomForText = roomOn(ownDatabase, lastReserveOf)
  const roomForEntries = roomOn(ownDatabase, entriesReserveOf)
  const metrics = openMetrics(staff)
  const { app } = await buildApp({
    database,
    staff,
    directUrl,
    log,
    origin,
    hsts: env.hsts,
    secretKey,
    previousSecretKey,
    files: folder.files,
    room,
    roomForText,
    roomForEntries,
    pdfs: folder.pdfs,
    settings,
    simulateTechnician: env.simulateTechnician,
    trustedProxies: env.trustedProxies,
    smtpUrl: env.smtpUrl,
    openId: env.openId,
    webhookInside: env.webhookInside,
    model: env.model,
    web: WEB,
    isLeaving: () => ending !== undefined,
    countRequest: metrics.count,
  })
  opened.push(async () => {
    const impatient = setTimeout(() => app.server.closeAllConnections(), Math.max(2000, env.drainMs))
    await app.close()
    clearTimeout(impatient)
  })
  const mailer = openMailer(env.smtpUrl, settings)
  const courier = { staff, secrets, calling: { inside: env.webhookInside }, log }
  const webhooks = repeat(() => sendWebhooks(courier, () => new Date()), {
    everyMs: 2000,
    failed: 'webhooks could not be sent; it is tried again',
    log,
  })
  opened.push(webhooks.stop)
  const notifications = repeat(() => notify(staff, () => new Date()), {
    everyMs: 2000,
    failed: 'technicians could not be notified; it is tried again',
    log,
  })
  opened.push(notifications.stop)
  const promises = repeat(() => notifyOfPromises(staff, () => new Date()), {
    everyMs: 30_000,
    failed: 'technicians could not be notified of promises; it is tried again',
    log,
  })
  opened.push(promises.stop)
  const office = { staff, mailer, settings, origin, secrets, log, takesReplies: env.imapUrl !== undefined }
  const mails = repeat(() => sendMails(office, () => new Date()), {
    everyMs: 2000,
    failed: 'mails could not be sent; it is tried again',
    log,
  })
  opened.push(mails.stop)
  const files = openFileStore(folder.files, room)
  if (env.imapUrl !== undefined) {
    const parser = openMailParser()
    opened.push(() => parser.close())
    const proving = { authserv: env.mailAuthserv }
    const source = imapSource(env.imapUrl)
    const fetching = { staff, files, settings, secrets, parser, proving, source, server: randomUUID(), log }
    const received = repeat(() => fetchMails(fetching, () => new Date()), {
      everyMs: 20_000,
      failed: 'mails could not be fetched; it is tried again',
      log,
    })
    opened.push(received.stop)
  }
  const house = {
    room,
    since: new Date(),
    database,
    staff,
    files,
    folder: folder.files,
    settings,
    log,
  }
  const inTime = trustedClock(staff, log)
  // By a timer of its own: the queue waits where the database's clock was set back.
  const look = repeat(() => inTime(async () => undefined), {
    everyMs: 30_000,
    failed: 'the clock could not be checked; it is tried again',
    log,
  })
  opened.push(look.stop)
  const jobs = await startJobs(
    directUrl,
    [
      {
        name: 'silence',
        cron: '*/15 * * * *',
        run: () => inTime((now) => acceptBySilence({ staff, host: new URL(origin).hostname }, now)),
      },
      {
        name: 'conversations',
        cron: '* * * * *',
        run: () => inTime((now) => closeAbandoned({ database, staff }, settings.assistant, now)),
      },
      {
        name: 'room',
        cron: '*/5 * * * *',
        run: () => inTime((now) => makeRoom(house, now)),
      },
      { name: 'paces', cron: '23 * * * *', run: () => refreshPaces(staff, new Date()) },
      { name: 'housekeeping', cron: '7 * * * *', run: () => inTime((now) => tidy(house, now)) },
    ],
    log,
    { onLate: (late) => noteLate(staff, late, new Date()) },
  )
  opened.push(jobs.stop)
  // A first start has no figures yet.
  await jobs.runSoon('paces')
  const { metricsPort } = env
  if (metricsPort !== undefined) {
    const served = await serveMetrics(metrics, metricsPort, env.host).catch((error: unknown) =>
      Promise.reject(cannotListen(error, metricsPort, env.host, 'METRICS_PORT')),
    )
    opened.push(served.close)
  }
  insistOnBeingWanted()
  await held.release()
  await app
    .listen({ port: held.port, host: env.host })
    .catch((error: unknown) => Promise.reject(cannotListen(error, held.port, env.host)))
  drainMs = env.drainMs
  const invited = env.supervisor === undefined ? null : await inviteFirstSupervisor(staff, env.supervisor, new Date())
  const invitation = invited === null ? '' : ` | ${invitationOf(env.supervisor ?? '', invited, origin)}`
  const welcome = env.demo ? await (await import('./demo/welcome.ts')).demoWelcome(origin) : ''
  console.log(`Ready: ${origin}/public/${welcome}${invitation}`)
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

async function checkReachable(databaseUrl: string, directUrl: string): Promise<void> {
  await checkDatabase(databaseUrl)
  if (directUrl !== databaseUrl) await checkDatabase(directUrl, 'DATABASE_DIRECT_URL')
  await insistOnSessions(directUrl)
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

/** Holds the port until the portal can serve: a port in use is reported before the database is touched. */
function holdPort(port: number, host: string): Promise<{ port: number; release: () => Promise<void> }> {
  const holder = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    holder.once('error', (error) => reject(cannotListen(error, port, host)))
    holder.listen(port, host, () => {
      const address = holder.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        release: () => new Promise((released) => holder.close(() => released())),
      })
    })
  })
}

function cannotListen(error: unknown, port: number, host: string, variable = 'PORT'): StartProblem {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return new StartProblem(
    inUse
      ? `Port ${port} is already in use: stop what uses it, or choose another one with ${variable}.`
      : `The portal cannot listen on ${host}, port ${port} (${reasonOf(error)}): check HOST and ${variable}.`,
  )
}

/** A host as part of an address; a wildcard such as 0.0.0.0 cannot be visited. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
