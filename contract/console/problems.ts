import { ANSWER_OUTCOMES, PROBLEM_STATES } from '#domain/problems/problem.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { ticketNumber } from '../ticket-codec.ts'
import {
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
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile, revision } from './revision.ts'
import { clientCode, colleague, turnWord, workStateWord } from './tickets.ts'

const problem = recordNumber('problem')
const moduleNumber = recordNumber('module')
const state = oneOf(PROBLEM_STATES)
const version = text(20)
const incidentNumber = recordNumber('incident')
const clientName = consoleObject({ code: clientCode, name: text(200) })
const nothing = nullable(consoleObject({}))

/** How long the texts are, and how many versions and modules it has at most. */
export const PROBLEM_TEXT = 4000
export const MOST_OF_PROBLEM = 50

/** The most incidents of one problem, and the most tickets answered at once. */
export const MOST_INCIDENTS = 500
export const MOST_ANSWERED = 200

const fields = {
  id: problem,
  title: text(200),
  description: text(PROBLEM_TEXT),
  workaround: text(PROBLEM_TEXT),
  /** Such as V031, which stands for its service releases as well; none: every version. */
  affectedVersions: list(version),
  mendedVersion: nullable(version),
  modules: list(consoleObject({ number: moduleNumber, name: text(100) })),
  responsible: nullable(colleague),
  /** Only technicians read it. */
  notes: text(PROBLEM_TEXT),
  state,
  plannedOn: nullable(day),
  /** The dates planned so far, the newest first; at most 20. */
  plannedDates: list(consoleObject({ on: nullable(day), by: text(200), at: instant })),
  /** Whether customers of the affected versions can read it. */
  published: boolean,
  /**
   * The clients whose people have said that they meet it, the newest first; at most 50 people for each problem of a
   * list, 500 for a single problem.
   */
  affected: list(consoleObject({ code: clientCode, name: text(200), people: list(text(200)) })),
  /** The number of clients that have an incident of it or said that they meet it, and of people who said so. */
  clients: count,
  people: count,
  changedAt: instant,
  /** The technician's name. */
  changedBy: text(200),
  revision,
}
export const listedProblem = consoleObject(fields)

/** An incident of the problem, with its newest tickets. */
const problemIncident = consoleObject({
  number: incidentNumber,
  client: clientName,
  title: text(1000),
  state: workStateWord,
  situation: nullable(text(40)),
  version: text(20),
  tickets: list(consoleObject({ number: ticketNumber, title: text(1000) })),
})

const problemView = consoleObject({
  ...fields,
  incidents: list(problemIncident),
  /** How many of them would move with the version that mends the problem. */
  toMend: count,
})

/** Tickets of one module in the last week that say the same. */
const suggestion = consoleObject({
  module: consoleObject({ number: moduleNumber, name: text(100) }),
  clients: count,
  tickets: list(consoleObject({ number: ticketNumber, title: text(1000), client: clientName })),
})

/** The most tickets of a suggestion. */
const MOST_ALIKE = 50
const alike = list(ticketNumber, MOST_ALIKE)

/** A ticket of the problem, with the values for an answer's fields. */
const answerableTicket = consoleObject({
  ticket: ticketNumber,
  title: text(1000),
  client: clientName,
  contact: text(1000),
  installation: recordCode('installation'),
  version: text(20),
  turn: turnWord,
  /** The last entry; an answer names it as the last one seen. */
  latestEntry: integer,
  /** The ticket is over: nobody can answer it. */
  over: boolean,
})

const form = {
  title: requiredText(200),
  description: requiredText(PROBLEM_TEXT),
  workaround: text(PROBLEM_TEXT),
  affectedVersions: list(version, MOST_OF_PROBLEM),
  mendedVersion: nullable(version),
  modules: list(moduleNumber, MOST_OF_PROBLEM),
  /** A technician's user name. */
  responsible: nullable(recordCode('technician', 100)),
  notes: text(PROBLEM_TEXT),
  state,
  plannedOn: nullable(day),
  published: boolean,
}

export const consoleProblems = {
  list: endpoint({
    method: 'GET',
    path: '/console/problems',
    summary: 'Problems of the product, the newest first',
    access: 'technician',
    input: consoleInput({
      /** Searches number, title, description, workaround and notes. */
      search,
      state: optional(state),
      ...keyset,
    }),
    data: consoleObject({ items: list(listedProblem), next: nextPart }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/console/problems/create',
    summary: 'Record a problem of the product; a published one is read by the customers of its versions',
    access: 'technician',
    input: consoleInput(form),
    data: listedProblem,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/problems/change',
    summary:
      'Change a problem; another planned date joins its history. 409 with the current one if somebody has changed it',
    access: 'technician',
    input: consoleInput({ problem, ...form, revision }),
    data: listedProblem,
  }),
  view: endpoint({
    method: 'GET',
    path: '/console/problems/one',
    summary: 'One problem with its incidents, and who is affected',
    access: 'technician',
    input: consoleInput({ problem: inAddress(problem) }),
    data: problemView,
  }),
  link: endpoint({
    method: 'POST',
    path: '/console/problems/link',
    summary: "Make an existing incident, of any client, one of the problem's; 409 if it is another's",
    access: 'technician',
    input: consoleInput({ problem, incident: incidentNumber }),
    data: nothing,
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/console/problems/unlink',
    summary: "Take an incident from the problem's; nothing else about it changes",
    access: 'technician',
    input: consoleInput({ problem, incident: incidentNumber }),
    data: nothing,
  }),
  makeIncident: endpoint({
    method: 'POST',
    path: '/console/problems/make-incident',
    summary:
      "Open an incident of the problem for a ticket: with the problem's title and planned date, no client's words",
    access: 'technician',
    input: consoleInput({ problem, ticket: ticketNumber }),
    data: consoleObject({ incident: incidentNumber }),
  }),
  tickets: endpoint({
    method: 'GET',
    path: '/console/problems/tickets',
    summary: `The tickets of its incidents, those that can be answered first; at most ${MOST_ANSWERED}`,
    access: 'technician',
    input: consoleInput({ problem: inAddress(problem) }),
    data: consoleObject({ items: list(answerableTicket), total: count }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/console/problems/answer',
    summary: `Answer at most ${MOST_ANSWERED} of its tickets with one text, its fields filled in for each; all at once or none. A ticket that has changed since is left out, with the reason`,
    access: 'technician',
    input: consoleInput({
      problem,
      text: requiredText(20_000),
      closes: optional(boolean),
      /** Each with the last entry on the screen. */
      tickets: list(consoleObject({ ticket: ticketNumber, seen: integer }), MOST_ANSWERED),
    }),
    data: list(consoleObject({ ticket: ticketNumber, outcome: oneOf(ANSWER_OUTCOMES) })),
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/console/problems/suggestions',
    summary:
      'Three or more tickets of one module in a week that say the same and are of no problem yet; at most ten groups',
    access: 'technician',
    input: consoleInput({}),
    data: list(suggestion),
  }),
  accept: endpoint({
    method: 'POST',
    path: '/console/problems/accept',
    summary:
      'Make alike tickets a problem: an existing one or, with a title, a new unpublished one; each gets an incident of it',
    access: 'technician',
    input: consoleInput({
      problem: nullable(problem),
      title: text(200),
      module: nullable(moduleNumber),
      tickets: alike,
    }),
    data: consoleObject({ problem }),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/console/problems/dismiss',
    summary: 'Alike tickets are no problem of the product: they are suggested no more',
    access: 'technician',
    input: consoleInput({ tickets: alike }),
    data: nothing,
  }),
}

export const problemNow = changedMeanwhile(listedProblem)
