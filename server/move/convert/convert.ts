import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { allowedExtension, mimeOf } from '#domain/attachment.ts'
import { type AlsoExtension, isTaken } from '#domain/files/file-choice.ts'
import { extensionOf, truncatedName } from '#domain/files/file-name.ts'
import { DEFAULT_ORIGIN } from '#domain/ticket.ts'
import { stepsAboveUsual } from '#domain/urgency.ts'
import { placeOf } from '../../db/file-places.ts'
import { StartProblem } from '../../start-problem.ts'
import { FORMAT } from '../make-export.ts'
import { type LineWriter, writeLines } from './line-writer.ts'
import type { OldClient, OldFile, OldSystem, OldTicket } from './old-system.ts'
import { peopleOf, type People } from './old-people.ts'
import { type Said, timelineOf } from './timeline.ts'

export interface ConvertWork {
  /** The types of files that the portal takes beside the specification's list; none if absent. */
  readonly also?: readonly AlsoExtension[]
  readonly progress: (step: string) => void
  /** Receives everything that has no place in the format. */
  readonly report: (said: string) => void
  readonly signal: AbortSignal
}

/** The contents of the old system, and their fate. */
export interface Converted {
  readonly tickets: number
  /** Those with words, or with a change between open and closed. */
  readonly entries: number
  readonly files: number
  readonly lost: number
  readonly counts: Readonly<Record<string, number>>
}

const AT_ONCE = 500
const COMPANY = '001'

/** Writes what another system holds as a folder in the neutral format. */
export async function convert(folder: string, open: () => Promise<OldSystem>, work: ConvertWork): Promise<Converted> {
  if (existsSync(folder)) throw new StartProblem(`${folder} is there already: choose another name.`)
  const unfinished = `${folder}.unfinished`
  const system = await open()
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(join(unfinished, 'files'), { recursive: true, mode: 0o700 })
  const lines = writeLines(unfinished)
  try {
    const told = await convertAll(system, lines, unfinished, work)
    const counts = await lines.end()
    await writeFile(
      join(unfinished, 'export.json'),
      `${JSON.stringify({ format: FORMAT, client: null, counts }, null, 1)}\n`,
    )
    await rename(unfinished, folder)
    return { ...told, counts }
  } catch (error) {
    await lines.end()
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    await system.close()
  }
}

async function convertAll(system: OldSystem, lines: LineWriter, folder: string, work: ConvertWork) {
  const people = peopleOf(system.code, await system.users())
  const roots = rootsAmong(await system.joined())
  const firstMessage = await system.firstMessage()
  const sums = { tickets: 0, entries: 0, files: 0, lost: 0 }
  const lose = (said: string) => {
    sums.lost += 1
    work.report(said)
  }
  for (const technician of people.technicians) await lines.add('technicians', technician)
  for (const client of await system.clients()) {
    work.progress(client.name)
    const installationCode = `${system.code}-${client.id}`
    await addClient(lines, client, installationCode)
    const written = new Set<number>()
    const all = await system.ticketsOf(client.id)
    const groups = Map.groupBy(all, (id) => roots.get(id) ?? id)
    const ofRoots = [...groups.keys()].toSorted((a, b) => a - b)
    for (let from = 0; from < ofRoots.length; from += AT_ONCE) {
      work.signal.throwIfAborted()
      const some = ofRoots.slice(from, from + AT_ONCE)
      const sum = await convertTickets(
        { system, lines, people, folder, also: work.also ?? [], firstMessage, installationCode, written, lose },
        some.map((root) => [root, ...(groups.get(root) ?? []).filter((id) => id !== root)]),
      )
      sums.tickets += sum.tickets
      sums.entries += sum.entries
      sums.files += sum.files
    }
    for (const user of [...written].toSorted((a, b) => a - b))
      await addPerson(lines, { clientId: client.id, installationCode }, people, user)
  }
  for (const said of await system.left()) work.report(said)
  return sums
}

/** The ticket that another one finally joined; null for a circle. */
function rootsAmong(joined: readonly { readonly joined: number; readonly to: number }[]): Map<number, number> {
  const next = new Map(joined.map((each) => [each.joined, each.to]))
  const roots = new Map<number, number>()
  for (const first of next.keys()) {
    const seen = new Set([first])
    let at = first
    for (let to = next.get(at); to !== undefined && !seen.has(to); to = next.get(at)) {
      seen.add(to)
      at = to
    }
    if (next.get(at) === undefined && at !== first) roots.set(first, at)
  }
  return roots
}

async function addClient(lines: LineWriter, { id, name, isActive: active }: OldClient, installationCode: string) {
  await lines.add('clients', { clientId: id, name, email: '', areas: ['main'], active, secondFactorRequired: false })
  await lines.add('installations', {
    clientId: id,
    code: installationCode,
    version: '',
    entryMode: 'signed',
    active,
  })
  await lines.add('companies', { clientId: id, installationCode, code: COMPANY, name, active: true })
}

interface Installation {
  readonly clientId: number
  readonly installationCode: string
}

async function addPerson(lines: LineWriter, installation: Installation, people: People, user: number): Promise<void> {
  const { login, name, contact } = people.person(user, installation.clientId)
  await lines.add('persons', { ...installation, personId: user, source: 'portal', login, name, named: name !== '' })
  if (!contact) return
  const { email, phone, isActive, seesAll } = contact
  const times = { enteredAt: null, emailChangedAt: null }
  await lines.add('contacts', {
    clientId: installation.clientId,
    contactId: user,
    name,
    email,
    phone,
    visibility: seesAll ? 'installation' : 'own',
    active: isActive,
    ...times,
  })
  await lines.add('contact-installations', { ...installation, contactId: user })
  await lines.add('contact-companies', { ...installation, contactId: user, companyCode: COMPANY })
}

interface TicketsWork {
  readonly system: OldSystem
  readonly lines: LineWriter
  readonly people: People
  readonly folder: string
  readonly also: readonly AlsoExtension[]
  readonly firstMessage: number
  readonly installationCode: string
  /** Everybody who has written something for this client. */
  readonly written: Set<number>
  readonly lose: (said: string) => void
}

async function convertTickets(work: TicketsWork, groups: readonly (readonly number[])[]) {
  const { system, lines } = work
  const ids = groups.flat()
  const tickets = new Map((await system.tickets(ids)).map((ticket) => [ticket.id, ticket]))
  const entries = await system.entries(ids)
  const files = await system.files(ids)
  const [entriesOf, filesOf] = [
    Map.groupBy(entries, ({ ticket }) => ticket),
    Map.groupBy(files, ({ ticket }) => ticket),
  ]
  for (const group of groups) {
    const [root, ...joined] = group.flatMap((id) => tickets.get(id) ?? [])
    if (!root) continue
    const own = group.flatMap((id) => entriesOf.get(id) ?? []).toSorted(inTime)
    const timeline = timelineOf([root, ...joined], own, work.people.isTechnician)
    const { standing, lastAt, closedAt } = timeline
    await lines.add('tickets', {
      ...ticketOf(work, root),
      state: standing.state,
      accepted: standing.accepted,
      lastEntryKind: standing.lastEntryKind,
      lastEntryAt: lastAt,
      closedAt,
      acceptedBySilence: standing.lastEntryKind === 'silence',
    })
    for (const each of joined)
      await lines.add('tickets', { ...ticketOf(work, each), mergedInto: root.id, assignee: null })
    const entryOf = new Map<string, number>()
    for (const said of timeline.said) entryOf.set(keyOf(said), await addEntry(work, root, said))
    for (const { id, author, notes, isPrivate, at } of own) {
      if (!isPrivate || notes.trim() === '') continue
      const of = { clientId: root.client, noteId: id, ticketNumber: root.id }
      await lines.add('internal-notes', { ...of, username: work.people.username(author), text: notes, at })
    }
    for (const file of group.flatMap((id) => filesOf.get(id) ?? []).toSorted((a, b) => a.id - b.id)) {
      const entry = own.find((each) => each.files.includes(file.id))
      const entryId = entryOf.get(`entry ${entry?.id}`) ?? entryOf.get(`ticket ${file.ticket}`)
      if (entry?.isPrivate) work.lose(`${toldOf(file)}: only technicians could read it`)
      else await addFile(work, root, file, entryId ?? 0)
    }
  }
  const isTold = ({ notes, closes }: { notes: string; closes: boolean | null }) =>
    notes.trim() !== '' || closes !== null
  return { tickets: tickets.size, entries: entries.filter(isTold).length, files: files.length }
}

const inTime = (a: { at: string; id: number }, b: { at: string; id: number }): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id

const toldOf = ({ id, name }: OldFile): string => `attachments ${id} (${name})`

const keyOf = ({ entry, kind, ticket }: Said): string =>
  entry !== null ? `entry ${entry}` : kind === 'query' ? `ticket ${ticket}` : `${kind} ${ticket}`

function ticketOf({ people, written, installationCode }: TicketsWork, ticket: OldTicket) {
  written.add(ticket.author)
  const { name: known, contact } = people.person(ticket.author, ticket.client)
  const name = known === '' ? (ticket.authorName ?? '') : known
  return {
    clientId: ticket.client,
    number: ticket.id,
    installationCode,
    companyCode: COMPANY,
    personId: ticket.author,
    contactId: contact ? ticket.author : null,
    area: 'main',
    kind: ticket.isIncident ? 'incident' : 'query',
    customDevelopment: false,
    moduleNumber: null,
    title: ticket.subject,
    contactName: name,
    email: contact?.email ?? '',
    urgency: stepsAboveUsual(ticket.pressing),
    phoneAssistance: false,
    phone: '',
    callWindow: '',
    version: '',
    origin: DEFAULT_ORIGIN,
    fromAssistant: false,
    relatedTicket: null,
    raisedBy: name,
    behalf: '',
    technician: null,
    createdAt: ticket.createdAt,
    state: 'pending',
    accepted: false,
    rating: null,
    lastEntryKind: 'query',
    lastEntryAt: ticket.createdAt,
    closedAt: null,
    lastClaimAt: null,
    claimsInARow: 0,
    blockingIncident: null,
    assignee:
      ticket.assignee !== null && !ticket.isClosed && people.isTechnician(ticket.assignee)
        ? people.username(ticket.assignee)
        : null,
    dueAt: null,
    silentAcceptanceAt: null,
    acceptedBySilence: false,
    silenceWarnedFor: null,
    firstWarnedAt: null,
    lastWarnedAt: null,
    mergedInto: null,
    notedBy: null,
    callMinutes: null,
    calledBackAt: null,
    valuationNumber: null,
  }
}

async function addEntry({ system, lines, people, written, firstMessage }: TicketsWork, root: OldTicket, said: Said) {
  const { kind, author, authorName, entry, ticket } = said
  const isOfProvider = author === null || (kind !== 'query' && people.isTechnician(author))
  if (author !== null && !isOfProvider) written.add(author)
  const entryId = lines.next('entries')
  const name = author === null ? system.name : people.person(author, root.client).name
  await lines.add('entries', {
    clientId: root.client,
    entryId,
    ticketNumber: root.id,
    number: kind === 'query' ? ticket : kind === 'reply' ? firstMessage + (entry ?? 0) : null,
    kind,
    closes: said.closes,
    text: said.text,
    author: name === '' ? (authorName ?? '') : name,
    behalf: '',
    origin: kind === 'query' ? DEFAULT_ORIGIN : '',
    transcribed: false,
    personId: isOfProvider ? null : author,
    at: said.at,
    recipient: null,
    originalText: null,
    username: isOfProvider && author !== null ? people.username(author) : null,
    generated: false,
  })
  return entryId
}

/** A picture within a text is a file of its entry. The text goes on naming it. */
async function addFile(
  { lines, system, people, written, folder, also, lose }: TicketsWork,
  root: OldTicket,
  file: OldFile,
  entryId: number,
) {
  const name = truncatedName((file.name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, ''))
  const extension = allowedExtension(extensionOf(name).replace(/^jpeg$/, 'jpg'))
  if (!extension || !isTaken(extension, also)) return lose(`${toldOf(file)}: the portal takes no files of its type`)
  const bytes = await file.bytes()
  if (typeof bytes === 'string') return lose(`${toldOf(file)}: ${bytes}`)
  if (bytes.length === 0) return lose(`${toldOf(file)}: it is empty`)
  const attachmentId = createHash('sha256').update(`${system.code} ${file.key}`).digest('base64url').slice(0, 24)
  const place = placeOf(join(folder, 'files'), attachmentId)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await writeFile(place, bytes, { mode: 0o600 })
  const isOfProvider = people.isTechnician(file.author)
  if (!isOfProvider) written.add(file.author)
  await lines.add('files', {
    clientId: root.client,
    sequence: file.id,
    attachmentId,
    personId: isOfProvider ? null : file.author,
    username: isOfProvider ? people.username(file.author) : null,
    ticketNumber: root.id,
    entryId,
    incidentNumber: null,
    developmentNumber: null,
    name,
    mime: mimeOf(extension),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    addedAt: file.at,
  })
}
