import { consoleApi } from '#contract/console/api.ts'
import { filledIn, unknownFields } from '#contract/console/canned-fields.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import type { AnswerOutcome } from '#domain/problems/problem.ts'
import { maySupport } from '#domain/support-actions.ts'
import { shownTurn } from '#domain/ticket.ts'
import { afterMending } from '#domain/work.ts'
import { Problem, notFound } from '../../http/problems.ts'
import { lockByNumber } from '../../tickets/ticket-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import { wrong } from '../masters/master-form.ts'
import { lockFound } from '../tickets/held-ticket.ts'
import { addAnswer } from '../tickets/support-answer.ts'
import { latestEntryOf } from '../tickets/support-ticket-store.ts'
import { UNPLANNED, holdProblem, insistOnRoom, makeIncident } from './problem-incident.ts'
import {
  type AnswerableTicket,
  countTickets,
  incidentOfTicket,
  incidentsOfProblem,
  lockIncident,
  setProblemOf,
  ticketsOfProblem,
} from './problem-incident-store.ts'
import { problemNumbered } from './problem-store.ts'

const endpoints = consoleApi.consoleProblems

/** The incidents of a problem of the product, and one answer for all their tickets. */
export function bindProblemIncidents(binding: ConsoleBinding): void {
  bindConsole(binding, endpoints.view, async ({ problem: id }, { tx, note }) => {
    const problem = await problemNumbered(tx, id)
    if (!problem) throw notFound()
    const incidents = await incidentsOfProblem(tx, id)
    await note({ details: { problem: id } })
    return { ...problem, incidents, toMend: incidents.filter(isAwaited).length }
  })

  bindConsole(binding, endpoints.link, async ({ problem: id, incident }, { tx, note }) => {
    const problem = await holdProblem(tx, id)
    const found = await lockIncident(tx, incident)
    if (!found) throw notFound()
    const { problem: other } = found
    if (other !== null && other !== id) throw new Problem(409, (s) => s.problem['incident-of-other'](other))
    await insistOnRoom(tx, problem)
    if (other === null) await setProblemOf(tx.of(found.client), incident, id)
    await note({ client: found.client, details: { problem: id, work: incident } })
    return null
  })

  bindConsole(binding, endpoints.unlink, async ({ problem: id, incident }, { tx, note }) => {
    await holdProblem(tx, id)
    const found = await lockIncident(tx, incident)
    if (found?.problem !== id) throw new Problem(409, (s) => s.problem['not-its-incident']())
    await setProblemOf(tx.of(found.client), incident, null)
    await note({ client: found.client, details: { problem: id, work: incident } })
    return null
  })

  bindConsole(binding, endpoints.makeIncident, async ({ problem: id, ticket: message }, context) => {
    const problem = await holdProblem(context.tx, id)
    const { own, ticket } = await lockFound(context.tx, message)
    const there = await incidentOfTicket(own, id, ticket.number)
    if (there !== undefined) throw new Problem(409, (s) => s.problem['ticket-has-one'](there))
    await insistOnRoom(context.tx, problem)
    return { incident: await makeIncident(own, problem, ticket.number, context) }
  })

  bindConsole(binding, endpoints.tickets, async ({ problem: id }, { tx, note }) => {
    if (!(await problemNumbered(tx, id))) throw notFound()
    const tickets = await ticketsOfProblem(tx, id)
    await note({ details: { problem: id, tickets: tickets.map(({ ticket }) => ticket) } })
    const items = tickets.map(({ state, accepted, lastEntryKind, blockingIncident, ...ticket }) => ({
      ...ticket,
      turn: shownTurn({ state, accepted, lastEntryKind, blockingIncident }),
      over: !maySupport({ accepted }).allowed,
    }))
    return { items, total: await countTickets(tx, id) }
  })

  bindConsole(binding, endpoints.answer, answerAll)
}

const UNDATED = { deliveredOn: null, testInstalledOn: null, productionInstalledOn: null, validation: null }
/** Whether mending the problem would move it. The dates decide nothing here. */
const isAwaited = (incident: Data<typeof endpoints.view>['incidents'][number]): boolean =>
  afterMending({ ...incident, ...UNDATED, ...UNPLANNED }, '', false) !== null

/**
 * Answers tickets of many clients in one transaction: all or, if a server dies, none. A ticket with entries newer than
 * those on the screen is left out, so the same text never reaches it twice.
 */
async function answerAll(
  { problem: id, text, closes = false, tickets }: Input<typeof endpoints.answer>,
  context: ConsoleContext,
): Promise<Data<typeof endpoints.answer>> {
  const { tx, note, sentences } = context
  if (!(await problemNumbered(tx, id))) throw notFound()
  const [unknown] = unknownFields(text)
  if (unknown !== undefined) throw wrong({ text: sentences.support['unknown-fields'](unknown) })
  const seenOf = new Map(tickets.map(({ ticket, seen }) => [ticket, seen]))
  const linked = new Map((await ticketsOfProblem(tx, id, [...seenOf.keys()])).map((ticket) => [ticket.ticket, ticket]))
  const outcomes: { ticket: number; outcome: AnswerOutcome }[] = []
  // Several locks are always taken in this order.
  for (const [ticket, seen] of [...seenOf].toSorted(([a], [b]) => a - b)) {
    const place = linked.get(ticket)
    const own = place && tx.of(place.client.code)
    const held = own && (await lockByNumber(own, ticket))
    if (!place || !own || !held) outcomes.push({ ticket, outcome: 'not-linked' })
    else if (!maySupport(held).allowed) outcomes.push({ ticket, outcome: 'over' })
    else if ((await latestEntryOf(own, ticket)) !== seen) outcomes.push({ ticket, outcome: 'changed-meanwhile' })
    else {
      const words = filledIn(text, valuesOf(place, context))
      if (words.length > MOST_TEXT) throw wrong({ text: sentences.problem['too-long']() })
      const entry = await addAnswer(own, held, { text: words, closes }, context)
      await note({ client: own.client, ticket, details: { problem: id, entry, closes } })
      outcomes.push({ ticket, outcome: 'answered' })
    }
  }
  return outcomes
}

const MOST_TEXT = 20_000

const valuesOf = (
  { ticket, client, contact, version, installation }: AnswerableTicket,
  { technician }: ConsoleContext,
): Parameters<typeof filledIn>[1] => ({
  client: client.name,
  contact,
  ticket: String(ticket),
  technician: technician.name,
  version,
  installation,
})
