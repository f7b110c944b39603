import { MOST_ANSWERED, MOST_INCIDENTS, type consoleProblems } from '#contract/console/problems.ts'
import type { Data } from '#contract/endpoint.ts'
import type { ProblemState } from '#domain/problems/problem.ts'
import type { Standing } from '#domain/ticket.ts'
import { type Runner, type Statement, type StaffTransaction, type Transaction, sql } from '../../db/sql.ts'

// The incidents of a problem of the product, which belong to many clients, and their tickets.

type Shown = Data<typeof consoleProblems.view>

const MOST_TICKETS = 10

export const incidentsOfProblem = (runner: Runner, problem: number) =>
  runner.rows<Shown['incidents'][number]>(sql`
    select any_i.number, jsonb_build_object('code', any_c.client_id, 'name', any_c.name) as client, any_i.title, any_i.state,
      any_i.situation, any_i.version,
      (select coalesce(jsonb_agg(jsonb_build_object('number', any_t.number, 'title', any_t.title) order by any_t.number desc), '[]')
        from (
          select any_t.number, any_t.title from incident_ticket any_l
          join ticket any_t on any_t.client_id = any_l.client_id and any_t.number = any_l.ticket_number
          where any_l.client_id = any_i.client_id and any_l.incident_number = any_i.number
          order by any_t.number desc limit ${MOST_TICKETS}) any_t) as tickets
    from incident any_i join client any_c on any_c.client_id = any_i.client_id
    where any_i.problem_id = ${problem} order by any_i.number desc limit ${MOST_INCIDENTS}`)

/** Locks a problem, so that nobody adds or mends any of its incidents meanwhile. */
export const lockProblem = (runner: Runner, problem: number) =>
  runner.maybe<{ title: string; state: ProblemState; plannedOn: string | null }>(sql`
    select p.title, p.state, p.planned_on from product_problem p where p.problem_id = ${problem} for no key update of p`)

export const countIncidents = async (runner: Runner, problem: number): Promise<number> =>
  (
    await runner.row<{ found: number }>(
      sql`select count(*) as found from incident any_i where any_i.problem_id = ${problem}`,
    )
  ).found

/** An incident and its problem, locked until the transaction ends. */
export const lockIncident = (runner: Runner, incident: number) =>
  runner.maybe<{ client: number; problem: number | null }>(sql`
    select any_i.client_id as client, any_i.problem_id as problem from incident any_i
    where any_i.number = ${incident} order by any_i.client_id limit 1 for no key update of any_i`)

export const setProblemOf = (tx: Transaction, incident: number, problem: number | null) =>
  tx.rows(sql`update incident i set problem_id = ${problem} where ${tx.own('i')} and i.number = ${incident}`)

/** The incident of a problem that a ticket has already. */
export const incidentOfTicket = async (tx: Transaction, problem: number, ticket: number): Promise<number | undefined> =>
  (
    await tx.maybe<{ number: number }>(sql`
      select i.number from incident_ticket l join incident i on i.client_id = l.client_id and i.number = l.incident_number
      where ${tx.own('l')} and l.ticket_number = ${ticket} and i.problem_id = ${problem} limit 1`)
  )?.number

/**
 * Locks a problem's incidents, then their tickets, both by number. Every other act on several of them takes the same
 * order, so no two acts wait for each other.
 */
export async function lockIncidentsOf(tx: StaffTransaction, problem: number) {
  const incidents = await tx.rows<{ client: number; number: number; installed: string }>(sql`
    select any_i.client_id as client, any_i.number,
      (select any_n.version from installation any_n
        where any_n.client_id = any_i.client_id and any_n.code = any_i.installation_code) as installed
    from incident any_i where any_i.problem_id = ${problem}
    order by any_i.number for no key update of any_i`)
  await tx.rows(sql`
    select any_t.number from ticket any_t
    where (any_t.client_id, any_t.number) in (
      select any_l.client_id, any_l.ticket_number from incident any_i
      join incident_ticket any_l on any_l.client_id = any_i.client_id and any_l.incident_number = any_i.number
      where any_i.problem_id = ${problem})
    order by any_t.number for update of any_t`)
  return incidents
}

export const setVersionOf = (tx: Transaction, incident: number, version: string) =>
  tx.rows(sql`update incident i set version = ${version} where ${tx.own('i')} and i.number = ${incident}`)

export type AnswerableTicket = Omit<Data<typeof consoleProblems.tickets>['items'][number], 'turn' | 'over'> &
  Pick<Standing, 'state' | 'accepted' | 'lastEntryKind' | 'blockingIncident'>

/** The tickets of a problem's incidents, all or some: first those that are not over. */
export const ticketsOfProblem = (runner: Runner, problem: number, only: readonly number[] | null = null) =>
  runner.rows<AnswerableTicket>(sql`
    select any_t.number as ticket, any_t.title, any_t.contact_name as contact, any_t.installation_code as installation,
      jsonb_build_object('code', any_c.client_id, 'name', any_c.name) as client, coalesce(any_n.version, any_t.version) as version,
      any_t.state, any_t.accepted, any_t.last_entry_kind, any_t.blocking_incident,
      (select coalesce(max(any_e.entry_id), 0) from entry any_e
        where any_e.client_id = any_t.client_id and any_e.ticket_number = any_t.number) as latest_entry
    from ticket any_t
    join client any_c on any_c.client_id = any_t.client_id
    left join installation any_n on any_n.client_id = any_t.client_id and any_n.code = any_t.installation_code
    where (any_t.client_id, any_t.number) in (${linkedTo(problem)}) and any_t.merged_into is null
      and (${only}::bigint[] is null or any_t.number = any(${only}::bigint[]))
    order by any_t.accepted, any_t.number limit ${MOST_ANSWERED}`)

export const countTickets = async (runner: Runner, problem: number): Promise<number> =>
  (
    await runner.row<{ found: number }>(sql`
      select count(*) as found from ticket any_t
      where (any_t.client_id, any_t.number) in (${linkedTo(problem)}) and any_t.merged_into is null`)
  ).found

const linkedTo = (problem: number): Statement => sql`
  select any_l.client_id, any_l.ticket_number from incident any_i
  join incident_ticket any_l on any_l.client_id = any_i.client_id and any_l.incident_number = any_i.number
  where any_i.problem_id = ${problem}`

/** The problems of a ticket: those of its incidents, and those in its module that its author has said they meet. */
export const problemsOfTicket = (tx: Transaction, ticket: number) =>
  tx.rows<{ id: number; title: string; state: ProblemState; published: boolean }>(sql`
    select p.problem_id as id, p.title, p.state, p.published from product_problem p
    where p.problem_id in (
      select i.problem_id from incident_ticket l join incident i on i.client_id = l.client_id and i.number = l.incident_number
      where ${tx.own('l')} and l.ticket_number = ${ticket}
      union all
      select k.problem_id from ticket t join product_problem_mark k on k.client_id = t.client_id and k.person_id = t.person_id
      where ${tx.own('t')} and t.number = ${ticket} and not t.accepted
        and exists (select from product_problem q where q.problem_id = k.problem_id
          and (q.modules = '{}' or t.module_number = any(q.modules))))
    order by p.problem_id desc limit 20`)

/** The problem of an incident. */
export const problemOfIncident = (tx: Transaction, incident: number) =>
  tx.maybe<{ id: number; title: string; state: ProblemState; published: boolean }>(sql`
    select p.problem_id as id, p.title, p.state, p.published
    from incident i join product_problem p on p.problem_id = i.problem_id
    where ${tx.own('i')} and i.number = ${incident}`)
