import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { takeNoMore } from './listening.ts'

/** Keeps a connection that has had an answer. Told so, it asks over that one and over a new one, and says what came. */
const PROXY = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, flag } } = require('node:worker_threads')
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (data) => (said += data))
    socket.on('error', (error) => (said += error.code))
    socket.on('connect', () => socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'))
    return { socket, said: () => said }
  }
  const kept = open()
  kept.socket.once('data', () => parentPort.postMessage('ready'))
  parentPort.once('message', () => {
    kept.socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
    const fresh = open()
    fresh.socket.once('connect', () => setTimeout(() => Atomics.store(flag, 0, 1), 100))
    const sockets = [kept.socket, fresh.socket]
    Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))).then(() =>
      parentPort.postMessage([kept.said(), fresh.said()].map((said) => (said.match(/200 OK/g) ?? []).length)))
  })`

test('a server that stops answers what had been sent before, though it was too busy to read it', async () => {
  const server = createServer((_request, response) => {
    // Like the portal's own while it leaves, all but the first answer close their connection.
    if (isLeaving) response.setHeader('Connection', 'close')
    response.end('ok')
  })
  let isLeaving = false
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const { port } = server.address() as AddressInfo
  const proxy = new Worker(PROXY, { eval: true, workerData: { port, flag } })
  onTestFinished(() => void proxy.terminate())
  await once(proxy, 'message')
  const told = once(proxy, 'message')
  isLeaving = true
  await new Promise<void>((resolve) => setTimeout(resolve, 10))
  proxy.postMessage('ask')
  // As busy as if it answered others: it reads nothing until both have been sent.
  while (Atomics.load(flag, 0) === 0);
  await takeNoMore(server, 0)
  expect((await told)[0]).toEqual([2, 1])
})
