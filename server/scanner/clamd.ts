import { createReadStream } from 'node:fs'
import { type Socket, connect } from 'node:net'

/** Looks for malware in a file. */
export interface Scanner {
  /**
   * The name of the malware that was found, or null.
   * @throws ScannerAway if there is no verdict
   */
  scan(path: string): Promise<string | null>
  /** The scanner's name and version. @throws ScannerAway */
  version(): Promise<string>
}

/** The scanner does not answer, or answers without a verdict. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway'
}

/** How long the scanner may be silent. */
const SILENT_MS = 30_000
const LONGEST_ANSWER = 1000
/** Smaller than any `StreamMaxLength` in use, and as large as one piece of a file when it is read. */
const CHUNK_BYTES = 64 * 1024

/**
 * ClamAV's daemon at `tcp://host:port` or `unix:///path`, with the protocol of clamd(8). A file is streamed; the daemon
 * opens none.
 */
export function clamd(address: string): Scanner {
  const { protocol, hostname, port, pathname } = new URL(address)
  const at =
    protocol === 'unix:'
      ? { path: decodeURIComponent(pathname) }
      : { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 3310) }

  async function ask(send: (socket: Socket) => Promise<void>): Promise<string> {
    const socket = connect(at)
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('it is silent')))
    const answer = answerFrom(socket)
    // Awaited below, because the daemon may refuse a file before all of it is sent.
    answer.catch(() => undefined)
    try {
      await send(socket).catch(() => undefined)
      return await answer
    } catch (error) {
      throw new ScannerAway(`The file scanner gives no verdict: ${error instanceof Error ? error.message : ''}`, {
        cause: error,
      })
    } finally {
      socket.destroy()
    }
  }

  return {
    async scan(path) {
      const answer = await ask((socket) => sendFile(path, socket))
      const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
      if (found !== undefined) return found.slice(0, 200)
      if (answer === 'stream: OK') return null
      throw new ScannerAway(`The file scanner gives no verdict: ${answer}`)
    },
    version: () => ask((socket) => written(socket, 'zVERSION\0')),
  }
}

async function sendFile(path: string, socket: Socket): Promise<void> {
  await written(socket, 'zINSTREAM\0')
  for await (const piece of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    await written(socket, Buffer.concat([lengthOf(piece.length), piece]))
  }
  await written(socket, lengthOf(0))
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

const written = (socket: Socket, data: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => void socket.write(data, (error) => (error ? reject(error) : resolve())))

/** One answer, which ends with a zero byte. */
async function answerFrom(socket: Socket): Promise<string> {
  let answer = ''
  for await (const piece of socket as AsyncIterable<Buffer>) {
    answer += piece.toString('utf8')
    const end = answer.indexOf('\0')
    if (end !== -1) return answer.slice(0, end)
    if (answer.length > LONGEST_ANSWER) break
  }
  throw new Error('it hung up')
}
