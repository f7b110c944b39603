import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { reasonOf, StartProblem } from '#server/start-problem.ts'

/**
 * Connects once, to tell a wrong `DATABASE_URL` from a fault of the portal.
 * @throws StartProblem, which never holds the password
 */
export async function checkDatabase(databaseUrl: string, variable = 'DATABASE_URL'): Promise<void> {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const server = `${hostname || 'localhost'}:${port || '5432'}`
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '28P01' || code === '28000') {
      throw new StartProblem(
        `${variable}: PostgreSQL at ${server} does not let the user "${decodeURIComponent(username)}" in (${reasonOf(error)}).`,
      )
    }
    if (code === '3D000') {
      throw new StartProblem(
        `${variable}: there is no database "${decodeURIComponent(pathname.slice(1))}" at ${server}.`,
      )
    }
    throw new StartProblem(`${variable}: no usable PostgreSQL at ${server} (${reasonOf(error)}).`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @throws StartProblem unless both addresses are usable, each as it will be used */
export async function insistOnReaching(databaseUrl: string, directUrl: string): Promise<void> {
  await checkDatabase(databaseUrl)
  if (directUrl !== databaseUrl) await checkDatabase(directUrl, 'DATABASE_DIRECT_URL')
  await insistOnSessions(directUrl)
  await insistOnNews(directUrl, databaseUrl)
}

/**
 * Migrations hold a lock, and jobs a role, as long as their connection lives: a pooler that changes the connection with each
 * transaction would break both.
 * @throws StartProblem naming the variable to set
 */
export async function insistOnSessions(databaseUrl: string): Promise<void> {
  const [one, other] = await Promise.all([connected(databaseUrl), connected(databaseUrl)])
  try {
    if (await isShared(one, other)) {
      throw new StartProblem(
        'The database is reached through a pooler that shares connections between transactions: DATABASE_DIRECT_URL must lead to PostgreSQL itself (or to a pooler in session mode), for migrations and jobs.',
      )
    }
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

const NEWS_MS = 5000

/**
 * Screens learn of changes by LISTEN at one address, from servers that write through the other.
 * @throws StartProblem if the first does not hear the second, because it drops LISTEN or leads to another database
 */
export async function insistOnNews(directUrl: string, databaseUrl: string): Promise<void> {
  const [listener, speaker] = await Promise.all([connected(directUrl), connected(databaseUrl)])
  const channel = `checkup_${randomUUID().replaceAll('-', '')}`
  try {
    const heard = new Promise<true>((resolve) => listener.once('notification', () => resolve(true)))
    await listener.query(`listen ${channel}`)
    await speaker.query(`notify ${channel}`)
    if (await Promise.race([heard, sleep(NEWS_MS)])) return
    throw new StartProblem(
      'DATABASE_DIRECT_URL does not hear what is notified through DATABASE_URL: both must lead to the same database, and the direct one to PostgreSQL itself.',
    )
  } finally {
    await Promise.all([listener.end(), speaker.end()])
  }
}

/** Words a failed preparation of the database in one sentence. */
export const preparing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new StartProblem(`The database could not be prepared: ${reasonOf(error)}.`, { cause: error })
  })

export async function connected(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** So often two connections are compared: a busy pooler may give each of them the same process again by chance. */
const LOOKS = 10

/**
 * While the other connection holds a transaction open, a direct one still reaches the same process, and a shared one
 * reaches another.
 */
async function isShared(one: Client, other: Client): Promise<boolean> {
  const own = await processOf(one)
  for (let look = 0; look < LOOKS; look += 1) {
    await other.query('begin')
    const held = await processOf(other)
    const now = await processOf(one)
    await other.query('rollback')
    if (held === own || now !== own) return true
  }
  return false
}

async function processOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
