import type { api } from '#contract/api.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { isOpen, nextOpening } from '#domain/office-hours.ts'
import { type Pace, answerDue } from '#domain/promise.ts'
import { readPromises } from '../db/promise-store.ts'
import { type Transaction, sql } from '../db/sql.ts'
import type { Context } from '../http/bind.ts'
import { notFound } from '../http/problems.ts'
import { findTicket } from './ticket-store.ts'

/** The times that a customer can expect for one of their tickets, or for one that they are about to raise. */
export async function expectation(
  { ticket: number, module, urgency }: Input<typeof api.tickets.expectation>,
  { tx, caller, now }: Context,
): Promise<Data<typeof api.tickets.expectation>> {
  const ticket = number === undefined ? null : await findTicket(tx, caller, number)
  if (number !== undefined && !ticket) throw notFound()
  const { promises, calendar } = await readPromises(tx)
  return {
    nextOpening: isOpen(now, calendar) ? null : nextOpening(now, calendar),
    answerBy: ticket ? await dueOf(tx, ticket.number) : answerDue(now, urgency ?? '3', promises, calendar),
    pace: ticket ? await paceOfTicket(tx, ticket.number) : module === undefined ? null : await paceOfModule(tx, module),
  }
}

async function dueOf(tx: Transaction, number: number): Promise<Date | null> {
  const { dueAt } = await tx.row<{ dueAt: Date | null }>(sql`
    select t.due_at from ticket t where ${tx.own('t')} and t.number = ${number}`)
  return dueAt
}

/** None for a ticket that is over. */
const paceOfTicket = async (tx: Transaction, number: number): Promise<Pace | null> =>
  (await tx.maybe<Pace>(sql`
    select p.median_minutes as median, p.mostly_minutes as mostly
    from ticket t join module_pace p using (module_number)
    where ${tx.own('t')} and t.number = ${number} and t.state = 'pending'`)) ?? null

const paceOfModule = async (tx: Transaction, module: number): Promise<Pace | null> =>
  (await tx.maybe<Pace>(sql`
    select p.median_minutes as median, p.mostly_minutes as mostly from module_pace p where p.module_number = ${module}`)) ??
  null
