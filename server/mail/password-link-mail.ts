import { type Language, momentIn } from '#contract/moment.ts'
import type { Settings } from '#domain/settings.ts'
import { MAIL_WORDS } from './ticket-mail.ts'
import { type WrittenMail, writtenMail } from './written-mail.ts'

interface LinkFacts {
  readonly name: string
  readonly username: string
  readonly address: string
  readonly expiresAt: Date
  readonly language: Language
  readonly isOfTechnician?: boolean
}

/** The mail with which a client's administrator, or a technician, sets a password. */
export function passwordLinkMail(facts: LinkFacts, settings: Settings): WrittenMail {
  const { name, username, address, expiresAt, language, isOfTechnician = false } = facts
  const words = MAIL_WORDS[language]
  const { passwordLink } = words
  return writtenMail(
    {
      language,
      subject: isOfTechnician ? passwordLink.technicianSubject : passwordLink.subject,
      paragraphs: [words.greeting(name), passwordLink.body(username, momentIn(language, expiresAt))],
      open: { label: passwordLink.open, address },
      closing: [
        isOfTechnician ? passwordLink.technicianNotAsked : passwordLink.notAsked(settings.contact.phone),
        words.signature(settings),
      ],
    },
    settings,
  )
}
