// deploy/nginx.conf in front of two servers: nginx as Debian packages it (apt-get install nginx).
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { LEVANTE } from '../isolation/isolation-cast.ts'
import { openStream, until } from '../process/read-stream.ts'
import { startNginx } from '../testing/debian/nginx.ts'
import { eventually } from '../testing/eventually.ts'
import { patient } from '../testing/patience.ts'
import { secondServer } from '../testing/second-server.ts'
import { testAppForThisTest } from '../testing/test-app.ts'

/** Longer than nginx waits for a byte of an answer by default. */
const IDLE_MS = 70_000
const DEPENDENCIES = { longestStreamMs: 600_000, trustsProxy: (address: string) => address === '127.0.0.1' }

test(
  'behind nginx as documented a stream tells within a second, outlives silence, and goes on at the other server',
  async () => {
    const portal = await testAppForThisTest({ dependencies: DEPENDENCIES })
    const second = await secondServer(portal, DEPENDENCIES)
    onTestFinished(() => second.close())
    const portOf = async (app: FastifyInstance) =>
      Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
    const ports = [await portOf(portal.app), await portOf(second)] as const
    const { origin, stop } = await startNginx(ports)
    onTestFinished(stop)
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
