import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The body of one call to it. */
export interface Prompt {
  readonly model: string
  readonly stream: boolean
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly authorization: string | undefined
}

/** Answers one call. */
export type Script = (response: ServerResponse, prompt: Prompt) => Promise<unknown> | void

export interface ModelServer {
  readonly baseUrl: string
  /** All calls in order. */
  readonly prompts: Prompt[]
  /** When callers broke off their calls, by `performance.now()`. */
  readonly brokenOff: number[]
  /** Sets how it answers from now on. */
  answer: (script: Script) => void
  close: () => void
}

/** An OpenAI-compatible server that answers as a test scripts it. */
export async function modelServer(): Promise<ModelServer> {
  const prompts: Prompt[] = []
  const brokenOff: number[] = []
  let script: Script = saying('No lo sé [1].')
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) brokenOff.push(performance.now())
    })
    void read(request).then(async (prompt) => {
      prompts.push(prompt)
      await script(response, prompt)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    prompts,
    brokenOff,
    answer: (next) => {
      script = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function read(request: IncomingMessage): Promise<Prompt> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return { ...JSON.parse(Buffer.concat(pieces).toString()), authorization: request.headers.authorization }
}

export const begin = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

export const piece = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
export const finish = (reason = 'stop'): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })}\n\ndata: [DONE]\n\n`

/** Streams a text, a few letters at a time. */
export const saying =
  (
    text: string,
    { everyMs = 0, letters = 5, now }: { everyMs?: number; letters?: number; now?: (at: number) => void } = {},
  ): Script =>
  async (response) => {
    begin(response)
    for (const part of text.match(new RegExp(`[^]{1,${letters}}`, 'gu')) ?? []) {
      if (response.destroyed) return
      response.write(piece(part))
      now?.(performance.now())
      if (everyMs > 0) await sleep(everyMs)
    }
    response.end(finish())
  }

const TEXT = 'Pulse el botón Enviar, que está abajo [1].'

/** Faults of a model server, by name. */
export const FAULTS: Readonly<Record<string, Script>> = {
  'no finish': (response) => void begin(response).end(piece(TEXT)),
  'only [DONE]': (response) => void begin(response).end(`${piece(TEXT)}data: [DONE]\n\n`),
  'a socket that drops': (response) => {
    begin(response).write(piece('Pulse el bot'))
    setTimeout(() => response.destroy(), 20)
  },
  'an error chunk': (response) =>
    void begin(response).end(`${piece('Pulse')}data: {"error":{"message":"overloaded"}}\n\n`),
  '401': (response) => void response.writeHead(401).end('{"error":"bad key"}'),
  '429': (response) => void response.writeHead(429, { 'retry-after': '60' }).end('{}'),
  '503': (response) => void response.writeHead(503).end('{}'),
  'HTML 502': (response) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>'),
  'HTML 200': (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in to the network</html>'),
  'half of a JSON': (response) => void begin(response).end('data: {"choices": [{"delta": {"cont\n\n'),
  'JSON of another shape': (response) => void begin(response).end('data: {"choices": "none"}\n\n'),
  'bytes that are no text': (response) =>
    void begin(response).end(
      Buffer.concat([
        Buffer.from('data: {"choices":[{"delta":{"content":"'),
        Buffer.from([0xc3, 0x28, 0xff]),
        Buffer.from(' [1]."}}]}\n\n'),
        Buffer.from(finish()),
      ]),
    ),
  'nothing before the end': (response) => void begin(response).end(finish()),
  'a refusal to speak': (response) => void begin(response).end(finish('content_filter')),
  'a slow first token': (response) => begin(response).flushHeaders(),
  'no answer at all': () => undefined,
  'a stall': (response) => void begin(response).write(piece('Pulse el botón')),
  'comments for ever': (response) => {
    begin(response)
    const timer = setInterval(() => response.write(': ping\n\n'), 10)
    response.on('close', () => clearInterval(timer))
  },
  'words for ever': (response) => {
    begin(response)
    const timer = setInterval(() => response.write(piece('y ')), 10)
    response.on('close', () => clearInterval(timer))
  },
  '10 MB': (response) => {
    begin(response)
    const much = Buffer.from(piece('x'.repeat(1024)))
    let sent = 0
    const more = () => {
      while (sent < 10 * 1024 * 1024 && !response.destroyed) {
        sent += much.length
        if (!response.write(much)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  },
  '10 MB in one line': (response) => {
    begin(response).write('data: ')
    response.end(Buffer.alloc(10 * 1024 * 1024, 'x'))
  },
}
