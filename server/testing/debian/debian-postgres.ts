import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, isListening } from './ports.ts'

const run = promisify(execFile)

/** PostgreSQL 15 as Debian packages it. */
const BINARIES = '/usr/lib/postgresql/15/bin'
/** PostgreSQL does not run as root. */
const NOBODY = 65_534

/** A real cluster with an empty database `soporte`, of an owner who is no superuser. */
export interface DebianPostgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** @param locale the options of `initdb` that choose the cluster's locale */
export async function startDebianPostgres(locale: readonly string[]): Promise<DebianPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-debian-'))
  const isRoot = process.getuid?.() === 0
  const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) await chown(folder, NOBODY, NOBODY)
  const cluster = join(folder, 'cluster')
  const making = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale]
  await run(join(BINARIES, 'initdb'), making, { cwd: folder, ...asNobody }).catch((error: Error) => {
    throw new Error(
      `No cluster was made. It needs apt-get install postgresql locales, and localedef -i es_ES -f UTF-8 es_ES.UTF-8. ${error.message}`,
    )
  })
  const port = await freePort()
  const options = ['-D', cluster, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'fsync=off']
  const postgres = spawn(join(BINARIES, 'postgres'), options, { cwd: folder, stdio: 'ignore', ...asNobody })
  await isListening(port, postgres)
  const env = { ...process.env, PATH: `${BINARIES}:${process.env['PATH']}`, PGHOST: '127.0.0.1', PGPORT: String(port) }
  await run('bash', ['-ec', 'until pg_isready -q; do sleep 0.1; done'], { env })
  await run('bash', ['-ec', 'createuser -U postgres --createrole soporte; createdb -U postgres -O soporte soporte'], {
    env,
  })
  return {
    url: `postgres://soporte@127.0.0.1:${port}/soporte`,
    stop: async () => {
      postgres.kill('SIGINT')
      if (postgres.exitCode === null) await once(postgres, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
