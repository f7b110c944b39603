import type { Days } from '#domain/figures/figure-days.ts'
import type { Input } from '../../endpoint.ts'
import type { consoleTickets } from '../tickets.ts'

/** The list behind a figure: as many tickets as the figure says. */
export type FigureList = Readonly<Omit<Input<typeof consoleTickets.totals>, 'view' | 'urgency'>> & {
  readonly view: NonNullable<Input<typeof consoleTickets.totals>['view']>
}

/** The subject of figures: all tickets, those of one module (null: those without a module), or a technician's. */
export interface Whose {
  readonly module?: number | null
  readonly assignee?: string
}

/** The list of each figure. */
export function figureLists({ from, until }: Days, { module, assignee }: Whose = {}) {
  const of = {
    ...(module === null ? { mark: 'without-module' as const } : module !== undefined && { module }),
    ...(assignee !== undefined && { assignee }),
  }
  const happened = (what: FigureList['happened']): FigureList => ({
    view: 'all',
    ...of,
    happened: what,
    happenedFrom: from,
    happenedUntil: until,
  })
  return {
    raised: { view: 'all', ...of, from, until },
    open: { view: 'open', ...of },
    waiting: { view: 'waiting-for-us', ...of },
    overdue: { view: 'open', ...of, mark: 'overdue' },
    kept: happened('kept'),
    late: happened('late'),
    claimed: happened('claimed'),
    returned: happened('returned'),
    rated: happened('rated'),
  } satisfies Record<string, FigureList>
}

/** The open tickets raised on some days. */
export const listOfAge = (
  view: 'open' | 'waiting-for-us',
  { from, until }: { readonly from: string | null; readonly until: string | null },
): FigureList => ({ view, ...(from !== null && { from }), ...(until !== null && { until }) })

export const listOfRating = (days: Days, rating: number): FigureList => ({ ...figureLists(days).rated, rating })

/** The tickets of a period's recorded calls, of one client or of all. */
export const listOfCalls = (days: Days, client?: number): FigureList => ({
  ...figureLists(days).raised,
  mark: 'called',
  ...(client !== undefined && { client }),
})
