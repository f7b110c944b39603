import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { patient } from '../testing/patience.ts'

// Malformed requests, each sent over a socket of its own.

let portal: TestApp
let port: number
beforeAll(async () => {
  portal = await testApp()
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

const HEAD = 'Host: portal.test\r\nContent-Type: application/json\r\n'
const POST = `POST /api/login/obtener_configuracion HTTP/1.1\r\n${HEAD}`

test.each([
  ['words', 'nothing of the kind\r\n\r\n', 400],
  ['bytes', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a]), 400],
  ['a method that there is not', `HOLA /api/health HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['a space in the address', `GET /api/he alth HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['NUL in a header', `GET /api/health HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n`, 400],
  ['a header without a name', `GET /api/health HTTP/1.1\r\n${HEAD}: b\r\n\r\n`, 400],
  ['headers of 100 kB', `GET /api/health HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ['an address of 100 kB', `GET /api/health?${'x'.repeat(100_000)} HTTP/1.1\r\n${HEAD}\r\n`, 431],
  ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['a length that is none', `${POST}Content-Length: many\r\n\r\n{}`, 400],
  ['a length below nothing', `${POST}Content-Length: -1\r\n\r\n{}`, 400],
  ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400],
  ['chunks of no size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`, 400],
  ['an encoding that there is not', `${POST}Transfer-Encoding: nonsense\r\n\r\n{}`, 400],
])('%s: answered in the envelope, and closed', async (_what, sent, status) => {
  const answer = await answerTo(sent)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  const [, body = ''] = answer.split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ ok: false, message: expect.stringMatching(/^La petición /), data: { data: null } })
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
})

test.each([
  ['the same twice', 'Host: portal.test\r\nHost: portal.test\r\n'],
  ['another', 'Host: portal.test\r\nhost: attacker.example\r\n'],
  ['two in one', 'Host: portal.test, attacker.example\r\n'],
  ['none', 'Host:\r\n'],
])('two heads are refused: %s', async (_case, hosts) => {
  for (const path of ['/api/health', '/api/login/check_session', '/public/', '/nowhere']) {
    expect(await answerTo(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)).toContain('HTTP/1.1 400 ')
  }
})

test('a sender who is refused while a file is still on its way can send it to its end, and is told then', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  const type = 'multipart/form-data; boundary=x'
  const bytes = 8_000_000
  socket.write(
    `POST /api/consultas/subir_documentacion HTTP/1.1\r\nHost: portal.test\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error))
  for (let sent = 0; sent < bytes; sent += 80_000) {
    if (!socket.write(Buffer.alloc(80_000))) await Promise.race([once(socket, 'drain'), failed])
  }
  let answer = ''
  socket.on('data', (data: Buffer) => (answer += data.toString()))
  socket.resume()
  await expect.poll(() => answer).toContain('HTTP/1.1 403 ')
  socket.destroy()
})

test('a connection that breaks in the middle of a body leaves nothing behind', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${POST}Content-Length: 1000\r\n\r\n{"a":`)
  await new Promise((resolve) => void setTimeout(resolve, 50))
  socket.resetAndDestroy()
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
  expect(portal.logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

const answerTo = (sent: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => void socket.write(sent))
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    // The client may go on sending after the server has stopped reading.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    socket.setTimeout(patient(10_000), () => reject(new Error(`Neither answered nor closed: ${answer}`)))
  })
