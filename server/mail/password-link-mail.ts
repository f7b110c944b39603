import { momentIn } from '#contract/moment.ts'
import type { Settings } from '#domain/settings.ts'
import { type TicketMail, escaped, page, paragraph } from './ticket-mail.ts'

interface LinkFacts {
  readonly name: string
  readonly username: string
  readonly address: string
  readonly expiresAt: Date
}

/** The mail with which a client's administrator sets a password, in the portal's first language. */
export function passwordLinkMail(facts: LinkFacts, { contact, provider }: Settings): TicketMail {
  const { name, username, address, expiresAt } = facts
  const subject = 'Su contraseña de Soporte online'
  const opening = [
    `Hola, ${name}:`,
    `Con este enlace pondrá la contraseña del usuario «${username}». Sirve una sola vez, hasta ${momentIn('es', expiresAt)}.`,
  ]
  const closing = [
    `Si no la ha pedido, no lo use y avise a Soporte: ${contact.phone}.`,
    `Soporte de ${provider.name} · ${contact.phone} · ${contact.email}`,
  ]
  return {
    subject,
    text: [...opening, address, ...closing].join('\n\n'),
    html: page('es', subject, [
      ...opening.map(paragraph),
      `<p><a href="${escaped(address)}">Poner la contraseña</a></p>`,
      ...closing.map(paragraph),
    ]),
  }
}
