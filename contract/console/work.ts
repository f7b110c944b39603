import { STEP_KINDS, STEP_STANDINGS } from '#domain/life-line.ts'
import { TICKET_STATES } from '#domain/ticket.ts'
import { DECISIONS } from '#domain/valuation.ts'
import { GIVEN_STATES, PLANNED_STAGES, VALIDATIONS, WORK_EVENTS, WORK_KINDS } from '#domain/work.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { ticketNumber } from '../ticket-codec.ts'
import {
  as,
  boolean,
  count,
  day,
  inAddress,
  instant,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  recordCode,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from '../wire.ts'
import { keyset, nextPart } from './keyset.ts'
import { clientCode, colleague, consoleFile, turnWord, workStateWord } from './tickets.ts'

const nothing = nullable(wireObject({}))

/** Incidents and developments share one sequence of numbers: one call takes either. */
const workNumber = recordNumber('incident')
const valuationNumber = recordNumber('valuation')
const developmentNumber = recordNumber('development')
const installationCode = recordCode('installation')

const workKind = oneOf(WORK_KINDS)
/** What a state is changed to by hand; the two that say where it is installed come with a date. */
const givenState = oneOf(GIVEN_STATES)
const stage = oneOf(PLANNED_STAGES)
const validationWord = oneOf(VALIDATIONS)
const clientName = wireObject({ code: as('code', clientCode), name: as('name', text(200)) })

export const WORK_VIEWS = ['open', 'overdue', 'waiting-for-validation', 'failed', 'ended', 'all'] as const
export const VALUATION_VIEWS = ['undecided', 'decided', 'closed', 'all'] as const

const workFields = {
  kind: as('kind', workKind),
  number: as('number', workNumber),
  client: as('client', clientName),
  installation: as('installation', installationCode),
  title: as('title', text(200)),
  state: as('state', workStateWord),
  /** What the provider's own application says besides; ENTREGADO counts as delivered. Of incidents. */
  situation: as('situation', nullable(text(40))),
  /** Of developments. */
  budget: as('budget', text(40)),
  version: as('version', text(10)),
  plannedDelivery: as('plannedDelivery', nullable(day)),
  /** The next date that was planned has passed. */
  overdue: as('overdue', boolean),
  /** Null: not asked for, or not answered yet (`waitingForValidation`). */
  validation: as('validation', nullable(validationWord)),
  waitingForValidation: as('waitingForValidation', boolean),
  createdAt: as('createdAt', instant),
  stateAt: as('stateAt', instant),
  tickets: as('tickets', count),
  files: as('files', count),
  /** How often the customer has claimed it. Of incidents. */
  claims: as('claims', count),
}

export const workRow = wireObject(workFields)

export const consoleLifeLineStep = wireObject({
  kind: as('kind', oneOf(STEP_KINDS)),
  number: as('number', nullable(integer)),
  standing: as('standing', oneOf(STEP_STANDINGS)),
  /** The day on which a thing was raised or, of the last three, on which it was done. */
  on: as('on', nullable(day)),
  planned: as('planned', nullable(day)),
})

/**
 * One change, oldest first. `from` and `to` are states, days, tickets' numbers or what was said, as `kind` says; empty: none. Of
 * an installation: from the state before to its day.
 */
const workEvent = wireObject({
  kind: as('kind', oneOf(WORK_EVENTS)),
  from: as('from', text(100)),
  to: as('to', text(100)),
  reason: as('reason', text(2000)),
  /** A technician's name or, of a validation, the customer's. */
  author: as('author', text(1000)),
  at: as('at', instant),
})

const linkedTicket = wireObject({
  number: as('number', ticketNumber),
  title: as('title', text(200)),
  raisedBy: as('raisedBy', text(1000)),
  installation: as('installation', installationCode),
  state: as('state', oneOf(TICKET_STATES)),
  accepted: as('accepted', boolean),
  turn: as('turn', turnWord),
  claimsInARow: as('claimsInARow', count),
  /** The incident that it waits for now: this one or another. */
  blockingIncident: as('blockingIncident', nullable(workNumber)),
  /** What an answer to it is guarded with. */
  latestEntry: as('latestEntry', integer),
  assignee: as('assignee', nullable(colleague)),
})

const valuationDecided = wireObject({
  decision: as('decision', oneOf(DECISIONS)),
  by: as('by', text(1000)),
  at: as('at', instant),
  text: as('text', text(2000)),
})

export const valuationListRow = wireObject({
  number: as('number', valuationNumber),
  client: as('client', clientName),
  description: as('description', text(400)),
  createdOn: as('createdOn', day),
  ticket: as('ticket', nullable(ticketNumber)),
  development: as('development', nullable(developmentNumber)),
  decision: as('decision', nullable(valuationDecided)),
  closedAt: as('closedAt', nullable(instant)),
  /** How many tickets were raised to ask about it. */
  questions: as('questions', count),
})

const workView = wireObject({
  ...workFields,
  department: as('department', text(100)),
  sprint: as('sprint', text(100)),
  requestedOn: as('requestedOn', nullable(day)),
  plannedTest: as('plannedTest', nullable(day)),
  plannedProduction: as('plannedProduction', nullable(day)),
  deliveredOn: as('deliveredOn', nullable(day)),
  testInstalledOn: as('testInstalledOn', nullable(day)),
  productionInstalledOn: as('productionInstalledOn', nullable(day)),
  /** The newest 200 of them; `tickets` says how many there are. */
  linkedTickets: as('linkedTickets', list(linkedTicket)),
  valuations: as('valuations', list(valuationListRow)),
  attachments: as('attachments', list(consoleFile)),
  history: as('history', list(workEvent)),
  /** Its newest ticket, valuations, itself, version, BD pruebas, BD real. */
  line: as('line', list(consoleLifeLineStep)),
})

const valuationView = wireObject({
  ...valuationListRow.fields,
  /** The tickets that were raised to ask about it, oldest first. */
  questionTickets: as(
    'questionTickets',
    list(wireObject({ number: as('number', ticketNumber), title: as('title', text(200)) })),
  ),
})

/** What the loser of a race is told with a 409. */
export const workMeanwhile = wireObject({
  state: as('state', workStateWord),
  situation: as('situation', nullable(text(40))),
  plannedDelivery: as('plannedDelivery', nullable(day)),
  plannedTest: as('plannedTest', nullable(day)),
  plannedProduction: as('plannedProduction', nullable(day)),
})

/** Why something was changed: the customer reads it in the life line. */
const reason = as('reason', optional(nullable(text(1000))))
const created = wireObject({ number: as('number', workNumber) })

/** What a piece of work is, besides where it stands. */
const properties = {
  title: as('title', optional(requiredText(200))),
  /** Such as V031; empty: not known. */
  version: as('version', optional(text(10))),
  department: as('department', optional(text(100))),
  sprint: as('sprint', optional(text(100))),
  budget: as('budget', optional(text(40))),
  requestedOn: as('requestedOn', optional(nullable(day))),
}

/** Incidents and developments. */
export const consoleWork = {
  list: endpoint({
    method: 'GET',
    path: '/console/work',
    summary:
      'One part of the incidents or of the developments of all clients; the newest first, overdue ones by their date',
    access: 'technician',
    input: consoleInput({
      kind: as('kind', workKind),
      view: as('view', optional(oneOf(WORK_VIEWS))),
      client: as('client', optional(inAddress(clientCode))),
      state: as('state', optional(workStateWord)),
      number: as('number', optional(inAddress(workNumber))),
      /** Words of the title or the client's name, a number or a budget. */
      text: as('text', optional(text(200))),
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(workRow)), next: nextPart }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/console/work/counts',
    summary: 'How many each view has that somebody should look at, unfiltered',
    access: 'technician',
    input: consoleInput({ kind: as('kind', workKind) }),
    data: wireObject({
      open: as('open', count),
      overdue: as('overdue', count),
      'waiting-for-validation': as('waiting-for-validation', count),
      failed: as('failed', count),
    }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/console/work/versions',
    summary: 'The versions that notes have come out about, the newest first',
    access: 'technician',
    input: consoleInput({}),
    data: list(text(10)),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/work/one',
    summary: 'One incident or development with its tickets, files, history and line',
    access: 'technician',
    input: consoleInput({ number: as('number', inAddress(workNumber)) }),
    data: workView,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/work/create',
    summary: "Open an incident or a development: of a ticket, whose client and installation it gets, or of a client's",
    access: 'technician',
    input: consoleInput({
      kind: as('kind', workKind),
      ticket: as('ticket', optional(nullable(ticketNumber))),
      client: as('client', optional(nullable(clientCode))),
      installation: as('installation', optional(nullable(installationCode))),
      ...properties,
      /** Left out: the ticket's. */
      title: as('title', optional(nullable(text(200)))),
      plannedDelivery: as('plannedDelivery', optional(nullable(day))),
      plannedTest: as('plannedTest', optional(nullable(day))),
      plannedProduction: as('plannedProduction', optional(nullable(day))),
    }),
    data: created,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/work/properties',
    summary: 'Change what it is called, its version, department, sprint, budget or day of request',
    access: 'technician',
    input: consoleInput({ number: as('number', workNumber), ...properties }),
    data: created,
  }),
  state: endpoint({
    method: 'POST',
    path: '/console/work/state',
    summary:
      'Change its state or situation; 409 when `was` is no longer its state. An ending without delivery needs a reason',
    access: 'technician',
    input: consoleInput({
      number: as('number', workNumber),
      state: as('state', givenState),
      /** Left out it stays; an incident's alone. */
      situation: as('situation', optional(nullable(text(40)))),
      reason,
      was: as('was', optional(workStateWord)),
    }),
    data: created,
  }),
  plan: endpoint({
    method: 'POST',
    path: '/console/work/planned-date',
    summary: 'Change a planned date; 409 when `was` is no longer it. A date that the customer was told needs a reason',
    access: 'technician',
    input: consoleInput({
      number: as('number', workNumber),
      stage: as('stage', stage),
      /** Null: none is planned any more. */
      on: as('on', nullable(day)),
      reason,
      was: as('was', optional(nullable(day))),
    }),
    data: created,
  }),
  install: endpoint({
    method: 'POST',
    path: '/console/work/installation',
    summary:
      'Record that it was installed in BD pruebas or BD real; in BD real before its customer validated it, with a reason',
    access: 'technician',
    input: consoleInput({
      number: as('number', workNumber),
      where: as('where', oneOf(['test', 'production'])),
      /** Today or before. */
      on: as('on', day),
      reason,
      was: as('was', optional(workStateWord)),
    }),
    data: created,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/console/work/files',
    summary: 'Attach files, which its customer may download; parts as the customers send theirs',
    access: 'technician',
    kind: 'upload',
    input: consoleInput({ number: as('number', inAddress(workNumber)) }),
    data: nothing,
  }),
  link: endpoint({
    method: 'POST',
    path: '/console/work/link',
    summary: 'Say that it answers a ticket of the same client as well; any number of a message of it will do',
    access: 'technician',
    input: consoleInput({ number: as('number', workNumber), ticket: as('ticket', ticketNumber) }),
    data: wireObject({ ticket: as('ticket', ticketNumber) }),
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/console/work/unlink',
    summary: 'Say that it does not answer a ticket after all',
    access: 'technician',
    input: consoleInput({ number: as('number', workNumber), ticket: as('ticket', ticketNumber) }),
    data: nothing,
  }),
  answerTickets: endpoint({
    method: 'POST',
    path: '/console/work/answer',
    summary: 'Answer linked tickets with one text, 50 at the most; each is answered whole or left out, and why is told',
    access: 'technician',
    input: consoleInput({
      number: as('number', workNumber),
      text: as('text', requiredText(20_000)),
      closes: as('closes', optional(boolean)),
      /** With the latest entry of each that was on the screen. */
      tickets: as('tickets', list(wireObject({ ticket: as('ticket', ticketNumber), seen: as('seen', integer) }), 50)),
    }),
    data: list(
      wireObject({
        ticket: as('ticket', ticketNumber),
        outcome: as('outcome', oneOf(['answered', 'over', 'written-meanwhile', 'not-linked'])),
      }),
    ),
  }),
}

export const consoleValuations = {
  list: endpoint({
    method: 'GET',
    path: '/console/valuations',
    summary: 'One part of the valuations of all clients, the newest first',
    access: 'technician',
    input: consoleInput({
      view: as('view', optional(oneOf(VALUATION_VIEWS))),
      client: as('client', optional(inAddress(clientCode))),
      number: as('number', optional(inAddress(valuationNumber))),
      text: as('text', optional(text(200))),
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(valuationListRow)), next: nextPart }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/valuation',
    summary: 'One valuation with what was decided and asked',
    access: 'technician',
    input: consoleInput({ number: as('number', inAddress(valuationNumber)) }),
    data: valuationView,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/valuations/create',
    summary: 'Send a client a valuation: of a ticket or a development, whose client it gets, or of a client’s',
    access: 'technician',
    input: consoleInput({
      client: as('client', optional(nullable(clientCode))),
      ticket: as('ticket', optional(nullable(ticketNumber))),
      development: as('development', optional(nullable(developmentNumber))),
      description: as('description', requiredText(400)),
      /** Left out: today. */
      on: as('on', optional(nullable(day))),
    }),
    data: wireObject({ number: as('number', valuationNumber) }),
  }),
  /** Its development may be known only once it was accepted. */
  change: endpoint({
    method: 'POST',
    path: '/console/valuation/links',
    summary: 'Say which ticket or development it belongs to',
    access: 'technician',
    input: consoleInput({
      number: as('number', valuationNumber),
      ticket: as('ticket', optional(nullable(ticketNumber))),
      development: as('development', optional(nullable(developmentNumber))),
    }),
    data: nothing,
  }),
  close: endpoint({
    method: 'POST',
    path: '/console/valuation/close',
    summary: "Take it off the client's valuations in progress",
    access: 'technician',
    input: consoleInput({ number: as('number', valuationNumber) }),
    data: nothing,
  }),
}
