import * as z from 'zod/mini'
import type { OfficeCalendar } from '#domain/office/office-calendar.ts'
import { type SilenceRules, silenceRules } from '#domain/silence.ts'
import { SILENCE_REVERSIBLE_MS } from '#domain/ticket-actions.ts'
import { calendarIn } from '../db/office-calendar-store.ts'
import { listedTickets } from '../scope/scope.ts'
import { type Runner, type Transaction, sql } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'

/** The period after which silence counts as acceptance (null: silence never does), and the calendar that measures it. */
export async function readSilence(runner: Runner): Promise<{ rules: SilenceRules | null; calendar: OfficeCalendar }> {
  const stored = await runner.row<{ silence: unknown; calendar: string }>(
    sql`select p.silence, c.calendar::text as calendar from provider p cross join office_calendar c`,
  )
  return {
    rules: z.parse(z.nullable(silenceRules), stored.silence),
    calendar: calendarIn(stored.calendar),
  }
}

const MOST_SHOWN = 50

export interface SilentSoon {
  readonly number: number
  readonly title: string
  readonly closedAt: Date
  readonly at: Date
}

/** Tickets of the caller's list that silence will accept before an instant, the earliest first. */
export const silentUntil = (tx: Transaction, caller: Caller, until: Date | null) =>
  tx.rows<SilentSoon>(sql`
    select t.number, t.title, t.closed_at, t.silent_acceptance_at as at from ticket t
    where ${listedTickets(tx, caller)} and not t.accepted
      and t.silent_acceptance_at <= coalesce(${until}::timestamptz, 'infinity')
    order by t.silent_acceptance_at, t.number limit ${MOST_SHOWN}`)

export interface AcceptedBySilence {
  readonly number: number
  readonly title: string
  readonly at: Date
}

/** Tickets that silence accepted and that the caller may still dispute, the newest first. */
export const disputableSilence = (tx: Transaction, caller: Caller, now: Date) =>
  tx.rows<AcceptedBySilence>(sql`
    select t.number, t.title, t.last_entry_at as at from ticket t
    where ${listedTickets(tx, caller)} and t.accepted_by_silence
      and t.last_entry_at >= ${new Date(now.getTime() - SILENCE_REVERSIBLE_MS)}
    order by t.last_entry_at desc, t.number desc limit ${MOST_SHOWN}`)
