import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { signDemoEntry } from './demo/entry-link.ts'
import { freshFolder } from './process/data-folders.ts'
import { type PortalProcess, startPortal } from './testing/portal-process.ts'

// docs/operation.md as an operator follows it, with Debian's PostgreSQL and rsync (apt-get install postgresql rsync).

const run = promisify(execFile)
const BINARIES = '/usr/lib/postgresql/15/bin'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** PostgreSQL does not run as root. */
const NOBODY = 65_534
const SECRET_KEY = Buffer.alloc(32, 'backup').toString('base64')

test('the commands of docs/operation.md bring back the tickets, their files and who may enter', async () => {
  const page = await readFile(join(ROOT, 'docs/operation.md'), 'utf8')
  const backup = await freshFolder()
  const first = await operator(backup)
  await first.bash('createuser -U postgres --createrole soporte; createdb -U postgres -O soporte soporte')
  await (await startPortal(first.variables)).stop()
  await run('npm', ['run', 'demo'], { cwd: ROOT, env: { ...process.env, ...first.variables } })
  const before = await startPortal(first.variables)
  onTestFinished(async () => void (await before.stop()))
  const seen = await seenBy(before)
  expect([seen.tickets.length > 0, seen.files.length > 0]).toEqual([true, true])
  // The portal goes on running meanwhile, as the page allows.
  await first.bash(commandsOf(page, "Backup with PostgreSQL's own tools"))

  const second = await operator(backup)
  await second.bash(commandsOf(page, "Restore with PostgreSQL's own tools"))
  const after = await startPortal(second.variables)
  onTestFinished(async () => void (await after.stop()))
  expect(await seenBy(after)).toEqual(seen)
})

test('npm run backup and restore bring them from PostgreSQL 18 to 15, of an owner who is no superuser, and back', async () => {
  const [archives, source, target] = [await freshFolder(), await freshFolder(), await freshFolder()]
  const npm = (command: string, variables: Record<string, string>) =>
    run('npm', ['run', '--silent', ...command.split(' ')], { cwd: ROOT, env: { ...process.env, ...variables } })
  const embedded = { DATA_DIR: source, SECRET_KEY }
  const first = await startPortal(embedded)
  const seen = await seenBy(first)
  expect([seen.tickets.length > 0, seen.files.length > 0]).toEqual([true, true])
  await npm(`backup -- ${archives}/18.tar.gz`, embedded)
  await first.stop()

  const older = await operator(archives)
  await older.bash('createuser -U postgres --createrole soporte; createdb -U postgres -O soporte soporte')
  await npm(`restore -- ${archives}/18.tar.gz`, older.variables)
  const second = await startPortal(older.variables)
  onTestFinished(async () => void (await second.stop()))
  expect(await seenBy(second)).toEqual(seen)

  await npm(`backup -- ${archives}/15.tar.gz`, older.variables)
  await npm(`restore -- ${archives}/15.tar.gz`, { DATA_DIR: target })
  const third = await startPortal({ DATA_DIR: target, SECRET_KEY })
  onTestFinished(async () => void (await third.stop()))
  expect(await seenBy(third)).toEqual(seen)
})

/** The indented lines of a section. */
function commandsOf(page: string, section: string): string {
  const [, text = ''] = page.split(`\n## ${section}\n`)
  const [own = ''] = text.split('\n## ')
  const commands = own.split('\n').filter((line) => line.startsWith('    '))
  expect(commands.length).toBeGreaterThan(2)
  return commands.join('\n')
}

/** A machine with an empty PostgreSQL and an empty DATA_DIR, and its operator's shell. */
async function operator(backup: string) {
  const [cluster, data] = [await freshFolder(), await freshFolder()]
  const isRoot = process.getuid?.() === 0
  const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) await chown(cluster, NOBODY, NOBODY)
  await run(join(BINARIES, 'initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], asNobody)
  const port = String(await freePort())
  const options = ['-D', cluster, '-h', '127.0.0.1', '-p', port, '-k', '']
  const postgres = spawn(join(BINARIES, 'postgres'), options, { ...asNobody, stdio: 'ignore' })
  onTestFinished(async () => {
    postgres.kill('SIGINT')
    if (postgres.exitCode === null) await once(postgres, 'exit')
  })
  const env = { ...process.env, PATH: `${BINARIES}:${process.env['PATH']}`, PGHOST: '127.0.0.1', PGPORT: port }
  const isReady = () => run('pg_isready', [], { env }).catch(() => null)
  while (!(await isReady())) await sleep(100)
  await mkdir(join(backup, 'backup'), { recursive: true })
  return {
    variables: { DATA_DIR: data, DATABASE_URL: `postgres://soporte@127.0.0.1:${port}/soporte`, SECRET_KEY },
    /** Runs commands in which DATA_DIR and /backup stand for folders. */
    bash: (commands: string) =>
      run('bash', ['-ec', commands.replaceAll('DATA_DIR', data).replaceAll('/backup/', `${backup}/backup/`)], {
        cwd: backup,
        env,
      }),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Lucía's tickets and files; she enters by the installation's own key. */
async function seenBy({ origin }: PortalProcess) {
  const t = await signDemoEntry({ installation: 'LEV-01', subject: '11', caller: 'lucia', context: {} }, new Date())
  const entered = await fetch(`${origin}/api/login/nuevo_ticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ t }),
  })
  expect(entered.status).toBe(200)
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const get = (path: string) => fetch(`${origin}/api/consultas/${path}`, { headers: { cookie } })
  const listed = async (path: string): Promise<Row[]> => {
    const { data } = (await (await get(path)).json()) as { data: { data: Row[] | { items: Row[] } } }
    return Array.isArray(data.data) ? data.data : data.data.items
  }
  const tickets = await listed('get_lista?itemsPerPage=50')
  const files: string[] = []
  for (const { llnumreg } of tickets) {
    for (const { iaimagen } of await listed(`get_documentacion?llnumreg=${llnumreg}`)) {
      const file = await get(`get_documento?iaimagen=${iaimagen}`)
      expect(file.status).toBe(200)
      files.push(
        createHash('sha256')
          .update(Buffer.from(await file.arrayBuffer()))
          .digest('hex'),
      )
    }
  }
  return { tickets: tickets.map(({ llnumreg, llobse }) => ({ llnumreg, llobse })), files }
}

interface Row {
  readonly llnumreg: number
  readonly llobse: string
  readonly iaimagen: string
}
