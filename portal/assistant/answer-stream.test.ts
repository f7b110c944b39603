import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailed } from '#browser/client.ts'
import { AnswerBroken, type AnswerSource, IDLE_MS, readAnswer } from './answer-stream.ts'

type Opened = (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>

/** A connection that sends these pieces and then ends, breaks or falls silent. */
function saying(pieces: readonly (string | Uint8Array)[], after: 'end' | 'break' | 'silence' = 'end'): Response {
  const left = [...pieces]
  return new Response(
    new ReadableStream({
      pull(controller) {
        const piece = left.shift()
        if (piece !== undefined) controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
        else if (after === 'end') controller.close()
        else if (after === 'break') controller.error(new TypeError('network'))
      },
    }),
  )
}

const chunk = (id: number, text: string) => `id: ${id}\ndata: ${JSON.stringify({ chunk: text })}\n\n`
const stop = (id: number) => `id: ${id}\ndata: {"finish_reason":"stop"}\n\n`

const open = vi.fn<Opened>()
const source: AnswerSource<string> = {
  open,
  restartEvent: 'reinicio',
  read: (data) => {
    const { chunk: text, error, finish_reason: reason } = JSON.parse(data)
    if (error) return { is: 'failed' }
    if (reason === 'stop') return { is: 'finished', answer: 'whole' }
    return typeof text === 'string' ? { is: 'chunk', text } : null
  },
}

let said = ''
/** All pauses between retries together. */
const WAITS_MS = 5_000
const later = <T>(running: Promise<T>): Promise<T> => {
  running.catch(() => undefined)
  return vi.advanceTimersByTimeAsync(WAITS_MS).then(() => running)
}
const ask = (signal = new AbortController().signal) =>
  readAnswer(source, {
    signal,
    onChunk: (text) => {
      said += text
    },
  })

beforeEach(() => {
  said = ''
  open.mockReset()
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an answer', () => {
  test('waits for the network as long as there is none, and goes on then', async () => {
    const network = new EventTarget()
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
    for (let tried = 0; tried < 8; tried += 1) open.mockRejectedValueOnce(new CallFailed(null, 'away'))
    open.mockResolvedValueOnce(saying([chunk(1, 'Ya.'), stop(2)]))
    const running = ask()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(open).toHaveBeenCalledTimes(1)
    for (let back = 0; back < 8; back += 1) {
      network.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(WAITS_MS)
    }
    await expect(running).resolves.toBe('whole')
    expect(said).toBe('Ya.')
  })

  test('is read to its end, through bytes split inside a character, CRLF and comments', async () => {
    const bytes = new TextEncoder().encode(chunk(1, 'año').replaceAll('\n', '\r\n'))
    const cut = bytes.indexOf(0xc3) + 1
    open.mockResolvedValueOnce(
      saying([': hola\n\n', bytes.slice(0, cut), bytes.slice(cut), ': latido\n\n', chunk(2, ' nuevo'), stop(3)]),
    )
    expect(await later(ask())).toBe('whole')
    expect(said).toBe('año nuevo')
  })

  test.each(['end', 'break'] as const)('that is cut (%s) goes on after its last event', async (how) => {
    open.mockResolvedValueOnce(saying([chunk(1, 'uno ')], how))
    open.mockResolvedValueOnce(saying([chunk(2, 'dos'), stop(3)]))
    expect(await later(ask())).toBe('whole')
    expect(said).toBe('uno dos')
    expect(open.mock.calls.map(([id]) => id)).toEqual([undefined, '1'])
  })

  test('goes on at another server when the service restarts', async () => {
    open.mockResolvedValueOnce(saying([chunk(1, 'uno '), 'event: reinicio\ndata: {}\n\n'], 'silence'))
    open.mockResolvedValueOnce(saying([chunk(2, 'dos'), stop(3)]))
    expect(await later(ask())).toBe('whole')
    expect(said).toBe('uno dos')
  })

  test('goes on after the network was away for a moment', async () => {
    open.mockRejectedValueOnce(new CallFailed(null, 'away'))
    open.mockResolvedValueOnce(saying([chunk(1, 'uno'), stop(2)]))
    expect(await later(ask())).toBe('whole')
  })

  test('that never says that it has ended is an error', async () => {
    open.mockImplementation(async () => saying([]))
    await expect(later(ask())).rejects.toBeInstanceOf(AnswerBroken)
    expect(open).toHaveBeenCalledTimes(4)
  })

  test('that always breaks off at the same place is an error, and says nothing twice', async () => {
    open.mockImplementation(async () => saying([chunk(1, 'uno')]))
    await expect(later(ask())).rejects.toBeInstanceOf(AnswerBroken)
    expect(said).toBe('uno')
  })

  test('that says that it failed is an error at once', async () => {
    open.mockResolvedValueOnce(saying(['data: {"error":"x"}\n\n']))
    await expect(later(ask())).rejects.toBeInstanceOf(AnswerBroken)
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('that the service refuses says why', async () => {
    open.mockRejectedValueOnce(new CallFailed(429, 'Demasiadas preguntas'))
    await expect(later(ask())).rejects.toMatchObject({ status: 429, message: 'Demasiadas preguntas' })
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('that falls silent is requested again; a heartbeat is no silence', async () => {
    let beat = (): void => undefined
    open.mockImplementationOnce(async () => {
      const bytes = new TextEncoder()
      return new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(bytes.encode(chunk(1, 'uno ')))
            beat = () => controller.enqueue(bytes.encode(': latido\n\n'))
          },
        }),
      )
    })
    open.mockResolvedValueOnce(saying([chunk(2, 'dos'), stop(3)]))
    const asked = ask()
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1000)
    beat()
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1000)
    expect(open).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await asked).toBe('whole')
    expect(open.mock.calls.map(([id]) => id)).toEqual([undefined, '1'])
  })

  test('that nobody wants any more ends, and so does its connection', async () => {
    const leaving = new AbortController()
    open.mockResolvedValueOnce(saying([chunk(1, 'uno')], 'silence'))
    const asked = ask(leaving.signal)
    await expect.poll(() => said).toBe('uno')
    leaving.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(open.mock.lastCall?.[1].aborted).toBe(true)
  })
})
