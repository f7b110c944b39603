import { INTERNAL_EVENTS } from '#contract/event.ts'
import type { Event } from '../console/events/event-store.ts'
import { type Transaction, isAmong, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { visibleDevelopments, visibleIncidents, visibleTickets } from './scope.ts'

/** Those of the events whose records the caller may see now, by the rules of the lists. */
export async function visibleEvents(tx: Transaction, caller: Caller, events: readonly Event[]): Promise<Event[]> {
  const told = events.filter(({ client, kind }) => client === tx.client && !INTERNAL_EVENTS.includes(kind))
  const numbersOf = (subject: Event['subject']) => [
    ...new Set(told.flatMap((event) => (event.subject === subject ? [event.number] : []))),
  ]
  const among = async (subject: Event['subject'], seen: (numbers: number[]) => Promise<{ number: number }[]>) => {
    const numbers = numbersOf(subject)
    const rows = numbers.length === 0 ? [] : await seen(numbers)
    return new Set(rows.map(({ number }) => number))
  }
  const visible = {
    ticket: await among('ticket', (numbers) =>
      tx.rows<{ number: number }>(
        sql`select t.number from ticket t where ${visibleTickets(tx, caller)} and ${isAmong(sql`t.number`, numbers)}`,
      ),
    ),
    incident: await among('incident', (numbers) =>
      tx.rows<{ number: number }>(
        sql`select i.number from incident i where ${visibleIncidents(tx, caller)} and ${isAmong(sql`i.number`, numbers)}`,
      ),
    ),
    development: await among('development', (numbers) =>
      tx.rows<{ number: number }>(
        sql`select d.number from development d where ${visibleDevelopments(tx, caller)} and ${isAmong(sql`d.number`, numbers)}`,
      ),
    ),
    valuation: new Set(caller.administrator ? numbersOf('valuation') : []),
  }
  return told.filter(({ subject, number }) => visible[subject].has(number))
}

/** The key of a caller's rights. Callers of one client with the same key may see the same. */
export const scopeKey = ({
  client,
  visibility,
  installation,
  installations,
  limited,
  session,
  person,
  contact,
  administrator,
}: Caller): string =>
  JSON.stringify([
    client,
    visibility,
    installation,
    installations,
    limited && session,
    visibility === 'own' && [person, contact?.id],
    administrator,
  ])
