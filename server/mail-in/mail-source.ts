import { reasonOf, StartProblem } from '../start-problem.ts'
import { isOnThisMachine } from '../this-machine.ts'
import { MailboxUnread, mailboxTrouble } from './mailbox-trouble.ts'

/** A mail in the mailbox, before it is fetched. */
export interface SeenMail {
  readonly uid: number
  readonly bytes: number
}

/** The mailbox, opened. */
export interface OpenMailbox {
  readonly uidValidity: number
  /** The mails with higher numbers, in their order. */
  after(uid: number): Promise<SeenMail[]>
  /** A mail, or its headers alone; null if it is gone. */
  fetch(uid: number, headersOnly: boolean): Promise<Buffer | null>
  /** Marks all mails up to a number as seen, for people who look into the mailbox. */
  flagUpTo(uid: number): Promise<void>
  close(): Promise<void>
}

/** The source of mails; tests have one of their own. */
export type MailSource = () => Promise<OpenMailbox>

const PATIENCE_MS = 60_000
const CONNECTING_MS = 10_000

/** The mailbox at an address such as `imaps://user:password@mail.example.com/INBOX`. */
export function imapSource(address: string): MailSource {
  const url = new URL(address)
  const secure = url.protocol === 'imaps:'
  return async () => {
    // Loaded here: without a mailbox nobody needs it, and every start would wait for it.
    const { ImapFlow } = await import('imapflow')
    const imap = new ImapFlow({
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: Number(url.port) || (secure ? 993 : 143),
      secure,
      // Nobody on the way can read the password or the mails, or strip STARTTLS.
      ...(!secure && { doSTARTTLS: !isOnThisMachine(url) }),
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: CONNECTING_MS,
      greetingTimeout: CONNECTING_MS,
      socketTimeout: PATIENCE_MS,
    })
    // Without a listener a broken connection would end the process. Callers that wait for an answer get the error.
    imap.on('error', () => undefined)
    try {
      await imap.connect()
      const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX'
      const { uidValidity } = await imap.mailboxOpen(folder).catch((error: unknown) => {
        const { kind, said } = mailboxTrouble(error)
        // Most servers refuse an unknown folder without a code that says so.
        throw new MailboxUnread({ kind: kind === 'other' ? 'missing' : kind, said })
      })
      // A connection that has ended answers every question with nothing. That does not mean an empty mailbox, or a mail
      // that is gone.
      const insist = (answered = true) => {
        if (!imap.usable || !imap.mailbox || !answered) throw new MailboxUnread({ kind: 'unreachable', said: '' })
      }
      return {
        uidValidity: Number(uidValidity),
        async after(uid) {
          // «*» alone always finds the newest mail, even if its number is not higher.
          const found: SeenMail[] = []
          for await (const mail of imap.fetch(`${uid + 1}:*`, { uid: true, size: true }, { uid: true })) {
            if (mail.uid > uid) found.push({ uid: mail.uid, bytes: mail.size ?? 0 })
          }
          insist()
          return found.toSorted((a, b) => a.uid - b.uid)
        },
        async fetch(uid, headersOnly) {
          const mail = await imap.fetchOne(String(uid), headersOnly ? { headers: true } : { source: true }, {
            uid: true,
          })
          insist()
          if (!mail) return null
          return (headersOnly ? mail.headers : mail.source) ?? null
        },
        async flagUpTo(uid) {
          if (uid < 1) return
          const unseen = await imap.search({ uid: `1:${uid}`, seen: false }, { uid: true })
          insist(unseen !== false)
          if (!unseen || unseen.length === 0) return
          insist(await imap.messageFlagsAdd(unseen, [String.raw`\Seen`], { uid: true }))
        },
        close: () => imap.logout().catch(() => imap.close()),
      }
    } catch (error) {
      imap.close()
      throw error
    }
  }
}

/**
 * Opens the mailbox once, and reads nothing.
 * @throws StartProblem, which never holds the password
 */
export async function insistOnMailbox(address: string): Promise<string> {
  const { host, username, pathname } = new URL(address)
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX'
  try {
    const mailbox = await imapSource(address)()
    await mailbox.close()
    return `${host} opens ${folder} for its user ${decodeURIComponent(username)}`
  } catch (error) {
    const refused = typeof error === 'object' && error !== null && Reflect.get(error, 'authenticationFailed') === true
    const answer: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'responseText') : undefined
    if (refused) throw new StartProblem(`IMAP_URL: ${host} refuses the login: check user and password.`)
    const reason = typeof answer === 'string' ? answer : reasonOf(error)
    throw new StartProblem(
      `IMAP_URL: ${host} does not open ${folder} (${reason}): check host, port, TLS and the mailbox's name.`,
    )
  }
}
