import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { type ChangedGroups, inForce } from '#domain/settings.ts'
import { wrongFigures } from '../console/jobs/recount-store.ts'
import { holdsDemo } from '../console/door/demo-secret-store.ts'
import { insistOnOwnKey } from '../console/door/sealed-secret-store.ts'
import { insistOnWriting } from '../data-folder.ts'
import { checkDatabase, connected, insistOnNews, insistOnSessions, preparing } from '../db/check-database.ts'
import { insistOnServer, schemaState } from '../db/schema-state.ts'
import { type Database, insistOnLeastPrivilege, openDatabase } from '../db/sql.ts'
import { binaries } from '../embedded-postgres.ts'
import { demoInPublic, readEnvironment } from '../env.ts'
import { hostInAddress, holdPort } from '../listening.ts'
import { openOperatorDatabase } from '../operator-database.ts'
import { readContent, readProvider } from '../provider-settings.ts'
import { keptKey, secretBox } from '../secret-box.ts'
import { changedSettings, newestChanges } from '../settings/settings-store.ts'
import { StartProblem } from '../start-problem.ts'
import { insistOnOwnDatabase } from '../store-identity.ts'
import { insistOnBuiltWeb } from '../web-folder.ts'
import { collecting, type Finding, type Look } from './findings.ts'
import { type Check, surroundings } from './surroundings.ts'

type Environment = ReturnType<typeof readEnvironment>

interface Addresses {
  readonly databaseUrl: string
  readonly directUrl: string
}

/**
 * Checks everything that a start needs, in its order and with its sentences, and changes nothing. `tell` receives each
 * finding; a signal ends it between two checks.
 */
export async function checkUp(
  variables: NodeJS.ProcessEnv,
  tell: (finding: Finding) => void,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { findings, look } = collecting(tell, signal)
  const each = async (checks: readonly Check[]) => {
    for (const { about, look: at } of checks) await look(about, at)
  }

  const env = await look(
    'environment',
    async () => readEnvironment(variables),
    () => 'every variable can be read',
  )
  if (!env) return findings
  const settings = await look(
    'settings',
    () => readContent(env.contentFolder),
    ({ provider }) => `those of ${provider.name}`,
  )
  await each(standing(env))
  const folder = nearest(join(env.dataFolder, 'files'))
  const opened = await look(
    'database',
    () => reach(env),
    (at) => (at ? at.says : 'is made by the first start'),
  )
  try {
    const changed = opened ? await lookIntoDatabase(env, opened, look) : {}
    const provider = settings && inForce(await readProvider(settings, env.contentFolder), changed)
    await each(surroundings({ env, provider, folder, databaseUrl: opened?.directUrl ?? null }))
  } finally {
    await opened?.close()
  }
  return findings
}

/** The parts that are known before the database is reached. */
function standing(env: Environment): Check[] {
  const { metricsPort } = env
  return [
    { about: 'web', look: async () => (insistOnBuiltWeb(), 'is built') },
    { about: 'port', look: () => freePort(env) },
    ...(metricsPort === undefined
      ? []
      : [{ about: 'figures', look: () => freePort({ ...env, port: metricsPort }, 'METRICS_PORT') }]),
    { about: 'folder', look: () => writable(env.dataFolder) },
  ]
}

const health = z.object({ ok: z.literal(true), version: z.string() })

/** A port is also fine if the portal has it already. */
async function freePort({ port, host }: Pick<Environment, 'port' | 'host'>, variable = 'PORT'): Promise<string> {
  try {
    const held = await holdPort(port, host, variable)
    await held.release()
    return `${hostInAddress(host)}, port ${port}, is free`
  } catch (error) {
    const running = await whoAnswers(`http://${hostInAddress(host)}:${port}`, variable)
    if (running === null) throw error
    return `${hostInAddress(host)}, port ${port}, is ${running}`
  }
}

async function whoAnswers(origin: string, variable: string): Promise<string | null> {
  const path = variable === 'PORT' ? '/api/health' : '/metrics'
  try {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(3000) })
    const text = await answer.text()
    if (variable !== 'PORT') return text.includes('portal_database_up') ? "a running portal's" : null
    const read = z.safeParse(health, JSON.parse(text))
    return read.success ? `a running portal's, version ${read.data.version}` : null
  } catch {
    return null
  }
}

async function writable(folder: string): Promise<string> {
  for (const path of [folder, join(folder, 'files')]) {
    const there = nearest(path)
    await insistOnWriting(there)
    const { uid } = await stat(there)
    // Root may write anywhere: that proves nothing about the portal's own user.
    if (existsSync(path) && process.getuid?.() === 0 && uid !== 0) {
      throw new StartProblem(
        `DATA_DIR ${path} belongs to the user ${uid}, and this command runs as root: run it as the portal's user (runuser, sudo -u).`,
      )
    }
  }
  return existsSync(folder) ? `${folder} can be written to` : `${folder} is made by the first start`
}

/** The folder, or the nearest one above it that exists. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)))

/** Null: the embedded database that the first start makes. */
async function reach(env: Environment): Promise<(Addresses & { says: string; close: () => Promise<void> }) | null> {
  if (env.databaseUrl === undefined) {
    binaries()
    if (!existsSync(join(env.dataFolder, 'postgres', 'cluster'))) return null
    const { databaseUrl: url, close } = await openOperatorDatabase(env)
    return { databaseUrl: url, directUrl: url, says: `the embedded one in ${env.dataFolder}`, close }
  }
  await checkDatabase(env.databaseUrl)
  const { hostname, pathname } = new URL(env.databaseUrl)
  const directUrl = env.directUrl ?? env.databaseUrl
  if (directUrl !== env.databaseUrl) await checkDatabase(directUrl, 'DATABASE_DIRECT_URL')
  const says = `${decodeURIComponent(pathname.slice(1))} at ${hostname || 'localhost'} lets the user in`
  return { databaseUrl: env.databaseUrl, directUrl, says, close: async () => undefined }
}

/** Returns the settings that supervisors have changed. */
async function lookIntoDatabase(
  env: Environment,
  { databaseUrl, directUrl }: Addresses,
  look: Look,
): Promise<ChangedGroups> {
  await look('sessions', async () => {
    await insistOnSessions(directUrl)
    await insistOnNews(directUrl, databaseUrl)
    return 'connections keep their session, and news arrives'
  })
  const files = join(env.dataFolder, 'files')
  await look('files', async () => {
    if (existsSync(files)) await insistOnOwnDatabase(directUrl, files)
    return 'belong to this database, or to none yet'
  })
  const schema = await look(
    'schema',
    () => preparing(schemaOf(directUrl)),
    ({ says }) => says,
  )
  const key = await look(
    'key',
    () => keptKey(env.dataFolder, env.secretKey),
    (kept) => (kept ? 'is one' : `${join(env.dataFolder, 'secret.key')} is made by the first start`),
  )
  // Older schemas may lack tables that are read below; the start brings them up to date first.
  if (schema === null || schema.waiting > 0) return {}
  const database = openDatabase(databaseUrl, { connections: 1 })
  const staff = openDatabase(databaseUrl, { role: 'portal_staff', connections: 1 })
  try {
    await look('roles', async () => {
      for (const pool of [database, staff]) await insistOnLeastPrivilege(pool)
      return 'every statement runs with the rights of its role alone'
    })
    const { lost, previous } = env.previousSecretKey
    if (key !== null && !lost) {
      await look('secrets', async () => {
        await insistOnOwnKey(staff, secretBox(key, previous))
        return 'this key opens them'
      })
    }
    await look('demo', async () => {
      const has = await holdsDemo(staff)
      if (env.demoForbiddenAt && has) throw demoInPublic(env.demoForbiddenAt, 'another DATA_DIR or DATABASE_URL')
      return has ? 'is in this database' : 'is not in this database'
    })
    await look('totals', () => figures(staff))
    return changedSettings(await newestChanges(staff))
  } finally {
    await database.close()
    await staff.close()
  }
}

/** Among a million tickets it may take longer: then only the command that mends them counts to the end. */
const COUNTED_MS = 10_000
const COUNT = '`npm run admin -- figures`'

async function figures(staff: Database): Promise<string> {
  const wrong = await wrongFigures(staff, COUNTED_MS)
  if (wrong === null) return `are too many to count within ${COUNTED_MS / 1000} s: ${COUNT} counts them`
  const { lists, queue, unread } = wrong
  if (lists + queue + unread === 0) return 'are what they count'
  throw new StartProblem(
    `They are wrong (of customers' lists: ${lists}, of the queue: ${queue}, tickets read or unread: ${unread}): ${COUNT} mends them.`,
  )
}

async function schemaOf(directUrl: string): Promise<{ waiting: number; says: string }> {
  const client = await connected(directUrl)
  try {
    const version = await insistOnServer(client)
    const { applied, waiting } = await schemaState(client)
    const state = applied === 0 ? 'empty' : `${applied} migrations have run`
    const next = waiting.length === 0 ? '' : `, the start runs ${waiting.length}`
    return { waiting: waiting.length, says: `PostgreSQL ${version}, ${state}${next}` }
  } finally {
    await client.end()
  }
}
