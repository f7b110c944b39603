import { execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, isListening } from './ports.ts'

const run = promisify(execFile)

/** A real MariaDB with one empty database, as Debian packages it. */
export interface Mariadb {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** MariaDB does not run as root. */
const NOBODY = 65_534

export async function startMariadb(): Promise<Mariadb> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-mariadb-'))
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, NOBODY, NOBODY)
  await chmod(folder, 0o700)
  const env = { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
  const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const data = join(folder, 'data')
  const install = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  await run('mariadb-install-db', install, { env, cwd: folder, ...asNobody }).catch((error: Error) => {
    throw new Error(`MariaDB was not set up: install it with apt-get install mariadb-server. ${error.message}`)
  })
  const child = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--log-error=${join(folder, 'log')}`,
      // Its times are not those of this machine.
      '--default-time-zone=+01:00',
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { env, stdio: 'ignore', ...asNobody },
  )
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code) => resolve(`exit ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  await Promise.race([
    isListening(port, child),
    ended.then(async (reason) => {
      const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
      throw new Error(`MariaDB did not start (${reason}): install it with apt-get install mariadb-server. ${log}`)
    }),
  ])
  await run('mariadb', ['--no-defaults', `--socket=${join(folder, 'socket')}`, '-uroot', '-e', SETUP], { env })
  return {
    url: `mysql://lector:secreta@127.0.0.1:${port}/osticket`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const SETUP = `create database osticket character set utf8mb4;
  create user lector@'127.0.0.1' identified by 'secreta'; grant all on osticket.* to lector@'127.0.0.1';
  create user lector@localhost identified by 'secreta'; grant all on osticket.* to lector@localhost`
