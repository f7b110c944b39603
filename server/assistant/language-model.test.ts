import { type AddressInfo, type Socket, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FAULTS, type Script, begin, finish, modelServer, piece, saying } from '../testing/model-server.ts'
import { ModelFailure, type ModelFailureReason, type Patience, openLanguageModel } from './language-model.ts'
import { patient } from '../testing/patience.ts'

const PATIENCE: Patience = {
  connect: patient(200),
  firstToken: patient(250),
  gap: patient(200),
  total: patient(700),
}
const MESSAGES = [{ role: 'user', content: '¿Qué botón?' }] as const
const NOON = new Date('2026-11-18T11:00:00Z')

async function modelThat(script: Script, patience: Partial<Patience> = PATIENCE) {
  const server = await modelServer()
  onTestFinished(server.close)
  server.answer(script)
  const clock = { now: NOON }
  const model = openLanguageModel(
    { baseUrl: `${server.baseUrl}/`, model: 'small', apiKey: 'k-1', patience },
    () => clock.now,
  )
  return { server, model, clock }
}

async function wordsOf(model: ReturnType<typeof openLanguageModel>, left = new AbortController().signal) {
  let said = ''
  try {
    for await (const words of model.words(MESSAGES, left)) said += words
    return { said, failure: null }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { said, failure: error.reason }
  }
}

describe('a model that answers', () => {
  test('is asked once, with its key, and heard to the end', async () => {
    const { server, model } = await modelThat(saying('Pulse «Enviar» y espere.'))
    expect(await wordsOf(model)).toEqual({ said: 'Pulse «Enviar» y espere.', failure: null })
    expect(server.prompts).toEqual([
      expect.objectContaining({ model: 'small', stream: true, authorization: 'Bearer k-1', messages: MESSAGES }),
    ])
  })

  test('through bytes split inside a character, CRLF, comments and fields that nobody knows', async () => {
    const { model } = await modelThat(async (response) => {
      begin(response)
      const text = `: hola\r\n\r\nevent: message\r\nretry: 5\r\nx-other: 1\r\n${piece('año ñandú 😀')}${finish()}`
      for (const byte of Buffer.from(text.replaceAll(/\r?\n/g, '\r\n'))) {
        response.write(Buffer.from([byte]))
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    })
    expect(await wordsOf(model)).toEqual({ said: 'año ñandú 😀', failure: null })
  })

  test('each word as soon as it is said', async () => {
    const { model } = await modelThat(saying('uno dos tres cuatro', { letters: 4, everyMs: 60 }))
    const begun = performance.now()
    const at: number[] = []
    let said = ''
    for await (const words of model.words(MESSAGES, new AbortController().signal)) {
      at.push(performance.now() - begun)
      said += words
    }
    expect(said).toBe('uno dos tres cuatro')
    expect(at).toHaveLength(5)
    expect(at[0]).toBeLessThan(patient(60))
  })
})

describe('a model that fails says how, and in time', () => {
  test.each<[string, ModelFailureReason]>([
    ['no finish', 'no-finish'],
    ['only [DONE]', 'no-finish'],
    ['a socket that drops', 'unreachable'],
    ['an error chunk', 'error-chunk'],
    ['401', 'status'],
    ['429', 'status'],
    ['503', 'status'],
    ['HTML 502', 'status'],
    ['HTML 200', 'no-stream'],
    ['half of a JSON', 'unreadable'],
    ['JSON of another shape', 'unreadable'],
    ['a refusal to speak', 'no-finish'],
    ['a slow first token', 'first-token'],
    ['no answer at all', 'first-token'],
    ['a stall', 'gap'],
    ['comments for ever', 'first-token'],
    ['words for ever', 'total'],
    ['10 MB', 'too-long'],
    ['10 MB in one line', 'too-long'],
  ])('%s: %s', async (fault, reason) => {
    const script = FAULTS[fault]
    if (!script) throw new Error(`There is no fault ${fault}`)
    const { server, model } = await modelThat(script)
    const begun = performance.now()
    expect((await wordsOf(model)).failure).toBe(reason)
    expect(performance.now() - begun).toBeLessThan(patient(1500))
    expect(server.prompts).toHaveLength(1)
  })

  test('where nobody listens', async () => {
    const model = openLanguageModel(
      { baseUrl: 'http://127.0.0.1:1/v1', model: 'small', patience: PATIENCE },
      () => NOON,
    )
    expect((await wordsOf(model)).failure).toBe('unreachable')
  })

  test('where a connection never comes about', async () => {
    const { url, close } = await listenerThat(() => undefined)
    const model = openLanguageModel({ baseUrl: url, model: 'small', patience: PATIENCE }, () => NOON)
    const begun = performance.now()
    expect((await wordsOf(model)).failure).toBe('connect')
    expect(performance.now() - begun).toBeLessThan(patient(600))
    close()
  })

  test('if the server does not speak https', async () => {
    const { url, close } = await listenerThat((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    const model = openLanguageModel({ baseUrl: url, model: 'small', patience: PATIENCE }, () => NOON)
    expect((await wordsOf(model)).failure).toBe('unreachable')
    close()
  })
})

test('a reader who leaves is let go at once, and so is the model', async () => {
  const { server, model } = await modelThat(saying('palabra '.repeat(200), { everyMs: 20 }), {})
  const leaving = new AbortController()
  const hearing = wordsOf(model, leaving.signal)
  await sleep(150)
  const at = performance.now()
  leaving.abort()
  expect((await hearing).failure).toBe('left')
  expect(performance.now() - at).toBeLessThan(patient(50))
  await expect.poll(() => server.brokenOff.length).toBe(1)
  expect((server.brokenOff[0] ?? Infinity) - at).toBeLessThan(patient(1000))
})

/** Accepts connections as https does, then misbehaves. */
async function listenerThat(answers: (socket: Socket) => unknown) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    answers(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return { url: `https://127.0.0.1:${port}/v1`, close }
}

describe('after five failures within 30 s', () => {
  const fault = (name: string) => FAULTS[name] as Script

  test('a model is not operative for 30 s; one more failure and it is not again', async () => {
    const { server, model, clock } = await modelThat(fault('503'))
    for (let failures = 1; failures <= 5; failures += 1) {
      expect(model.isOperative()).toBe(true)
      clock.now = new Date(clock.now.getTime() + 7000)
      await wordsOf(model)
    }
    expect(model.isOperative()).toBe(false)
    clock.now = new Date(clock.now.getTime() + 30_000)
    expect(model.isOperative()).toBe(true)
    await wordsOf(model)
    expect(model.isOperative()).toBe(false)
    clock.now = new Date(clock.now.getTime() + 30_000)
    server.answer(saying('Sí.'))
    await wordsOf(model)
    server.answer(fault('503'))
    await wordsOf(model)
    expect(model.isOperative()).toBe(true)
  })

  test('but not when they are further apart, nor when readers leave', async () => {
    const { server, model, clock } = await modelThat(fault('503'))
    for (let failures = 0; failures < 8; failures += 1) {
      clock.now = new Date(clock.now.getTime() + 8000)
      await wordsOf(model)
    }
    expect(model.isOperative()).toBe(true)
    server.answer(fault('a stall'))
    for (let readers = 0; readers < 8; readers += 1) await wordsOf(model, AbortSignal.timeout(20))
    expect(model.isOperative()).toBe(true)
  })
})
