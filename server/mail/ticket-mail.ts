import { figuresIn } from '#contract/valuation/amounts.ts'
import { LOCALE, type Language, momentIn } from '#contract/moment.ts'
import type { MailKind } from '#contract/mail.ts'
import type { Settings } from '#domain/settings.ts'
import type { Turn } from '#domain/ticket.ts'
import type { WorkKind } from '#domain/work.ts'
import { type MailWords, type WrittenMail, writtenMail } from './written-mail.ts'

/** Mails about a ticket or the work that followed from it. */
export type TicketMailKind = Exclude<
  MailKind,
  'summary' | 'report' | 'password-link' | 'code' | 'address-link' | 'address-notice'
>

export interface MailFacts {
  /** Null: a valuation that no ticket asked for. */
  readonly number: number | null
  readonly title: string
  readonly reader: string
  /** Whose turn it is, for a reminder; null during a conversation. */
  readonly turn?: Turn | null
  /** When it will count as accepted, for the warnings. */
  readonly at?: Date | null
  readonly work?: MailFactsOfWork | null
  readonly valuation?: (OfferInMail & { readonly number: number; readonly title: string }) | null
  /** A problem of the product, with the version that mends it. */
  readonly problem?: { readonly number: number; readonly title: string; readonly version: string } | null
}

export interface OfferInMail {
  readonly version: number
  /** In cents, with VAT; null for one without lines. */
  readonly total: number | null
  /** `YYYY-MM-DD` */
  readonly validUntil: string | null
}

export interface MailFactsOfWork {
  readonly kind: WorkKind
  readonly number: number
  readonly title: string
  readonly version: string
  readonly plannedDelivery: string | null
  readonly plannedTest: string | null
  readonly plannedProduction: string | null
}

export interface MailSurroundings {
  readonly settings: Settings
  readonly language: Language
  /** The target of the mail's link. */
  readonly address: string
  /** Whether the address lets its reader ask for a code. */
  readonly byCode?: boolean
  /** Whether an answer to the mail joins its ticket. */
  readonly answers?: boolean
  readonly below?: MailWords['below']
}

/** Whether its ticket is closed, so that an answer can only reject. */
const isClosed = (kind: TicketMailKind): boolean =>
  kind === 'closing' || kind === 'silence' || kind === 'silence-last-day'

/** A mail about a ticket, or about the work that it led to. */
export function ticketMail(kind: TicketMailKind, facts: MailFacts, surroundings: MailSurroundings): WrittenMail {
  const { settings, language, address, byCode = false, answers = false, below = [] } = surroundings
  const words = MAIL_WORDS[language]
  return writtenMail(
    {
      language,
      subject: words.subject[kind](facts),
      paragraphs: [words.greeting(facts.reader), words.body[kind](facts)],
      list: kind === 'date-moved' && facts.work ? datesOf(facts.work, language) : [],
      open: { label: facts.number === null ? words.enter : words.open, address },
      closing: [
        ...(answers ? [isClosed(kind) ? words.objectByMail : words.answerByMail] : []),
        byCode ? words.orByCode : words.onlyFromInstallation,
        words.signature(settings),
      ],
      below,
    },
    settings,
  )
}

/** Several mails in one. */
export function summaryMail(
  reader: string,
  parts: readonly { readonly kind: TicketMailKind; readonly facts: MailFacts }[],
  { settings, language, address, below = [] }: MailSurroundings,
): WrittenMail {
  const words = MAIL_WORDS[language]
  return writtenMail(
    {
      language,
      subject: words.summary.subject(parts.length),
      paragraphs: [words.greeting(reader), words.summary.body(parts.length)],
      list: parts.map(({ kind, facts }) => words.body[kind](facts)),
      open: { label: words.enter, address },
      closing: [words.onlyFromInstallation, words.signature(settings)],
      below,
    },
    settings,
  )
}

function datesOf(work: MailFactsOfWork, language: Language): string[] {
  const { stages, noDate } = MAIL_WORDS[language]
  const dates = [
    [stages.delivery, work.plannedDelivery],
    [stages.test, work.plannedTest],
    [stages.production, work.plannedProduction],
  ] as const
  const known = dates.flatMap(([stage, date]) => (date === null ? [] : [`${stage}: ${longDay(date, language)}`]))
  return known.length > 0 ? known : [noDate]
}

const longDay = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** The amount, and the last day. */
function offerIn({ valuation }: MailFacts, language: Language): string {
  const { offer } = MAIL_WORDS[language]
  if (!valuation) return ''
  const { version, total, validUntil } = valuation
  return [
    ...(version > 1 ? [offer.changed] : []),
    ...(total === null ? [] : [offer.total(figuresIn(language).money(total))]),
    ...(validUntil === null ? [] : [offer.until(longDay(validUntil, language))]),
  ]
    .map((sentence) => ` ${sentence}`)
    .join('')
}

const momentOf = ({ at }: MailFacts, language: Language): string => (at ? momentIn(language, at) : '')

const es = {
  work: ({ work }: MailFacts) =>
    work?.kind === 'development' ? `el desarrollo ${work.number}` : `la incidencia ${work?.number ?? ''}`,
  titled: ({ work }: MailFacts) => `«${work?.title ?? ''}»`,
  version: ({ work }: MailFacts) => (work?.version ? ` en la versión ${work.version}` : ''),
}
const en = {
  work: ({ work }: MailFacts) => `${work?.kind === 'development' ? 'development' : 'incident'} ${work?.number ?? ''}`,
  titled: ({ work }: MailFacts) => `“${work?.title ?? ''}”`,
  version: ({ work }: MailFacts) => (work?.version ? ` with version ${work.version}` : ''),
}
const ofWork = ({ work }: MailFacts, masculine: string, feminine: string) =>
  work?.kind === 'development' ? masculine : feminine

type Worded = Readonly<Record<TicketMailKind, (facts: MailFacts) => string>>

/** The words of every mail, in each language. */
export const MAIL_WORDS = {
  es: {
    subject: {
      reminder: ({ number }) => `Su ticket ${number} le espera`,
      registered: ({ number }) => `Hemos registrado su ticket ${number}`,
      answer: ({ number }) => `Hemos contestado a su ticket ${number}`,
      closing: ({ number }) => `Hemos cerrado su ticket ${number}`,
      claim: ({ number }) => `Hemos recibido una reclamación de su ticket ${number}`,
      delivered: (facts) => `Está ${ofWork(facts, 'entregado', 'entregada')} ${es.work(facts)}`,
      'installed-in-test': (facts) => `Pruebe ${es.work(facts)} en la base de datos de pruebas`,
      'date-moved': (facts) =>
        facts.work?.kind === 'development'
          ? `Nuevas fechas del desarrollo ${facts.work.number}`
          : `Nuevas fechas de ${es.work(facts)}`,
      valuation: ({ valuation }) => `Tiene una valoración por decidir: ${valuation?.number ?? ''}`,
      mended: ({ problem }) => `Está corregido el problema ${problem?.number ?? ''}`,
      silence: ({ number }) => `Díganos si está conforme con su ticket ${number}`,
      'silence-last-day': ({ number }) => `Último día para decirnos si está conforme con su ticket ${number}`,
    } satisfies Worded,
    greeting: (name: string) => `Hola, ${name}:`,
    body: {
      reminder: ({ number, title, turn }) =>
        turn === 'conclude'
          ? `Su ticket ${number}, «${title}», está cerrado y pendiente de su conformidad.`
          : turn === 'reply'
            ? `Soporte ha contestado a su ticket ${number}, «${title}», y espera su respuesta.`
            : turn === null
              ? `Su conversación con el asistente, «${title}» (ticket ${number}), sigue abierta.`
              : `Su ticket ${number}, «${title}», está en manos de Soporte: no tiene que hacer nada.`,
      registered: ({ number, title }) =>
        `Hemos registrado su ticket ${number}, «${title}». Le avisaremos en cuanto Soporte conteste.`,
      answer: ({ number, title }) => `Soporte ha contestado a su ticket ${number}, «${title}».`,
      // It always comes with an answer.
      closing: ({ number, title }) =>
        `Soporte ha contestado a su ticket ${number}, «${title}», y lo ha cerrado. Díganos si está conforme.`,
      claim: ({ number, title }) =>
        `Alguien de su empresa ha reclamado una respuesta a su ticket ${number}, «${title}». Soporte ya lo sabe.`,
      delivered: (facts) =>
        `${ofWork(facts, 'El desarrollo', 'La incidencia')} ${facts.work?.number ?? ''}, ${es.titled(facts)}, está ${ofWork(facts, 'entregado', 'entregada')}${es.version(facts)}.`,
      'installed-in-test': (facts) =>
        `${ofWork(facts, 'El desarrollo', 'La incidencia')} ${facts.work?.number ?? ''}, ${es.titled(facts)}, ya está en su base de datos de pruebas${es.version(facts)}. ${ofWork(facts, 'Pruébelo', 'Pruébela')} y díganos si funciona.`,
      'date-moved': (facts) =>
        `Han cambiado las fechas previstas ${facts.work?.kind === 'development' ? `del desarrollo ${facts.work.number}` : `de ${es.work(facts)}`}, ${es.titled(facts)}.`,
      valuation: (facts) =>
        `La valoración ${facts.valuation?.number ?? ''}, «${facts.valuation?.title ?? ''}», espera su decisión: acéptela o recházela.${offerIn(facts, 'es')}`,
      mended: ({ problem }) =>
        `El problema ${problem?.number ?? ''}, «${problem?.title ?? ''}», del que nos dijo que le afecta, está corregido en la versión ${problem?.version ?? ''}.`,
      silence: (facts) =>
        `Su ticket ${facts.number}, «${facts.title}», está cerrado y nadie ha dicho si está conforme. Si nadie dice nada, se dará por aceptado ${momentOf(facts, 'es')}. Después podrá deshacerlo durante 30 días.`,
      'silence-last-day': (facts) =>
        `Es el último día: si nadie dice nada, su ticket ${facts.number}, «${facts.title}», se dará por aceptado ${momentOf(facts, 'es')}. Después podrá deshacerlo durante 30 días.`,
    } satisfies Worded,
    summary: {
      subject: (count: number) => `${count} novedades en Soporte online`,
      body: (count: number) => `Estas son las ${count} novedades que reunimos para usted:`,
    },
    stages: { delivery: 'Entrega', test: 'Instalación en pruebas', production: 'Instalación en real' },
    noDate: 'Por ahora no hay ninguna fecha prevista.',
    offer: {
      changed: 'Soporte la ha cambiado: la anterior ya no vale.',
      total: (total: string) => `Son ${total}, IVA incluido.`,
      until: (day: string) => `Puede decidirla hasta el ${day}.`,
    },
    open: 'Abrir el ticket en Soporte online',
    enter: 'Abrir Soporte online',
    code: {
      subject: 'Su código para ver el ticket',
      body: (code: string) => `Su código es ${code}.`,
      lasts: 'Sirve durante diez minutos, una sola vez, en el navegador en el que lo pidió.',
      notAsked:
        'Si no lo ha pedido usted, no tiene que hacer nada: sin el código nadie entra. Puede pedirlo quien tenga un correo nuestro que usted haya reenviado.',
    },
    passwordLink: {
      subject: 'Su contraseña de Soporte online',
      technicianSubject: 'Su contraseña de la consola de Soporte',
      body: (username: string, until: string) =>
        `Con este enlace pondrá la contraseña del usuario «${username}». Sirve una sola vez, hasta ${until}; los anteriores ya no sirven.`,
      open: 'Poner la contraseña',
      notAsked: (phone: string) =>
        `Si no la ha pedido, no lo use: su contraseña sigue siendo la misma. Si le ocurre más veces, avise a Soporte: ${phone}.`,
      technicianNotAsked:
        'Si no la ha pedido, no lo use: su contraseña sigue siendo la misma. Si le ocurre más veces, avise a un supervisor.',
    },
    answerByMail: 'Si contesta a este correo, su respuesta se añade al ticket, con los archivos que adjunte.',
    objectByMail:
      'Si no está conforme, puede contestar a este correo: empiece por «No conforme» y díganos por qué. Para decir que está conforme, entre en Soporte online.',
    choose: 'Elegir qué correos recibo',
    onlyFromInstallation: 'Para verlo, entre antes en Soporte online desde su instalación.',
    orByCode:
      'Entre en Soporte online desde su instalación, o pida en esa página un código para ver y contestar solo este ticket.',
    signature: ({ provider, contact: { phone, email } }: Settings) =>
      `Soporte de ${provider.name} · ${phone} · ${email}`,
  },
  en: {
    subject: {
      reminder: ({ number }) => `Your ticket ${number} is waiting for you`,
      registered: ({ number }) => `We have registered your ticket ${number}`,
      answer: ({ number }) => `We have answered your ticket ${number}`,
      closing: ({ number }) => `We have closed your ticket ${number}`,
      claim: ({ number }) => `We have received a claim for your ticket ${number}`,
      delivered: (facts) => `Delivered: ${en.work(facts)}`,
      'installed-in-test': (facts) => `Please try ${en.work(facts)} in the test database`,
      'date-moved': (facts) => `New dates for ${en.work(facts)}`,
      valuation: ({ valuation }) => `A valuation waits for your decision: ${valuation?.number ?? ''}`,
      mended: ({ problem }) => `Problem ${problem?.number ?? ''} is fixed`,
      silence: ({ number }) => `Please tell us whether your ticket ${number} is solved`,
      'silence-last-day': ({ number }) => `The last day to tell us whether your ticket ${number} is solved`,
    } satisfies Worded,
    greeting: (name: string) => `Hello ${name},`,
    body: {
      reminder: ({ number, title, turn }) =>
        turn === 'conclude'
          ? `Your ticket ${number}, “${title}”, is closed and awaits your confirmation.`
          : turn === 'reply'
            ? `Support has answered your ticket ${number}, “${title}”, and is waiting for your reply.`
            : turn === null
              ? `Your conversation with the assistant, “${title}” (ticket ${number}), is still open.`
              : `Your ticket ${number}, “${title}”, is with Support: there is nothing for you to do.`,
      registered: ({ number, title }) =>
        `We have registered your ticket ${number}, “${title}”. We will tell you as soon as Support answers.`,
      answer: ({ number, title }) => `Support has answered your ticket ${number}, “${title}”.`,
      closing: ({ number, title }) =>
        `Support has answered your ticket ${number}, “${title}”, and closed it. Please tell us whether it is solved.`,
      claim: ({ number, title }) =>
        `Somebody at your company has sent a claim for your ticket ${number}, “${title}”. Support has it.`,
      delivered: (facts) => `${capital(en.work(facts))}, ${en.titled(facts)}, has been delivered${en.version(facts)}.`,
      'installed-in-test': (facts) =>
        `${capital(en.work(facts))}, ${en.titled(facts)}, is now in your test database${en.version(facts)}. Please try it and tell us whether it works.`,
      'date-moved': (facts) => `The planned dates of ${en.work(facts)}, ${en.titled(facts)}, have changed.`,
      valuation: (facts) =>
        `Valuation ${facts.valuation?.number ?? ''}, “${facts.valuation?.title ?? ''}”, waits for your decision: accept or reject it.${offerIn(facts, 'en')}`,
      mended: ({ problem }) =>
        `Problem ${problem?.number ?? ''}, “${problem?.title ?? ''}”, which you told us affects you, is fixed in version ${problem?.version ?? ''}.`,
      silence: (facts) =>
        `Your ticket ${facts.number}, “${facts.title}”, is closed, and nobody has said whether it is solved. Unless somebody does, it counts as accepted ${momentOf(facts, 'en')}. You can undo that for 30 days.`,
      'silence-last-day': (facts) =>
        `This is the last day: unless somebody says something, your ticket ${facts.number}, “${facts.title}”, counts as accepted ${momentOf(facts, 'en')}. You can undo that for 30 days.`,
    } satisfies Worded,
    summary: {
      subject: (count: number) => `${count} updates in Online support`,
      body: (count: number) => `Here are the ${count} updates that we have collected for you:`,
    },
    stages: { delivery: 'Delivery', test: 'Installation for testing', production: 'Installation for production' },
    noDate: 'For now no date is planned.',
    offer: {
      changed: 'Support has changed it: the previous one is no longer valid.',
      total: (total: string) => `It comes to ${total}, VAT included.`,
      until: (day: string) => `You can decide it until ${day}.`,
    },
    open: 'Open the ticket in Online support',
    enter: 'Open Online support',
    code: {
      subject: 'Your code for the ticket',
      body: (code: string) => `Your code is ${code}.`,
      lasts: 'It works once, within ten minutes, in the browser where you asked for it.',
      notAsked:
        'If you did not ask for it, there is nothing to do: without the code nobody gets in. Somebody to whom you forwarded a mail of ours can ask for one.',
    },
    passwordLink: {
      subject: 'Your password for Online support',
      technicianSubject: 'Your password for the Support console',
      body: (username: string, until: string) =>
        `With this link you set the password of the user “${username}”. It can be used once and expires ${until}; earlier links no longer work.`,
      open: 'Set the password',
      notAsked: (phone: string) =>
        `If you did not ask for it, do not use it: your password stays as it is. If it happens again, tell Support: ${phone}.`,
      technicianNotAsked:
        'If you did not ask for it, do not use it: your password stays as it is. If it happens again, tell a supervisor.',
    },
    answerByMail: 'If you answer this mail, your answer is added to the ticket, with the files that you attach.',
    objectByMail:
      'If it is not solved, you can answer this mail: begin with “Not satisfied” and tell us why. To say that it is solved, enter Online support.',
    choose: 'Choose which mails I get',
    onlyFromInstallation: 'To see it, first enter Online support from your installation.',
    orByCode:
      'Enter Online support from your installation, or ask on that page for a code to read and answer this ticket alone.',
    signature: ({ provider, contact: { phone, email } }: Settings) => `${provider.name} Support · ${phone} · ${email}`,
  },
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
