import { type Language, momentIn } from '#contract/moment.ts'
import type { Settings } from '#domain/settings.ts'
import type { Turn } from '#domain/ticket.ts'

/**
 * The occasions of a mail about a ticket: it waits for its reader, was answered, was closed, will count as accepted unless
 * somebody objects, or is on its last day to object.
 */
export type MailKind = 'reminder' | 'answer' | 'closing' | 'silence' | 'silence-last-day'

export interface MailFacts {
  readonly number: number
  readonly title: string
  readonly reader: string
  /** Whose turn it is, for a reminder; null during a conversation. */
  readonly turn: Turn | null
  /** When it will count as accepted, for the last two occasions. */
  readonly at?: Date
}

export interface MailSurroundings {
  readonly settings: Settings
  /** The portal's address. */
  readonly origin: string
  readonly language: Language
}

/** A mail, as text and as HTML. */
export interface TicketMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail about a ticket, as text and as HTML with the same words. Typed text never becomes markup. */
export function ticketMail(kind: MailKind, facts: MailFacts, surroundings: MailSurroundings): TicketMail {
  const { settings, origin, language } = surroundings
  const words = WORDS[language]
  const subject = words.subject[kind](facts.number)
  const link = `${origin}/public/home-mail?ticket=${facts.number}`
  const opening = [words.greeting(facts.reader), words.body[kind](facts)]
  const closing = [words.onlyFromInstallation, words.signature(settings.provider.name, settings.contact)]
  return {
    subject,
    text: [...opening, `${words.open}: ${link}`, ...closing].join('\n\n'),
    html: page(language, subject, [
      ...opening.map(paragraph),
      `<p><a href="${escaped(link)}">${escaped(words.open)}</a></p>`,
      ...closing.map(paragraph),
    ]),
  }
}

const momentOf = ({ at }: MailFacts, language: Language): string => (at ? momentIn(language, at) : '')

const WORDS = {
  es: {
    subject: {
      reminder: (number: number) => `Su ticket ${number} le espera`,
      answer: (number: number) => `Hemos contestado a su ticket ${number}`,
      closing: (number: number) => `Hemos cerrado su ticket ${number}`,
      silence: (number: number) => `Díganos si está conforme con su ticket ${number}`,
      'silence-last-day': (number: number) => `Último día para decirnos si está conforme con su ticket ${number}`,
    },
    greeting: (name: string) => `Hola, ${name}:`,
    body: {
      reminder: ({ number, title, turn }: MailFacts) =>
        turn === 'conclude'
          ? `Su ticket ${number}, «${title}», está cerrado y pendiente de su conformidad.`
          : turn === 'reply'
            ? `Soporte ha contestado a su ticket ${number}, «${title}», y espera su respuesta.`
            : turn === null
              ? `Su conversación con el asistente, «${title}» (ticket ${number}), sigue abierta.`
              : `Su ticket ${number}, «${title}», está en manos de Soporte: no tiene que hacer nada.`,
      answer: ({ number, title }: MailFacts) => `Soporte ha contestado a su ticket ${number}, «${title}».`,
      closing: ({ number, title }: MailFacts) =>
        `Soporte ha cerrado su ticket ${number}, «${title}». Díganos si está conforme.`,
      silence: (facts: MailFacts) =>
        `Su ticket ${facts.number}, «${facts.title}», está cerrado y nadie ha dicho si está conforme. Si nadie dice nada, se dará por aceptado el ${momentOf(facts, 'es')}. Después podrá deshacerlo durante 30 días.`,
      'silence-last-day': (facts: MailFacts) =>
        `Es el último día: si nadie dice nada, su ticket ${facts.number}, «${facts.title}», se dará por aceptado el ${momentOf(facts, 'es')}. Después podrá deshacerlo durante 30 días.`,
    },
    open: 'Abrir el ticket en Soporte online',
    onlyFromInstallation: 'Para verlo, entre antes en Soporte online desde su instalación.',
    signature: (provider: string, { phone, email }: Settings['contact']) =>
      `Soporte de ${provider} · ${phone} · ${email}`,
  },
  en: {
    subject: {
      reminder: (number: number) => `Your ticket ${number} is waiting for you`,
      answer: (number: number) => `We have answered your ticket ${number}`,
      closing: (number: number) => `We have closed your ticket ${number}`,
      silence: (number: number) => `Please tell us whether your ticket ${number} is solved`,
      'silence-last-day': (number: number) => `The last day to tell us whether your ticket ${number} is solved`,
    },
    greeting: (name: string) => `Hello ${name},`,
    body: {
      reminder: ({ number, title, turn }: MailFacts) =>
        turn === 'conclude'
          ? `Your ticket ${number}, “${title}”, is closed and waits for your confirmation.`
          : turn === 'reply'
            ? `Support has answered your ticket ${number}, “${title}”, and waits for your reply.`
            : turn === null
              ? `Your conversation with the assistant, “${title}” (ticket ${number}), is still open.`
              : `Your ticket ${number}, “${title}”, is with Support: there is nothing for you to do.`,
      answer: ({ number, title }: MailFacts) => `Support has answered your ticket ${number}, “${title}”.`,
      closing: ({ number, title }: MailFacts) =>
        `Support has closed your ticket ${number}, “${title}”. Please tell us whether it is solved.`,
      silence: (facts: MailFacts) =>
        `Your ticket ${facts.number}, “${facts.title}”, is closed, and nobody has said whether it is solved. Unless somebody does, it counts as accepted on ${momentOf(facts, 'en')}. You can undo that for 30 days.`,
      'silence-last-day': (facts: MailFacts) =>
        `This is the last day: unless somebody says something, your ticket ${facts.number}, “${facts.title}”, counts as accepted on ${momentOf(facts, 'en')}. You can undo that for 30 days.`,
    },
    open: 'Open the ticket in Online support',
    onlyFromInstallation: 'To see it, first enter Online support from your installation.',
    signature: (provider: string, { phone, email }: Settings['contact']) => `${provider} Support · ${phone} · ${email}`,
  },
}

export const page = (language: Language, title: string, paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>` +
  `<body style="font-family:sans-serif;line-height:1.5;max-width:40em">${paragraphs.join('')}</body></html>`

export const paragraph = (text: string): string => `<p>${escaped(text)}</p>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)
