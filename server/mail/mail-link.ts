import type { SecretBox } from '../secret-box.ts'

/** The content of a mail's link: the mail, and so its ticket and its reader. */
export interface MailLink {
  readonly client: number
  readonly mail: number
}

/** The address whose mails a link lets its reader choose. */
export interface ReaderLink {
  readonly client: number
  readonly email: string
}

const ABOUT = 'link of a mail'

/** Signs and seals the content, so that only this portal can make one, and nobody can read it. */
export const linkToken = (secrets: SecretBox, { client, mail }: MailLink): string =>
  secrets.seal(Buffer.from(`${client}/${mail}`), ABOUT).toString('base64url')

/** Null for anything else. */
export function readLinkToken(secrets: SecretBox, token: string): MailLink | null {
  const opened = secrets.open(Buffer.from(token, 'base64url'), ABOUT)
  const [client, mail] = opened?.toString().split('/').map(Number) ?? []
  return client && mail ? { client, mail } : null
}

const ABOUT_READER = 'link of a reader'
const ABOUT_REPORT = "link of a report's reader"

/**
 * The link by which a reader chooses their mails. It names the address instead of the mail, so that it outlives the
 * mail's row.
 */
export const readerToken = (secrets: SecretBox, { client, email }: ReaderLink): string =>
  secrets.seal(Buffer.from(`${client}/${email}`), ABOUT_READER).toString('base64url')

/** Null for anything else. */
export const readReaderToken = (secrets: SecretBox, token: string): ReaderLink | null =>
  readerIn(secrets, token, ABOUT_READER)

/** The click that ends a report's mails says nothing of the reader's other mails. */
export const reportToken = (secrets: SecretBox, { client, email }: ReaderLink): string =>
  secrets.seal(Buffer.from(`${client}/${email}`), ABOUT_REPORT).toString('base64url')

export const readReportToken = (secrets: SecretBox, token: string): ReaderLink | null =>
  readerIn(secrets, token, ABOUT_REPORT)

function readerIn(secrets: SecretBox, token: string, about: string): ReaderLink | null {
  const opened = secrets.open(Buffer.from(token, 'base64url'), about)?.toString()
  const [, client, email] = /^(\d+)\/(.+)$/s.exec(opened ?? '') ?? []
  return client && email ? { client: Number(client), email } : null
}

/**
 * The page where a reader chooses their mails. The token that names them stands behind «#», which never reaches a
 * server.
 */
export const choiceAddress = (origin: string, token: string): string => `${origin}/public/correos#e=${token}`

export const ONE_CLICK_PATH = '/api/correos/baja'

/** The headers that let a mail client unsubscribe its reader with one click (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (origin: string, token: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${origin}${ONE_CLICK_PATH}?e=${token}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** A link to the page that leads to a ticket. */
export const linkTo = (origin: string, ticket: number | null): string =>
  `${origin}/public/home-mail${ticket === null ? '' : `?ticket=${ticket}`}`
