import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Data } from '#contract/endpoint.ts'
import { currentWork } from '#contract/life-line-codec.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { wireNamesOf } from '#contract/wire.ts'
import { INCIDENT_STATES, type IncidentState } from '#domain/incident.ts'
import { ticketStep, valuationStep, workSteps } from '#domain/life-line.ts'
import { localTime } from '#domain/office-hours.ts'
import type { Refusal } from '#domain/verdict.ts'
import { type ValidationRefusal, mayValidate } from '#domain/work.ts'
import type { Transaction } from '../db/sql.ts'
import { problemsMarkedFor, problemsOfIncidents } from '../problems/known-problem-store.ts'
import { type Binding, type Context, bind } from '../http/bind.ts'
import { authorOf } from '../http/caller.ts'
import { Problem, badParameters, invalid, notFound } from '../http/problems.ts'
import {
  type LineTicket,
  awaitedValidations,
  lineTicket,
  ticketsOfWork,
  valuationsOf,
  visibleWork,
} from './life-line-store.ts'
import {
  type Work,
  type WorkEvent,
  addEvent,
  eventsOf,
  findWork,
  isValidation,
  lockWork,
  numbersOf,
  saveProgress,
  workOfTicket,
} from './work-store.ts'

/** A ticket's life line, from its question to the day on which the answer is in use. */
export function bindLifeLines(binding: Binding): void {
  bind(binding, api.incidents.lifeLine, async ({ ticket: message, work: number }, context) => {
    const { tx, caller } = context
    if (message !== undefined && number === undefined) {
      const ticket = await lineTicket(tx, caller, message)
      if (!ticket) throw notFound()
      return lineOf(ticket, await workOfTicket(tx, ticket.number, visibleWork(tx, caller)), context)
    }
    if (number !== undefined && message === undefined) {
      const work = await findWork(tx, number, visibleWork(tx, caller))
      if (!work) throw notFound()
      return lineOf(null, [work], context)
    }
    throw badParameters(api.incidents.lifeLine, 'ticket', 'work')
  })

  bind(binding, api.incidents.awaited, (_input, { tx, caller }) => awaitedValidations(tx, caller))

  bind(binding, api.incidents.validate, async ({ work: number, result, text }, { tx, caller, now, sentences }) => {
    const work = await lockWork(tx, number, visibleWork(tx, caller))
    if (!work) throw notFound()
    const verdict = mayValidate(work)
    if (!verdict.allowed) throw await refusedNow(tx, work, verdict)
    const said = text?.trim() ?? ''
    if (result === 'failed' && said === '') {
      const sentence = sentences.workForm['what-fails']()
      throw invalid(() => sentence, wireNamesOf(api.incidents.validate.input, { text: sentence }))
    }
    await saveProgress(tx, work, { ...work, validation: result }, null)
    await addEvent(tx, work, {
      kind: 'validation',
      from: '',
      to: result,
      reason: said,
      author: authorOf(caller),
      at: now,
    })
    return [{ number: work.number }]
  })
}

type Line = Data<typeof api.incidents.lifeLine>

/** The line of a ticket or, without one, of a piece of work. The work's newest ticket comes first. */
async function lineOf(asked: LineTicket | null, works: readonly Work[], { tx, caller }: Context): Promise<Line> {
  const tickets = await ticketsOfWork(tx, caller, works)
  const events = await eventsOf(tx, works)
  const ticket = asked ?? tickets[0] ?? null
  const valuations = caller.administrator ? await valuationsOf(tx, ticket?.number ?? null, works) : []
  const problems = caller.limited
    ? []
    : [
        ...(await problemsOfIncidents(tx, numbersOf(works, 'incident'))),
        ...(asked ? await problemsMarkedFor(tx, asked.number) : []),
      ]
  return {
    problems: [...new Map(problems.map((problem) => [problem.problem, problem])).values()],
    ticket: ticket && ticketStep({ ...ticket, createdOn: dayOf(ticket.createdAt) }),
    valuations: valuations.map(valuationStep),
    works: works.map((work) => ({
      kind: work.kind,
      number: work.number,
      budget: work.budget,
      title: work.title,
      state: work.state,
      situation: work.situation,
      version: work.version,
      plannedDelivery: work.plannedDelivery,
      steps: workSteps({ ...work, createdOn: dayOf(work.createdAt) }),
      ...historyOf(events.filter((event) => event.work === work.number)),
      mayValidate: !caller.limited && mayValidate(work).allowed,
      tickets: tickets.filter((linked) => linked.work === work.number).map(({ number, title }) => ({ number, title })),
    })),
  }
}

type Shown = Line['works'][number]

const historyOf = (events: readonly WorkEvent[]): Pick<Shown, 'plannedChanges' | 'stateChanges' | 'validations'> => ({
  plannedChanges: events.flatMap(({ kind, from, to, reason, at }) => {
    const stage = STAGE_OF.get(kind)
    return stage ? [{ stage, from: from || null, to: to || null, reason, at }] : []
  }),
  stateChanges: events.flatMap((event) => {
    const to = stateAfter(event)
    return to ? [{ from: stateNamed(event.from), to, reason: event.reason, at: event.at }] : []
  }),
  validations: validationsIn(events),
})

const STAGE_OF: ReadonlyMap<WorkEvent['kind'], Shown['plannedChanges'][number]['stage']> = new Map([
  ['planned-delivery', 'delivery'],
  ['planned-test', 'test'],
  ['planned-production', 'production'],
])

const validationsIn = (events: readonly WorkEvent[]): Shown['validations'] =>
  events.flatMap(({ kind, to, reason, author, at }) =>
    kind === 'validation' && isValidation(to) ? [{ result: to, by: author, text: reason, at }] : [],
  )

function stateAfter({ kind, to }: WorkEvent): IncidentState | null {
  if (kind === 'installed-test') return 'installed-in-test'
  if (kind === 'installed-production') return 'installed-in-production'
  return kind === 'state' ? stateNamed(to) : null
}

const stateNamed = (name: string): IncidentState | null => INCIDENT_STATES.find((state) => state === name) ?? null

/** The 409 of a validation that the rule now refuses, with the earlier one for the loser of a race. */
async function refusedNow(tx: Transaction, work: Work, { reason }: Refusal<ValidationRefusal>): Promise<Problem> {
  const validation = work.validation === null ? null : (validationsIn(await eventsOf(tx, [work])).at(-1) ?? null)
  const current = { number: work.number, state: work.state, reason, validation }
  return new Problem(409, (s) => s.work[reason](), z.encode(currentWork, current))
}

const dayOf = (at: Date): string => localTime(at, OFFICE_ZONE).date
