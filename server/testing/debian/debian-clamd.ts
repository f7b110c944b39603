import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isListening } from './ports.ts'

/** A real clamd, as Debian packages it. It has one signature of ours, because the official database is not packaged. */
export interface Clamd {
  readonly url: string
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The file that it recognises, and the name under which. */
export const KNOWN = { bytes: Buffer.from('%PDF-1.7 lo que el antivirus conoce'), name: 'Portal.Prueba.UNOFFICIAL' }

export async function startClamd(): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-clamd-'))
  const port = await freePort()
  const md5 = createHash('md5').update(KNOWN.bytes).digest('hex')
  await writeFile(join(folder, 'own.hdb'), `${md5}:${KNOWN.bytes.length}:Portal.Prueba\n`)
  const configuration = join(folder, 'clamd.conf')
  await writeFile(
    configuration,
    `DatabaseDirectory ${folder}\nTCPSocket ${port}\nTCPAddr 127.0.0.1\nForeground yes\nLogFile ${folder}/log\n`,
  )
  await chmod(folder, 0o755)
  if (process.getuid?.() === 0) await chown(folder, 0, 0)
  let child: ChildProcess | undefined
  let ended: Promise<string> = Promise.resolve('')

  const start = async () => {
    const started = spawn('clamd', ['-c', configuration], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
      stdio: 'ignore',
    })
    child = started
    ended = new Promise((resolve) => {
      started.once('exit', (code) => resolve(`exit ${code}`))
      started.once('error', (error) => resolve(error.message))
    })
    await Promise.race([
      isListening(port, started),
      ended.then(async (reason) => {
        const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
        throw new Error(`clamd did not start (${reason}): install it with apt-get install clamav-daemon. ${log}`)
      }),
    ])
  }
  const kill = async () => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `tcp://127.0.0.1:${port}`,
    start,
    kill,
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
