import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { assignedMeanwhile, writtenMeanwhile } from '#contract/console/tickets.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { CLIENT_AREAS } from '#domain/account.ts'
import { countProblem } from '#domain/attachment.ts'
import { filledIn } from '#contract/console/canned-fields.ts'
import { type Promised, answerDue, awaitedSince, joinedPromise } from '#domain/promise.ts'
import { blockingAmong } from '#domain/incident.ts'
import { mayMerge } from '#domain/support-actions.ts'
import { channelOf, shownTurn, sideOf } from '#domain/ticket.ts'
import { type PromiseRules, readPromises } from '../../db/promise-store.ts'
import type { Transaction } from '../../db/sql.ts'
import { Problem, invalid, notFound } from '../../http/problems.ts'
import { addEntry, incidentsOf, lockByNumber } from '../../tickets/ticket-store.ts'
import { refusalOf } from '../mail/outbox-store.ts'
import { readerOf } from '../../mail/reader-store.ts'
import { discardAnswerDraft, findAnswerDraft, saveAnswerDraft } from './answer-draft-store.ts'
import { attachAnswerFiles } from './answer-file-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { lockPair, moveAll, rebuildStanding, standingEntriesOf, ticketNumbered } from './merge-store.ts'
import { forgetPresence, sayPresent, viewersOf } from './presence-store.ts'
import { addAnswer, writtenSince } from './support-answer.ts'
import { findTicket, holdTicket, refused } from './held-ticket.ts'
import { insistOnSubject } from './ticket-subject.ts'
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
import { valuationsOfTicket } from '../work/support-valuation-store.ts'

/** One ticket in the technicians' view, and their acts on it. */
export function bindSupportTickets(binding: ConsoleBinding, { maxFiles }: { readonly maxFiles: number }): void {
  const endpoints = consoleApi.consoleTickets

  bindConsole(binding, endpoints.view, async ({ number: message }, context) => {
    const { own, number } = await findTicket(context.tx, message)
    const view = await viewOf(own, number, message, context)
    await context.note({ client: own.client, ticket: number })
    return view
  })

  bindConsole(binding, endpoints.earlier, async ({ ticket: message, ...before }, context) => {
    const { own, number } = await findTicket(context.tx, message)
    const part = await partOfTimeline(own, number, before)
    await context.note({ client: own.client, ticket: number })
    return part
  })

  bindConsole(binding, endpoints.answer, async (input, context) => {
    const { technician, sentences } = context
    if (countProblem(input.files?.length ?? 0, maxFiles)) {
      throw filesRefused(sentences.file['too-many'](maxFiles))
    }
    const { own, ticket } = await holdTicket(input.ticket, context)
    const written = await writtenSince(own, ticket.number, input.seen, technician)
    if (written.length > 0 && input.anyway !== true) throw await writtenProblem(own, ticket.number, written)
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
  })

  bindConsole(binding, endpoints.note, async ({ ticket: message, text }, context) => {
    const { tx, technician, now, note } = context
    const { own, number } = await findTicket(tx, message)
    const id = await insertNote(own, number, technician.username, text, now)
    await note({ client: own.client, ticket: number, details: { note: id } })
    return { note: id }
  })

  bindConsole(binding, endpoints.assign, async ({ ticket: number, technician: wanted, was }, context) => {
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
  })

  bindConsole(binding, endpoints.change, async ({ ticket: number, urgency, module, area }, context) => {
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
    const dueAt = since ? await dueFrom(own, since, after.urgency) : before.dueAt
    await setProperties(own, ticket.number, { ...after, dueAt })
    const { dueAt: _due, ...from } = before
    await context.note({ client: own.client, ticket: ticket.number, details: { from, to: after } })
    return { dueAt }
  })

  bindConsole(binding, endpoints.merge, async ({ ticket: number, into }, context) => {
    const { tx, technician, now, note, sentences } = context
    const [found, target] = [await ticketNumbered(tx, number), await ticketNumbered(tx, into)]
    if (!found || !target) throw notFound()
    // The refusal says so: technicians may see both clients.
    if (found.client !== target.client) throw refused('merge-other-client')
    const own = tx.of(found.client)
    const pair = await lockPair(own, [number, into])
    const one = pair.find((ticket) => ticket.number === number)
    const other = pair.find((ticket) => ticket.number === into)
    if (!one || !other) throw notFound()
    const verdict = mayMerge(one, other)
    if (!verdict.allowed) throw refused(verdict.reason)
    const promised = async (ticket: typeof one): Promise<Promised> => ({
      ...ticket,
      timeline: await standingEntriesOf(own, ticket.number),
    })
    const { urgency, dueAt, anewSince } = joinedPromise(await promised(one), await promised(other))
    const kept = { urgency, dueAt: anewSince ? await dueFrom(own, anewSince, urgency) : dueAt }
    await moveAll(own, number, into)
    await rebuildStanding(own, into, blockingAmong(await incidentsOf(own, into)), kept)
    const joined = await lockByNumber(own, into)
    if (!joined) throw new Error('A locked ticket is missing')
    await addEntry(own, joined, {
      kind: 'merge',
      at: now,
      closes: false,
      text: String(number),
      author: technician.name,
      username: technician.username,
      origin: '',
      person: null,
    })
    const told = changedBy(number, other, { ...kept, isAnew: anewSince !== null }, sentences)
    if (told) await insertNote(own, into, technician.username, told.words, now)
    await note({ client: own.client, ticket: into, details: { joined: number, ...told?.details } })
    await note({ client: own.client, ticket: number, details: { into } })
    return { number: into }
  })

  bindConsole(binding, endpoints.presence, async (said, { tx, technician: { username }, now }) => {
    const { own, number } = await findTicket(tx, said.ticket)
    await forgetPresence(own, said.leaving === true ? number : null, { username, now })
    if (said.leaving !== true) await sayPresent(own, number, said.writing, { username, now })
    return {
      viewers: await viewersOf(own, number, { username, now }),
      latestEntry: await latestEntryOf(own, number),
      unread: await unreadOf(own, number, username),
    }
  })

  bindConsole(binding, endpoints.seen, async ({ ticket: message, upTo }, { tx, technician }) => {
    const { own, number } = await findTicket(tx, message)
    await markSeen(own, technician.username, number, upTo)
    return null
  })

  bindConsole(binding, endpoints.draft, async ({ ticket: message }, { tx, technician }) => {
    const { own, number } = await findTicket(tx, message)
    return (await findAnswerDraft(own, number, technician.username)) ?? null
  })
  bindConsole(binding, endpoints.saveDraft, async ({ ticket: message, text, files = [] }, context) => {
    const { tx, technician, now } = context
    const { own, number } = await findTicket(tx, message)
    if (text.trim() === '' && files.length === 0) await discardAnswerDraft(own, number, technician.username)
    else await saveAnswerDraft(own, number, technician.username, { text, files }, now)
    return { savedAt: now }
  })
  bindConsole(binding, endpoints.discardDraft, async ({ ticket: message }, { tx, technician }) => {
    const { own, number } = await findTicket(tx, message)
    await discardAnswerDraft(own, number, technician.username)
    return null
  })

  bindConsole(binding, endpoints.cannedAnswers, async ({ ticket: message }, { tx, technician }) => {
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
  })
}

/** What a join changed on the remaining ticket, if anything: for its readers and the audit. */
function changedBy(
  joined: number,
  before: Pick<Promised, 'urgency' | 'dueAt'>,
  after: Pick<Promised, 'urgency' | 'dueAt'> & { readonly isAnew: boolean },
  { joining: words, urgency }: Sentences,
) {
  const isEarlier = after.dueAt !== null && (before.dueAt === null || after.dueAt < before.dueAt)
  const isMoreUrgent = after.urgency !== before.urgency
  if (!isEarlier && !isMoreUrgent) return null
  return {
    words: [
      ...(isMoreUrgent ? [words.urgency(String(joined), urgency[before.urgency], urgency[after.urgency])] : []),
      ...(isEarlier ? [after.isAnew ? words['promise-anew']() : words.promise(String(joined))] : []),
    ].join(' '),
    details: {
      ...(isMoreUrgent && { urgency: { from: before.urgency, to: after.urgency } }),
      ...(isEarlier && { dueAt: { from: before.dueAt, to: after.dueAt } }),
    },
  }
}

const filesRefused = (sentence: string): Problem => invalid(() => sentence, { files: sentence })

type View = Data<typeof consoleApi.consoleTickets.view>

async function writtenProblem(own: Transaction, ticket: number, written: readonly FullEntry[]): Promise<Problem> {
  const files = await filesOf(own, ticket, written)
  const latestEntry = await latestEntryOf(own, ticket)
  const details = { entries: written.map((entry) => entryOf(entry, files)), latestEntry }
  return new Problem(409, (s) => s.support['written-meanwhile'](), z.encode(writtenMeanwhile, details))
}

const entryOf = (entry: FullEntry, files: readonly FileOfEntry[]): View['timeline'][number] => ({
  ...entry,
  side: sideOf(entry.kind),
  attachments: files.filter((file) => file.entry === entry.id),
})

async function dueFrom(own: Transaction, since: Date, urgency: Parameters<typeof answerDue>[1]): Promise<Date | null> {
  const { promises, calendar }: PromiseRules = await readPromises(own)
  return answerDue(since, urgency, promises, calendar)
}

type Before = Partial<Pick<Input<typeof consoleApi.consoleTickets.earlier>, 'entriesBefore' | 'notesBefore'>>

/** Entries and notes: the newest, or the ones before those given. */
async function partOfTimeline(
  own: Transaction,
  ticket: number,
  { entriesBefore, notesBefore }: Before,
): Promise<Pick<View, 'timeline' | 'notes' | 'earlier'>> {
  const isNewest = entriesBefore === undefined && notesBefore === undefined
  const entries = isNewest || entriesBefore !== undefined ? await entriesOf(own, ticket, entriesBefore) : NOTHING
  const notes = isNewest || notesBefore !== undefined ? await notesOf(own, ticket, notesBefore) : NOTHING
  const files = await filesOf(own, ticket, entries.rows)
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
  { technician: { username }, now }: ConsoleContext,
): Promise<View> {
  const ticket = await supportTicket(own, number)
  const part = await partOfTimeline(own, number, {})
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
    // Not asked of the database again: what is written meanwhile is not in this timeline, and not seen.
    latestEntry: Math.max(0, ...part.timeline.map(({ id }) => id)),
    unread: await unreadOf(own, number, username),
    incidents: await incidentsLinkedTo(own, number),
    developments: await developmentsLinkedTo(own, number),
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
