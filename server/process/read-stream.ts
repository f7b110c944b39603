import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { patient } from '../testing/patience.ts'

/** An open event stream, read as it comes. */
export interface EventStream {
  readonly status: number
  readonly headers: Headers
  readonly events: { id: string; data: Record<string, unknown> }[]
  readonly lastId: () => string
  readonly isOver: () => boolean
  readonly cut: () => void
}

/** Opens a stream of events below a server's `/api` and waits for its first bytes; cut with the test. */
export async function openStream(
  server: string,
  cookie: string,
  path = '/eventos',
  lastEventId?: string,
): Promise<EventStream> {
  const cutting = new AbortController()
  onTestFinished(() => cutting.abort())
  const headers = { cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  const response = await fetch(`${server}/api${path}`, { headers, signal: cutting.signal })
  const events: EventStream['events'] = []
  let lastId = lastEventId ?? ''
  let isOver = false
  let hasBegun = false
  const read = async () => {
    let text = ''
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk
      hasBegun = true
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const id = /^id: (.*)$/m.exec(part)?.[1]
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (id !== undefined) lastId = id
        if (data !== undefined) events.push({ id: lastId, data: JSON.parse(data) })
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => (isOver = true))
  await until(() => hasBegun || isOver || response.status !== 200)
  const { status, headers: answered } = response
  return { status, headers: answered, events, lastId: () => lastId, isOver: () => isOver, cut: () => cutting.abort() }
}

/**
 * Follows a stream as a browser does: after a cut it resumes at another server after its last id. Returns the events.
 */
export async function followEvents(
  servers: () => readonly string[],
  cookie: string,
  path?: string,
): Promise<EventStream['events']> {
  const events: EventStream['events'] = []
  let hasEnded = false
  onTestFinished(() => void (hasEnded = true))
  let stream = await openStream(servers()[0] ?? '', cookie, path)
  const follow = async () => {
    for (let turn = 0; !hasEnded; turn += 1) {
      events.push(...stream.events.splice(0))
      if (stream.isOver()) {
        const all = servers()
        stream = await openStream(all[turn % all.length] ?? '', cookie, path, events.at(-1)?.id).catch(() => stream)
      }
      await sleep(10)
    }
  }
  void follow()
  return events
}

/** Checks every 10 ms. @throws Error if it does not become true in time */
export async function until(holds: () => boolean, ms = 5000): Promise<void> {
  const latest = performance.now() + patient(ms)
  while (!holds()) {
    if (performance.now() > latest) throw new Error('It did not come about')
    await sleep(10)
  }
}
