import { queryOptions } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { FigureList } from '#contract/console/figures/figure-lists.ts'
import { consoleFigures } from '#contract/console/figures/figures.ts'
import type { Data } from '#contract/endpoint.ts'
import { asRead } from '#browser/query-client.ts'
import { FIGURE_PERIODS, type FigurePeriod } from '#domain/figures/figure-days.ts'
import { call } from '../api.ts'
import { VIEW_NAMES, WORK_LISTS, paths } from '../paths.ts'
import { BY_THE_CLOCK_MS, QUEUE } from '../queue/queue-queries.ts'
import { queueAddress } from '../queue/queue-search.ts'
import { workAddress } from '../work/work-search.ts'

export type Figures = Data<typeof consoleFigures.view>

/** Each period's name in the page's address. */
export const PERIOD_NAMES: Readonly<Record<FigurePeriod, string>> = {
  today: 'hoy',
  week: 'semana',
  quarter: 'trimestre',
}

export const periodNamed = (name: unknown): FigurePeriod =>
  FIGURE_PERIODS.find((period) => PERIOD_NAMES[period] === name) ?? 'today'

/** An act on a ticket makes the figures stale, like the lists that they lead to. */
export const figuresQuery = (period: FigurePeriod) =>
  queryOptions({
    queryKey: [...QUEUE, 'figures', period] as const,
    queryFn: (query) => call(consoleFigures.view, { period }, asRead(query)),
    refetchInterval: BY_THE_CLOCK_MS,
    staleTime: BY_THE_CLOCK_MS,
  })

/** The list whose number of rows is the figure. */
export const linkOf = ({ view, ...filter }: FigureList): LinkProps => ({
  to: paths.queue,
  params: { vista: VIEW_NAMES[view] },
  search: queueAddress.written(filter),
})

export const linkOfNotWorking = (
  kind: 'incident' | 'development',
  { from, until }: Pick<Figures, 'from' | 'until'>,
): LinkProps => ({
  to: paths.workList,
  params: { lista: WORK_LISTS[kind] },
  search: workAddress.written({ view: 'all', failedFrom: from, failedUntil: until }),
})
