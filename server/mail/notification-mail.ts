import type { EventSubject } from '#contract/event.ts'
import type { Language } from '#contract/moment.ts'
import type { NOTIFICATION_KINDS } from '#contract/console/notifications.ts'
import type { Settings } from '#domain/settings.ts'
import { type MailedNotification, awayWithNews, mailNews } from '../console/mail/notification-mail-store.ts'
import { newMessageId } from './event-mails.ts'
import type { PostOffice } from './post-settlement.ts'
import { MAIL_WORDS } from './ticket-mail.ts'
import { type WrittenMail, writtenMail } from './written-mail.ts'

const MINUTE_MS = 60_000
/**
 * A technician who has had no console open for this long is away. It is longer than the pause between two requests of a
 * console whose stream is cut.
 */
const AWAY_MS = 6 * MINUTE_MS
/** At most one mail within this time. */
const BUNDLED_MS = 15 * MINUTE_MS
const OLDEST_MS = 24 * 60 * MINUTE_MS
/** A mail names this many, and counts the others. */
export const MOST_NAMED = 20

/** For each technician who is away, makes one mail about everything that they have not read. */
export async function mailNotifications({ staff, origin }: PostOffice, clock: () => Date): Promise<void> {
  await staff.acrossClients(async (tx) => {
    const now = clock()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const since = { open: before(AWAY_MS), mailed: before(BUNDLED_MS), told: before(OLDEST_MS) }
    for (const away of await awayWithNews(tx, since)) {
      await mailNews(tx, away, newMessageId(new URL(origin).hostname), since.told, now)
    }
  })
}

interface Facts {
  readonly name: string
  readonly language: Language
  readonly origin: string
  readonly news: readonly MailedNotification[]
}

/** The mail: it names record and title, and never repeats what was written there. */
export function notificationMail({ name, language, origin, news }: Facts, settings: Settings): WrittenMail {
  const words = WORDS[language]
  const named = news.slice(0, MOST_NAMED).map((each) => ({
    label: `${words.kind[each.kind]}: ${words.record[each.subject](each.number)}${each.title && ` · ${each.title}`}`,
    address: `${origin}/consola${placeOf(each)}`,
  }))
  const [only, ...others] = named
  return writtenMail(
    {
      language,
      subject:
        only && others.length === 0
          ? only.label
          : words.subject(news.length > MOST_NAMED ? `${MOST_NAMED}+` : String(news.length)),
      paragraphs: [MAIL_WORDS[language].greeting(name), words.lead],
      list: named,
      open: { label: words.open, address: only && others.length === 0 ? only.address : `${origin}/consola/` },
      closing: [...(news.length > MOST_NAMED ? [words.more] : []), words.why, MAIL_WORDS[language].signature(settings)],
    },
    settings,
  )
}

const LISTS = {
  incident: 'incidencias',
  development: 'desarrollos',
  valuation: 'valoraciones',
} as const satisfies Record<Exclude<EventSubject, 'ticket'>, string>

const placeOf = ({ subject, number }: MailedNotification): string =>
  subject === 'ticket' ? `/ticket/${number}` : `/trabajo/${LISTS[subject]}/${number}`

type Kind = (typeof NOTIFICATION_KINDS)[number]

interface Words {
  readonly subject: (count: string) => string
  readonly lead: string
  readonly open: string
  readonly more: string
  readonly why: string
  readonly kind: Readonly<Record<Kind, string>>
  readonly record: Readonly<Record<EventSubject, (number: number) => string>>
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    subject: (count) => `${count} notificaciones de la consola de Soporte`,
    lead: 'Mientras no tenía la consola abierta:',
    open: 'Abrir la consola',
    more: 'Hay más en la consola.',
    why: 'Lo recibe por correo porque no tenía la consola abierta. Qué avisos le llegan así se elige en la campana de la consola.',
    kind: {
      assigned: 'Se lo han asignado',
      replied: 'Ha respondido el cliente',
      claimed: 'El cliente reclama',
      'third-claim': 'Tercera reclamación: es suya',
      'not-working': '«No funciona» en BD pruebas',
      decided: 'Han decidido una valoración',
      undone: 'Han deshecho la decisión de una valoración',
      'promise-near': 'El compromiso vence pronto',
      'promise-broken': 'Compromiso vencido',
      mentioned: 'Lo mencionan en una nota',
      'mail-refused': 'Un correo no le llega al cliente',
    },
    record: {
      ticket: (number) => `ticket ${number}`,
      incident: (number) => `incidencia ${number}`,
      development: (number) => `desarrollo ${number}`,
      valuation: (number) => `valoración ${number}`,
    },
  },
  en: {
    subject: (count) => `${count} notifications of the Support console`,
    lead: 'While you had no console open:',
    open: 'Open the console',
    more: 'There are more at the console.',
    why: 'You get this by mail because you had no console open. Which notifications reach you so is chosen behind the console’s bell.',
    kind: {
      assigned: 'Assigned to you',
      replied: 'The customer has replied',
      claimed: 'The customer claims',
      'third-claim': 'Third claim: it is yours',
      'not-working': '“It does not work” in the test database',
      decided: 'A valuation was decided',
      undone: 'The decision on a valuation was undone',
      'promise-near': 'The promise is nearly due',
      'promise-broken': 'Promise broken',
      mentioned: 'You are mentioned in a note',
      'mail-refused': 'A mail does not reach the customer',
    },
    record: {
      ticket: (number) => `ticket ${number}`,
      incident: (number) => `incident ${number}`,
      development: (number) => `development ${number}`,
      valuation: (number) => `valuation ${number}`,
    },
  },
}
