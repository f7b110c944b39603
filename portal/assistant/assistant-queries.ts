import { queryOptions } from '@tanstack/react-query'
import { assistant } from '#contract/assistant.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'

export type Answer = Omit<Data<typeof assistant.ask>, 'response'>
export type Source = Answer['sources'][number]

/** The person's own conversation, to resume it: fetched each time, because it may have ended. */
export const conversationQuery = (conversation: string) =>
  queryOptions({
    queryKey: ['assistant', 'conversation', conversation] as const,
    queryFn: ({ signal }) => call(assistant.resume, { conversation }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Whether the assistant is available now (spec §6); false while unknown. */
export const operativeQuery = queryOptions({
  queryKey: ['assistant', 'operative'] as const,
  queryFn: ({ signal }) => call(assistant.operative, {}, { signal }),
  select: ({ operative }) => operative,
})
