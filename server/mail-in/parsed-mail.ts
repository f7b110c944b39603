import PostalMime, { addressParser } from 'postal-mime'
import { MAX_FILE_NAME, extensionOf, truncatedName } from '#domain/files/file-name.ts'
import { mailParts, plainMailText, textOfHtml, withoutLinkSecrets } from '#domain/mail/mail-text.ts'
import { mailNames } from '#domain/mail/received-mail.ts'

export interface MailFile {
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

/** A mail's content, not yet judged. */
export interface ParsedMail {
  /** Its Message-ID, with angle brackets, or an empty string. */
  readonly messageName: string
  /** Every address in every From header. */
  readonly senders: readonly string[]
  readonly senderName: string
  /** All its recipients, and the addresses for which it was delivered. */
  readonly recipients: readonly string[]
  readonly subject: string
  /** The first header of each name, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The mails that it answers. */
  readonly references: readonly string[]
  /** The Authentication-Results above the second Received: our own mail server wrote them. */
  readonly verdicts: readonly string[]
  readonly said: string
  readonly rest: string
  readonly files: readonly MailFile[]
  /** For a bounce: our mail that did not arrive, and why. */
  readonly bounce: { readonly messageName: string; readonly reason: string; readonly isForGood: boolean } | null
}

const MAX_HEADERS = 256 * 1024
const MAX_DEPTH = 30
const LONGEST_HEADER = 4000
const LONGEST_SUBJECT = 300
const MOST_FILES = 100
/** A logo in a signature, not a picture of a screen. */
const SMALL_PICTURE = 12 * 1024

/** @throws if its nesting or its headers are beyond reason */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, {
    maxHeadersSize: MAX_HEADERS,
    maxNestingDepth: MAX_DEPTH,
    // A mail within the mail is a file: its words do not count as the sender's.
    forceRfc822Attachments: true,
  })
  const headers: Record<string, string> = Object.create(null)
  for (const { key, value } of mail.headers) headers[key] ??= value.slice(0, LONGEST_HEADER)
  const addresses = (names: readonly string[]) =>
    mail.headers
      .filter(({ key }) => names.includes(key))
      .flatMap(({ value }) => addressParser(value.slice(0, LONGEST_HEADER), { flatten: true }))
  const senders = addresses(['from'])
  const text = mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? '')
  const files = mail.attachments.filter(({ disposition, related, mimeType, content }) => {
    const isPart = mimeType === 'message/delivery-status' || mimeType === 'text/rfc822-headers'
    const isLogo =
      (related || disposition === 'inline') && mimeType.startsWith('image/') && bytesOf(content).length < SMALL_PICTURE
    return !isPart && !isLogo
  })
  return {
    messageName: mailNames(headers['message-id'])[0] ?? '',
    senders: senders.map(({ address }) => address ?? ''),
    senderName: line(senders[0]?.name ?? ''),
    recipients: addresses(['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to']).map(
      ({ address }) => address ?? '',
    ),
    subject: line(mail.subject ?? ''),
    headers,
    references: mailNames(headers.references, headers['in-reply-to']),
    verdicts: ownVerdicts(mail.headers),
    ...mailParts(withoutLinkSecrets(plainMailText(text))),
    files: files.slice(0, MOST_FILES).map(({ filename, mimeType, content }, index) => ({
      name: nameOf(filename ?? '', mimeType, index),
      mime: mimeType.slice(0, 100),
      bytes: bytesOf(content),
    })),
    bounce: bounceIn(mail.attachments.map(({ mimeType, content }) => ({ mimeType, text: () => beginning(content) }))),
  }
}

const line = (text: string): string => plainMailText(text).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SUBJECT)

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content instanceof Uint8Array ? content : new Uint8Array(content)

const beginning = (content: ArrayBuffer | Uint8Array | string): string =>
  Buffer.from(bytesOf(content).subarray(0, 20_000)).toString('utf8')

/** Of a path only the last piece remains. */
function nameOf(given: string, mime: string, index: number): string {
  const name = line(given.split(/[/\\]/).at(-1) ?? '')
  if (name !== '' && name !== '.' && name !== '..') return truncatedName(name).slice(0, MAX_FILE_NAME)
  const extension = mime === 'message/rfc822' ? 'eml' : extensionOf(`x.${mime.split('/')[1] ?? ''}`).slice(0, 4)
  return `adjunto-${index + 1}${extension === '' ? '' : `.${extension === 'jpeg' ? 'jpg' : extension}`}`
}

function ownVerdicts(headers: readonly { readonly key: string; readonly value: string }[]): string[] {
  const second = headers.findIndex(
    ({ key }, index) => key === 'received' && headers.slice(0, index).some((h) => h.key === 'received'),
  )
  return headers
    .slice(0, second < 0 ? headers.length : second)
    .filter(({ key }) => key === 'authentication-results')
    .map(({ value }) => value.slice(0, LONGEST_HEADER))
}

/** RFC 3464: a mail server's report on a mail that it could not deliver. */
function bounceIn(parts: readonly { readonly mimeType: string; readonly text: () => string }[]): ParsedMail['bounce'] {
  const status = parts.find(({ mimeType }) => mimeType === 'message/delivery-status')?.text()
  if (status === undefined) return null
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.{1,300})$`, 'im').exec(status)?.[1]?.trim() ?? ''
  if (!/^failed/i.test(field('Action'))) return null
  const returned = parts
    .find(({ mimeType }) => mimeType === 'message/rfc822' || mimeType === 'text/rfc822-headers')
    ?.text()
  const messageName = mailNames(/^message-id:\s*(<[^<>\s]{3,250}>)/im.exec(returned ?? '')?.[1])[0]
  if (messageName === undefined) return null
  const code = field('Status')
  return {
    messageName,
    reason: line([code, field('Diagnostic-Code')].filter(Boolean).join(' ')),
    // 5.7: a server's rules refuse it, not the address.
    isForGood: code.startsWith('5.') && !code.startsWith('5.7'),
  }
}
