import {
  type QueryClient,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { useKeyedAct } from '#browser/act.ts'
import { session } from '#contract/session.ts'
import { currentTicket } from '#contract/ticket-codec.ts'
import { tickets } from '#contract/tickets.ts'
import type { Data, Endpoint } from '#contract/endpoint.ts'
import { mayAddInformation } from '#domain/ticket-actions.ts'
import { type CallFailed, call } from '../api.ts'
import { type List, type Listed, type TicketFilterState, type TicketSort, ticketsInput } from './tickets-search.ts'

export type TicketRow = Data<typeof tickets.list>['items'][number]
export type TicketView = Data<typeof tickets.view>
export type TicketMessage = TicketView['messages'][number]
export type TimelineEntry = TicketView['timeline'][number]
export type TicketActions = TicketView['actions']
export type Attachment = Data<typeof tickets.attachments>[number]
export type Module = Data<typeof tickets.modules>[number]
export type Prefill = Data<typeof session.prefill>
export type Company = Data<typeof session.companies>[number]

/**
 * Whether the ticket takes information now. Its view does not name the incident that it waits for: a closed ticket waits
 * for one if it may not be concluded.
 */
export const takesInformation = ({ actions }: TicketView, root: TicketMessage): boolean =>
  mayAddInformation({ ...root, blockingIncident: actions.mayConclude ? null : 0 }).allowed

/** Data is shown from the cache at once; beyond this age it is fetched again. */
const FRESH_MS = 5_000
/** spec §9: a ticket's attachments are fetched one second after it opens. */
export const ATTACHMENTS_DELAY_MS = 1_000

/** Everything that an act of the area may change is under this key; the modules are not. */
export const TICKETS = ['tickets'] as const
const VIEWS = [...TICKETS, 'view'] as const
const LISTS = [...TICKETS, 'list'] as const

/** For every list of the area: the previous page stays while the next is being fetched. */
export const LIST_HABITS = { staleTime: FRESH_MS, placeholderData: keepPreviousData } as const

export const ticketListQuery = (list: List, listed: Listed<TicketSort, TicketFilterState>) =>
  queryOptions({
    ...LIST_HABITS,
    queryKey: [...LISTS, list.place, listed] as const,
    queryFn: ({ signal }) => call(tickets.list, ticketsInput(list, listed), { signal }),
  })

export const ticketCountersQuery = queryOptions({
  queryKey: [...TICKETS, 'counters'] as const,
  queryFn: ({ signal }) => call(tickets.counters, {}, { signal }),
  staleTime: FRESH_MS,
  // The title shows how many tickets have something unread.
  meta: { evenHidden: true },
})

export const ticketTurnsQuery = queryOptions({
  queryKey: [...TICKETS, 'turns'] as const,
  queryFn: ({ signal }) => call(tickets.turns, {}, { signal }),
  staleTime: FRESH_MS,
})

export const ticketViewQuery = (number: number) =>
  queryOptions({
    queryKey: [...VIEWS, number] as const,
    queryFn: ({ signal }) => call(tickets.view, { number }, { signal }),
    staleTime: FRESH_MS,
  })

/** The parts of the timeline before the view's. A refetch starts where the view then starts. */
export const earlierQuery = (client: QueryClient, number: number) =>
  infiniteQueryOptions({
    queryKey: [...VIEWS, number, 'earlier'] as const,
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam ?? (await client.fetchQuery(ticketViewQuery(number))).before
      return before === null ? NOTHING_EARLIER : call(tickets.earlier, { number, before }, { signal })
    },
    initialPageParam: null as TicketView['before'],
    getNextPageParam: ({ before }) => before,
    staleTime: FRESH_MS,
  })

const NOTHING_EARLIER: Data<typeof tickets.earlier> = { timeline: [], hasEarlier: false, before: null }

/** The files of a ticket, an incident or a development; the latter two share one sequence of numbers. */
export const attachmentsQuery = (of: { ticket: number } | { incident: number }) =>
  queryOptions({
    queryKey: [...TICKETS, 'attachments', of] as const,
    queryFn: ({ signal }) => call(tickets.attachments, of, { signal }),
    staleTime: FRESH_MS,
  })

export const modulesQuery = queryOptions({
  queryKey: ['modules'] as const,
  queryFn: ({ signal }) => call(tickets.modules, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The companies to choose from, if the session has none (spec §4, Creating a ticket). */
export const companiesQuery = queryOptions({
  queryKey: ['companies'] as const,
  queryFn: ({ signal }) => call(session.companies, {}, { signal }),
})

/** The plain parameters of this session's link, for filling in forms; they never identify anybody (security.md). */
export const prefillQuery = queryOptions({
  queryKey: ['prefill'] as const,
  queryFn: ({ signal }) => call(session.prefill, {}, { signal }),
})

/** Drafts that wait to be sent; an act may send them. */
export const draftsQuery = queryOptions({
  queryKey: [...TICKETS, 'drafts'] as const,
  queryFn: ({ signal }) => call(tickets.drafts, {}, { signal }),
  staleTime: FRESH_MS,
})

/** Starts loading a ticket that is about to be opened. */
export function usePrepareTicket() {
  const client = useQueryClient()
  return useCallback((number: number) => void client.prefetchQuery(ticketViewQuery(number)), [client])
}

export const useCreateTicket = (draftKey: DraftKey) => useTicketAct(tickets.create, draftKey)
export const useReply = (draftKey: DraftKey) => useTicketAct(tickets.reply, draftKey)
export const useClaim = () => useTicketAct(tickets.claim)
export const useAccept = () => useTicketAct(tickets.accept)
export const useReject = (draftKey: DraftKey) => useTicketAct(tickets.reject, draftKey)
export const useAddInformation = (draftKey: DraftKey) => useTicketAct(tickets.addInformation, draftKey)
export const useUndoSilence = () => useTicketAct(tickets.undoSilence)
export const useCorrectTranscript = () => useTicketAct(tickets.correctTranscript)
export const useSimulateAnswer = () => useTicketAct(tickets.simulateAnswer)

type DraftKey = () => string | null

/** An act on tickets that happens once; a refusal shows the ticket's state before the refetch. */
export const useTicketAct = <E extends Endpoint>(endpoint: E, draftKey?: DraftKey) =>
  useAct(endpoint, showCurrent, draftKey)

/** The same for anything read with the tickets: lists, counters and views are refetched afterwards. */
export const useAct = <E extends Endpoint>(
  endpoint: E,
  onRefused?: (client: QueryClient, refusal: CallFailed) => void,
  draftKey?: DraftKey,
) => useKeyedAct(call, endpoint, { stale: [TICKETS], onRefused, draftKey })

/** This person has seen a ticket up to an entry. Its marks go at once here, and in the person's other browsers by the stream. */
export function useMarkSeen(number: number) {
  const client = useQueryClient()
  return async (upTo: number) => {
    try {
      await call(tickets.markSeen, { ticket: number, upTo })
    } catch {
      return // the next visit marks it again
    }
    client.setQueryData(ticketViewQuery(number).queryKey, (view) => view && { ...view, unread: 0 })
    await client.invalidateQueries({ queryKey: LISTS })
    await client.invalidateQueries({ queryKey: ticketCountersQuery.queryKey })
  }
}

/** Shows the ticket's state from a 409 before it is refetched. */
function showCurrent(client: QueryClient, refusal: CallFailed): void {
  const current = refusal.told(currentTicket)
  if (!current) return
  const { number, state, accepted, actions } = current
  client.setQueryData(ticketViewQuery(number).queryKey, (view) =>
    view
      ? {
          ...view,
          actions,
          messages: view.messages.map((message) =>
            message.number === number ? { ...message, state, accepted } : message,
          ),
        }
      : view,
  )
  client.setQueriesData<Data<typeof tickets.list>>({ queryKey: LISTS }, (list) =>
    list
      ? {
          ...list,
          items: list.items.map((row) => (row.number === number ? { ...row, ...actions, state, accepted } : row)),
        }
      : list,
  )
}
