import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { consoleAssistant } from '#contract/console/assistant.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { asRead } from '#browser/query-client.ts'

export type Conversation = Data<typeof consoleAssistant.conversations>[number]
export type ConversationExchange = Conversation['exchanges'][number]
export type Figures = Data<typeof consoleAssistant.figures>

export const conversationsQuery = (ticket: number) =>
  queryOptions({
    queryKey: ['assistant', 'conversations', ticket] as const,
    queryFn: (query) => call(consoleAssistant.conversations, { ticket }, asRead(query)),
  })

/** For a span of days; without one, for the last 30. */
export const figuresQuery = (span: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
  queryOptions({
    queryKey: ['assistant', 'figures', span] as const,
    queryFn: (query) => call(consoleAssistant.figures, span, asRead(query)),
    placeholderData: keepPreviousData,
  })

export const withoutSourceQuery = infiniteQueryOptions({
  queryKey: ['assistant', 'without-source'] as const,
  queryFn: ({ pageParam, ...query }) =>
    call(consoleAssistant.withoutSource, { ...(pageParam !== '' && { after: pageParam }) }, asRead(query)),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
})
