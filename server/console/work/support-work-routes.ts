import * as z from 'zod/mini'
import { consoleApi } from '#contract/console/api.ts'
import { workMeanwhile } from '#contract/console/work.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { isVersionOrRelease } from '#domain/document.ts'
import { isOpen } from '#domain/incident.ts'
import { ticketStep, valuationStep, workSteps } from '#domain/life-line.ts'
import { localTime } from '#domain/office-hours.ts'
import { plainTitle } from '#domain/one-line.ts'
import { maySupport } from '#domain/support-actions.ts'
import { shownTurn } from '#domain/ticket.ts'
import type { Verdict } from '#domain/verdict.ts'
import {
  PLANNED_STAGES,
  type WorkProgress,
  type WorkRefusal,
  afterInstallation,
  afterPlan,
  afterState,
  installationDayProblem,
  installationNeedsReason,
  mayChangeState,
  mayInstall,
  mayPlan,
  mayValidate,
  nextPlanned,
  plannedOf,
  stateNeedsReason,
} from '#domain/work.ts'
import { type FileStore, withHeldBack } from '../../db/file-store.ts'
import type { StaffTransaction, Transaction } from '../../db/sql.ts'
import { Problem, invalid, notFound } from '../../http/problems.ts'
import { acceptedFiles } from '../../http/upload.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { technicianUploads } from '../door/technician-uploads.ts'
import { valuationsOf } from '../../incidents/life-line-store.ts'
import {
  type Work,
  type WorkEvent,
  addEvent,
  eventsOf,
  findWork,
  lockWork,
  ofClient,
  saveProgress,
} from '../../incidents/work-store.ts'
import { linkIncident, lockTicketsOf, refreshBlocking, unlinkIncident } from '../../tickets/blocking-store.ts'
import { lockByNumber } from '../../tickets/ticket-store.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole, bindConsoleUpload } from '../door/console-binding.ts'
import { findTicket, lockFound } from '../tickets/held-ticket.ts'
import { addAnswer, writtenSince } from '../tickets/support-answer.ts'
import { clientCard, installationsOf } from '../tickets/support-ticket-store.ts'
import { problemOfIncident } from '../problems/problem-incident-store.ts'
import { valuationsOfDevelopment } from './support-valuation-store.ts'
import { listedRowOf } from './listed-valuation.ts'
import {
  type ListedWork,
  addWorkFile,
  askerOf,
  clientOfWork,
  countWork,
  filesOfWork,
  insertWork,
  linkDevelopment,
  linkedAmong,
  linkedTickets,
  listWork,
  setWorkProperties,
  ticketNumbersOf,
  unlinkDevelopment,
  workTotals,
} from './support-work-store.ts'

const PART = 50

const endpoints = consoleApi.consoleWork

/** Incidents and developments, which answer customers' tickets, and the technicians' acts on them. */
export function bindWork(binding: ConsoleBinding, dependencies: ConsoleDependencies): void {
  const { files, limits, library } = dependencies
  bindConsole(binding, endpoints.list, async ({ kind, view = 'open', limit = PART, ...filter }, { tx, now, note }) => {
    const today = dayOf(now)
    const { items, next } = await listWork(tx, { kind, view, limit, today, ...filter })
    await note({ client: filter.client ?? null, details: { kind, view, ...filter } })
    return { items: items.map((work) => rowOf(work, today)), next }
  })
  bindConsole(binding, endpoints.counts, ({ kind }, { tx, now }) => countWork(tx, kind, dayOf(now)))
  bindConsole(binding, endpoints.versions, async () => {
    const { byId } = await library.documents()
    const versions = [...byId.values()].flatMap(({ release }) => (release?.line === 're' ? [release.version] : []))
    return [...new Set(versions)].toSorted().toReversed()
  })
  bindConsole(binding, endpoints.view, async ({ number }, context) => {
    const { own, work } = await findOne(number, context.tx)
    await context.note({ client: own.client, details: { work: number } })
    return viewOf(own, work, files, context)
  })
  bindConsole(binding, endpoints.create, create)
  bindConsole(binding, endpoints.change, async ({ number, ...sent }, context) => {
    const { own, work } = await hold(number, context)
    const problems = propertyProblems(work.kind, sent, context.sentences)
    if (Object.keys(problems).length > 0) throw formRefused(problems)
    const to = {
      title: sent.title === undefined ? work.title : plainTitle(sent.title),
      version: sent.version ?? work.version,
      department: sent.department ?? work.department,
      sprint: sent.sprint ?? work.sprint,
      budget: sent.budget ?? work.budget,
      requestedOn: sent.requestedOn === undefined ? work.requestedOn : sent.requestedOn,
    }
    await setWorkProperties(own, work, to)
    await noteOn(own, work, { to: sent }, context)
    return { number }
  })
  bindConsole(binding, endpoints.state, changeState)
  bindConsole(binding, endpoints.plan, changePlan)
  bindConsole(binding, endpoints.install, install)
  bindConsoleUpload(binding, endpoints.upload, {
    ...technicianUploads(dependencies),
    handle: async ({ number }, received, context) => {
      const { technician, now, sentences } = context
      const { own, work } = await hold(number, context)
      const accepted = await acceptedFiles(received, limits, 0, false, sentences)
      for (const file of accepted) await addWorkFile(own, work, technician.username, file, now)
      await files.keep(accepted.map(({ id }) => id))
      await noteOn(own, work, { files: accepted.map(({ name }) => name) }, context)
      return null
    },
  })
  bindConsole(binding, endpoints.link, async ({ number, ticket: message }, context) => {
    const { own, work } = await hold(number, context)
    const ticket = await ticketFor(message, own, context)
    const linked =
      work.kind === 'incident'
        ? await linkIncident(own, work.number, ticket)
        : await linkDevelopment(own, work.number, ticket)
    if (!linked) throw new Problem(409, (s) => s.workForm['already-linked']())
    await addEvent(own, work, eventOf('link', '', String(ticket), null, context))
    await context.note({ client: own.client, ticket, details: { work: number } })
    return { ticket }
  })
  bindConsole(binding, endpoints.unlink, async ({ number, ticket: message }, context) => {
    const { own, work } = await hold(number, context)
    const ticket = await ticketFor(message, own, context)
    const unlinked =
      work.kind === 'incident'
        ? await unlinkIncident(own, work.number, ticket)
        : await unlinkDevelopment(own, work.number, ticket)
    if (!unlinked) throw new Problem(409, (s) => s.workForm['not-linked']())
    await addEvent(own, work, eventOf('unlink', String(ticket), '', null, context))
    await context.note({ client: own.client, ticket, details: { work: number } })
    return null
  })
  bindConsole(binding, endpoints.answerTickets, answerTickets)
}

async function create(input: Input<typeof endpoints.create>, context: ConsoleContext) {
  const { tx, now, note, sentences } = context
  const place = input.ticket ? await findTicket(tx, input.ticket) : null
  const client = place?.own.client ?? input.client
  if (!client) throw formRefused({ client: sentences.field.required() })
  if (input.client && input.client !== client) throw formRefused({ client: sentences.workForm['other-client']() })
  const own = tx.of(client)
  if (!(await clientCard(own))) throw notFound()
  const asker = place && (await askerOf(own, place.number))
  const installation = input.installation ?? asker?.installation
  const title = plainTitle(input.title ?? asker?.title ?? '')
  const problems = {
    ...propertyProblems(input.kind, { ...input, title }, sentences),
    ...(!installation && { installation: sentences.field.required() }),
    ...(title === '' && { title: sentences.field.required() }),
  }
  if (Object.keys(problems).length > 0 || !installation) throw formRefused(problems)
  if ((await installationsOf(own, installation)).length === 0) throw notFound()

  const planned = {
    plannedDelivery: input.plannedDelivery ?? null,
    plannedTest: input.plannedTest ?? null,
    plannedProduction: input.plannedProduction ?? null,
  }
  const number = await insertWork(
    own,
    {
      kind: input.kind,
      installation,
      title,
      version: input.version ?? '',
      department: input.department ?? '',
      sprint: input.sprint ?? '',
      budget: input.budget ?? '',
      requestedOn: input.requestedOn ?? null,
      ...planned,
      person: asker?.person ?? null,
      contact: asker?.contact ?? null,
    },
    now,
  )
  const work = { kind: input.kind, number }
  await addEvent(own, work, eventOf('state', '', 'pending', null, context))
  for (const stage of PLANNED_STAGES) {
    const on = plannedOf({ ...NOT_BEGUN, ...planned }, stage)
    if (on !== null) await addEvent(own, work, eventOf(`planned-${stage}`, '', on, null, context))
  }
  if (place) {
    // While we waited for the lock, it may have been joined to another ticket: its number leads there.
    const ticket = await ticketFor(place.number, own, context)
    if (work.kind === 'incident') await linkIncident(own, number, ticket)
    else await linkDevelopment(own, number, ticket)
    await addEvent(own, work, eventOf('link', '', String(ticket), null, context))
  }
  await note({ client: own.client, ticket: place?.number ?? null, details: { work: number, kind: input.kind } })
  return { number }
}

const NOT_BEGUN: WorkProgress = {
  state: 'pending',
  situation: null,
  plannedDelivery: null,
  plannedTest: null,
  plannedProduction: null,
  deliveredOn: null,
  testInstalledOn: null,
  productionInstalledOn: null,
  validation: null,
}

async function changeState(input: Input<typeof endpoints.state>, context: ConsoleContext) {
  const { now, sentences } = context
  const { own, work } = await hold(input.number, context)
  if (input.was !== undefined && input.was !== work.state) throw changedMeanwhile(work)
  if (work.kind === 'development') {
    const sentence = sentences.workForm['of-incidents-alone']()
    if (input.state === 'in-progress') throw formRefused({ state: sentence })
    if (input.situation) throw formRefused({ situation: sentence })
  }
  const to = {
    state: input.state,
    situation: input.situation === undefined ? work.situation : input.situation?.trim() || null,
  }
  insistOn(mayChangeState(work, to))
  const reason = input.reason?.trim() ?? ''
  if (reason === '' && stateNeedsReason(work, to)) throw reasonMissing(sentences)
  await save(own, work, afterState(work, to, dayOf(now)), context)
  if (to.state !== work.state) await addEvent(own, work, eventOf('state', work.state, to.state, reason, context))
  if (to.situation !== work.situation) {
    await addEvent(own, work, eventOf('situation', work.situation ?? '', to.situation ?? '', reason, context))
  }
  await noteOn(own, work, { from: work.state, ...to, ...(reason !== '' && { reason }) }, context)
  return { number: work.number }
}

async function changePlan(input: Input<typeof endpoints.plan>, context: ConsoleContext) {
  const { sentences } = context
  const { stage, on } = input
  const { own, work } = await hold(input.number, context)
  const before = plannedOf(work, stage)
  if (input.was !== undefined && input.was !== before) throw changedMeanwhile(work)
  insistOn(mayPlan(work, stage, on))
  const reason = input.reason?.trim() ?? ''
  if (reason === '' && before !== null) throw reasonMissing(sentences)
  await saveProgress(own, work, afterPlan(work, stage, on), null)
  await addEvent(own, work, eventOf(`planned-${stage}`, before ?? '', on ?? '', reason, context))
  await noteOn(own, work, { stage, from: before, to: on, ...(reason !== '' && { reason }) }, context)
  return { number: work.number }
}

async function install(input: Input<typeof endpoints.install>, context: ConsoleContext) {
  const { now, sentences } = context
  const { where, on } = input
  const { own, work } = await hold(input.number, context)
  if (input.was !== undefined && input.was !== work.state) throw changedMeanwhile(work)
  insistOn(mayInstall(work, where))
  const problem = installationDayProblem(on, dayOf(work.createdAt), dayOf(now))
  if (problem) throw formRefused({ on: sentences.workForm[problem]() })
  const reason = input.reason?.trim() ?? ''
  if (reason === '' && installationNeedsReason(work, where)) throw reasonMissing(sentences)
  await save(own, work, afterInstallation(work, where, on), context)
  await addEvent(own, work, eventOf(`installed-${where}`, work.state, on, reason, context))
  await noteOn(own, work, { where, on, ...(reason !== '' && { reason }) }, context)
  return { number: work.number }
}

/** Records a change together with the tickets it concerns: the audit is searched by ticket. */
async function noteOn(own: Transaction, work: Work, details: object, { note }: ConsoleContext): Promise<void> {
  const tickets = await ticketNumbersOf(own, work)
  await note({ client: own.client, details: { work: work.number, ...details, ...(tickets.length > 0 && { tickets }) } })
}

/** Writes the new state and, in the same transaction, which of its tickets may now be accepted. */
async function save(own: Transaction, work: Work, to: WorkProgress, { now }: ConsoleContext): Promise<void> {
  await saveProgress(own, work, to, now)
  if (work.kind === 'incident') await refreshBlocking(own, await lockTicketsOf(own, work.number))
}

async function answerTickets(
  { number, text, closes = false, tickets }: Input<typeof endpoints.answerTickets>,
  context: ConsoleContext,
): Promise<Data<typeof endpoints.answerTickets>> {
  const { technician, note } = context
  const { own, work } = await hold(number, context)
  const seenOf = new Map(tickets.map(({ ticket, seen }) => [ticket, seen]))
  const linked = await linkedAmong(own, work, [...seenOf.keys()])
  const outcomes: Data<typeof endpoints.answerTickets>[number][] = []
  // Several locks are always taken in this order.
  for (const [ticket, seen] of [...seenOf].toSorted(([a], [b]) => a - b)) {
    const held = linked.includes(ticket) ? await lockByNumber(own, ticket) : undefined
    if (!held) outcomes.push({ ticket, outcome: 'not-linked' })
    else if (!maySupport(held).allowed) outcomes.push({ ticket, outcome: 'over' })
    else if ((await writtenSince(own, ticket, seen, technician)).length > 0) {
      outcomes.push({ ticket, outcome: 'written-meanwhile' })
    } else {
      const entry = await addAnswer(own, held, { text, closes }, context)
      await note({ client: own.client, ticket, details: { work: number, entry, closes } })
      outcomes.push({ ticket, outcome: 'answered' })
    }
  }
  return outcomes
}

async function findOne(number: number, tx: StaffTransaction): Promise<{ own: Transaction; work: Work }> {
  const client = await clientOfWork(tx, number)
  if (client === undefined) throw notFound()
  const own = tx.of(client)
  const work = await findWork(own, number, ofClient(own))
  if (!work) throw notFound()
  return { own, work }
}

/** Finds it and locks it until the transaction ends. */
async function hold(number: number, { tx }: ConsoleContext): Promise<{ own: Transaction; work: Work }> {
  const { own } = await findOne(number, tx)
  const work = await lockWork(own, number, ofClient(own))
  if (!work) throw notFound()
  return { own, work }
}

/** The ticket that a message's number leads to, locked; it must be the same client's. */
async function ticketFor(message: number, own: Transaction, { tx }: ConsoleContext): Promise<number> {
  const place = await findTicket(tx, message)
  // The refusal gives the reason: technicians may see both clients.
  if (place.own.client !== own.client) throw new Problem(409, (s) => s.workForm['other-client']())
  const { ticket } = await lockFound(tx, message)
  return ticket.number
}

const eventOf = (
  kind: WorkEvent['kind'],
  from: string,
  to: string,
  reason: string | null,
  { technician, now }: ConsoleContext,
): WorkEvent => ({ kind, from, to, reason: reason ?? '', author: technician.name, at: now })

function insistOn(verdict: Verdict<WorkRefusal>): void {
  if (!verdict.allowed) throw new Problem(409, (s) => s.work[verdict.reason]())
}

const changedMeanwhile = (work: Work): Problem =>
  new Problem(409, (s) => s.workForm['changed-meanwhile'](), z.encode(workMeanwhile, work))

const formRefused = (problems: Record<string, string>): Problem =>
  invalid((s) => {
    const [sentence] = Object.values(problems)
    return sentence === undefined || sentence === s.field.required() ? s.workForm['check-fields']() : sentence
  }, problems)

const reasonMissing = (sentences: Sentences): Problem => formRefused({ reason: sentences.workForm['reason-needed']() })

interface SentProperties {
  readonly title?: string | undefined
  readonly version?: string | undefined
  readonly department?: string | undefined
  readonly sprint?: string | undefined
  readonly budget?: string | undefined
  readonly requestedOn?: string | null | undefined
}

/** Refuses properties that only the other kind has, and a version that does not exist. */
function propertyProblems(kind: Work['kind'], sent: SentProperties, { workForm }: Sentences): Record<string, string> {
  const problems: Record<string, string> = {}
  if (sent.version && !isVersionOrRelease(sent.version)) problems['version'] = workForm['bad-version']()
  if (kind === 'development') {
    if (sent.department) problems['department'] = workForm['of-incidents-alone']()
    if (sent.sprint) problems['sprint'] = workForm['of-incidents-alone']()
  } else {
    if (sent.budget) problems['budget'] = workForm['of-developments-alone']()
    if (sent.requestedOn) problems['requestedOn'] = workForm['of-developments-alone']()
  }
  return problems
}

const dayOf = (at: Date): string => localTime(at, OFFICE_ZONE).date

type Row = Data<typeof endpoints.list>['items'][number]

const rowOf = ({ nextPlanned: next, ...work }: ListedWork, today: string): Row => ({
  ...work,
  overdue: isOpen(work) && next !== null && next < today,
  waitingForValidation: mayValidate(work).allowed,
})

async function viewOf(
  own: Transaction,
  work: Work,
  files: FileStore,
  { tx, now }: ConsoleContext,
): Promise<Data<typeof endpoints.view>> {
  const client = await clientCard(own)
  if (!client) throw new Error('Work without a client')
  const attachments = await withHeldBack(files, own, await filesOfWork(own, work))
  const tickets = await linkedTickets(own, work)
  // The ticket that the customers' list shows first.
  const [newest] = tickets
  const valuations = work.kind === 'development' ? await valuationsOfDevelopment(tx, own.client, work.number) : []
  return {
    ...rowOf(
      {
        ...work,
        client: { code: client.code, name: client.name },
        nextPlanned: nextPlanned(work),
        files: attachments.length,
        ...(await workTotals(own, work)),
      },
      dayOf(now),
    ),
    department: work.department,
    sprint: work.sprint,
    requestedOn: work.requestedOn,
    plannedTest: work.plannedTest,
    plannedProduction: work.plannedProduction,
    deliveredOn: work.deliveredOn,
    testInstalledOn: work.testInstalledOn,
    productionInstalledOn: work.productionInstalledOn,
    linkedTickets: tickets.map((ticket) => ({ ...ticket, turn: shownTurn(ticket) })),
    valuations: valuations.map((valuation) => listedRowOf(valuation, dayOf(now))),
    problem: (work.kind === 'incident' && (await problemOfIncident(own, work.number))) || null,
    attachments,
    history: await eventsOf(own, [work]),
    line: [
      ...(newest ? [ticketStep({ ...newest, createdOn: dayOf(newest.createdAt) })] : []),
      ...(await valuationsOf(own, newest?.number ?? null, [work])).map(valuationStep),
      ...workSteps({ ...work, createdOn: dayOf(work.createdAt) }),
    ],
  }
}
