import * as z from 'zod/mini'
import type { api } from '#contract/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { es } from '#contract/sentences-es.ts'
import { currentTicket } from '#contract/ticket-codec.ts'
import {
  type ConversationRefusal,
  isAbandoned,
  mayAddNode,
  mayHandOver,
  mayOpenTicket,
  maySolve,
} from '#domain/conversation.ts'
import { mayConclude } from '#domain/ticket-actions.ts'
import type { Settings } from '#domain/settings.ts'
import type { DraftFlags } from '#domain/ticket-draft.ts'
import type { Standing } from '#domain/ticket.ts'
import { callerDetails } from '#domain/account.ts'
import { type Verdict, allowed, refused } from '#domain/verdict.ts'
import { nextOpeningAfter, situationAt } from '../db/office-calendar-store.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { Context } from '../http/bind.ts'
import { authorOf, signatureOf } from '../http/caller.ts'
import { Problem, notFound } from '../http/problems.ts'
import { createTicket } from '../tickets/ticket-creation.ts'
import { lockFor } from '../tickets/ticket-lock.ts'
import { type Ticket, lockByNumber } from '../tickets/ticket-store.ts'
import { type NewEntry, addEntry, closeByAnswer } from '../tickets/timeline-store.ts'
import { actionsOf, refusedNow } from '../tickets/ticket-view.ts'
import {
  type HeldConversation,
  type Turn,
  endConversation,
  factsOf,
  holdAnyConversation,
  holdConversation,
  holdConversationOf,
  isLastWordGenerated,
  leaveTicket,
  noteInTicket,
  noteTouched,
  setTicket,
  turnCalled,
} from './conversation-store.ts'

type Api = typeof api.assistant
type TicketForm = Input<Api['createTicket']>
type Created = Data<Api['createTicket']>

/** Everything that its ticket is made from, besides the conversation. */
export interface TicketMaking {
  readonly rules: DraftFlags
  /** The assistant's name. */
  readonly name: string
}

/**
 * Ends a conversation as solved or handed over, in a ticket with every message (spec §4, Chat flow 6 and 7). A ticket that
 * the conversation has already is reused.
 */
export async function endInTicket(form: TicketForm, context: Context, making: TicketMaking): Promise<Created> {
  const conversation = await held(form.conversation, context)
  const solved = form.solved === true
  await insistOn((solved ? maySolve : mayHandOver)(factsOf(conversation)), conversation, context)
  const needsOne = conversation.ticket === null || (!solved && conversation.ticketOver)
  const created = needsOne ? await firstTicket(form, conversation, context, making) : null
  const number = created?.number ?? conversation.ticket ?? 0
  if (solved) await solve(number, form.conversation, context, making, { isNew: created !== null })
  else await handOver(number, form.conversation, context, making)
  const nextOpening = await nextOpeningAfter(context.tx, context.now)
  return [{ number, nextOpening, contactName: created?.contactName ?? authorOf(context.caller) }]
}

/** Makes the ticket of a conversation (spec §4, Chat flow 5), and ends the conversation if its customer does. */
export async function openTicket(form: TicketForm, context: Context, making: TicketMaking): Promise<Created> {
  if (typeof form.solved === 'boolean') return endInTicket(form, context, making)
  const conversation = await held(form.conversation, context)
  await insistOn(mayOpenTicket(factsOf(conversation)), conversation, context)
  const created = await firstTicket(form, conversation, context, making)
  await writeTurns(
    await lockFor(created.number, mayGoOn, context),
    await held(form.conversation, context),
    writerFor(context, making.name),
  )
  return [created]
}

/**
 * Adds the next exchange to the ticket or, after the last one, the closing words of a customer whom nothing has helped.
 */
export async function addNode(
  { ticket, conversation: id, solved, ...form }: Input<Api['addNode']>,
  context: Context,
  making: TicketMaking,
): Promise<Data<Api['addNode']>> {
  const conversation = await heldWith(id, ticket, context)
  if (solved === false) {
    await insistOn(mayHandOver(factsOf(conversation)), conversation, context)
    const { module, email, contactName, phone, phoneAssistance, origin, version, callWindow } = form
    const contact = { module, email, contactName, phone, phoneAssistance, origin, version, callWindow }
    const created = conversation.ticketOver
      ? await firstTicket({ ...contact, conversation: id }, conversation, context, making)
      : null
    const number = created?.number ?? conversation.number
    const node = await handOver(number, id, context, making)
    return { ticket: { number }, node }
  }
  await insistOn(mayAddNode(factsOf(conversation)), conversation, context)
  const { number } = conversation
  const next = conversation.turns.find((turn) => turn.number === null)?.turn ?? 1
  const before = await lockFor(number, mayGoOn, context)
  await writeTurns(before, conversation, writerFor(context, making.name), next)
  const written = await held(id, context)
  const node = written.turns.find(({ turn }) => turn === next)?.number ?? number
  await noteTouched(context.tx, id, context.now)
  return { ticket: { number }, node: { number: node, nextOpening: await nextOpeningAfter(context.tx, context.now) } }
}

/** Makes sure that an exchange's answer is in the ticket; with `closes` that answer closes it. */
export async function postAnswer(
  { ticket, conversation: id, turn: asked }: Input<Api['postAnswer']>,
  context: Context,
  making: TicketMaking,
  { closes }: { readonly closes: boolean },
): Promise<Data<Api['postAnswer']>> {
  const { tx, now } = context
  const conversation = await heldWith(id, ticket, context)
  const { number } = conversation
  const named = turnNamed(conversation.turns, asked ?? null, ticket)
  if (!named) throw notFound()
  let written: Ticket | null = null
  if (named.number === null) {
    await insistOn(mayAddNode(factsOf(conversation)), conversation, context)
    const before = await lockFor(number, mayGoOn, context)
    written = await writeTurns(before, conversation, writerFor(context, making.name), named.turn)
  }
  const turn = (await held(id, context)).turns.find((one) => one.turn === named.turn) ?? named
  if (turn.answerEntry === null) throw await refusal('nothing-answered', conversation, context)
  if (closes) {
    const current = written ?? (await lockFor(number, mayGoOn, context))
    // We hold the ticket: every concurrent writer has finished.
    if ((await held(id, context)).ticketHasMore) throw await refusal('ticket-has-more', conversation, context)
    if (current.state === 'pending' && !(await closeByAnswer(tx, current, turn.answerEntry, now))) {
      throw refusedNow(current, refused('awaiting-answer'), await situationAt(tx, now), context.sentences)
    }
  }
  await noteTouched(tx, id, now)
  return [{ number: turn.number ?? number }]
}

/**
 * The customer says yes to the last answer, without a rating (spec §4, Chat flow 6). Returns false for any other
 * ticket: a person's answer is rated.
 */
export async function acceptSolved(message: number, context: Context): Promise<boolean> {
  const { tx, caller, now } = context
  const conversation = await holdConversationOf(tx, caller, message)
  if (!conversation || (conversation.outcome !== 'open' && conversation.outcome !== 'solved')) return false
  const ticket = await lockFor(message, mayConclude, context)
  if ((await held(conversation.id, context)).ticketHasMore) return false
  await addEntry(tx, ticket, { ...customers(writerFor(context, '')), kind: 'acceptance', text: '' })
  if (conversation.outcome === 'open') {
    await endConversation(tx, conversation.id, { outcome: 'solved', solvedBy: authorOf(caller) }, now)
  }
  return true
}

/**
 * Ends an abandoned conversation; its ticket closes and says why (api.md). A customer who returns at that very moment waits
 * for the lock, and finds it either closed or still theirs.
 */
export async function closeIfAbandoned(
  tx: Transaction,
  id: string,
  { abandonedAfterMinutes, name }: Pick<Settings['assistant'], 'name' | 'abandonedAfterMinutes'>,
  now: Date,
): Promise<boolean> {
  const conversation = await holdAnyConversation(tx, id)
  if (!conversation || !isAbandoned(conversation, now, abandonedAfterMinutes)) return false
  await endConversation(tx, id, { outcome: 'abandoned' }, now)
  const { ticket: number, person, personName } = conversation
  if (number === null) return true
  const ticket = await lockByNumber(tx, number)
  // Whatever Support or the customer did meanwhile remains.
  const hasMore = (await holdAnyConversation(tx, id))?.ticketHasMore ?? true
  if (!ticket || ticket.accepted || hasMore || !(await isLastWordGenerated(tx, number))) return true
  const writer: Writer = { tx, now, name, customer: { author: personName, person, origin: '' } }
  const written = await writeTurns(ticket, conversation, writer)
  const automatic = { author: name, origin: '', person: null, at: now, closes: false }
  await addEntry(tx, written, { ...automatic, kind: 'abandonment', text: '' })
  return true
}

async function held(id: string, { tx, caller }: Context): Promise<HeldConversation> {
  const conversation = await holdConversation(tx, caller, id)
  if (!conversation) throw notFound()
  return conversation
}

/** The same, with its ticket. A message's number leads there. */
async function heldWith(id: string, message: number, context: Context): Promise<HeldConversation & { number: number }> {
  const conversation = await held(id, context)
  const own = await holdConversationOf(context.tx, context.caller, message)
  if (own?.id !== id || own.ticket === null) throw notFound()
  return { ...conversation, number: own.ticket }
}

async function insistOn(
  verdict: Verdict<ConversationRefusal>,
  conversation: HeldConversation,
  context: Context,
): Promise<void> {
  if (!verdict.allowed) throw await refusal(verdict.reason, conversation, context)
}

/** The refusal carries the ticket's current state, so that the loser of a race sees it. */
async function refusal(
  reason: ConversationRefusal,
  { ticket: number }: HeldConversation,
  { tx, now, sentences }: Context,
): Promise<Problem> {
  const ticket = number === null ? undefined : await lockByNumber(tx, number)
  const current = ticket && {
    number: ticket.number,
    state: ticket.state,
    accepted: ticket.accepted,
    actions: actionsOf(ticket, await situationAt(tx, now), sentences),
  }
  return new Problem(409, (s) => s.assistant[reason](), current ? z.encode(currentTicket, current) : null)
}

/** The ticket with the first question as the server recorded it; after a ticket that is over, a new one that refers to it. */
async function firstTicket(form: TicketForm, conversation: HeldConversation, context: Context, making: TicketMaking) {
  const { tx, caller } = context
  const [first] = conversation.turns
  if (!first) throw new Error('A conversation without a question cannot become a ticket')
  const { conversation: id, solved: _solved, text, ...input } = form
  const { name, email } = callerDetails(caller)
  if (conversation.ticket !== null) await leaveTicket(tx, id)
  const [created] = await createTicket(
    {
      ...input,
      relatedTicket: conversation.ticket ?? input.relatedTicket,
      text: first.question,
      contactName: input.contactName || caller.entry.contactName || name,
      email: input.email || caller.entry.email || email,
      module: input.module ?? (await onlyModuleOf(tx, conversation.topic)),
    },
    context,
    { ...making.rules, checkLength: false },
    { fromConversation: { leavesDraft: (text ?? '') === '' } },
  )
  if (!created) throw new Error('The new ticket is missing')
  await setTicket(tx, id, created.number)
  await noteTouched(tx, id, context.now)
  const ticket = await lockFor(created.number, mayGoOn, context)
  await noteInTicket(tx, placeOf(tx, id, first.turn), {
    number: created.number,
    answerEntry: (await addAnswer(ticket, first, writerFor(context, making.name))).id,
  })
  return created
}

/** A conversation from the home screen names no module; an unambiguous topic decides it. */
async function onlyModuleOf(tx: Transaction, topic: string): Promise<number | null> {
  if (topic === '') return null
  const modules = await tx.rows<{ number: number }>(
    sql`select m.number from module m where m.topic = ${topic} and m.listed and m.area = 'main' limit 2`,
  )
  return modules.length === 1 ? (modules[0]?.number ?? null) : null
}

/** The authors of a ticket's messages: the customer under their name, the assistant under its own. */
interface Writer {
  readonly tx: Transaction
  readonly now: Date
  readonly name: string
  readonly customer: Pick<NewEntry, 'author' | 'behalf' | 'person' | 'origin'>
}

const writerFor = (context: Context, name: string): Writer => ({
  tx: context.tx,
  now: context.now,
  name,
  customer: {
    ...signatureOf(context.caller),
    person: context.caller.person,
    origin: context.caller.entry.origin ?? '',
  },
})

/** Writes the missing messages, up to an exchange. Returns the ticket after them. */
async function writeTurns(
  ticket: Ticket,
  { id, turns }: HeldConversation,
  writer: Writer,
  upTo = Number.POSITIVE_INFINITY,
): Promise<Ticket> {
  let current = ticket
  for (const turn of turns.filter((one) => one.number === null && one.turn <= upTo)) {
    const asked = await addEntry(writer.tx, current, { ...customers(writer), kind: 'question', text: turn.question })
    const answered = await addAnswer(asked.ticket, turn, writer)
    await noteInTicket(writer.tx, placeOf(writer.tx, id, turn.turn), {
      number: asked.number ?? ticket.number,
      answerEntry: answered.id,
    })
    current = answered.ticket
  }
  return current
}

/** The assistant's answer, as far as it was written. */
async function addAnswer(
  ticket: Ticket,
  { answer }: Turn,
  writer: Writer,
): Promise<{ readonly id: number | null; readonly ticket: Ticket }> {
  if (answer === '') return { id: null, ticket }
  return addEntry(writer.tx, ticket, { ...assistants(writer), text: answer })
}

async function solve(
  number: number,
  id: string,
  context: Context,
  making: TicketMaking,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  const { tx, caller, now } = context
  const found = await lockFor(number, mayGoOn, context)
  const conversation = await held(id, context)
  // Somebody may have written into an existing ticket before we locked it.
  if (!isNew) await insistOn(maySolve(factsOf(conversation)), conversation, context)
  const ticket = await writeTurns(found, conversation, writerFor(context, making.name))
  const last = (await held(id, context)).turns.at(-1)?.answerEntry
  if (ticket.state === 'pending' && !(last && (await closeByAnswer(tx, ticket, last, now)))) {
    throw await refusal('nothing-answered', conversation, context)
  }
  await endConversation(tx, id, { outcome: 'solved', solvedBy: authorOf(caller) }, now)
}

async function handOver(number: number, id: string, context: Context, making: TicketMaking) {
  const { tx, now } = context
  const writer = writerFor(context, making.name)
  const found = await lockFor(number, mayGoOn, context)
  const ticket = await writeTurns(found, await held(id, context), writer)
  const text = es.assistant['still-needs-help']()
  const added = await addEntry(tx, ticket, { ...customers(writer), kind: 'reply', text })
  await endConversation(tx, id, { outcome: 'handed-over' }, now)
  return { number: added.number ?? number, nextOpening: await nextOpeningAfter(tx, now) }
}

/** A conversation that is not over continues in its ticket, even if an answer had closed the ticket. */
const mayGoOn = ({ accepted }: Standing) => (accepted ? refused('already-accepted') : allowed)

/** The exchange at a position or with a question's number; otherwise the last one in the ticket. */
function turnNamed(turns: readonly Turn[], asked: string | null, message: number): Turn | undefined {
  if (asked !== null) return turnCalled(turns, asked)
  const [first] = turns
  const written = turns.filter(({ number }) => number !== null)
  return message === first?.number ? written.at(-1) : written.find(({ number }) => number === message)
}

const placeOf = (tx: Transaction, conversation: string, turn: number) => ({ client: tx.client, conversation, turn })

const customers = ({ customer, now }: Writer): Omit<NewEntry, 'kind' | 'text'> => ({
  ...customer,
  at: now,
  closes: false,
})

const assistants = ({ name, now }: Writer): Omit<NewEntry, 'text'> => ({
  kind: 'assistance',
  at: now,
  closes: false,
  author: name,
  origin: '',
  person: null,
  transcribed: true,
  generated: true,
})
