import { type AddressInfo, type Server, createServer } from 'node:net'

export interface ImapServer {
  readonly url: string
  /** The answer to a command, such as `NO [AUTHENTICATIONFAILED] Wrong`. Undefined: the server does as asked. */
  behaviour: (command: string) => string | undefined
  readonly close: () => Promise<void>
}

/** A mail server with one empty mailbox, for answers that Dovecot cannot be made to give on every machine. */
export async function imapServer(): Promise<ImapServer> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('* OK [CAPABILITY IMAP4rev1] Ready')
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const [tag = '', command = ''] = line.split(' ')
        const name = command.toUpperCase()
        const told = imap.behaviour(name)
        if (told === undefined) for (const untagged of ANSWERS[name] ?? []) say(`* ${untagged}`)
        say(`${tag} ${told ?? 'OK done'}`)
        if (name === 'LOGOUT') socket.end()
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const imap: ImapServer = {
    url: `imap://soporte:secreta@127.0.0.1:${port}/Tickets`,
    behaviour: () => undefined,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
  return imap
}

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  CAPABILITY: ['CAPABILITY IMAP4rev1'],
  LIST: ['LIST () "/" Tickets'],
  SELECT: ['0 EXISTS', 'OK [UIDVALIDITY 7] it is', 'OK [UIDNEXT 1] next'],
  LOGOUT: ['BYE'],
}
