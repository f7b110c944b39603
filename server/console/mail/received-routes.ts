import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { consoleApi } from '#contract/console/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { loginOf } from '#contract/entry-codec.ts'
import { plainTitle } from '#domain/one-line.ts'
import { clippedText } from '#domain/clipped-text.ts'
import { mayAddInformation, mayReply } from '#domain/ticket-actions.ts'
import { DEFAULT_VERSION, MAX_TITLE } from '#domain/ticket-draft.ts'
import { openingStanding } from '#domain/ticket.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import type { FileAnswer } from '../../http/door.ts'
import { contentDisposition, headersOf } from '../../http/file-headers.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { BY_MAIL, type Kept, attachable, receiveFiles, withRefused } from '../../mail-in/import-mail.ts'
import { openMailParser } from '../../mail-in/mail-parser.ts'
import { insertTicket, modules } from '../../tickets/ticket-store.ts'
import { addEntry, insertOpeningEntry } from '../../tickets/timeline-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole, bindConsoleFile } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { DEFAULT_LIMIT } from '../lists/paged-list.ts'
import { written } from '../masters/master-form.ts'
import { contactsOf, personOfContact } from '../tickets/call-store.ts'
import { holdTicket } from '../tickets/held-ticket.ts'
import { clientCard, installationsOf } from '../tickets/support-ticket-store.ts'
import {
  type ReceivedMail,
  attachMailFile,
  listReceived,
  lockReceived,
  moduleIn,
  rawOf,
  receivedNumbered,
  senderIn,
  settleReceived,
} from './received-store.ts'

const endpoints = consoleApi.consoleReceivedMail

/** The parts that read a mail's files and store them. */
interface Sorting extends Pick<ConsoleDependencies, 'files' | 'settings'> {
  readonly parser: ReturnType<typeof openMailParser>
}

/** «Correo por ordenar»: the mails that joined no ticket by themselves. */
export function bindReceivedMail(binding: ConsoleBinding, { app, files, settings }: ConsoleDependencies): void {
  const parser = openMailParser()
  app.addHook('onClose', () => parser.close())
  const sorting = { files, settings, parser }

  bindConsole(binding, endpoints.list, async ({ limit = DEFAULT_LIMIT, ...question }, { tx, note }) => {
    await note({ details: { state: question.state } })
    return listReceived(tx, { ...question, limit })
  })

  bindConsole(binding, endpoints.raise, (input, context) => raiseTicket(sorting, input, context))
  bindConsoleFile(binding, endpoints.file, (input, context) => fileOf(sorting, input, context))
  bindConsole(binding, endpoints.join, (input, context) => joinTicket(sorting, input, context))
  bindConsole(binding, endpoints.discard, async ({ mail: id }, context) => {
    await waiting(context.tx, id)
    return moved(id, 'discarded', context)
  })
  bindConsole(binding, endpoints.restore, async ({ mail: id }, context) => {
    if (!(await lockReceived(context.tx, id))) throw notFound()
    const { state } = written(await receivedNumbered(context.tx, id))
    if (state !== 'discarded' && state !== 'ignored') throw refused('mail-sorted')
    return moved(id, 'waiting', context)
  })
}

/** Makes a ticket of a mail, by its sender. */
async function raiseTicket(
  sorting: Sorting,
  { mail: id, client: named, contact: namedContact = null }: Input<typeof endpoints.raise>,
  { tx, technician, now, note }: ConsoleContext,
): Promise<Data<typeof endpoints.raise>> {
  const { mail, rawFile } = await waiting(tx, id)
  const code = mail.client?.code ?? named
  if (code === undefined) throw refused('mail-of-nobody')
  if (named !== undefined && named !== code) throw refused('mail-of-other-client')
  const own = tx.of(code)
  const place = await placeFor(own, mail.client && named === undefined ? (mail.contact?.id ?? null) : namedContact)
  if (!place) throw refused('mail-of-nobody')
  const { client, contact, installation } = place
  const name = contact?.name ?? client.name
  const person = await personOfContact(own, {
    installation: installation.code,
    login: loginOf(contact?.id ?? null),
    name,
  })
  const number = await insertTicketOf(own, mail, place, { person, name }, now)
  const entry = await keepFiles(sorting, own, rawFile, now, async (fits, leftOut) => {
    const { id } = await insertOpeningEntry(own, number, {
      kind: 'query', at: now, closes: false, text: withRefused(mail.said, leftOut), author: name, username: technician.username,
      origin: BY_MAIL, person, quoted: mail.rest,
    }) // prettier-ignore
    for (const file of fits) await attachMailFile(own, person, file, { ticket: number, entry: id }, now)
    return id
  })
  await settleReceived(
    tx,
    id,
    { state: 'raised', into: { client: own.client, ticket: number, entry } },
    technician.username,
    now,
  )
  await note({ client: own.client, ticket: number, details: { mail: id } })
  return { ticket: number }
}

/** A file of a stored mail, judged again as an upload would be. Browsers save it, and show nothing of it. */
async function fileOf(
  { files, settings, parser }: Sorting,
  { mail: id, place }: Input<typeof endpoints.file>,
  { tx, note }: ConsoleContext,
): Promise<FileAnswer> {
  const kept = await rawOf(tx, id)
  if (!kept?.rawFile) throw notFound()
  const parsed = await parser.parse(await buffer(await files.read(kept.rawFile)))
  const wanted = parsed?.files[place]
  if (!wanted) throw notFound()
  const [judged] = await receiveFiles({ files, settings }, [wanted])
  await files.discard(judged?.id ? [judged.id] : [])
  if (!judged?.file) throw new Problem(415, (s) => s.file['type-not-allowed'](settings.files.also))
  await note({ client: kept.client, details: { mail: id, file: wanted.name } })
  const disposition = { 'Content-Disposition': contentDisposition('attachment', wanted.name) }
  return { headers: { ...headersOf(judged.file), ...disposition }, stream: Readable.from([wanted.bytes]) }
}

type Place = NonNullable<Awaited<ReturnType<typeof placeFor>>>

/** The ticket without its text. Of the other fields a mail can only name the module. */
async function insertTicketOf(
  own: Transaction,
  mail: ReceivedMail,
  { client, contact, installation, company }: Place,
  { person, name }: { readonly person: number; readonly name: string },
  now: Date,
): Promise<number> {
  const mentioned = await moduleIn(own, mail.id)
  const module = (await modules(own, client.areas)).find(({ number }) => number === mentioned)
  return insertTicket(
    own,
    { person, contact, limitedSession: null },
    {
      installation: installation.code,
      company,
      area: module?.area ?? client.areas[0] ?? 'technical',
      kind: 'query',
      customDevelopment: false,
      module: module?.number ?? null,
      title: clippedText(plainTitle(mail.subject) || plainTitle(mail.said), MAX_TITLE),
      contactName: name,
      email: contact?.email ?? client.email,
      urgency: '3',
      phoneAssistance: false,
      phone: contact?.phone ?? '',
      callWindow: '',
      version: installation.version || DEFAULT_VERSION,
      origin: BY_MAIL,
      raisedBy: name,
      relatedTicket: null,
    },
    openingStanding(now),
  )
}

/** Adds a mail to a ticket, as an entry that its sender may write there now. */
async function joinTicket(
  sorting: Sorting,
  { mail: id, ticket: wanted }: Input<typeof endpoints.join>,
  { tx, technician, now, note }: ConsoleContext,
): Promise<Data<typeof endpoints.join>> {
  const { mail, rawFile } = await waiting(tx, id)
  const { own, ticket } = await holdTicket(wanted, { tx })
  if (mail.client && mail.client.code !== own.client) throw refused('mail-of-other-client')
  const kind = mayReply(ticket).allowed ? 'reply' : mayAddInformation(ticket).allowed ? 'note' : null
  if (kind === null) throw refused('mail-ticket-closed')
  const known = mail.sender === null ? undefined : await senderIn(own, ticket.number, mail.sender)
  const client = written(await clientCard(own))
  // A sender without a record appears under the name in the mail, beside the technician who vouches for them.
  const author =
    known?.name ?? ([mail.senderName, mail.sender && `<${mail.sender}>`].filter(Boolean).join(' ') || client.name)
  const login = loginOf(known?.contact ?? null)
  const person = await personOfContact(own, {
    installation: ticket.installation,
    login,
    name: known?.name ?? client.name,
  })
  const entry = await keepFiles(sorting, own, rawFile, now, async (fits, leftOut) => {
    const { id } = await addEntry(own, ticket, {
      kind, at: now, closes: false, text: withRefused(mail.said, leftOut), author, username: technician.username, origin: BY_MAIL,
      person, quoted: mail.rest,
    }) // prettier-ignore
    for (const file of fits) await attachMailFile(own, person, file, { ticket: ticket.number, entry: id }, now)
    return id
  })
  await settleReceived(
    tx,
    id,
    { state: 'joined', into: { client: own.client, ticket: ticket.number, entry } },
    technician.username,
    now,
  )
  await note({ client: own.client, ticket: ticket.number, details: { mail: id } })
  return { ticket: ticket.number }
}

/** Judges the files of the stored mail, and keeps those that the entry gets. */
async function keepFiles(
  { files, settings, parser }: Sorting,
  own: Transaction,
  rawFile: string | null,
  now: Date,
  add: (fits: NonNullable<Kept['file']>[], leftOut: readonly Kept[]) => Promise<number>,
): Promise<number> {
  const parsed = rawFile === null ? null : await parser.parse(await buffer(await files.read(rawFile)))
  const kept = await receiveFiles({ files, settings }, parsed?.files ?? [])
  const fitting = await attachable(own, kept, settings, now)
  const leftOut = kept.filter((each) => !fitting.includes(each))
  const entry = await add(
    fitting.flatMap(({ file }) => file ?? []),
    leftOut,
  )
  await files.discard(leftOut.flatMap(({ id }) => id ?? []))
  // The files reach the disk before the commit: a record must never lack its file.
  await files.keep(fitting.flatMap(({ id }) => id ?? []))
  return entry
}

async function moved(id: number, state: 'waiting' | 'discarded', { tx, technician, now, note }: ConsoleContext) {
  await settleReceived(tx, id, { state }, technician.username, now)
  const mail = written(await receivedNumbered(tx, id))
  await note({ client: mail.client?.code ?? null, details: { mail: id } })
  return mail
}

/** A mail that nobody has sorted yet, locked. */
async function waiting(tx: StaffTransaction, id: number) {
  const locked = await lockReceived(tx, id)
  if (!locked) throw notFound()
  const mail = written(await receivedNumbered(tx, id))
  if (mail.state !== 'waiting') throw refused('mail-sorted')
  return { mail, rawFile: locked.rawFile }
}

/** The place of a ticket of a contact, or of the client itself: the first installation and company of theirs. */
async function placeFor(own: Transaction, contactId: number | null) {
  const client = await clientCard(own)
  const contact = contactId === null ? null : (await contactsOf(own)).find(({ id }) => id === contactId)
  // Another client's records count as missing.
  if (!client || contact === undefined) throw notFound()
  const installations = await installationsOf(own)
  const installation = installations.find(
    ({ code, companies }) => companies.length > 0 && (!contact || contact.installations.includes(code)),
  )
  const company = installation?.companies[0]?.code
  return installation && company !== undefined ? { client, contact, installation, company } : null
}

type Refusal = 'mail-sorted' | 'mail-of-nobody' | 'mail-of-other-client' | 'mail-ticket-closed'
const refused = (reason: Refusal): Problem => new Problem(409, (s) => s.console[reason]())
