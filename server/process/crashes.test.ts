import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { startTimeOf } from '../other-process.ts'
import { signDemoEntry } from '../demo/entry-link.ts'
import { EFFORT } from '../testing/effort.ts'
import {
  databaseUrlOf,
  isAlive,
  launch,
  type PortalProcess,
  postmasterOf,
  SERVER,
  startPortal,
} from '../testing/portal-process.ts'
import { freshFolder, startedFolder } from './data-folders.ts'
import { eventually } from '../testing/eventually.ts'

test.each(EFFORT > 1 ? (['the server', 'the database', 'both'] as const) : (['the server', 'the database'] as const))(
  'every acknowledged ticket is there, once, after kill -9 of %s in the middle of creations',
  { repeats: EFFORT - 1 },
  async (victim) => {
    const folder = await startedFolder()
    const portal = await portalFor(folder)
    const postmaster = await postmasterOf(folder)
    const writers = await Promise.all(['ana', 'bea', 'eva'].map((caller) => writerAs(portal, caller)))
    const running = Promise.all(writers.map((writer) => writer.run()))
    await eventually(() => expect(acknowledgedBy(writers).length).toBeGreaterThan(8), { interval: 1 })

    if (victim !== 'the server') process.kill(postmaster, 'SIGKILL')
    if (victim !== 'the database') portal.kill('SIGKILL')
    await eventually(() => expect(writers.every(({ failures }) => failures > 0)).toBe(true), { within: 10_000 })
    for (const writer of writers) writer.stop()
    await running
    if (victim !== 'the server') expect(isAlive(postmaster)).toBe(false)
    if (victim !== 'the database') await portal.ended

    // A server survives the death of its database; a killed server is started again.
    const next = victim === 'the database' ? portal : await portalFor(folder)
    await eventually(async () => expect((await fetch(`${next.origin}/api/ready`)).status).toBe(200), { within: 15_000 })
    const present = await titlesIn(next)
    for (const title of acknowledgedBy(writers)) expect(present.filter((found) => found === title)).toEqual([title])
  },
)

test('a start waits for the sessions of a killed database that are still at work', async () => {
  const folder = await startedFolder()
  const portal = await portalFor(folder)
  const postmaster = await postmasterOf(folder)
  const [session, other] = await Promise.all([connectedTo(folder), connectedTo(folder)])
  // Whoever reads a pipe does not learn that the postmaster has died.
  const pipe = join(folder, 'postgres/pipe')
  await promisify(execFile)('mkfifo', [pipe])
  await session.query('create temp table line (text text)')
  const work = session.query(`copy line from '${pipe}'`).catch(() => undefined)
  await eventually(async () => {
    const { rows } = await other.query(
      "select from pg_stat_activity where state = 'active' and query like 'copy line%'",
    )
    expect(rows).toHaveLength(1)
  })
  process.kill(postmaster, 'SIGKILL')
  portal.kill('SIGKILL')
  const next = portalFor(folder)
  const log = () => readFile(join(folder, 'postgres/postgres.log'), 'utf8')
  await eventually(async () => expect(await log()).toContain('shared memory block'))
  await writeFile(pipe, '')
  await Promise.all([work, next])
})

test('a cluster of which only a part was made when the server was killed is not used', async () => {
  const folder = await freshFolder()
  const { child, ended } = launch({ DATA_DIR: folder })
  const half = async () => (await readdir(join(folder, 'postgres'))).find((name) => name.startsWith('cluster.'))
  await eventually(async () => expect(await half()).toBeDefined(), { interval: 1 })
  child.kill('SIGKILL')
  await ended
  expect(existsSync(join(folder, 'postgres/cluster'))).toBe(false)
  await portalFor(folder)
  expect(await half()).toBeUndefined()
})

test('marks that carry the number of a process of somebody else do not stop a start, nor that process', async () => {
  const folder = await startedFolder()
  const stranger = process.pid
  await writeFile(join(folder, 'postgres/portal.pid'), `${stranger} 12345\n`)
  await writeFile(join(folder, 'postgres/cluster/postmaster.pid'), `${stranger}\n/elsewhere\n0\n5432\n\n\n\nready\n`)
  const portal = await portalFor(folder)
  expect(await readFile(join(folder, 'postgres/portal.pid'), 'utf8')).toBe(`${portal.pid} ${startTimeOf(portal.pid)}\n`)
})

test('two servers may start at once on one empty database', async () => {
  const postgres = await startEmbeddedPostgres({ folder: await freshFolder(), durable: false })
  onTestFinished(postgres.stop)
  const files = await freshFolder()
  const start = async () => portalFor(files, { DATABASE_URL: postgres.url })
  const portals = await Promise.all([start(), start()])
  for (const { origin } of portals) expect((await fetch(`${origin}/api/ready`)).status).toBe(200)
  const client = new Client(postgres.url)
  await client.connect()
  const { rows } = await client.query('select name, count(*)::int as times from migration group by name')
  await client.end()
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ times }) => times !== 1)).toEqual([])
})

test.runIf(process.getuid?.() === 0)('root may keep its data where only root may enter', async () => {
  const folder = join(await freshFolder(), 'private', 'data')
  await mkdir(join(folder, '..'), { mode: 0o700 })
  await portalFor(folder)
  const status = await readFile(`/proc/${await postmasterOf(folder)}/status`, 'utf8')
  expect(status).toMatch(/^Uid:\t0\t/m)
})

test.runIf(process.getuid?.() === 0)('an ordinary user runs the database as it is', async () => {
  // In a user namespace root gets another number, that of an ordinary user who can still read this clone.
  const ordinary = ['unshare', '--user', '--map-user=65534', '--map-group=65534', ...SERVER]
  const folder = await freshFolder()
  const portal = await portalFor(folder, {}, ordinary)
  const namespaceOf = (pid: number | 'self') => readlink(`/proc/${pid}/ns/user`)
  expect(await namespaceOf(portal.pid)).not.toBe(await namespaceOf('self'))
  expect(await namespaceOf(await postmasterOf(folder))).toBe(await namespaceOf(portal.pid))
})

/** Its end, when the database is killed, is no failure. */
async function connectedTo(folder: string): Promise<Client> {
  const client = new Client(await databaseUrlOf(folder))
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => void client.end().catch(() => undefined))
  return client
}

/** A portal that is stopped at the end of the test, whatever its result. */
async function portalFor(
  folder: string,
  variables: Record<string, string> = {},
  command = SERVER,
): Promise<PortalProcess> {
  const portal = await startPortal({ DATA_DIR: folder, ...variables }, command)
  onTestFinished(async () => void (await portal.stop()))
  return portal
}

/** A colleague at Lucía's desk raises ticket after ticket, and remembers the acknowledged ones. */
async function writerAs(portal: PortalProcess, caller: string) {
  const call = await enter(portal, caller)
  const acknowledged: string[] = []
  const writer = { acknowledged, failures: 0, stop: () => stopped.abort(), run }
  const stopped = new AbortController()
  const { data: modules } = await call('GET', 'get_lista_modulos')
  const modulo = modules.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg

  async function run(): Promise<void> {
    for (let number = 1; !stopped.signal.aborted; number += 1) {
      const titulo = `Kill ${caller} ${number}`
      const textoConsulta = 'Un ticket que se crea mientras el servidor o su base de datos mueren de repente.'
      const ticket = {
        titulo,
        textoConsulta,
        modulo,
        tipoConsulta: 'C',
        interlocutor: 'Lucía',
        email: 'l@levante.example',
        urgenciaSeleccionada: '3',
      }
      const answer = await call('POST', 'nueva_consulta', ticket).catch(() => ({ ok: false }))
      if (answer.ok) acknowledged.push(titulo)
      else writer.failures += 1
      await sleep(answer.ok ? 5 : 50)
    }
  }
  return writer
}

const acknowledgedBy = (writers: { acknowledged: string[] }[]): string[] =>
  writers.flatMap(({ acknowledged }) => acknowledged)

async function titlesIn(portal: PortalProcess): Promise<string[]> {
  const call = await enter(portal, 'reader')
  const titles: string[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await call('GET', `get_lista?estado=P&itemsPerPage=50&page=${page}`)
    titles.push(...data.items.map(({ llobse }: { llobse: string }) => llobse))
    if (titles.length >= data.totalItems) return titles
  }
}

/** Enters by a signed link; returns a function that calls /api/consultas in the session. */
async function enter({ origin }: PortalProcess, caller: string) {
  const t = await signDemoEntry(
    { installation: 'LEV-01', subject: '11', caller, context: { company: '001' } },
    new Date(),
  )
  const json = { 'content-type': 'application/json' }
  const entered = await fetch(`${origin}/api/login/nuevo_ticket`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ t }),
  })
  const cookie = entered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return async (method: 'GET' | 'POST', path: string, sent?: object) => {
    const body = sent && { body: JSON.stringify(sent) }
    const answer = await fetch(`${origin}/api/consultas/${path}`, { method, headers: { ...json, cookie }, ...body })
    const { ok, data } = JSON.parse(await answer.text())
    return { ok, data: data.data }
  }
}
