import { PROBLEM_STATES } from '#domain/problems/problem.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import {
  boolean,
  consoleObject,
  day,
  instant,
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
import { colleague } from './tickets.ts'

const problem = recordNumber('problem')
const moduleNumber = recordNumber('module')
const state = oneOf(PROBLEM_STATES)
const version = text(20)

/** How long the texts are, and how many versions and modules it has at most. */
export const PROBLEM_TEXT = 4000
export const MOST_OF_PROBLEM = 50

export const listedProblem = consoleObject({
  id: problem,
  title: text(200),
  description: text(PROBLEM_TEXT),
  workaround: text(PROBLEM_TEXT),
  /** Such as V031, which stands for its service releases as well; none: every version. */
  affectedVersions: list(version),
  mendedVersion: nullable(version),
  modules: list(consoleObject({ number: moduleNumber, name: text(100) })),
  responsible: nullable(colleague),
  /** For technicians alone. */
  notes: text(PROBLEM_TEXT),
  state,
  plannedOn: nullable(day),
  /** The planned dates that it has had, the newest first; at most 20. */
  plannedDates: list(consoleObject({ on: nullable(day), by: text(200), at: instant })),
  /** Whether customers of the affected versions read of it. */
  published: boolean,
  /** The clients whose people have said that they meet it, the newest first; at most 50 people. */
  affected: list(consoleObject({ code: recordNumber('client'), name: text(200), people: list(text(200)) })),
  changedAt: instant,
  /** The technician's name. */
  changedBy: text(200),
  revision,
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
      /** Searches title, description, workaround and notes. */
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
    form: 'session',
    input: consoleInput(form),
    data: listedProblem,
  }),
  change: endpoint({
    method: 'POST',
    path: '/console/problems/change',
    summary:
      'Change a problem; another planned date joins its history. 409 with the current one if somebody has changed it',
    access: 'technician',
    form: 'session',
    input: consoleInput({ problem, ...form, revision }),
    data: listedProblem,
  }),
}

export const problemNow = changedMeanwhile(listedProblem)
