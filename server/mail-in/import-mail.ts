import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { MAX_TEXT } from '#domain/ticket-draft.ts'
import { extensionOf } from '#domain/files/file-name.ts'
import { clippedText } from '#domain/clipped-text.ts'
import {
  type MailDecision,
  type SenderProof,
  automaticKind,
  mailDecision,
  namedByAddress,
  noSender,
  soleSender,
} from '#domain/mail/received-mail.ts'
import type { Settings } from '#domain/settings.ts'
import { loginOf } from '#contract/entry-codec.ts'
import { bounced } from '../console/mail/outbox-store.ts'
import { technicianBounced } from '../console/mail/notification-mail-store.ts'
import {
  type KnownSender,
  type ListedFile,
  type MailAttachment,
  actByMail,
  attachMailFile,
  clientBytes,
  insertReceived,
  lockMailbox,
  moveMailbox,
  ownMails,
  receivedFrom,
  senderIn,
  whoseAddress,
} from '../console/mail/received-store.ts'
import { personOfContact } from '../console/tickets/call-store.ts'
import { placeOf } from '../console/tickets/support-ticket-store.ts'
import type { FileStore } from '../db/file-store.ts'
import type { Database, StaffTransaction, Transaction } from '../db/sql.ts'
import { judgedFile } from '../http/upload.ts'
import type { SecretBox } from '../secret-box.ts'
import { evenIfJoined } from '../tickets/ticket-lock.ts'
import { type Ticket, lockByNumber } from '../tickets/ticket-store.ts'
import { addEntry } from '../tickets/timeline-store.ts'
import type { MailParser } from './mail-parser.ts'
import type { MailFile, ParsedMail } from './parsed-mail.ts'
import { replyMark } from './reply-mark.ts'
import { type Proving, senderProof } from './sender-proof.ts'

/** Larger than most mail servers accept. A mail beyond this is not fetched, and stays in the mailbox. */
export const MAX_MAIL_BYTES = 40 * 1024 * 1024

export interface MailInbox {
  readonly staff: Database
  readonly files: FileStore
  readonly settings: Settings
  readonly secrets: SecretBox
  readonly parser: MailParser
  readonly proving: Proving
}

/** A mail as the mailbox has it. */
export interface FetchedMail {
  readonly uidValidity: number
  readonly uid: number
  readonly bytes: number
  /** The whole mail, or only the headers of one that is too large. */
  readonly raw: Buffer
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** By mail (spec §4, Origin codes). */
export const BY_MAIL = 'X'

/**
 * Records a mail with its verdict and, if it may, lets it join its ticket. One transaction does this and moves the
 * mailbox's mark, so that no mail is left out or taken twice, whenever a server dies.
 */
export async function importMail(inbox: MailInbox, fetched: FetchedMail, now: Date): Promise<MailDecision | 'known'> {
  const { staff, files } = inbox
  const mail = await readMail(inbox, fetched)
  const received = [...mail.kept.flatMap(({ id }) => id ?? []), ...(mail.rawFile === null ? [] : [mail.rawFile])]
  const keeping: string[] = []
  try {
    return await staff.acrossClients((tx) => record(tx, inbox, mail, keeping, now))
  } finally {
    await files.discard(received.filter((id) => !keeping.includes(id)))
  }
}

/** A mail with all facts that do not need the database. */
interface ReadMail {
  readonly fetched: FetchedMail
  readonly isTooLarge: boolean
  /** Null if nothing can be read of it. */
  readonly parsed: ParsedMail | null
  readonly sender: string | null
  readonly proof: SenderProof
  /** Its files, and the verdict of the portal's rules on each. */
  readonly offered: readonly MailFile[]
  readonly kept: readonly Kept[]
  /** All of it, in the store; null for one too large. */
  readonly rawFile: string | null
}

async function readMail(inbox: MailInbox, fetched: FetchedMail): Promise<ReadMail> {
  const { files, parser, proving } = inbox
  const isTooLarge = fetched.bytes > MAX_MAIL_BYTES
  const parsed = await parser.parse(fetched.raw)
  const sender = parsed ? soleSender(parsed.senders) : null
  const proof =
    parsed && sender !== null && !isTooLarge
      ? await senderProof(fetched.raw, { sender, verdicts: parsed.verdicts }, proving)
      : 'none'
  const offered = parsed && !isTooLarge ? parsed.files : []
  const kept = await receiveFiles(inbox, offered)
  const raw = isTooLarge ? null : await files.receive(Readable.from([fetched.raw]), MAX_MAIL_BYTES, { isServed: false })
  return { fetched, isTooLarge, parsed, sender, proof, offered, kept, rawFile: raw?.id ?? null }
}

/** Adds to `keeping` the files that a record names from now on. */
async function record(
  tx: StaffTransaction,
  inbox: MailInbox,
  mail: ReadMail,
  keeping: string[],
  now: Date,
): Promise<MailDecision | 'known'> {
  const { fetched, parsed, sender, proof, offered, kept, rawFile } = mail
  const box = await lockMailbox(tx)
  const isAnew = box.uidValidity !== fetched.uidValidity
  if (!isAnew && fetched.uid <= box.lastUid) return 'known'
  await moveMailbox(tx, { uidValidity: fetched.uidValidity, lastUid: fetched.uid })
  const fingerprint = fingerprintOf(fetched, parsed, sender)
  const named = await ticketNamed(tx, inbox, parsed)
  const theirs =
    named.ticket && sender !== null ? await senderIn(tx.of(named.client), named.ticket.number, sender) : undefined
  const before = await receivedFrom(tx, sender, fingerprint, new Date(now.getTime() - HOUR_MS))
  const automatic = automaticKindOf(mail, named, inbox.settings)
  const decision = mailDecision({
    automatic: automatic ?? (before.isKnown ? 'duplicate' : null),
    obstacle: obstacleOf(mail, named),
    ticket: named.ticket,
    isTheirs: theirs !== undefined,
    proof,
    said: parsed?.said ?? '',
    files: kept.length,
    ...before,
  })
  if (automatic === 'bounce') await noteBounce(tx, parsed, now)
  const joined =
    decision.is === 'joined' && named.ticket && theirs
      ? await join(
          tx,
          named.ticket,
          { ...theirs, client: named.client },
          decision,
          { mail, settings: inbox.settings },
          now,
        )
      : null
  if (joined) keeping.push(...joined.files)
  const isKept = rawFile !== null && decision.is !== 'ignored'
  if (isKept) keeping.push(rawFile)
  const whose = await whoseMail(tx, sender, theirs && { client: named.client, contact: theirs.contact })
  // A ticket is only proposed for people of its own client.
  const isOfTicket = named.ticket !== null && whose?.client === named.client
  await insertReceived(
    tx,
    {
      ...fetched,
      fingerprint,
      messageName: parsed?.messageName ?? '',
      sender,
      senderName: parsed?.senderName ?? '',
      subject: parsed?.subject ?? '',
      proof,
      said: parsed?.said ?? '',
      rest: parsed?.rest ?? '',
      files: offered.map((file, place) => listed(file, kept[place]?.file === null)),
      rawFile: isKept ? rawFile : null,
      client: whose?.client ?? null,
      contact: whose?.contact ?? null,
      ticket: isOfTicket ? (named.ticket?.number ?? null) : null,
      entry: joined?.entry ?? null,
    },
    decision,
    now,
  )
  // The files reach the disk before the commit: a record must never lack its file.
  await inbox.files.keep(keeping)
  return decision
}

function automaticKindOf({ parsed, sender }: ReadMail, { isOurs }: Named, { contact }: Settings) {
  return parsed && automaticKind({ header: (name) => parsed.headers[name], sender, own: contact.email, isOurs })
}

/** The reason that keeps a mail out of every ticket, whatever its text. */
function obstacleOf({ isTooLarge, parsed, sender }: ReadMail, { contradicts }: Named) {
  if (isTooLarge) return 'too-large'
  if (!parsed) return 'unreadable'
  if (sender === null) return noSender(parsed.senders)
  return contradicts ? 'contradictory' : null
}

async function noteBounce(tx: StaffTransaction, parsed: ParsedMail | null, now: Date): Promise<void> {
  if (!parsed?.bounce?.isForGood) return
  // Only its reader and the servers on its way know its random Message-ID.
  const { messageName: messageId, reason } = parsed.bounce
  if (!(await bounced(tx, { messageId, reason }, now))) await technicianBounced(tx, { messageId, reason }, now)
}

/** The writer: the person in the ticket's record, otherwise the owner of the address. */
async function whoseMail(
  tx: StaffTransaction,
  sender: string | null,
  theirs: { client: number; contact: KnownSender['contact'] } | undefined,
) {
  if (theirs || sender === null) return theirs
  return whoseAddress(tx, sender)
}

const listed = ({ name, mime, bytes }: MailFile, refused: boolean): ListedFile => ({
  name,
  mime,
  bytes: bytes.length,
  refused,
})

interface Named {
  readonly client: number
  readonly ticket: Ticket | null
  /** It names tickets of two clients. */
  readonly contradicts: boolean
  /** Its Message-ID is that of a mail of ours. */
  readonly isOurs: boolean
}

/** The ticket that a mail names: by a reply address with our mark, or by answering mails of ours. It is locked. */
async function ticketNamed(
  tx: StaffTransaction,
  { settings, secrets }: MailInbox,
  mail: ParsedMail | null,
): Promise<Named> {
  const none = { client: 0, ticket: null, contradicts: false, isOurs: false }
  if (!mail) return none
  const ours = await ownMails(tx, [...mail.references, mail.messageName])
  const isOurs = ours.some(({ messageName }) => messageName === mail.messageName)
  const places: { client: number; number: number }[] = []
  for (const { ticket, mac } of namedByAddress(settings.contact.email, mail.recipients)) {
    const place = await placeOf(tx, ticket)
    if (place && secrets.isStamp(mac, replyMark(place.client, ticket))) places.push(place)
  }
  for (const { client, ticket } of ours) if (ticket !== null) places.push({ client, number: ticket })
  const [first] = places
  if (!first) return { ...none, isOurs }
  const contradicts = places.some(({ client }) => client !== first.client)
  const ticket = await evenIfJoined(async () => {
    // The number of a ticket that was joined leads to the other one.
    const place = await placeOf(tx, first.number)
    return place && place.client === first.client ? lockByNumber(tx.of(first.client), place.number) : undefined
  })
  return { client: first.client, ticket: contradicts ? null : (ticket ?? null), contradicts, isOurs }
}

export interface Kept {
  readonly name: string
  /** Its place in the store. */
  readonly id: string | null
  /** The file as it would be recorded; null if the portal's rules refuse it. */
  readonly file: MailAttachment | null
}

/** Judges the files of a mail by the rules of the portal's uploads. */
export async function receiveFiles(
  { files, settings }: Pick<MailInbox, 'files' | 'settings'>,
  mailed: readonly MailFile[],
): Promise<Kept[]> {
  const { maxFileBytes, also } = limitsOf(settings)
  const kept: Kept[] = []
  for (const { name, mime, bytes } of mailed) {
    const received = await files.receive(Readable.from([bytes]), maxFileBytes + 1)
    const offered = { received, name, mime, extension: extensionOf(name) }
    const judged = await judgedFile(offered, { maxBytes: maxFileBytes, also })
    kept.push({ name, id: received.id, file: typeof judged === 'string' ? null : judged })
  }
  return kept
}

/** Adds the mail to its ticket as the customer's entry. Returns the files to keep. */
async function join(
  tx: StaffTransaction,
  ticket: Ticket,
  { client, contact, name }: KnownSender & { readonly client: number },
  { as, text }: Extract<MailDecision, { is: 'joined' }>,
  { mail: { kept, parsed }, settings }: { readonly mail: ReadMail; readonly settings: Settings },
  now: Date,
): Promise<{ readonly entry: number; readonly files: string[] }> {
  await actByMail(tx)
  const own = tx.of(client)
  const person = await personOfContact(own, { installation: ticket.installation, login: loginOf(contact), name })
  const attached = await attachable(own, kept, settings, now)
  const { id: entry } = await addEntry(own, ticket, {
    kind: as,
    at: now,
    closes: false,
    text: withRefused(
      text,
      kept.filter((each) => !attached.includes(each)),
    ),
    author: name,
    origin: BY_MAIL,
    person,
    quoted: parsed?.rest ?? '',
  })
  for (const { file } of attached)
    if (file) await attachMailFile(own, person, file, { ticket: ticket.number, entry }, now)
  return { entry, files: attached.flatMap(({ id }) => id ?? []) }
}

/** The files that the rules and the client's quota allow. */
export async function attachable(
  own: Transaction,
  kept: readonly Kept[],
  settings: Settings,
  now: Date,
): Promise<Kept[]> {
  const { clientPerDay, maxFiles } = limitsOf(settings)
  let room = clientPerDay - (await clientBytes(own, new Date(now.getTime() - DAY_MS)))
  const fitting = kept.filter(({ file }) => {
    if (!file || file.bytes > room) return false
    room -= file.bytes
    return true
  })
  return fitting.slice(0, maxFiles)
}

const limitsOf = ({ limits, files }: Settings) => ({
  maxFileBytes: limits.attachmentBytes,
  maxFiles: limits.attachments,
  clientPerDay: limits.storage.clientPerDay,
  also: files.also,
})

/** The customer's words, and the names of files that could not be attached. */
export function withRefused(text: string, refused: readonly { readonly name: string }[]): string {
  const names = refused.map(({ name }) => `«${name}»`).join(', ')
  const left = refused.length === 0 ? '' : `[Archivos del correo que no se admiten y no están adjuntos: ${names}]`
  const said = clippedText(text, MAX_TEXT - left.length - 2)
  return [said, left].filter(Boolean).join('\n\n') || '[Correo sin texto]'
}

/**
 * A mail that is delivered once more has the same words, files, Message-ID and sender, whatever servers have added on
 * the way.
 */
function fingerprintOf({ raw }: FetchedMail, mail: ParsedMail | null, sender: string | null): Buffer {
  const hash = createHash('sha256')
  if (!mail) return hash.update(raw).digest()
  hash.update(JSON.stringify([mail.messageName, sender, mail.subject, mail.said, mail.rest]))
  for (const { name, bytes } of mail.files) hash.update(name).update(bytes)
  return hash.digest()
}
