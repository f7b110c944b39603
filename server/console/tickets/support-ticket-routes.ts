import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { assignedMeanwhile, writtenMeanwhile } from '#contract/console/tickets.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { CLIENT_AREAS } from '#domain/account.ts'
import { countProblem } from '#domain/files/file-choice.ts'
import { filledIn } from '#contract/console/canned-fields.ts'
import { awaitedSince } from '#domain/promise.ts'
import { channelOf, shownTurn, sideOf } from '#domain/ticket.ts'
import { type FileStore, withHeldBack } from '../../db/file-store.ts'
import { promisedFor } from '../../db/promise-store.ts'
import type { Transaction } from '../../db/sql.ts'
import { Problem, invalid, notFound } from '../../http/problems.ts'
import { refusalOf } from '../mail/outbox-store.ts'
import { readerOf } from '../../mail/reader-store.ts'
import { discardAnswerDraft, findAnswerDraft, saveAnswerDraft } from './answer-draft-store.ts'
import { attachAnswerFiles } from './answer-file-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { merge } from './merge.ts'
import { standingEntriesOf } from './merge-store.ts'
import { forgetPresence, sayPresent, viewersOf } from './presence-store.ts'
import { addAnswer, writtenSince } from './support-answer.ts'
import { findTicket, holdTicket } from './held-ticket.ts'
import { insistOnSubject } from './insist-on-subject.ts'
import { markSeen, unreadOf } from './unread-store.ts'
import {
  type FileOfEntry,
  type FullEntry,
  assigneeOf,
  cannedAnswers,
  clientCard,
  contactCard,
  developmentsLinkedTo,
  entriesOf,
  filesOf,
  incidentsLinkedTo,
  insertNote,
  installationsOf,
  joinedTo,
  latestEntryOf,
  notesOf,
  otherTickets,
  propertiesOf,
  setAssignee,
  setProperties,
  supportTicket,
} from './support-ticket-store.ts'
import { activeTechnician } from '../technicians/colleague.ts'
import { problemsOfTicket } from '../problems/problem-incident-store.ts'
import { valuationsOfTicket } from '../work/support-valuation-store.ts'

const endpoints = consoleApi.consoleTickets

type Dependencies = Pick<ConsoleDependencies, 'files' | 'limits'>

/** One ticket in the technicians' view, and their acts on it. */
export function bindSupportTickets(binding: ConsoleBinding, dependencies: Dependencies): void {
  const { files } = dependencies
  bindConsole(binding, endpoints.view, async ({ number: message }, context) => {
    const { own, number } = await findTicket(context.tx, message)
    const view = await viewOf(own, number, message, files, context)
    await context.note({ client: own.client, ticket: number })
    return view
  })
  bindConsole(binding, endpoints.earlier, async ({ ticket: message, ...before }, context) => {
    const { own, number } = await findTicket(context.tx, message)
    const part = await partOfTimeline(own, number, before, files)
    await context.note({ client: own.client, ticket: number })
    return part
  })
  bindConsole(binding, endpoints.presence, sayPresence)
  bindConsole(binding, endpoints.seen, async ({ ticket: message, upTo }, { tx, technician }) => {
    const { own, number } = await findTicket(tx, message)
    await markSeen(own, technician.username, number, upTo)
    return null
  })

  bindConsole(binding, endpoints.answer, (input, context) => answer(input, context, dependencies))
  bindConsole(binding, endpoints.note, async ({ ticket: message, text }, context) => {
    const { tx, technician, now, note } = context
    const { own, number } = await findTicket(tx, message)
    const id = await insertNote(own, number, technician.username, text, now)
    await note({ client: own.client, ticket: number, details: { note: id } })
    return { note: id }
  })
  bindConsole(binding, endpoints.assign, assign)
  bindConsole(binding, endpoints.change, change)
  bindConsole(binding, endpoints.merge, merge)

  bindDrafts(binding)
  bindConsole(binding, endpoints.cannedAnswers, cannedAnswersFor)
}

/** The answer that a technician is writing, kept until it is sent. */
function bindDrafts(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.draft, async ({ ticket: message }, { tx, technician }) => {
    const { own, number } = await findTicket(tx, message)
    return (await findAnswerDraft(own, number, technician.username)) ?? null
  })
  bindConsole(binding, endpoints.saveDraft, async ({ ticket: message, text, files = [], writer, since }, context) => {
    const { tx, technician, now } = context
    const { own, number } = await findTicket(tx, message)
    if (text.trim() === '' && files.length === 0)
      await discardAnswerDraft(own, number, technician.username, { writer, since })
    else if (!(await saveAnswerDraft(own, number, technician.username, { text, files, writer, since }, now)))
      throw new Problem(409, (s) => s.request['draft-elsewhere']())
    return { savedAt: now }
  })
  bindConsole(binding, endpoints.discardDraft, async ({ ticket: message }, { tx, technician }) => {
    const { own, number } = await findTicket(tx, message)
    await discardAnswerDraft(own, number, technician.username)
    return null
  })
}

async function sayPresence(
  said: Input<typeof endpoints.presence>,
  { tx, technician: { username }, now }: ConsoleContext,
): Promise<Data<typeof endpoints.presence>> {
  const { own, number } = await findTicket(tx, said.ticket)
  await forgetPresence(own, said.leaving === true ? number : null, { username, now })
  if (said.leaving !== true) await sayPresent(own, number, said.writing, { username, now })
  return {
    viewers: await viewersOf(own, number, { username, now }),
    latestEntry: await latestEntryOf(own, number),
  }
}

async function answer(
  input: Input<typeof endpoints.answer>,
  context: ConsoleContext,
  { files, limits: { maxFiles } }: Dependencies,
): Promise<Data<typeof endpoints.answer>> {
  const { technician, sentences } = context
  if (countProblem(input.files?.length ?? 0, maxFiles)) {
    throw filesRefused(sentences.file['too-many'](maxFiles))
  }
  const { own, ticket } = await holdTicket(input.ticket, context)
  const written = await writtenSince(own, ticket.number, input.seen, technician)
  if (written.length > 0 && input.anyway !== true) throw await writtenProblem(own, ticket.number, written, files)
  const closes = input.closes ?? false
  const id = await addAnswer(own, ticket, { text: input.text, closes }, context)
  const place = { ticket: ticket.number, entry: id }
  if (!(await attachAnswerFiles(own, technician.username, input.files ?? [], place))) {
    throw filesRefused(sentences.file.missing())
  }
  await discardAnswerDraft(own, ticket.number, technician.username)
  const details = { entry: id, closes, ...(written.length > 0 && { anyway: true }) }
  await context.note({ client: own.client, ticket: ticket.number, details })
  return { entry: id }
}

async function assign(
  { ticket: number, technician: wanted, was }: Input<typeof endpoints.assign>,
  context: ConsoleContext,
): Promise<Data<typeof endpoints.assign>> {
  const { own, ticket } = await holdTicket(number, context)
  const assignee = await assigneeOf(own, ticket.number)
  if (was !== undefined && was !== (assignee?.username ?? null)) {
    throw new Problem(
      409,
      (s) => s.support['assigned-meanwhile'](assignee?.name ?? null),
      z.encode(assignedMeanwhile, { assignee }),
    )
  }
  const next = wanted === null ? null : await activeTechnician(context.tx, wanted)
  if (next === undefined) throw notFound()
  await setAssignee(own, ticket.number, next?.username ?? null)
  const details = { from: assignee?.username ?? null, to: next?.username ?? null }
  await context.note({ client: own.client, ticket: ticket.number, details })
  return { assignee: next }
}

async function change(
  { ticket: number, urgency, module, area }: Input<typeof endpoints.change>,
  context: ConsoleContext,
): Promise<Data<typeof endpoints.change>> {
  const { sentences } = context
  const { own, ticket } = await holdTicket(number, context)
  const before = await propertiesOf(own, ticket.number)
  const after = {
    urgency: urgency ?? before.urgency,
    area: area ?? before.area,
    module: module === undefined ? before.module : module,
  }
  const moved = after.area !== before.area || after.module !== before.module
  if (moved) {
    // The client may have lost the ticket's present area since.
    const areas = after.area === before.area ? CLIENT_AREAS : ((await clientCard(own))?.areas ?? [])
    await insistOnSubject(after, areas, own, sentences)
  }
  const since = after.urgency === before.urgency ? null : awaitedSince(await standingEntriesOf(own, ticket.number))
  const dueAt = since ? await promisedFor(own, since, after.urgency) : before.dueAt
  await setProperties(own, ticket.number, { ...after, dueAt })
  const { dueAt: _due, ...from } = before
  await context.note({ client: own.client, ticket: ticket.number, details: { from, to: after } })
  return { dueAt }
}

/** The canned answers with their fields filled in for the ticket. */
async function cannedAnswersFor(
  { ticket: message }: Input<typeof endpoints.cannedAnswers>,
  { tx, technician }: ConsoleContext,
): Promise<Data<typeof endpoints.cannedAnswers>> {
  const { own, number } = await findTicket(tx, message)
  const ticket = await supportTicket(own, number)
  const [client, [installation]] = [await clientCard(own), await installationsOf(own, ticket.installation)]
  const values = {
    client: client?.name ?? '',
    contact: ticket.contactName,
    ticket: String(number),
    technician: technician.name,
    version: installation?.version ?? ticket.version,
    installation: ticket.installation,
  }
  return (await cannedAnswers(tx)).map((canned) => ({ ...canned, text: filledIn(canned.text, values) }))
}

const filesRefused = (sentence: string): Problem => invalid(() => sentence, { files: sentence })

type View = Data<typeof consoleApi.consoleTickets.view>

async function writtenProblem(
  own: Transaction,
  ticket: number,
  written: readonly FullEntry[],
  store: FileStore,
): Promise<Problem> {
  const files = await withHeldBack(store, own, await filesOf(own, ticket, written))
  const latestEntry = await latestEntryOf(own, ticket)
  const details = { entries: written.map((entry) => entryOf(entry, files)), latestEntry }
  return new Problem(409, (s) => s.support['written-meanwhile'](), z.encode(writtenMeanwhile, details))
}

const entryOf = (entry: FullEntry, files: readonly FileOfEntry[]): View['timeline'][number] => ({
  ...entry,
  side: sideOf(entry.kind),
  attachments: files.filter((file) => file.entry === entry.id),
})

type Before = Partial<Pick<Input<typeof consoleApi.consoleTickets.earlier>, 'entriesBefore' | 'notesBefore'>>

/** Entries and notes: the newest, or the ones before those given. */
async function partOfTimeline(
  own: Transaction,
  ticket: number,
  { entriesBefore, notesBefore }: Before,
  store: FileStore,
): Promise<Pick<View, 'timeline' | 'notes' | 'earlier'>> {
  const isNewest = entriesBefore === undefined && notesBefore === undefined
  const entries = isNewest || entriesBefore !== undefined ? await entriesOf(own, ticket, entriesBefore) : NOTHING
  const notes = isNewest || notesBefore !== undefined ? await notesOf(own, ticket, notesBefore) : NOTHING
  const files = await withHeldBack(store, own, await filesOf(own, ticket, entries.rows))
  return {
    timeline: entries.rows.map((entry) => entryOf(entry, files)),
    notes: notes.rows,
    earlier: { entriesBefore: entries.before, notesBefore: notes.before },
  }
}

const NOTHING = { rows: [], before: null }

async function viewOf(
  own: Transaction,
  number: number,
  asked: number,
  files: FileStore,
  { technician: { username }, now }: ConsoleContext,
): Promise<View> {
  const ticket = await supportTicket(own, number)
  const part = await partOfTimeline(own, number, {}, files)
  const joined = await joinedTo(own, number)
  const client = await clientCard(own)
  const [installation] = await installationsOf(own, ticket.installation)
  const reader = await readerOf(own, number)
  if (!client || !installation) throw new Error('A ticket has no client or installation')
  return {
    ticket: { ...ticket, turn: shownTurn(ticket), channel: channelOf(ticket.origin) },
    joinedFrom: joined.some((one) => one.number === asked) ? asked : null,
    joined,
    ...part,
    // Not read from the database again: nobody has seen entries that are newer than this timeline.
    latestEntry: Math.max(0, ...part.timeline.map(({ id }) => id)),
    unread: await unreadOf(own, number, username),
    incidents: await incidentsLinkedTo(own, number),
    developments: await developmentsLinkedTo(own, number),
    problems: await problemsOfTicket(own, number),
    valuations: (await valuationsOfTicket(own, own.client, number)).map(
      ({ number, description, decision, closedAt }) => ({
        number,
        description,
        standing: decision ?? (closedAt ? ('closed' as const) : ('undecided' as const)),
      }),
    ),
    client,
    installation,
    contact: ticket.contact === null ? null : await contactCard(own, ticket.contact),
    mailRefusal: reader ? ((await refusalOf(own, reader.email)) ?? null) : null,
    otherTickets: (await otherTickets(own, ticket)).map((other) => ({ ...other, turn: shownTurn(other) })),
    viewers: await viewersOf(own, number, { username, now }),
    draft: (await findAnswerDraft(own, number, username)) ?? null,
  }
}
