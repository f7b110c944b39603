import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type Server, type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ScannerAway, clamd } from './clamd.ts'

// Answers and faults of a scanner that a real one cannot be made to give. clamav.long.test.ts asks a real clamd.

const BYTES = Buffer.alloc(200_000, 'a')

async function fileOf(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-scan-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'file'), bytes)
  return join(folder, 'file')
}

/** A scanner that does the given thing with each connection. */
async function scannerThat(does: (socket: Socket) => void) {
  const server: Server = createServer(does)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return clamd(`tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
}

/** Reads a file in the protocol's form; calls `answer` once it is whole. */
const reading = (answer: (bytes: Buffer) => string) => (socket: Socket) => {
  let received = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece])
    const command = 'zINSTREAM\0'
    let at = command.length
    const parts: Buffer[] = []
    while (received.length >= at + 4) {
      const length = received.readUInt32BE(at)
      if (length === 0) return void socket.end(answer(Buffer.concat(parts)))
      if (received.length < at + 4 + length) return
      parts.push(received.subarray(at + 4, at + 4 + length))
      at += 4 + length
    }
  })
}

test('all of the file arrives, and its verdict is read', async () => {
  let arrived: Buffer = Buffer.alloc(0)
  const clean = await scannerThat(reading((bytes) => ((arrived = bytes), 'stream: OK\0')))
  expect(await clean.scan(await fileOf(BYTES))).toBe(null)
  expect(arrived.equals(BYTES)).toBe(true)
  const infected = await scannerThat(reading(() => 'stream: Win.Test FOUND\0'))
  expect(await infected.scan(await fileOf(BYTES))).toBe('Win.Test')
})

test.each([
  ['an error', reading(() => 'INSTREAM size limit exceeded. ERROR\0')],
  ['an answer without an end', reading(() => 'stream: OK')],
  ['an endless answer', reading(() => 'stream: O'.repeat(5000))],
  ['a name that only looks like a verdict', reading(() => 'stream: OK FOUND AGAIN\0')],
  ['nothing, and hangs up', (socket: Socket) => void socket.destroy()],
  ['no, in the middle of the file', (socket: Socket) => void socket.once('data', () => socket.end('busy\0'))],
])('no verdict when it says %s', async (_, does) => {
  const scanner = await scannerThat(does)
  await expect(scanner.scan(await fileOf(BYTES))).rejects.toThrow(ScannerAway)
})

test('no verdict when nobody listens', async () => {
  await expect(clamd('tcp://127.0.0.1:1').scan(await fileOf(BYTES))).rejects.toThrow(/ECONNREFUSED/)
  await expect(clamd('unix:///nowhere/clamd.ctl').version()).rejects.toThrow(ScannerAway)
})
