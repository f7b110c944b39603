import { queryOptions } from '@tanstack/react-query'
import { assistant } from '#contract/assistant.ts'
import type { Data } from '#contract/endpoint.ts'
import { call } from '../api.ts'

export type Answer = Omit<Data<typeof assistant.ask>, 'response'>
export type Source = Answer['sources'][number]

/** One's own conversation, to go on with it: fetched anew each time, for it may have ended. */
export const conversationQuery = (conversation: string) =>
  queryOptions({
    queryKey: ['assistant', 'conversation', conversation] as const,
    queryFn: ({ signal }) => call(assistant.resume, { conversation }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Whether there is an assistant to talk to at the moment (spec §6); while that is not known there is none. */
export const operativeQuery = queryOptions({
  queryKey: ['assistant', 'operative'] as const,
  queryFn: ({ signal }) => call(assistant.operative, {}, { signal }),
  select: ({ operative }) => operative,
})
