// deploy/nginx.conf in front of two servers: nginx as Debian packages it (apt-get install nginx).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { LEVANTE } from '../isolation/cast.ts'
import { openStream, until } from '../process/event-stream.ts'
import { eventually } from '../testing/eventually.ts'
import { patient } from '../testing/patience.ts'
import { secondServer } from '../testing/second-server.ts'
import { testAppForThisTest } from '../testing/test-app.ts'

const EXAMPLE = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))
/** Longer than nginx waits for a byte of an answer by default. */
const IDLE_MS = 70_000
const DEPENDENCIES = { longestStreamMs: 600_000, trustsProxy: (address: string) => address === '127.0.0.1' }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The example, with these ports. */
async function documented(listen: number, [first, second]: readonly [number, number]): Promise<string> {
  const example = await readFile(EXAMPLE, 'utf8')
  const used = example
    .replace('127.0.0.1:8080', `127.0.0.1:${first}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${second}`)
    // Without TLS, and without the server that leads to it.
    .replace(/server \{\s+listen 80;[^]*?\n\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${listen};`)
    .replaceAll(/^ +ssl_.*$/gm, '')
  expect(used.match(/127\.0\.0\.1:\d+/g)).toHaveLength(3)
  return used
}

async function startNginx(example: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr;
    events {}
    http { access_log off; ${temporary.join(' ')}
    ${example}
    }`,
  )
  const nginx: ChildProcess = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: 'ignore',
  })
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
}

test(
  'behind nginx as documented a stream tells within a second, outlives silence, and goes on at the other server',
  async () => {
    const portal = await testAppForThisTest({ dependencies: DEPENDENCIES })
    const second = await secondServer(portal, DEPENDENCIES)
    onTestFinished(() => second.close())
    const portOf = async (app: FastifyInstance) =>
      Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    const ports = [await portOf(portal.app), await portOf(second)] as const
    const listen = await freePort()
    await startNginx(await documented(listen, ports))
    const origin = `http://127.0.0.1:${listen}`
    await eventually(async () => expect((await fetch(`${origin}/api/health`)).status).toBe(200))

    const cookie = await portal.enter('LEV-01', 11)
    const { rows } = await portal.owner.query<{ number: number }>(
      `select number::int from ticket where client_id = ${LEVANTE} and installation_code = 'LEV-01' and not accepted
      and limited_session_id is null order by number limit 1`,
    )
    const number = rows[0]?.number ?? 0
    const answer = () =>
      portal.owner.query(
        `insert into entry (client_id, ticket_number, kind, text, author, origin, at)
      select client_id, number, 'answer', 'Mírelo.', 'Sonia', '', now() from ticket where number = $1 and client_id = ${LEVANTE}`,
        [number],
      )
    // In turn: two at each server.
    const streams = await Promise.all([1, 2, 3, 4].map(() => openStream(origin, cookie)))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const tellsWithinASecond = async (told: number) => {
      const begun = performance.now()
      await answer()
      await until(() => streams.every(({ events }) => events.length === told))
      const took = performance.now() - begun
      process.stdout.write(`told after ${Math.round(took)} ms\n`)
      expect(took).toBeLessThan(patient(1000))
    }
    await tellsWithinASecond(1)

    await sleep(IDLE_MS)
    expect(streams.map(({ isOver }) => isOver())).toEqual([false, false, false, false])
    await tellsWithinASecond(2)

    // One server goes. Its readers reconnect to the other one, after their last event.
    await second.close()
    await until(() => streams.filter(({ isOver }) => isOver()).length === 2)
    await answer()
    for (const gone of streams.filter(({ isOver }) => isOver())) {
      const again = await openStream(origin, cookie, '/eventos', gone.lastId())
      expect(again.status).toBe(200)
      await until(() => again.events.length === 1)
      streams[streams.indexOf(gone)] = again
      again.events.unshift(...gone.events)
    }
    await tellsWithinASecond(4)
    for (const { events } of streams) expect(events.map(({ id }) => id)).toEqual(streams[0]?.events.map(({ id }) => id))

    // It is started again, and has streams as before.
    const again = await secondServer(portal, DEPENDENCIES)
    onTestFinished(() => again.close())
    await again.listen({ port: ports[1], host: '127.0.0.1' })
    const connections = () =>
      new Promise<number>((resolve) => again.server.getConnections((_error, open) => resolve(open)))
    await eventually(async () => {
      await openStream(origin, cookie)
      expect(await connections()).toBeGreaterThan(0)
    })
  },
  patient(200_000),
)
