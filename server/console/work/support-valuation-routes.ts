import { plainTitle } from '#domain/one-line.ts'
import { consoleApi } from '#contract/console/api.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { localTime } from '#domain/office-hours.ts'
import { mayAsk } from '#domain/valuation.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import { Problem, invalid, notFound } from '../../http/problems.ts'
import { type Valuation, lockValuation } from '../../incidents/valuation-store.ts'
import { findWork, ofClient } from '../../incidents/work-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { findTicket } from '../tickets/held-ticket.ts'
import { clientCard } from '../tickets/support-ticket-store.ts'
import { listedRowOf } from './listed-valuation.ts'
import {
  closeValuation,
  insertValuation,
  listValuations,
  questionTickets,
  setBelonging,
  valuationNumbered,
} from './support-valuation-store.ts'
import { clientOfWork } from './support-work-store.ts'

const PART = 50

/** Valuations for clients, and their administrators' decisions. */
export function bindValuationsOfAll(binding: ConsoleBinding): void {
  const endpoints = consoleApi.consoleValuations

  bindConsole(binding, endpoints.list, async ({ view = 'all', limit = PART, ...filter }, { tx, note }) => {
    const { items, next } = await listValuations(tx, { view, limit, ...filter })
    await note({ client: filter.client ?? null, details: { view, ...filter } })
    return { items: items.map(listedRowOf), next }
  })
  bindConsole(binding, endpoints.view, async ({ number }, { tx, note }) => {
    const valuation = await valuationNumbered(tx, number)
    if (!valuation) throw notFound()
    const client = valuation.client.code
    await note({ client, ticket: valuation.ticket, details: { valuation: number } })
    return { ...listedRowOf(valuation), questionTickets: await questionTickets(tx.of(client), number) }
  })
  bindConsole(binding, endpoints.create, async (input, context) => {
    const { tx, now, note, sentences } = context
    const places = await placesOf(input, tx)
    const clients = new Set([...places.clients, ...(input.client ? [input.client] : [])])
    const [client] = clients
    if (client === undefined) throw invalid((s) => s.field.required(), { client: sentences.field.required() })
    if (clients.size > 1) throw otherClient()
    const own = tx.of(client)
    if (!(await clientCard(own))) throw notFound()
    const { ticket, development } = places
    const on = input.on ?? localTime(now, OFFICE_ZONE).date
    const description = plainTitle(input.description)
    const number = await insertValuation(own, { description, on, ticket, development })
    await note({ client, ticket, details: { valuation: number, development } })
    return { number }
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
    const verdict = mayAsk({ decision: valuation.decision, closed: valuation.closedAt !== null })
    if (!verdict.allowed) throw new Problem(409, (s) => s.work[verdict.reason]())
    await closeValuation(own, number, context.now)
    await context.note({ client: own.client, ticket: valuation.ticket, details: { valuation: number } })
    return null
  })
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
