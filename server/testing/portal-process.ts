import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startTimeOf } from '../other-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

type Variables = Record<string, string>

/** A portal in a process of its own, as an operator runs it. */
export interface PortalProcess {
  readonly origin: string
  /** The line that it printed when it was ready. */
  readonly ready: string
  readonly pid: number
  /** All that it wrote to either output so far. */
  readonly written: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ended>
  /** Ends it as Ctrl-C does. */
  readonly stop: () => Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The ways a portal is started: the server alone, or all of `npm start`. */
export const SERVER = [process.execPath, join(ROOT, 'server/main.ts')]
export const NPM_START = ['npm', 'start']

/** Starts a portal and waits until it is ready; throws what it said when it ends before. */
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

/** Runs a portal that is expected to end by itself. */
export function runPortal(variables: Variables, command = SERVER): Promise<Ended> {
  return launch(variables, command).ended
}

/** A portal that may not be ready yet. */
export function launch(variables: Variables, [command = '', ...args] = SERVER) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, PORT: '0', ...variables },
    // With the channel it ends when the tests are killed. In a group of its own it can be sent signals as a terminal does.
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

/** The process of the PostgreSQL that belongs to this DATA_DIR. */
export async function postmasterOf(dataFolder: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
}

/** The database of it, for its owner. */
export async function databaseUrlOf(dataFolder: string): Promise<string> {
  const [, , , port] = (await readFile(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')
  return `postgres://postgres:${await readFile(join(dataFolder, 'postgres/password'), 'utf8')}@127.0.0.1:${port}/portal`
}

export const isAlive = (pid: number): boolean => startTimeOf(pid) !== undefined

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code))
    child.once('error', () => resolve(null))
  })
}
