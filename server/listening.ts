import { createServer } from 'node:net'
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

export function cannotListen(error: unknown, port: number, host: string, variable = 'PORT'): StartProblem {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return new StartProblem(
    inUse
      ? `Port ${port} is already in use: stop what uses it, or choose another one with ${variable}.`
      : `The portal cannot listen on ${host}, port ${port} (${reasonOf(error)}): check HOST and ${variable}.`,
  )
}

/** A host as part of an address; a wildcard such as 0.0.0.0 cannot be visited. */
export function hostInAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
