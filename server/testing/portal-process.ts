import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runningPostgres } from '../embedded-postgres.ts'
import { startTimeOf } from '../other-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type Variables = Record<string, string>

/** A portal in a process of its own, as operators run it. */
export interface PortalProcess {
  readonly origin: string
  /** The ready line. */
  readonly ready: string
  readonly pid: number
  /** Everything it has written to both outputs so far. */
  readonly written: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
  /** Ends it like Ctrl-C. */
  readonly stop: () => Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The two ways to start a portal: the server alone, or all of `npm start`. */
export const SERVER = [process.execPath, join(ROOT, 'server/main.ts')]
export const NPM_START = ['npm', 'start']

/** Starts a portal and waits for the ready line. If the portal ends before, throws its output. */
export async function startPortal(variables: Variables, command = SERVER): Promise<PortalProcess> {
  const { child, written, ended } = launch(variables, command)
  const { stdout } = child
  const ready = await new Promise<string>((resolve, reject) => {
    stdout?.on('data', () => {
      const line = /^(Ready: .*)\n/m.exec(written().stdout)?.[1]
      if (line !== undefined) resolve(line)
    })
    void ended.then(({ code, stderr }) => reject(new Error(`The portal did not start (${code}): ${stderr}`)))
  })
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  return {
    origin: /http:\/\/[^/]+/.exec(ready)?.[0] ?? '',
    ready,
    pid: child.pid ?? 0,
    written: () => written().stdout + written().stderr,
    kill,
    ended,
    stop: () => {
      kill('SIGINT')
      return ended
    },
  }
}

/** Runs a portal that should end by itself. */
export function runPortal(variables: Variables, command = SERVER): Promise<Ended> {
  return launch(variables, command).ended
}

/** A portal that may not be ready yet. */
export function launch(variables: Variables, [command = '', ...args] = SERVER) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), PORT: '0', ...variables },
    // The channel ends it when the test process is killed. The process group lets it be signalled as by a terminal.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()))
  const written = () => ({ stdout, stderr })
  return { child, written, ended: endOf(child).then((code) => ({ code, ...written() })) }
}

/** The PostgreSQL process of this DATA_DIR. */
export async function postmasterOf(dataFolder: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

/** Its database, as the owner. */
export const databaseUrlOf = (dataFolder: string): Promise<string> => runningPostgres(join(dataFolder, 'postgres'))

/** Keeps its PostgreSQL from waiting for the disk, for data that only have to last as long as the tests. */
export const stopWaitingForDisk = (dataFolder: string): Promise<void> =>
  turnOff(dataFolder, ['fsync', 'full_page_writes', 'synchronous_commit'])

/** The same for data that must outlive a killed PostgreSQL, though not the machine. */
export const stopFlushing = (dataFolder: string): Promise<void> => turnOff(dataFolder, ['fsync', 'full_page_writes'])

/** Also for later starts of this folder. */
async function turnOff(dataFolder: string, settings: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataFolder) })
  await client.connect()
  for (const setting of settings) await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

export const isAlive = (pid: number): boolean => startTimeOf(pid) !== undefined

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code))
    child.once('error', () => resolve(null))
  })
}
