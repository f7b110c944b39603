import { STEP_KINDS, STEP_STANDINGS } from '#domain/life-line.ts'
import { TICKET_STATES } from '#domain/ticket.ts'
import { DECISIONS } from '#domain/valuation/valuation.ts'
import { GIVEN_STATES, PLANNED_STAGES, VALIDATIONS, WORK_EVENTS, WORK_KINDS } from '#domain/work.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { ticketNumber } from '../ticket-codec.ts'
import {
  amount,
  boolean,
  consoleObject,
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
} from '../wire.ts'
import { consoleAmounts, consoleValuationEvent, offeredLines, valuationNumber } from '../valuation/valuation-codec.ts'
import { keyset, nextPart } from './keyset.ts'
import { clientCode, colleague, consoleFile, namedProblem, turnWord, workStateWord } from './tickets.ts'

const nothing = nullable(consoleObject({}))

/** Incidents and developments share one sequence of numbers: one kind of number serves both. */
const workNumber = recordNumber('incident')
const developmentNumber = recordNumber('development')
const installationCode = recordCode('installation')

const workKind = oneOf(WORK_KINDS)
/** The states that a technician sets directly; installing sets the other two, with a date. */
const givenState = oneOf(GIVEN_STATES)
const stage = oneOf(PLANNED_STAGES)
const validationWord = oneOf(VALIDATIONS)
const clientName = consoleObject({ code: clientCode, name: text(200) })

/** Without lines a valuation says everything in its description. */
const offered = { lines: optional(offeredLines), validUntil: optional(nullable(day)) }

export const WORK_VIEWS = ['open', 'overdue', 'waiting-for-validation', 'failed', 'ended', 'all'] as const
export const VALUATION_VIEWS = ['undecided', 'decided', 'closed', 'all'] as const

const workFields = {
  kind: workKind,
  number: workNumber,
  client: clientName,
  installation: installationCode,
  title: text(200),
  state: workStateWord,
  /** An incident's status in the provider's own application; ENTREGADO counts as delivered. */
  situation: nullable(text(40)),
  /** A development's. */
  budget: text(40),
  version: text(10),
  plannedDelivery: nullable(day),
  /** The next planned date has passed. */
  overdue: boolean,
  /** Null if no verdict was asked for, or none has come yet (`waitingForValidation`). */
  validation: nullable(validationWord),
  waitingForValidation: boolean,
  createdAt: instant,
  stateAt: instant,
  tickets: count,
  files: count,
  /** How often the customer claimed the incident. */
  claims: count,
}

export const workRow = consoleObject(workFields)

export const consoleLifeLineStep = consoleObject({
  kind: oneOf(STEP_KINDS),
  number: nullable(integer),
  standing: oneOf(STEP_STANDINGS),
  /** The day it was raised or, for the last three, done. */
  on: nullable(day),
  planned: nullable(day),
})

/**
 * One change, oldest first. `kind` determines whether `from` and `to` are states, days, tickets' numbers or texts; empty for none.
 * For an installation `from` is the previous state and `to` its day.
 */
const workEvent = consoleObject({
  kind: oneOf(WORK_EVENTS),
  from: text(100),
  to: text(100),
  reason: text(2000),
  /** A technician's name or, of a validation, the customer's. */
  author: text(1000),
  at: instant,
})

const linkedTicket = consoleObject({
  number: ticketNumber,
  title: text(200),
  raisedBy: text(1000),
  installation: installationCode,
  state: oneOf(TICKET_STATES),
  accepted: boolean,
  turn: turnWord,
  claimsInARow: count,
  /** The incident that the ticket waits for, this one or another. */
  blockingIncident: nullable(workNumber),
  /** The last entry; an answer names it as the last one seen. */
  latestEntry: integer,
  assignee: nullable(colleague),
})

const valuationDecided = consoleObject({
  decision: oneOf(DECISIONS),
  by: text(1000),
  at: instant,
  text: text(2000),
})

const valuationRowFields = {
  number: valuationNumber,
  client: clientName,
  description: text(400),
  createdOn: day,
  ticket: nullable(ticketNumber),
  development: nullable(developmentNumber),
  decision: nullable(valuationDecided),
  closedAt: nullable(instant),
  /** Grows with each change of the offer. */
  version: count,
  /** With VAT; null for one without lines. */
  total: nullable(amount),
  /** The last day on which it can be decided. */
  validUntil: nullable(day),
  expired: boolean,
  /** How many tickets ask about it. */
  questions: count,
}

export const valuationListRow = consoleObject(valuationRowFields)

const workView = consoleObject({
  ...workFields,
  department: text(100),
  sprint: text(100),
  requestedOn: nullable(day),
  plannedTest: nullable(day),
  plannedProduction: nullable(day),
  deliveredOn: nullable(day),
  testInstalledOn: nullable(day),
  productionInstalledOn: nullable(day),
  /** The newest 200; `tickets` is the total. */
  linkedTickets: list(linkedTicket),
  valuations: list(valuationListRow),
  /** The problem of the product that an incident is one of. */
  problem: nullable(namedProblem),
  attachments: list(consoleFile),
  history: list(workEvent),
  /** The newest ticket, the valuations, the work itself, version, BD pruebas, BD real. */
  line: list(consoleLifeLineStep),
})

const valuationView = consoleObject({
  ...valuationRowFields,
  /** The tickets raised to ask about it, oldest first. */
  questionTickets: list(consoleObject({ number: ticketNumber, title: text(200) })),
  /** Null without lines. */
  amounts: nullable(consoleAmounts),
  /** Offers, decisions and their undoing, oldest first. */
  history: list(consoleValuationEvent),
  /** Whether Support may still change the offer. */
  mayOffer: boolean,
})

/** The data of a 409 for the loser of a race. */
export const workMeanwhile = consoleObject({
  state: workStateWord,
  situation: nullable(text(40)),
  plannedDelivery: nullable(day),
  plannedTest: nullable(day),
  plannedProduction: nullable(day),
})

/** The reason for a change, which the customer reads in the life line. */
const reason = optional(nullable(text(1000)))
const created = consoleObject({ number: workNumber })

/** The description of a piece of work, without its progress. */
const properties = {
  title: optional(requiredText(200)),
  /** Such as V031; empty if not known. */
  version: optional(text(10)),
  department: optional(text(100)),
  sprint: optional(text(100)),
  budget: optional(text(40)),
  requestedOn: optional(nullable(day)),
}

/** Incidents and developments. */
export const consoleWork = {
  list: endpoint({
    method: 'GET',
    path: '/console/work',
    summary: 'One part of the incidents or developments of all clients; the newest first, overdue ones by their date',
    access: 'technician',
    input: consoleInput({
      kind: workKind,
      view: optional(oneOf(WORK_VIEWS)),
      client: optional(inAddress(clientCode)),
      state: optional(workStateWord),
      number: optional(inAddress(workNumber)),
      /** Words of the title or the client's name, a number or a budget. */
      text: optional(text(200)),
      /**
       * A customer said on one of these office days that it does not work; both days are included and both must be
       * given.
       */
      failedFrom: optional(day),
      failedUntil: optional(day),
      ...keyset,
    }),
    data: consoleObject({ items: list(workRow), next: nextPart }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/console/work/counts',
    summary: 'The size of each view that needs attention, unfiltered',
    access: 'technician',
    input: consoleInput({ kind: workKind }),
    data: consoleObject({
      open: count,
      overdue: count,
      'waiting-for-validation': count,
      failed: count,
    }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/console/work/versions',
    summary: 'The versions with published notes, the newest first',
    access: 'technician',
    input: consoleInput({}),
    data: list(text(10)),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/work/one',
    summary: 'One incident or development with its tickets, files, history and line',
    access: 'technician',
    input: consoleInput({ number: inAddress(workNumber) }),
    data: workView,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/work/create',
    summary: 'Open an incident or a development: for a ticket, with its client and installation, or for a client',
    access: 'technician',
    input: consoleInput({
      kind: workKind,
      ticket: optional(nullable(ticketNumber)),
      client: optional(nullable(clientCode)),
      installation: optional(nullable(installationCode)),
      ...properties,
      /** Undefined: the ticket's. */
      title: optional(nullable(text(200))),
      plannedDelivery: optional(nullable(day)),
      plannedTest: optional(nullable(day)),
      plannedProduction: optional(nullable(day)),
    }),
    data: created,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/work/properties',
    summary: 'Change the title, version, department, sprint, budget or day of request',
    access: 'technician',
    input: consoleInput({ number: workNumber, ...properties }),
    data: created,
  }),
  state: endpoint({
    method: 'POST',
    path: '/console/work/state',
    summary:
      'Change the state or situation; 409 if `was` is no longer its state. Ending without delivery needs a reason',
    access: 'technician',
    input: consoleInput({
      number: workNumber,
      state: givenState,
      /** Undefined: unchanged. For incidents alone. */
      situation: optional(nullable(text(40))),
      reason,
      was: optional(workStateWord),
    }),
    data: created,
  }),
  plan: endpoint({
    method: 'POST',
    path: '/console/work/planned-date',
    summary:
      'Change a planned date; 409 if `was` is no longer that date. Changing a date that the customer knows needs a reason',
    access: 'technician',
    input: consoleInput({
      number: workNumber,
      stage,
      /** Null: removes the date. */
      on: nullable(day),
      reason,
      was: optional(nullable(day)),
    }),
    data: created,
  }),
  install: endpoint({
    method: 'POST',
    path: '/console/work/installation',
    summary:
      "Record an installation in BD pruebas or BD real; without the customer's validation, BD real needs a reason",
    access: 'technician',
    input: consoleInput({
      number: workNumber,
      where: oneOf(['test', 'production']),
      /** Today or earlier. */
      on: day,
      reason,
      was: optional(workStateWord),
    }),
    data: created,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/console/work/files',
    summary: "Attach files for the customer to download; the same form as the customers'",
    access: 'technician',
    kind: 'upload',
    input: consoleInput({ number: inAddress(workNumber) }),
    data: nothing,
  }),
  link: endpoint({
    method: 'POST',
    path: '/console/work/link',
    summary: 'Link it to a ticket of the same client; the number of any of its messages will do',
    access: 'technician',
    input: consoleInput({ number: workNumber, ticket: ticketNumber }),
    data: consoleObject({ ticket: ticketNumber }),
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/console/work/unlink',
    summary: 'Remove the link to a ticket',
    access: 'technician',
    input: consoleInput({ number: workNumber, ticket: ticketNumber }),
    data: nothing,
  }),
  answerTickets: endpoint({
    method: 'POST',
    path: '/console/work/answer',
    summary: 'Answer at most 50 linked tickets with one text; each is answered completely or left out, with the reason',
    access: 'technician',
    input: consoleInput({
      number: workNumber,
      text: requiredText(20_000),
      closes: optional(boolean),
      /** Each with the last entry on the screen. */
      tickets: list(consoleObject({ ticket: ticketNumber, seen: integer }), 50),
    }),
    data: list(
      consoleObject({
        ticket: ticketNumber,
        outcome: oneOf(['answered', 'over', 'written-meanwhile', 'not-linked']),
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
      view: optional(oneOf(VALUATION_VIEWS)),
      client: optional(inAddress(clientCode)),
      number: optional(inAddress(valuationNumber)),
      text: optional(text(200)),
      ...keyset,
    }),
    data: consoleObject({ items: list(valuationListRow), next: nextPart }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/valuation',
    summary: 'One valuation with what was decided and asked',
    access: 'technician',
    input: consoleInput({ number: inAddress(valuationNumber) }),
    data: valuationView,
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/valuations/create',
    summary: 'Send a client a valuation: for a ticket or a development of that client, or on its own',
    access: 'technician',
    input: consoleInput({
      client: optional(nullable(clientCode)),
      ticket: optional(nullable(ticketNumber)),
      development: optional(nullable(developmentNumber)),
      description: requiredText(400),
      /** Undefined: today. */
      on: optional(nullable(day)),
      ...offered,
    }),
    data: consoleObject({ number: valuationNumber }),
  }),
  offer: endpoint({
    method: 'POST',
    path: '/console/valuation/offer',
    summary:
      'Change what an undecided valuation offers; its version counts up and the client is told. 409 if `was` is no longer its version',
    access: 'technician',
    input: consoleInput({
      number: valuationNumber,
      was: count,
      description: requiredText(400),
      ...offered,
    }),
    data: consoleObject({ version: count }),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/console/valuation/pdf',
    summary: 'A valuation as PDF, as its client gets it',
    access: 'technician',
    kind: 'file',
    input: consoleInput({ number: inAddress(valuationNumber) }),
    data: nothing,
  }),
  /** The development may become known only after acceptance. */
  change: endpoint({
    method: 'POST',
    path: '/console/valuation/links',
    summary: 'Change the ticket or development that it belongs to',
    access: 'technician',
    input: consoleInput({
      number: valuationNumber,
      ticket: optional(nullable(ticketNumber)),
      development: optional(nullable(developmentNumber)),
    }),
    data: nothing,
  }),
  close: endpoint({
    method: 'POST',
    path: '/console/valuation/close',
    summary: "Remove it from the client's valuations in progress",
    access: 'technician',
    input: consoleInput({ number: valuationNumber }),
    data: nothing,
  }),
}
