import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Received {
  /** The sender of the envelope. */
  readonly from: string
  readonly to: readonly string[]
  readonly body: string
}

/** The stages at which a mail server may fail: at a connection, a sender, a recipient, the first bytes of the text, and after all of it. */
export type MailStage = 'connect' | 'sender' | 'recipient' | 'body' | 'text'

/** Its behaviour there: it accepts, answers with a code, falls silent, drops the connection, or keeps the mail and drops it. */
export type MailFault = number | 'hang' | 'drop' | 'keep' | null

export interface MailServer {
  readonly url: string
  readonly received: Received[]
  /** Asked at each stage. Null: nothing goes wrong. */
  readonly behaviour: { at: (stage: MailStage, recipient: string) => MailFault }
  readonly close: () => Promise<void>
}

/** A mail server on loopback that accepts everything, unless told otherwise. */
export async function mailServer(port = 0): Promise<MailServer> {
  const received: Received[] = []
  const behaviour: MailServer['behaviour'] = { at: () => null }
  const sockets = new Set<Socket>()
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  /** Does this; `proceed` goes on, with an error or without. */
  const answer = (stage: MailStage, recipient: string, proceed: (error?: Error) => void) =>
    act(behaviour.at(stage, recipient), proceed)
  const act = (fault: MailFault, proceed: (error?: Error) => void) => {
    if (fault === 'hang') return
    if (fault === 'drop' || fault === 'keep') return drop()
    proceed(fault === null ? undefined : Object.assign(new Error('not today'), { responseCode: fault }))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => answer('connect', '', done),
    onMailFrom: ({ address }, _session, done) => answer('sender', address, done),
    onRcptTo: ({ address }, _session, done) => answer('recipient', address, done),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      const to = envelope.rcptTo.map(({ address }) => address)
      stream.once('data', () => {
        if (behaviour.at('body', to.join()) === 'drop') drop()
      })
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const mail = {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to,
          body: Buffer.concat(parts).toString(),
        }
        const fault = behaviour.at('text', to.join())
        if (fault === 'keep') received.push(mail)
        act(fault, (error) => {
          if (!error) received.push(mail)
          done(error)
        })
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const { port: taken } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    behaviour,
    close: () =>
      new Promise((closed) => {
        drop()
        server.close(closed)
      }),
  }
}
