import { plainTitle } from '#domain/one-line.ts'
import { consoleApi } from '#contract/console/api.ts'
import type { Input } from '#contract/endpoint.ts'
import { officeDay } from '#contract/moment.ts'
import { type ValuationLine, amountsOf } from '#domain/valuation/amounts.ts'
import { mayAsk, mayOffer } from '#domain/valuation/valuation.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import { languageOf } from '../../http/language.ts'
import { Problem, invalid, notFound } from '../../http/problems.ts'
import { valuationSheet } from '../../incidents/valuation-sheet.ts'
import {
  type Valuation,
  addValuationEvent,
  findValuation,
  lockValuation,
  totalOf,
  valuationEvents,
} from '../../incidents/valuation-store.ts'
import { findWork, ofClient } from '../../incidents/work-store.ts'
import {
  type ConsoleBinding,
  type ConsoleContext,
  type Technician,
  bindConsole,
  bindConsoleFile,
} from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { findTicket } from '../tickets/held-ticket.ts'
import { clientCard } from '../tickets/support-ticket-store.ts'
import { listedRowOf } from './listed-valuation.ts'
import {
  closeValuation,
  insertValuation,
  listValuations,
  questionTickets,
  setBelonging,
  setOffer,
  valuationNumbered,
} from './support-valuation-store.ts'
import { clientOfWork } from './support-work-store.ts'

const PART = 50

const endpoints = consoleApi.consoleValuations

/** Valuations for clients, and their administrators' decisions. */
export function bindValuationsOfAll(binding: ConsoleBinding, { press }: Pick<ConsoleDependencies, 'press'>): void {
  bindConsole(binding, endpoints.list, async ({ view = 'all', limit = PART, ...filter }, { tx, now, note }) => {
    const { items, next } = await listValuations(tx, { view, limit, ...filter })
    await note({ client: filter.client ?? null, details: { view, ...filter } })
    return { items: items.map((row) => listedRowOf(row, officeDay(now))), next }
  })
  bindConsole(binding, endpoints.view, async ({ number }, { tx, now, note }) => {
    const valuation = await valuationNumbered(tx, number)
    if (!valuation) throw notFound()
    const client = valuation.client.code
    await note({ client, ticket: valuation.ticket, details: { valuation: number } })
    const own = tx.of(client)
    return {
      ...listedRowOf(valuation, officeDay(now)),
      questionTickets: await questionTickets(own, number),
      amounts: amountsOf(valuation.lines),
      history: (await valuationEvents(own, number)).map(({ lines, ...event }) => ({ ...event, total: totalOf(lines) })),
      mayOffer: mayOffer({ decision: valuation.decision, closed: valuation.closedAt !== null }).allowed,
    }
  })
  bindConsole(binding, endpoints.create, create)
  bindConsole(binding, endpoints.offer, change)
  bindConsoleFile(binding, endpoints.pdf, async ({ number }, { tx, now, note, request }) => {
    const found = await valuationNumbered(tx, number)
    if (!found) throw notFound()
    const own = tx.of(found.client.code)
    const valuation = await findValuation(own, number)
    if (!valuation) throw notFound()
    await note({ client: own.client, ticket: valuation.ticket, details: { valuation: number } })
    const language = languageOf(request)
    const sheet = valuationSheet(valuation, found.client.name, { now, language })
    return () => press.downloadReport(sheet, { date: officeDay(now), language }, { person: null })
  })
  bindConsole(binding, endpoints.change, async (input, context) => {
    const { own, valuation } = await hold(input.number, context)
    const places = await placesOf(input, context.tx)
    if (places.clients.some((client) => client !== own.client)) throw otherClient()
    const to = {
      ticket: input.ticket === undefined ? valuation.ticket : places.ticket,
      development: input.development === undefined ? valuation.development : places.development,
    }
    await setBelonging(own, valuation.number, to)
    await context.note({ client: own.client, ticket: to.ticket, details: { valuation: valuation.number, ...to } })
    return null
  })
  bindConsole(binding, endpoints.close, async ({ number }, context) => {
    const { own, valuation } = await hold(number, context)
    const verdict = mayAsk({ closed: valuation.closedAt !== null })
    if (!verdict.allowed) throw new Problem(409, (s) => s.work[verdict.reason]())
    await closeValuation(own, number, context.now)
    const closed = { kind: 'closed', version: valuation.version } as const
    await addValuationEvent(own, number, { ...closed, ...made(context.technician, context.now) })
    await context.note({ client: own.client, ticket: valuation.ticket, details: { valuation: number } })
    return null
  })
}

async function create(input: Input<typeof endpoints.create>, context: ConsoleContext) {
  const { tx, now, note, sentences, technician } = context
  const offer = offerOf(input, context)
  const places = await placesOf(input, tx)
  const clients = new Set([...places.clients, ...(input.client ? [input.client] : [])])
  const [client] = clients
  if (client === undefined) throw invalid((s) => s.workForm['check-fields'](), { client: sentences.field.required() })
  if (clients.size > 1) throw otherClient()
  const own = tx.of(client)
  if (!(await clientCard(own))) throw notFound()
  const { ticket, development } = places
  const on = input.on ?? officeDay(now)
  const number = await insertValuation(own, { ...offer, on, ticket, development })
  await addValuationEvent(own, number, { kind: 'offered', version: 1, offer, ...made(technician, now) })
  await note({ client, ticket, details: { valuation: number, development } })
  return { number }
}

/** The previous offer stays in the history. */
async function change(input: Input<typeof endpoints.offer>, context: ConsoleContext) {
  const { own, valuation } = await hold(input.number, context)
  const { number } = valuation
  const verdict = mayOffer({ decision: valuation.decision, closed: valuation.closedAt !== null })
  if (!verdict.allowed) throw new Problem(409, (s) => s.work[verdict.reason]())
  if (input.was !== valuation.version) throw new Problem(409, (s) => s.workForm['changed-meanwhile']())
  const offer = offerOf(input, context)
  const { version } = await setOffer(own, number, offer)
  await addValuationEvent(own, number, { kind: 'offered', version, offer, ...made(context.technician, context.now) })
  await context.note({ client: own.client, ticket: valuation.ticket, details: { valuation: number, version } })
  return { version }
}

const made = ({ name, username }: Technician, now: Date) => ({ by: name, username, at: now })

interface Offered {
  readonly description: string
  readonly lines?: readonly ValuationLine[] | undefined
  readonly validUntil?: string | null | undefined
}

/** A technician's offer, checked: it must not be negative, nor expire before it reaches its client. */
function offerOf({ description, lines = [], validUntil = null }: Offered, { now, sentences }: ConsoleContext) {
  const total = totalOf(lines)
  const problems = {
    ...(total !== null && total < 0 && { lines: sentences.workForm['below-nothing']() }),
    ...(validUntil !== null && validUntil < officeDay(now) && { validUntil: sentences.workForm['day-is-over']() }),
  }
  if (Object.keys(problems).length > 0) throw invalid((s) => s.workForm['check-fields'](), problems)
  const concepts = lines.map((line) => ({ ...line, concept: plainTitle(line.concept) }))
  return { description: plainTitle(description), lines: concepts, validUntil }
}

interface Belonging {
  readonly ticket?: number | null | undefined
  readonly development?: number | null | undefined
}

/** The ticket that the number leads to, the development, and their client. */
async function placesOf({ ticket: message, development }: Belonging, tx: StaffTransaction) {
  const clients: number[] = []
  let ticket: number | null = null
  if (message) {
    const { own, number } = await findTicket(tx, message)
    clients.push(own.client)
    ticket = number
  }
  if (development) {
    const client = await clientOfWork(tx, development)
    const own = client === undefined ? null : tx.of(client)
    const work = own && (await findWork(own, development, ofClient(own)))
    if (!own || work?.kind !== 'development') throw notFound()
    clients.push(own.client)
  }
  return { clients, ticket, development: development ?? null }
}

async function hold(number: number, { tx }: ConsoleContext): Promise<{ own: Transaction; valuation: Valuation }> {
  const found = await valuationNumbered(tx, number)
  if (!found) throw notFound()
  const own = tx.of(found.client.code)
  const valuation = await lockValuation(own, number)
  if (!valuation) throw notFound()
  return { own, valuation }
}

const otherClient = (): Problem => new Problem(409, (s) => s.workForm['other-client']())
