import { momentIn } from '#contract/moment.ts'
import type { Settings } from '#domain/settings.ts'
import { MAIL_WORDS } from './ticket-mail.ts'
import { type WrittenMail, writtenMail } from './written-mail.ts'

interface LinkFacts {
  readonly name: string
  readonly username: string
  readonly address: string
  readonly expiresAt: Date
}

/** The mail with which a client's administrator sets a password, in the portal's first language. */
export function passwordLinkMail(facts: LinkFacts, settings: Settings): WrittenMail {
  const { name, username, address, expiresAt } = facts
  const words = MAIL_WORDS.es
  return writtenMail(
    {
      language: 'es',
      subject: 'Su contraseña de Soporte online',
      paragraphs: [
        words.greeting(name),
        `Con este enlace pondrá la contraseña del usuario «${username}». Sirve una sola vez, hasta ${momentIn('es', expiresAt)}.`,
      ],
      open: { label: 'Poner la contraseña', address },
      closing: [
        `Si no la ha pedido, no lo use y avise a Soporte: ${settings.contact.phone}.`,
        words.signature(settings),
      ],
    },
    settings,
  )
}
