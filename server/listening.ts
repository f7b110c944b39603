import type { Server } from 'node:http'
import { connect, createServer, Server as NetServer } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { reasonOf, StartProblem } from './start-problem.ts'

/**
 * Takes the port, or any free one for 0, before the database is touched, to learn whether it is in use.
 * @throws StartProblem if it cannot be had
 */
export function holdPort(port: number, host: string, variable = 'PORT') {
  const holder = createServer((socket) => socket.destroy())
  return new Promise<{ port: number; release: () => Promise<void> }>((resolve, reject) => {
    holder.once('error', (error) => reject(cannotListen(error, port, host, variable)))
    holder.listen(port, host, () => {
      const address = holder.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        release: () => new Promise((released) => holder.close(() => released())),
      })
    })
  })
}

/**
 * The same for a server that needs a while to be ready. A given port is not held meanwhile, only tried for an answer,
 * because a caller admitted too early would be cut off.
 * @throws StartProblem if it cannot be had
 */
export async function findPort(port: number, host: string) {
  const held = await holdPort(0, host)
  if (port === 0) return held
  await held.release()
  if (await answers(port, host)) throw inUse(port, 'PORT')
  return { port, release: async () => undefined }
}

const KNOCK_MS = 1000

const answers = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const isAny = host === '0.0.0.0' || host === '::'
    const socket = connect({ port, host: isAny ? '127.0.0.1' : host, timeout: KNOCK_MS })
    const learn = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    // On a free port above 32767 the system may connect the socket to itself.
    socket.once('connect', () => learn(socket.localPort !== port))
    socket.once('timeout', () => learn(false))
    socket.once('error', () => learn(false))
  })

const inUse = (port: number, variable: string) =>
  new StartProblem(`Port ${port} is already in use: stop what uses it, or choose another one with ${variable}.`)

export function cannotListen(error: unknown, port: number, host: string, variable = 'PORT'): StartProblem {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return inUse(port, variable)
  return new StartProblem(
    `The portal cannot listen on ${host}, port ${port} (${reasonOf(error)}): check HOST and ${variable}.`,
  )
}

/** A host as part of an address; a wildcard such as 0.0.0.0 cannot be visited. */
export function hostInAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** A loop that comes round this fast has nothing unread. */
const CALM_MS = 0.5
const MOST_TURNS = 500

/**
 * Takes no new connections, and `ms` later closes those that wait for another request: by then a proxy has used most of them once more,
 * and got them back with the answer. A request may lie in a connection unread, above all while the server is busy: so each happens right
 * after everything has been read.
 */
export async function takeNoMore(server: Server, ms: number): Promise<void> {
  await calm()
  // The server's own `close` would close the waiting ones too.
  NetServer.prototype.close.call(server)
  await sleep(ms)
  await calm()
  server.closeIdleConnections()
}

async function calm(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const begun = performance.now()
    await setImmediate()
    if (performance.now() - begun < CALM_MS) return
  }
}
