/** spec §5, Filters: no day before this one, none after today. Days are `YYYY-MM-DD`, which sort as they are. */
export const FIRST_DAY = '1950-01-01'

export interface TicketFilter {
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly all?: boolean | null | undefined
  readonly mine?: boolean | null | undefined
}

export type FilterProblem = 'too-early' | 'in-the-future' | 'ends-before-it-begins' | 'all-or-mine'

/** The first problem of each part of a filter; empty if it is valid. */
export function filterProblems(
  filter: TicketFilter,
  today: string,
): Partial<Record<keyof TicketFilter, FilterProblem>> {
  const from = dayProblem(filter.from, today)
  const to =
    dayProblem(filter.to, today) ??
    (filter.from && filter.to && filter.to < filter.from ? 'ends-before-it-begins' : null)
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(filter.all && filter.mine && { mine: 'all-or-mine' as const }),
  }
}

function dayProblem(day: string | null | undefined, today: string): 'too-early' | 'in-the-future' | null {
  if (!day) return null
  if (day < FIRST_DAY) return 'too-early'
  return day > today ? 'in-the-future' : null
}
