import { api } from '#contract/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { OFFICE_ZONE, officeDay } from '#contract/moment.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { countProblem } from '#domain/files/file-choice.ts'
import {
  mayAddInformation,
  mayClaim,
  mayConclude,
  mayCorrect,
  mayReject,
  mayReply,
  mayWithdraw,
} from '#domain/ticket-actions.ts'
import type { DraftFlags } from '#domain/ticket-draft.ts'
import { type EntryKind, isTalking } from '#domain/ticket.ts'
import { refused } from '#domain/verdict.ts'
import { acceptSolved } from '../assistant/conversation-ticket.ts'
import { bindStagedFiles } from '../scope/attachment-store.ts'
import { discardDraft } from '../scope/draft-store.ts'
import { officeAt, situationAt } from '../db/office-calendar-store.ts'
import { sql } from '../db/sql.ts'
import { type Binding, type Context, bind, bindFile } from '../http/bind.ts'
import { languageOf } from '../http/language.ts'
import { insistOnFilter } from '../http/list-filter.ts'
import { idempotencyKey } from '../http/once.ts'
import { type Problem, badParameters, invalid, notFound } from '../http/problems.ts'
import { expectation } from './expectation.ts'
import { readyToCreate } from './ticket-creation.ts'
import { customerEntry } from './customer-entry.ts'
import { type Rule, lockFor } from './ticket-lock.ts'
import {
  type Ticket,
  conversationIn,
  findTicket,
  incidentsOf,
  lockTicket,
  modules,
  openIncident,
  openRequests,
  unreadOf,
} from './ticket-store.ts'
import { countTabs, countTurns, countUnread, listTickets, listedAgain, listedNumbers } from './ticket-list-store.ts'
import {
  type AddedEntry,
  type NewEntry,
  addEntry,
  correctTranscript,
  claimsBefore,
  openingOf,
  timelineOf,
} from './timeline-store.ts'
import { MOST_IN_SHEET } from './list-sheet.ts'
import { ticketSheet } from './ticket-sheet.ts'
import { markSeen } from './unread-store.ts'
import { refusedNow, rowOf, timelineIn, viewOf } from './ticket-view.ts'

export function bindTickets(binding: Binding, rules: DraftFlags): void {
  bind(binding, api.tickets.list, async (input, { tx, caller, now, sentences }) => {
    const [{ items, total }, situation] = await Promise.all([
      listTickets(tx, caller, listOf(input, now)),
      situationAt(tx, now),
    ])
    return { items: items.map((ticket) => rowOf(ticket, situation, sentences)), total }
  })
  bindFile(binding, api.tickets.sheet, async (input, { tx, caller, now, sentences, request }) => {
    const list = chosen(api.tickets.sheet, input, now)
    const numbers = await listedNumbers(tx, caller, list, MOST_IN_SHEET + 1)
    if (numbers.length > MOST_IN_SHEET) throw invalid((s) => s.request['too-many-rows'](MOST_IN_SHEET))
    const read = (part: readonly number[]) =>
      binding.database.inClient(caller.client, (own) => listedAgain(own, caller, part), caller.person)
    return () =>
      Promise.resolve(ticketSheet({ tab: list.tab, numbers, read, now, sentences, language: languageOf(request) }))
  })
  bind(binding, api.tickets.counters, async (_input, { tx, caller, now }) => {
    const [{ expired, ...tabs }, unread] = await Promise.all([
      countTabs(tx, caller, officeDay(now)),
      countUnread(tx, caller),
    ])
    return { ...tabs, undecided: tabs.valuations - expired, ...unread }
  })
  bind(binding, api.tickets.officeNow, (_input, { tx, now }) => officeAt(tx, now))
  bind(binding, api.tickets.expectation, (input, context) => expectation(input, context))
  bind(binding, api.tickets.turns, (_input, { tx, caller }) => countTurns(tx, caller))
  bind(binding, api.tickets.modules, (_input, { tx, caller }) => modules(tx, caller.areas))
  bind(binding, api.tickets.requests, (_input, { tx, caller }) => openRequests(tx, caller))
  bind(binding, api.tickets.view, view)
  bind(binding, api.tickets.markSeen, async ({ ticket: number, upTo }, { tx, caller }) => {
    const ticket = await findTicket(tx, caller, number)
    if (!ticket) throw notFound()
    await markSeen(tx, caller, ticket.number, upTo)
    return null
  })
  bind(binding, api.tickets.earlier, async ({ number, before: wanted }, { tx, caller, sentences }) => {
    const ticket = await findTicket(tx, caller, number)
    if (!ticket) throw notFound()
    const { rows, before } = await timelineOf(tx, ticket.number, wanted)
    return { timeline: timelineIn(ticket, rows, sentences), hasEarlier: before !== null, before }
  })
  bind(binding, api.tickets.create, { reading: (input, context) => readyToCreate(input, context, rules) })
  bind(binding, api.tickets.reply, {
    reading: (input, context) => readyToAdd('reply', mayReply, input, context, rules),
  })
  bind(binding, api.tickets.addInformation, {
    reading: (input, context) => readyToAdd('note', mayAddInformation, input, context, rules),
  })
  bind(binding, api.tickets.withdraw, async (input, context) => {
    const ticket = await lockFor(input.ticket, mayWithdraw, context)
    await addEntry(context.tx, ticket, customerEntry('withdrawal', input.text ?? '', context))
    return [{ number: ticket.number }]
  })
  bind(binding, api.tickets.claim, async (input, context) => {
    const ticket = await lockFor(input.ticket, mayClaim, context)
    const { recipient } = await addEntry(context.tx, ticket, customerEntry('claim', '', context))
    return [{ number: ticket.number, recipient }]
  })
  bind(binding, api.tickets.correctTranscript, async ({ message, text }, context) => {
    await lockFor(message, mayCorrect, context)
    if (!(await correctTranscript(context.tx, message, text))) throw notFound()
    return [{ number: message }]
  })
  bind(binding, api.tickets.accept, accept)
  bind(binding, api.tickets.reject, async (input, context) => {
    const ticket = await lockFor(input.ticket, mayReject, context)
    await addWritten('rejection', input.text, ticket, context)
    return [{ number: ticket.number }]
  })
  bind(binding, api.tickets.simulateAnswer, simulateAnswer)
}

async function view(
  { number }: Input<typeof api.tickets.view>,
  { tx, caller, now, sentences }: Context,
): Promise<Data<typeof api.tickets.view>> {
  const partsOf = (ticket: number) =>
    Promise.all([timelineOf(tx, ticket), incidentsOf(tx, ticket), unreadOf(tx, caller, ticket)])
  // Nearly every number is a ticket's own, so its parts are asked for with it: nobody gets them unless they may see it.
  const [ticket, asked, situation] = await Promise.all([
    findTicket(tx, caller, number),
    partsOf(number),
    situationAt(tx, now),
  ])
  if (!ticket) throw notFound()
  const [[{ rows: timeline, before }, incidents, unread], conversation] = await Promise.all([
    ticket.number === number ? asked : partsOf(ticket.number),
    isTalking(ticket) ? conversationIn(tx, caller, ticket.number) : null,
  ])
  const opening = before === null ? null : await openingOf(tx, ticket.number)
  const claims = before === null ? 0 : await claimsBefore(tx, ticket.number, before)
  const parts = { ticket, timeline, before, opening, claimsBefore: claims, incidents, conversation, unread }
  return viewOf(parts, situation, sentences)
}

async function accept(
  input: Input<typeof api.tickets.accept>,
  context: Context,
): Promise<Data<typeof api.tickets.accept>> {
  const { rating } = input
  if (rating === null && (await acceptSolved(input.ticket, context))) return [{ number: input.ticket }]
  if (rating === null || rating < 1) throw notRated(context)
  const ticket = await lockFor(input.ticket, mayConclude, context)
  await addEntry(context.tx, ticket, { ...customerEntry('acceptance', '', context), rating })
  return [{ number: ticket.number }]
}

interface Message {
  readonly ticket: number
  readonly text: string
  readonly files?: readonly { readonly id: string }[] | null | undefined
}

/** Adds what the customer wrote, and deletes the draft that it was written in. */
async function addWritten(kind: EntryKind, text: string, ticket: Ticket, context: Context): Promise<AddedEntry> {
  const { tx, caller, request } = context
  const [added] = await Promise.all([
    addEntry(tx, ticket, customerEntry(kind, text, context)),
    discardDraft(tx, caller, ticket.number, { key: idempotencyKey(request) }),
  ])
  return added
}

/** Locks the ticket of a customer's message; returns what adds the message with its files. */
async function readyToAdd(
  kind: 'reply' | 'note',
  rule: Rule,
  { ticket: number, text, files }: Message,
  context: Context,
  { maxFiles }: DraftFlags,
) {
  const { tx, caller, sentences } = context
  if (countProblem(files?.length ?? 0, maxFiles)) throw filesRefused(sentences.file['too-many'](maxFiles))
  const ticket = await lockFor(number, rule, context)
  return async () => {
    const added = await addWritten(kind, text, ticket, context)
    const ids = (files ?? []).map(({ id }) => id)
    const bound = await bindStagedFiles(tx, caller, ids, { ticket: ticket.number, entry: added.id })
    if (!bound) throw filesRefused(sentences.file.missing())
    return [{ number: added.number ?? ticket.number }]
  }
}

/** A rating is one of the faces. Only a ticket that the assistant solved needs none. */
const notRated = ({ sentences }: Context): Problem =>
  invalid(
    (s) => s.ticket['check-fields'](),
    wireNamesOf(api.tickets.accept.input, { rating: sentences.field['not-offered']() }),
  )

const filesRefused = (sentence: string): Problem =>
  invalid(() => sentence, wireNamesOf(api.tickets.reply.input, { files: sentence }))

async function simulateAnswer(
  input: Input<typeof api.tickets.simulateAnswer>,
  { tx, caller, now, sentences }: Context,
): Promise<Data<typeof api.tickets.simulateAnswer>> {
  const ticket = await lockTicket(tx, caller, input.ticket)
  if (!ticket) throw notFound()
  if (ticket.accepted) throw refusedNow(ticket, refused('already-accepted'), await situationAt(tx, now), sentences)
  const technician = await tx.maybe<{ name: string }>(
    sql`select t.name from technician t where t.active order by t.username limit 1`,
  )
  const answer: NewEntry = {
    kind: 'answer',
    at: now,
    closes: input.closes ?? false,
    text: input.text,
    author: technician?.name ?? 'Soporte',
    origin: '',
    person: null,
  }
  await addEntry(tx, ticket, answer)
  if (input.opensIncident) await openIncident(tx, ticket, now)
  return [{ number: ticket.number }]
}

const DEFAULT_PAGE_SIZE = 10

/** spec §9: the list in progress starts with the newest state date, the history with the latest closing. */
const listOf = (input: Input<typeof api.tickets.list>, now: Date) => ({
  ...chosen(api.tickets.list, input, now),
  page: input.page ?? 1,
  pageSize: input.pageSize ?? DEFAULT_PAGE_SIZE,
})

function chosen<E extends typeof api.tickets.list | typeof api.tickets.sheet>(endpoint: E, input: Input<E>, now: Date) {
  const tab = input.tab ?? input.sameTab ?? 'pending'
  const filter = input.filter ?? {}
  insistOnFilter(endpoint, filter, now)
  if (input.sameTab !== undefined && input.sameTab !== tab) throw badParameters(endpoint, 'sameTab')
  return {
    tab,
    number: filter.number,
    from: filter.from,
    to: filter.to,
    state: filter.state,
    turn: filter.turn,
    all: filter.all,
    mine: filter.mine,
    contact: input.contact,
    sort:
      input.sortBy === 'state-date-raw'
        ? ('state-date' as const)
        : (input.sortBy ?? (tab === 'pending' ? ('state-date' as const) : ('closed' as const))),
    descending: input.descending === undefined || input.descending === 'yes',
    zone: OFFICE_ZONE,
  }
}
