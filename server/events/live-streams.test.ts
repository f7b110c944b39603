import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Event } from '../console/events/event-store.ts'
import { until } from '../process/read-stream.ts'
import type { EventFeed } from './event-feed.ts'
import { type LiveStreams, liveStreams } from './live-streams.ts'

// The streams of a feed that the test feeds by hand, below everything that would cut a connection.

const BOUND = 64 * 1024

function feedByHand() {
  const events: Event[] = []
  const listeners = new Set<() => void>()
  const feed: EventFeed = {
    begin: () => Promise.resolve(),
    latest: () => events.length,
    since: (id) => events.slice(id),
    latestBefore: () => null,
    onNews: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSessionEnd: () => () => undefined,
    close: () => Promise.resolve(),
  }
  const happens = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const id = events.length + 1
      events.push({ id, client: 1, kind: 'answer', subject: 'ticket', number: id, reader: null })
    }
    for (const listener of listeners) listener()
    await sleep(0)
  }
  const counted = { events: 0 }
  const streams = liveStreams(feed, 600_000, () => (counted.events += 1))
  return { happens, streams, listeners, counted, feed }
}

/** A reader of everything; `text`: the data of each event. */
const reading = (text: string, onEnd: () => void): Parameters<LiveStreams['open']>[0] => ({
  reader: {},
  session: '',
  lastEventId: '',
  age: undefined,
  again: () => Promise.resolve({}),
  missed: () => Promise.resolve([]),
  visible: (_reader, events) => Promise.resolve(events),
  said: () => text,
  onEnd,
})

test('open streams are counted, and each event once for each of them', async () => {
  const { happens, streams, counted } = feedByHand()
  const first = await streams.open(reading('x', () => undefined))
  await streams.open(reading('x', () => undefined))
  await happens(3)
  expect([streams.count(), counted.events]).toEqual([2, 6])
  first.destroy()
  await until(() => streams.count() === 1)
  await happens(1)
  expect(counted.events).toBe(7)
})

test('a session that ends while its stream is opened has an ended stream, not a fault', async () => {
  const { feed } = feedByHand()
  let goOn = (): void => undefined
  let endSession: (session: string) => void = () => undefined
  const streams = liveStreams(
    {
      ...feed,
      begin: () => new Promise((resolve) => (goOn = resolve)),
      onSessionEnd: (listener) => {
        endSession = listener
        return () => undefined
      },
    },
    600_000,
  )
  let ends = 0
  const opening = streams.open({ ...reading('x', () => (ends += 1)), session: 'hers' })
  endSession('hers')
  goOn()
  expect(await (await opening).toArray()).toEqual([])
  expect([ends, streams.count()]).toEqual([1, 0])
})

test('unread events wait up to a bound, then the stream is ended and gives everything back', async () => {
  const { happens, streams, listeners } = feedByHand()
  let ends = 0
  const stream = await streams.open(reading('x'.repeat(50), () => (ends += 1)))
  let most = 0
  for (let times = 0; times < 100 && !stream.destroyed; times += 1) {
    await happens(100)
    most = Math.max(most, stream.readableLength)
  }
  await sleep(0)
  expect([stream.destroyed, ends, listeners.size]).toEqual([true, 1, 0])
  expect(most).toBeGreaterThan(BOUND / 2)
  expect(most).toBeLessThan(BOUND + 100)
})

describe('a database that is busy', () => {
  const failing = (times: number) => {
    let left = times
    return (_reader: unknown, events: readonly Event[]) => {
      left -= 1
      return left >= 0 ? Promise.reject(new Error('busy')) : Promise.resolve(events)
    }
  }
  /**
   * Everything that a browser receives of such a stream until it ends or has the event, and whether it ended in order.
   */
  async function received(visible: ReturnType<typeof failing>) {
    const { happens, streams } = feedByHand()
    const app = fastify({ forceCloseConnections: true })
    onTestFinished(() => app.close())
    app.get('/', async (_request, reply) => {
      const stream = await streams.open({ ...reading('told', () => undefined), visible })
      return reply.type('text/event-stream').send(stream)
    })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const [answer] = (await once(get(origin), 'response')) as [IncomingMessage]
    onTestFinished(() => void answer.destroy())
    answer.on('error', () => undefined)
    let text = ''
    answer.on('data', (part) => (text += part))
    await until(() => text !== '')
    await happens(1)
    await until(() => text.includes('told') || answer.closed)
    return { text, answer }
  }

  test('is asked again, and the stream goes on', async () => {
    const { text, answer } = await received(failing(2))
    expect(text).toContain('id: 1\ndata: "told"')
    expect(answer.closed).toBe(false)
  })

  test('for long ends the stream in order: its page has no error, and comes again', async () => {
    const { text, answer } = await received(failing(100))
    expect(text).not.toContain('told')
    expect(answer.complete).toBe(true)
  })
})

test('a client that reads nothing has its connection cut, with no time limit of the socket’s', async () => {
  const { happens, streams } = feedByHand()
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  let stream: Readable | undefined
  app.get('/', async (_request, reply) => {
    stream = await streams.open(reading('x'.repeat(10_000), () => undefined))
    return reply.type('text/event-stream').send(stream)
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void client.destroy())
  await once(client, 'connect')
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await until(() => stream !== undefined)
  let most = 0
  // Until the system's socket buffers are full.
  for (let times = 0; times < 5000 && stream?.destroyed === false; times += 1) {
    await happens(5)
    most = Math.max(most, stream.readableLength)
  }
  expect(stream?.destroyed).toBe(true)
  expect(most).toBeLessThan(BOUND + 11_000)
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, open) => resolve(open)))
  await expect.poll(connections).toBe(0)
})
