import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Received {
  readonly to: readonly string[]
  readonly body: string
}

export interface MailServer {
  readonly url: string
  readonly received: readonly Received[]
  readonly close: () => Promise<void>
}

/** A mail server on loopback that accepts everything. */
export async function mailServer(): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), body: Buffer.concat(parts).toString() })
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((closed) => server.close(closed)),
  }
}
