import { infiniteQueryOptions } from '@tanstack/react-query'
import { asRead } from '#browser/query-client.ts'
import { consoleReceivedMail } from '#contract/console/received-mail.ts'
import type { Data } from '#contract/endpoint.ts'
import { useAct } from '../act.ts'
import { call } from '../api.ts'
import { AFTER_ACT } from '../ticket/ticket-acts.ts'

export type Mail = Data<typeof consoleReceivedMail.list>['items'][number]

export const VIEWS = ['waiting', 'discarded', 'ignored'] as const
export type View = (typeof VIEWS)[number]

const RECEIVED = ['received-mail']
const AFTER = [RECEIVED, ...AFTER_ACT]
const FIRST_PART = ''

export const receivedQuery = (state: View) =>
  infiniteQueryOptions({
    queryKey: [...RECEIVED, state] as const,
    queryFn: ({ pageParam, ...query }) =>
      call(
        consoleReceivedMail.list,
        { state, limit: 25, ...(pageParam !== FIRST_PART && { after: pageParam }) },
        asRead(query),
      ),
    initialPageParam: FIRST_PART,
    getNextPageParam: ({ next }) => next,
  })

export const useRaise = () => useAct(consoleReceivedMail.raise, AFTER)
export const useJoin = () => useAct(consoleReceivedMail.join, AFTER)
export const useDiscard = () => useAct(consoleReceivedMail.discard, AFTER)
export const useRestore = () => useAct(consoleReceivedMail.restore, AFTER)
