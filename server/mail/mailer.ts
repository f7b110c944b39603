import { createTransport } from 'nodemailer'
import type { Settings } from '#domain/settings.ts'
import { isOnThisMachine } from '../this-machine.ts'
import { unavailable } from '../http/problems.ts'
import type { TicketMail } from './ticket-mail.ts'

export interface Mailer {
  /** Hands a mail to the mail server; false if there is none. */
  send(to: string, mail: TicketMail): Promise<boolean>
  close(): void
}

const PATIENCE_MS = 5000

/** A mailer for the server at an address such as `smtp://user:password@mail.example.com:587`; without one, it sends nothing. */
export function openMailer(url: string | undefined, { provider, contact }: Settings): Mailer {
  if (url === undefined) return { send: async () => false, close: () => undefined }
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Typed text is never taken for a file name or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    // TLS is required: nobody on the way can read or change the mail, or strip STARTTLS.
    requireTLS: !isOnThisMachine(new URL(url)),
  })
  return {
    async send(to, mail) {
      const from = { name: provider.name, address: contact.email }
      await transport.sendMail({ from, to: { name: '', address: to }, ...mail }).catch(() => {
        throw unavailable()
      })
      return true
    },
    close: () => transport.close(),
  }
}
