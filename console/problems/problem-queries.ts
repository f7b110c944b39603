import { queryOptions } from '@tanstack/react-query'
import { consoleProblems } from '#contract/console/problems.ts'
import type { Data } from '#contract/endpoint.ts'
import { asRead } from '#browser/query-client.ts'
import { call } from '../api.ts'
import { MASTERS } from '../lists/list-query.ts'
import { AFTER_WORK } from '../work/work-queries.ts'

export type Problem = Data<typeof consoleProblems.list>['items'][number]
export type ProblemView = Data<typeof consoleProblems.view>
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

/** The newest problems, to choose one. */
export const recentProblemsQuery = queryOptions({
  queryKey: [...PROBLEMS, 'recent'] as const,
  queryFn: (query) => call(consoleProblems.list, { limit: 50 }, asRead(query)),
})
