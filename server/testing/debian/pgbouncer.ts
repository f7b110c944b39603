import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isListening } from './ports.ts'

/** A real PgBouncer in front of a URL's PostgreSQL, as distributions package it. */
export interface Pooler {
  /** The same database through it. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The usual setting: PgBouncer otherwise refuses clients with start-up options that it does not know. */
const USUAL = 'ignore_startup_parameters = options,extra_float_digits'
/** PgBouncer does not run as root. */
const NOBODY = 65_534

/** `shared`: how many connections to PostgreSQL all its clients share. */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction',
  shared = mode === 'session' ? 20 : 3,
): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'portal-pooler-'))
  const listen = await freePort()
  const users = join(folder, 'users.txt')
  const configuration = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  await writeFile(
    configuration,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${shared}
logfile = ${join(folder, 'log')}
${USUAL}
`,
  )
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, users, configuration]) await chown(path, NOBODY, NOBODY)
  await chmod(folder, 0o700)
  const child = spawn('pgbouncer', ['-q', configuration], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  const ended = endOf(child)
  await Promise.race([
    isListening(listen, child),
    ended.then(async (reason) => {
      const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
      throw new Error(`PgBouncer did not start (${reason}): install it with apt-get install pgbouncer. ${log}`)
    }),
  ])
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(listen) }).href,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('exit', (code) => resolve(`exit ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
