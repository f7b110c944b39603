import type { consoleReceivedMail } from '#contract/console/received-mail.ts'
import type { Data } from '#contract/endpoint.ts'
import { clippedText } from '#domain/clipped-text.ts'
import type { MailboxTrouble } from '#domain/mail/mailbox-trouble.ts'
import type { MailDecision, SenderProof } from '#domain/mail/received-mail.ts'
import { type Runner, type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'
import { readCursor } from '../lists/cursor.ts'
import { type ListQuestion, partOf } from '../lists/paged-list.ts'
import { proposalsFor } from './proposal-store.ts'

// Received mail across clients. server/mail-in/ decides on each mail.

export interface Mailbox {
  readonly uidValidity: number
  readonly lastUid: number
}

/** Takes the mailbox for this server until then, or keeps it. Undefined while another server reads. */
export const takeMailbox = (tx: StaffTransaction, server: string, now: Date, until: Date) =>
  tx.maybe<Mailbox>(sql`
    update mailbox b set held_by = ${server}, held_until = ${until}
    where b.held_by = ${server} or b.held_until is null or b.held_until <= ${now}
    returning b.uid_validity, b.last_uid`)

export const releaseMailbox = (tx: StaffTransaction, server: string) =>
  tx.rows(sql`update mailbox b set held_by = null, held_until = null where b.held_by = ${server}`)

/** The mailbox was read to its end: its trouble is over. */
export const noteMailboxRead = (tx: StaffTransaction, now: Date) =>
  tx.rows(sql`update mailbox b set read_at = ${now}, trouble = null, trouble_said = '', trouble_since = null`)

/** The first moment stays as long as there is any trouble. */
export const noteMailboxTrouble = (tx: StaffTransaction, { kind, said }: MailboxTrouble, now: Date) =>
  tx.rows(sql`
    update mailbox b set trouble = ${kind}, trouble_said = ${said}, trouble_since = coalesce(b.trouble_since, ${now})`)

/** A portal without a mailbox has no trouble with it. */
export const forgetMailboxTrouble = (runner: Runner) =>
  runner.rows(sql`
    update mailbox b set trouble = null, trouble_said = '', trouble_since = null where b.trouble is not null`)

/** Since when and why the mailbox is not read; undefined while it is. */
export const mailboxUnread = (runner: Runner) =>
  runner.maybe<{ since: Date; reason: MailboxTrouble['kind']; said: string }>(sql`
    select coalesce(b.read_at, b.trouble_since) as since, b.trouble as reason, b.trouble_said as said
    from mailbox b where b.trouble is not null`)

/** Locked until the transaction ends: if two servers read at once, the second continues after the first. */
export const lockMailbox = (tx: StaffTransaction) =>
  tx.row<Mailbox>(sql`select b.uid_validity, b.last_uid from mailbox b for update`)

export const moveMailbox = (tx: StaffTransaction, { uidValidity, lastUid }: Mailbox) =>
  tx.rows(sql`update mailbox b set uid_validity = ${uidValidity}, last_uid = ${lastUid}`)

/** A file in the list of a mail's files. */
export interface ListedFile {
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly refused?: boolean
}

export interface NewReceivedMail {
  readonly uidValidity: number
  readonly uid: number
  readonly fingerprint: Buffer
  readonly messageName: string
  readonly sender: string | null
  readonly senderName: string
  readonly subject: string
  readonly proof: SenderProof
  readonly said: string
  readonly rest: string
  readonly files: readonly ListedFile[]
  readonly bytes: number
  readonly rawFile: string | null
  readonly client: number | null
  readonly contact: number | null
  readonly ticket: number | null
  readonly entry: number | null
}

export const insertReceived = (tx: StaffTransaction, mail: NewReceivedMail, decision: MailDecision, now: Date) =>
  tx.row<{ id: number }>(sql`
    insert into received_mail (uid_validity, uid, fingerprint, message_name, sender, sender_name, subject, received_at, proof, state,
      reason, said, rest, files, bytes, raw_file, for_client, for_contact, ticket_number, entry_id)
    values (${mail.uidValidity}, ${mail.uid}, ${mail.fingerprint}, ${mail.messageName}, ${mail.sender}, ${mail.senderName},
      ${mail.subject}, ${now}, ${mail.proof}, ${decision.is}, ${decision.is === 'joined' ? null : decision.reason}, ${mail.said},
      ${mail.rest}, ${JSON.stringify(mail.files)}::jsonb, ${mail.bytes}, ${mail.rawFile}, ${mail.client}, ${mail.contact}, ${mail.ticket},
      ${mail.entry})
    returning received_id as id`)

/**
 * How many mails came from an address since then, how many of them joined a ticket, and whether this same mail came
 * before.
 */
export const receivedFrom = (tx: StaffTransaction, sender: string | null, fingerprint: Buffer, since: Date) =>
  tx.row<{ received: number; joined: number; isKnown: boolean }>(sql`
    select count(*)::int as received, (count(*) filter (where r.state = 'joined'))::int as joined,
      exists (select from received_mail d where d.fingerprint = ${fingerprint}) as is_known
    from received_mail r where r.sender = ${sender} and r.received_at > ${since}`)

/** Our mails with these Message-IDs, the last named first. */
export const ownMails = (tx: StaffTransaction, names: readonly string[]) =>
  tx.rows<{ client: number; ticket: number | null; messageName: string }>(sql`
    select any_m.client_id as client, any_m.ticket_number as ticket, any_m.message_name
    from mail any_m where any_m.message_name = any(${[...names]})
    order by array_position(${[...names]}::text[], any_m.message_name) desc`)

/** Somebody in a ticket's record: the contact, or null for the client itself. */
export interface KnownSender {
  readonly contact: number | null
  readonly name: string
}

/**
 * The person in a ticket's record with an address: a contact that may see the ticket, preferably its author, or the
 * client.
 */
export const senderIn = (tx: Transaction, ticket: number, sender: string) =>
  tx.maybe<KnownSender>(sql`
    select k.contact_id as contact, coalesce(k.name, c.name) as name
    from ticket t
    join client c on c.client_id = t.client_id
    left join contact k on k.client_id = t.client_id and k.active and lower(k.email) = ${sender}
      and (k.contact_id = t.contact_id or k.visibility = 'client' or (k.visibility = 'installation' and exists (
        select from contact_installation b
        where ${tx.own('b')} and b.contact_id = k.contact_id and b.installation_code = t.installation_code)))
    where ${tx.own('t')} and t.number = ${ticket} and t.merged_into is null and c.active
      and (k.contact_id is not null or lower(c.email) = ${sender})
    order by (k.contact_id = t.contact_id) desc nulls last, k.contact_id limit 1`)

/** The owner of an address: a client, and its contact if there is just one. */
export interface Whose {
  readonly client: number
  readonly contact: number | null
}

/** The client and contact of an address; undefined if it is nobody's, or of more than one client. */
export const whoseAddress = async (runner: Runner, sender: string): Promise<Whose | undefined> => {
  const found = await runner.rows<Whose>(sql`
    select any_k.client_id as client, case when count(*) = 1 then min(any_k.contact_id) end as contact
    from contact any_k join client any_c using (client_id)
    where any_k.active and any_c.active and lower(any_k.email) = ${sender} group by any_k.client_id
    union all
    select any_c.client_id, null from client any_c
    where any_c.active and lower(any_c.email) = ${sender} and not exists (
      select from contact any_k where any_k.client_id = any_c.client_id and any_k.active and lower(any_k.email) = ${sender})
    limit 2`)
  return found.length === 1 ? found[0] : undefined
}

/** Marks all further statements of this transaction as a customer's act by mail. */
export const actByMail = (tx: StaffTransaction) => tx.rows(sql`select set_config('app.by_mail', 'yes', true)`)

export interface MailAttachment {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly sha256: Buffer
}

export const attachMailFile = (
  tx: Transaction,
  person: number,
  file: MailAttachment,
  { ticket, entry }: { readonly ticket: number; readonly entry: number },
  now: Date,
) =>
  tx.rows(sql`
    insert into attachment (client_id, attachment_id, person_id, ticket_number, entry_id, name, mime, bytes, sha256, added_at)
    values (${tx.client}, ${file.id}, ${person}, ${ticket}, ${entry}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256}, ${now})`)

/** How many bytes of files a client's people have added since an instant. */
export const clientBytes = async (tx: Transaction, since: Date): Promise<number> =>
  (
    await tx.row<{ bytes: number }>(sql`
      select coalesce(sum(a.bytes), 0)::bigint as bytes from attachment a where ${tx.own('a')} and a.added_at > ${since}`)
  ).bytes

/**
 * Whole mails that nobody will ask for any more. Their records forget them first; then the caller removes the files.
 */
export const forgetRaw = (tx: StaffTransaction, settledBefore: Date, ignoredBefore: Date) =>
  tx.rows<{ rawFile: string }>(sql`
    with old as (
      select r.received_id, r.raw_file from received_mail r
      where r.raw_file is not null and (
        (r.state in ('joined', 'raised') and r.received_at < ${settledBefore})
        or (r.state in ('discarded', 'ignored') and coalesce(r.decided_at, r.received_at) < ${ignoredBefore}))
      limit 1000 for update)
    update received_mail r set raw_file = null from old where r.received_id = old.received_id
    returning old.raw_file`)

/** Empties discarded and ignored mails a month later, when nobody takes them back any more. */
export const emptyDiscarded = (tx: StaffTransaction, before: Date) =>
  tx.rows(sql`
    update received_mail r set said = '', rest = '', files = '[]', subject = '', sender_name = ''
    where r.state in ('discarded', 'ignored') and coalesce(r.decided_at, r.received_at) < ${before} and r.subject || r.said || r.rest <> ''`)

export type ReceivedMail = Data<typeof consoleReceivedMail.list>['items'][number]
type Recorded = Omit<ReceivedMail, 'proposed'>

const RECEIVED = sql`
  r.received_id as id, r.state, r.reason, r.proof, r.sender, r.sender_name, r.subject, r.said, r.rest, r.files, r.received_at,
  (select jsonb_build_object('code', any_c.client_id, 'name', any_c.name) from client any_c where any_c.client_id = r.for_client) as client,
  (select jsonb_build_object('id', any_k.contact_id, 'name', any_k.name) from contact any_k
    where any_k.client_id = r.for_client and any_k.contact_id = r.for_contact) as contact,
  (select m.name from module m
    join client any_c on any_c.client_id = r.for_client and m.area = any(any_c.areas)
    where m.listed and position(folded(m.name) in folded(r.subject || ' ' || left(r.said, 2000))) > 0
    order by length(m.name) desc, m.number limit 1) as module,
  r.ticket_number as ticket`

/** The part of a mail that a list shows. Opening the mail shows the rest. */
const SHOWN_BYTES = 20_000

/** The mails in a state, newest first. */
export async function listReceived(runner: Runner, question: ListQuestion<typeof consoleReceivedMail.list>) {
  const { state = 'waiting', after, limit } = question
  const [id = null] = after === undefined ? [] : readCursor(after, ['number'])
  const rows = await runner.rows<Recorded>(sql`
    select ${RECEIVED} from received_mail r
    where r.state = ${state} and (${id}::bigint is null or r.received_id < ${id}::bigint)
    order by r.received_id desc limit ${limit + 1}`)
  const { items, next } = partOf(rows, limit, (last) => [last.id])
  const proposals = await proposalsFor(
    runner,
    items.flatMap(({ id, client }) => (state === 'waiting' && client === null ? [id] : [])),
  )
  return {
    items: items.map((mail) => ({
      ...mail,
      proposed: proposals.get(mail.id) ?? null,
      said: clippedText(mail.said, SHOWN_BYTES),
      rest: clippedText(mail.rest, SHOWN_BYTES),
    })),
    next,
  }
}

export async function receivedNumbered(runner: Runner, mail: number): Promise<ReceivedMail | undefined> {
  const found = await runner.maybe<Recorded>(sql`select ${RECEIVED} from received_mail r where r.received_id = ${mail}`)
  if (!found) return undefined
  const isUnknown = found.state === 'waiting' && found.client === null
  return { ...found, proposed: isUnknown ? ((await proposalsFor(runner, [mail])).get(mail) ?? null) : null }
}

/** The stored file of a whole mail; null if it was never stored, or is not any more. */
export const rawOf = (runner: Runner, mail: number) =>
  runner.maybe<{ rawFile: string | null; client: number | null }>(sql`
    select r.raw_file, r.for_client as client from received_mail r where r.received_id = ${mail}`)

/** The module of a client's areas that a mail mentions. */
export const moduleIn = async (tx: Transaction, mail: number): Promise<number | null> =>
  (
    await tx.maybe<{ number: number }>(sql`
      select m.number from module m
      join client c on ${tx.own('c')} and m.area = any(c.areas)
      join received_mail r on r.received_id = ${mail}
      where m.listed and position(folded(m.name) in folded(r.subject || ' ' || left(r.said, 2000))) > 0
      order by length(m.name) desc, m.number limit 1`)
  )?.number ?? null

/** Of two technicians at once the second sees the first one's act. */
export const lockReceived = (tx: StaffTransaction, mail: number) =>
  tx.maybe<{ rawFile: string | null }>(sql`
    select r.raw_file from received_mail r where r.received_id = ${mail} for update`)

interface Settled {
  readonly state: ReceivedMail['state']
  /** Its new place. */
  readonly into?: { readonly client: number; readonly ticket: number; readonly entry: number }
}

export const settleReceived = (
  tx: StaffTransaction,
  mail: number,
  { state, into }: Settled,
  technician: string,
  now: Date,
) => {
  const client = into?.client ?? null
  return tx.rows(sql`
    update received_mail r set state = ${state}, for_client = coalesce(${client}::bigint, r.for_client),
      for_contact = case when ${client}::bigint is distinct from r.for_client and ${client}::bigint is not null
        then null else r.for_contact end,
      ticket_number = coalesce(${into?.ticket ?? null}::bigint, r.ticket_number), entry_id = ${into?.entry ?? null},
      decided_by = ${technician}, decided_at = ${now}
    where r.received_id = ${mail}`)
}
