import { type Language, momentIn } from '#contract/moment.ts'
import type { Settings } from '#domain/settings.ts'
import { MAIL_WORDS } from './ticket-mail.ts'
import { type WrittenMail, writtenMail } from './written-mail.ts'

interface Owner {
  readonly name: string
  /** Only for a technician; null if the owner is a contact of a client. */
  readonly username: string | null
  readonly language: Language
}

interface AddressLink extends Owner {
  readonly address: string
  readonly expiresAt: Date
}

/** The page where a technician confirms a changed address. */
export const addressLinkAddress = (origin: string, token: string): string =>
  `${origin}/consola/direccion#t=${encodeURIComponent(token)}`

/**
 * The mail to a changed address, a technician's or a contact's. The address counts once its reader confirms it there.
 */
export function addressLinkMail(facts: AddressLink, settings: Settings): WrittenMail {
  const { name, username, language, address, expiresAt } = facts
  const { link } = wordsFor(facts)
  return writtenMail(
    {
      language,
      subject: link.subject,
      paragraphs: [MAIL_WORDS[language].greeting(name), link.body(username ?? '', momentIn(language, expiresAt))],
      open: { label: link.open, address },
      closing: [link.notYours, MAIL_WORDS[language].signature(settings)],
    },
    settings,
  )
}

/** The mail to the old address. It does not name the new one, because others may read this mailbox by now. */
export function addressNoticeMail(owner: Owner, settings: Settings): WrittenMail {
  const { name, username, language } = owner
  const { notice } = wordsFor(owner)
  return writtenMail(
    {
      language,
      subject: notice.subject,
      paragraphs: [MAIL_WORDS[language].greeting(name), notice.body(username ?? ''), notice.effect],
      closing: [notice.notKnown(settings.contact.phone), MAIL_WORDS[language].signature(settings)],
    },
    settings,
  )
}

interface Words {
  readonly link: {
    readonly subject: string
    readonly body: (username: string, until: string) => string
    readonly open: string
    readonly notYours: string
  }
  readonly notice: {
    readonly subject: string
    readonly body: (username: string) => string
    readonly effect: string
    readonly notKnown: (phone: string) => string
  }
}

const ofTechnician: Readonly<Record<Language, Words>> = {
  es: {
    link: {
      subject: 'Confirme su dirección de correo en la consola de Soporte',
      body: (username, until) =>
        `Han puesto esta dirección en los datos del usuario «${username}». Vale cuando usted la confirme; hasta entonces vale la de antes. El enlace sirve una sola vez, hasta ${until}; los anteriores ya no sirven.`,
      open: 'Confirmar la dirección',
      notYours: 'Si ese usuario no es el suyo, no lo confirme: no cambiará nada.',
    },
    notice: {
      subject: 'Su dirección de correo en la consola de Soporte va a cambiar',
      body: (username) => `Un supervisor ha cambiado la dirección de correo del usuario «${username}», que era esta.`,
      effect:
        'Los avisos y los enlaces para poner contraseña irán a la dirección nueva en cuanto se confirme desde allí. Si ha quitado la dirección sin poner otra, dejan de llegarle ya.',
      notKnown: (phone) => `Si no lo sabía, avise ahora a otro supervisor o llame a Soporte: ${phone}.`,
    },
  },
  en: {
    link: {
      subject: 'Confirm your e-mail address at the Support console',
      body: (username, until) =>
        `This address was entered for the user “${username}”. It takes effect once you confirm it; until then the previous one stays in use. The link can be used once and expires ${until}; earlier links no longer work.`,
      open: 'Confirm the address',
      notYours: 'If that user is not you, do not confirm it: nothing will change.',
    },
    notice: {
      subject: 'Your e-mail address at the Support console is going to change',
      body: (username) =>
        `A supervisor has changed the e-mail address of the user “${username}”. Until now it was this one.`,
      effect:
        'Notifications and links for passwords will go to the new address once it is confirmed from there. If the address was removed and not replaced, they no longer reach you.',
      notKnown: (phone) => `If you did not know, tell another supervisor now, or call Support: ${phone}.`,
    },
  },
}

/** For an administrator of a client, who does not know the console. */
const ofContact: Readonly<Record<Language, Words>> = {
  es: {
    link: {
      subject: 'Confirme su dirección de correo en Soporte online',
      body: (_, until) =>
        `Han puesto esta dirección en sus datos de Soporte online. Vale cuando usted la confirme; hasta entonces vale la de antes. El enlace sirve una sola vez, hasta ${until}; los anteriores ya no sirven.`,
      open: 'Confirmar la dirección',
      notYours: 'Si esos datos no son los suyos, no la confirme: no cambiará nada.',
    },
    notice: {
      subject: 'Su dirección de correo en Soporte online va a cambiar',
      body: () => 'Soporte ha cambiado la dirección de correo de sus datos en Soporte online, que era esta.',
      effect:
        'Los correos de sus tickets y los enlaces para poner contraseña irán a la dirección nueva en cuanto se confirme desde allí. Si se ha quitado la dirección sin poner otra, dejan de llegarle ya.',
      notKnown: (phone) => `Si no lo ha pedido usted, llame ahora a Soporte: ${phone}.`,
    },
  },
  en: {
    link: {
      subject: 'Confirm your e-mail address at Online support',
      body: (_, until) =>
        `This address was entered in your details at Online support. It takes effect once you confirm it; until then the previous one stays in use. The link can be used once and expires ${until}; earlier links no longer work.`,
      open: 'Confirm the address',
      notYours: 'If those details are not yours, do not confirm it: nothing will change.',
    },
    notice: {
      subject: 'Your e-mail address at Online support is going to change',
      body: () =>
        'Support has changed the e-mail address in your details at Online support. Until now it was this one.',
      effect:
        'Mails about your tickets and links for passwords will go to the new address once it is confirmed from there. If the address was removed and not replaced, they no longer reach you.',
      notKnown: (phone) => `If you did not ask for it, call Support now: ${phone}.`,
    },
  },
}

const wordsFor = ({ username, language }: Owner): Words => (username === null ? ofContact : ofTechnician)[language]
