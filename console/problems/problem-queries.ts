import { queryOptions } from '@tanstack/react-query'
import { consoleProblems } from '#contract/console/problems.ts'
import type { Data } from '#contract/endpoint.ts'
import { asRead } from '#browser/query-client.ts'
import { call } from '../api.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { AFTER_WORK } from '../work/work-queries.ts'

export type Problem = Data<typeof consoleProblems.list>['items'][number]
export type ProblemView = Data<typeof consoleProblems.view>
export type Suggestion = Data<typeof consoleProblems.suggestions>[number]
export type AnswerableTicket = Data<typeof consoleProblems.tickets>['items'][number]

export const PROBLEMS = [...MASTERS, 'problems'] as const

/** The queries that an act on a problem's incidents invalidates. */
export const AFTER_PROBLEM = [PROBLEMS, ...AFTER_WORK] as const

export const problemQuery = (problem: number) =>
  queryOptions({
    queryKey: [...PROBLEMS, 'one', problem] as const,
    queryFn: (query) => call(consoleProblems.view, { problem }, asRead(query)),
  })

export const problemTicketsQuery = (problem: number) =>
  queryOptions({
    queryKey: [...PROBLEMS, 'tickets', problem] as const,
    queryFn: (query) => call(consoleProblems.tickets, { problem }, asRead(query)),
  })

export const problemsQuery = (search: string, state: Problem['state'] | undefined) =>
  listQuery(['problems', search, state], (from, options) =>
    call(consoleProblems.list, { search, ...(state && { state }), ...from }, options),
  )

const FEW_MINUTES = 5 * 60_000

/** Tickets that say the same; refetched only now and then. */
export const suggestionsQuery = queryOptions({
  queryKey: [...PROBLEMS, 'suggestions'] as const,
  queryFn: (query) => call(consoleProblems.suggestions, {}, asRead(query)),
  staleTime: FEW_MINUTES,
})
