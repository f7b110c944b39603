import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import type { Settings } from '#domain/settings.ts'
import type { Figures } from '../server-figures.ts'
import { unavailable } from '../http/problems.ts'
import { StartProblem } from '../start-problem.ts'
import { isOnThisMachine } from '../this-machine.ts'
import type { WrittenMail } from './written-mail.ts'

/** A mail with its headers. */
export interface Letter extends WrittenMail {
  readonly to: string
  /** The address for its reader's answer, unless it is the sender's. */
  readonly replyTo?: string
  readonly messageId?: string
  readonly inReplyTo?: string | undefined
  readonly references?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** A file that is made as the mail leaves, when no transaction waits for it. */
  readonly file?: { readonly name: string; readonly type: string; readonly make: () => Promise<Uint8Array> }
}

/** The outcome of sending a mail. */
export type Delivery =
  /** `answer`: the mail server's own words. */
  | { readonly is: 'sent'; readonly answer: string }
  /** Refused for good. `ofAddress`: the mail server does not know the recipient. */
  | { readonly is: 'refused'; readonly reason: string; readonly ofAddress: boolean }
  /** The mail server certainly does not have it. `isDown`: it would not take any other mail either. */
  | { readonly is: 'not-now'; readonly reason: string; readonly isDown: boolean }
  /** The mail server received all of it, and did not answer. */
  | { readonly is: 'unknown'; readonly reason: string }

export interface Mailer {
  /** Whether there is a mail server. */
  readonly isThere: boolean
  /** Hands over a mail. `handing` is asked before its first byte leaves, and keeps it back by returning false. */
  deliver(letter: Letter, handing: () => Promise<boolean>): Promise<Delivery>
  /** Sends a mail now; false without a mail server. @throws Problem if it was not taken */
  send(to: string, mail: WrittenMail): Promise<boolean>
}

const PATIENCE_MS = 30_000
const CONNECTING_MS = 5000

/**
 * A mailer for the server at an address such as `smtp://user:password@mail.example.com:587`. Without an address it
 * sends nothing.
 */
export function openMailer(url: string | undefined, settings: Settings, patienceMs = PATIENCE_MS): Mailer {
  if (url === undefined) {
    const isDown = { is: 'not-now', reason: 'no mail server', isDown: true } as const
    return { isThere: false, deliver: async () => isDown, send: async () => false }
  }
  const { options, auth } = transportTo(url, patienceMs)

  async function deliver(letter: Letter, handing: () => Promise<boolean>): Promise<Delivery> {
    const { to, headers, file, ...mail } = letter
    const attachments = file
      ? [{ filename: file.name, contentType: file.type, content: Buffer.from(await file.make()) }]
      : []
    // As they are at this moment: supervisors change them while the server runs.
    const { provider, contact } = settings
    const written = new MailComposer({
      ...mail,
      attachments,
      references: [...(mail.references ?? [])],
      from: { name: provider.name, address: contact.email },
      to: { name: '', address: to },
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      // Text that somebody typed is never taken for a file name or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile()
    const text = await written.build()
    const connection = new SMTPConnection(options)
    let handed = false
    /** This is read, and so `handing` is asked, when the mail server says that it is ready for the text. */
    const body = new Readable({
      read: () => {
        handing().then(
          (goes) => {
            if (!goes) return body.destroy(new Error('it was taken by another server'))
            handed = true
            body.push(text)
            return body.push(null)
          },
          (error: unknown) => body.destroy(error instanceof Error ? error : new Error('it could not be noted')),
        )
      },
    })
    body.on('error', () => undefined)
    return new Promise((resolve) => {
      const end = (delivery: Delivery) => {
        clearTimeout(limit)
        resolve(delivery)
        connection.close()
      }
      const fail = (error: unknown) => end(judge(error, handed))
      const limit = setTimeout(() => fail(new Error('it takes too long')), 3 * patienceMs)
      connection.on('error', fail)
      connection.once('end', () => fail(new Error('the connection ended')))
      const send = () =>
        connection.send({ from: contact.email, to: [to] }, body, (error, info) =>
          error ? fail(error) : end({ is: 'sent', answer: info.response }),
        )
      connection.connect((error) => {
        if (error) return fail(error)
        if (auth && connection.allowsAuth)
          return connection.login(auth, (refused) => (refused ? fail(refused) : send()))
        return send()
      })
    })
  }

  return {
    isThere: true,
    deliver,
    async send(to, mail) {
      const { is } = await deliver({ to, ...mail }, async () => true)
      if (is !== 'sent') throw unavailable()
      return true
    },
  }
}

/** The same, with a report of each delivery's result. */
export const counted = (mailer: Mailer, { delivery: tell }: Pick<Figures, 'delivery'>): Mailer => ({
  ...mailer,
  async deliver(letter, handing) {
    const delivery = await mailer.deliver(letter, handing)
    if (mailer.isThere) tell('mail', delivery.is)
    return delivery
  },
})

const transportTo = (url: string, patienceMs: number) =>
  new SMTPTransport({
    url,
    connectionTimeout: CONNECTING_MS,
    greetingTimeout: Math.min(CONNECTING_MS, patienceMs),
    socketTimeout: patienceMs,
    // TLS is required: nobody on the way can read or change the mail, or strip STARTTLS.
    requireTLS: !isOnThisMachine(new URL(url)),
  })

/**
 * Greets, encrypts and logs in as for a mail, and sends none.
 * @throws StartProblem, which never holds the password
 */
export async function insistOnMailServer(url: string, patienceMs = CONNECTING_MS): Promise<string> {
  const { options, auth } = transportTo(url, patienceMs)
  const server = `${options.host}:${options.port ?? (options.secure ? 465 : 587)}`
  const connection = new SMTPConnection(options)
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.once('end', () => reject(new Error('the connection ended')))
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    if (!auth) return `${server} takes mails, without a login`
    if (!connection.allowsAuth) {
      throw new StartProblem(`SMTP_URL: ${server} offers no login, but a user is set: remove it, or take another port.`)
    }
    await new Promise<void>((resolve, reject) => connection.login(auth, (error) => (error ? reject(error) : resolve())))
    return `${server} takes mails from its user ${auth.user ?? ''}`
  } catch (error) {
    throw error instanceof StartProblem ? error : unusable(server, error)
  } finally {
    connection.quit()
    connection.close()
  }
}

function unusable(server: string, error: unknown): StartProblem {
  const { code } = factsOf(error)
  const settled = judge(error, false)
  const reason = 'reason' in settled ? settled.reason : ''
  const advice = ADVICE.find(([codes]) => codes.includes(code))?.[1] ?? 'check host, port and firewall'
  return new StartProblem(`SMTP_URL: ${server} takes no mail (${reason}): ${advice}.`)
}

const ADVICE: readonly (readonly [codes: readonly string[], advice: string])[] = [
  [['EAUTH', 'ENOAUTH'], 'check user and password'],
  [
    [
      'ETLS',
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    'it must offer STARTTLS with a certificate for that name (smtps:// for TLS from the start)',
  ],
]

const LONGEST_REASON = 300

/** What a failure means for the mail. An answer of the mail server settles it, even after the whole text. */
function judge(error: unknown, handed: boolean): Delivery {
  const { code, command, response, responseCode, message } = factsOf(error)
  // A server's answer to a password may repeat it.
  const said = command.startsWith('AUTH') || command === 'EHLO' ? '' : response || message
  const reason = [command, responseCode ?? code, said].filter(Boolean).join(' ').slice(0, LONGEST_REASON)
  if (responseCode === null) {
    if (handed) return { is: 'unknown', reason }
    if (code === 'EENVELOPE') return { is: 'refused', reason, ofAddress: true }
    return { is: 'not-now', reason, isDown: true }
  }
  const isForGood = responseCode >= 500
  // 5.7: the server's rules refuse the mail, not the address. Somebody may mend that.
  if (command === 'RCPT TO' && isForGood && !/\b5\.7\.\d/.test(response))
    return { is: 'refused', reason, ofAddress: true }
  if (handed && isForGood) return { is: 'refused', reason, ofAddress: false }
  return { is: 'not-now', reason, isDown: !handed && command !== 'RCPT TO' }
}

function factsOf(error: unknown) {
  const facts = typeof error === 'object' && error !== null ? error : {}
  const word = (name: string): string => {
    const value: unknown = Reflect.get(facts, name)
    return typeof value === 'string' ? value : ''
  }
  const responseCode: unknown = Reflect.get(facts, 'responseCode')
  return {
    code: word('code'),
    command: word('command'),
    response: word('response'),
    message: word('message'),
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  }
}
