import { Client } from 'pg'
import { reasonOf, StartProblem } from '#server/start-problem.ts'

/**
 * Connects once, so that a wrong `DATABASE_URL` is told apart from a fault of the portal.
 * @throws StartProblem that never holds the password
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
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
        `DATABASE_URL: PostgreSQL at ${server} does not let the user "${decodeURIComponent(username)}" in (${reasonOf(error)}).`,
      )
    }
    if (code === '3D000') {
      throw new StartProblem(
        `DATABASE_URL: there is no database "${decodeURIComponent(pathname.slice(1))}" at ${server}.`,
      )
    }
    throw new StartProblem(`DATABASE_URL: no usable PostgreSQL at ${server} (${reasonOf(error)}).`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
