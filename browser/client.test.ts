import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { consoleCannedAnswers } from '#contract/console/canned-answers.ts'
import { entranceSentencesEs } from '#contract/entrance-sentences-es.ts'
import { CallFailed, clientOf } from './client.ts'

const { call } = clientOf({
  language: () => 'es',
  sentences: () => entranceSentencesEs.call,
  insist: () => undefined,
  claims: () => ({}),
})

/** Answers nothing for so long, as a connection that died without a word; it ends when it is given up. */
const answersAfter = (ms: number) =>
  vi.fn(
    (_address: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        setTimeout(() => resolve(new Response('{}')), ms)
      }),
  )

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const outcome = async (made: Promise<unknown>, ms: number): Promise<unknown> => {
  const settled = made.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(ms)
  return Promise.race([settled, Promise.resolve('waiting')])
}

test('a reading without any answer fails after twenty seconds, as without a server', async () => {
  vi.stubGlobal('fetch', answersAfter(120_000))
  const made = call(api.tickets.counters, {})
  expect(await outcome(made, 19_000)).toBe('waiting')
  const failure = await outcome(made, 1000)
  expect(failure).toBeInstanceOf(CallFailed)
  expect(failure).toMatchObject({ status: null })
})

test('an act waits for its answer for as long as it takes; who leaves a reading is no failure', async () => {
  vi.stubGlobal('fetch', answersAfter(120_000))
  expect(await outcome(call(api.tickets.claim, { ticket: 100_001 }), 60_000)).toBe('waiting')
  const leaving = new AbortController()
  const made = call(api.tickets.counters, {}, { signal: leaving.signal })
  leaving.abort()
  expect(await outcome(made, 0)).toMatchObject({ name: 'AbortError' })
})

test('a body that the contract refuses is sent as it stands, so that the server’s answer marks its field', async () => {
  const body = {
    ok: false,
    message: 'Por favor, compruebe los campos en rojo',
    data: { data: { errores: { titulo: 'Obligatorio' } } },
  }
  const fetched = vi.fn((_address: string, _request: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(body), { status: 422 })),
  )
  vi.stubGlobal('fetch', fetched)
  const failure = await call(consoleCannedAnswers.create, { title: '', text: 'Texto' }).catch((error: unknown) => error)
  expect(fetched.mock.calls[0]?.[1].body).toContain('"text":"Texto"')
  expect(failure).toMatchObject({ status: 422, message: body.message })
})
