import type { Endpoint } from '#contract/endpoint.ts'
import { OFFICE_ZONE } from '#contract/moment.ts'
import { localTime } from '#domain/office-hours.ts'
import { type TicketFilter, filterProblems } from '#domain/ticket-filter.ts'
import { badParameters } from './problems.ts'

/** Refuses a filter that contradicts itself. Its days are the office's. */
export function insistOnFilter(endpoint: Pick<Endpoint, 'input'>, filter: TicketFilter, now: Date): void {
  const wrong = Object.keys(filterProblems(filter, localTime(now, OFFICE_ZONE).date))
  if (wrong.length > 0) throw badParameters(endpoint, ...wrong.map((name) => `filter.${name}`))
}
