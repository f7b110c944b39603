import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { currentIncident } from '#contract/incident-codec.ts'
import { incidents } from '#contract/incidents.ts'
import type { Data } from '#contract/endpoint.ts'
import { shownIncidentState } from '#domain/incident.ts'
import { type CallFailed, call } from '../api.ts'
import { LIST_HABITS, TICKETS, useAct } from '../tickets/ticket-queries.ts'
import {
  type DevelopmentFilterState,
  type DevelopmentSort,
  type IncidentFilterState,
  type IncidentSort,
  type Listed,
  incidentsInput,
} from '../tickets/tickets-search.ts'

export type IncidentRow = Data<typeof incidents.list>['items'][number]
export type DevelopmentRow = Data<typeof incidents.developments>['items'][number]

const LISTS = [...TICKETS, 'incidents'] as const

export const incidentListQuery = (listed: Listed<IncidentSort, IncidentFilterState>) =>
  queryOptions({
    ...LIST_HABITS,
    queryKey: [...LISTS, listed] as const,
    queryFn: ({ signal }) => call(incidents.list, incidentsInput(listed), { signal }),
  })

export const developmentListQuery = (listed: Listed<DevelopmentSort, DevelopmentFilterState>) =>
  queryOptions({
    ...LIST_HABITS,
    queryKey: [...TICKETS, 'developments', listed] as const,
    queryFn: ({ signal }) => call(incidents.developments, incidentsInput(listed), { signal }),
  })

export const useClaimIncident = () => useAct(incidents.claim, showCurrent)

/** Shows the incident of a 409 before the list is read again. */
function showCurrent(client: QueryClient, refusal: CallFailed): void {
  const current = refusal.told(currentIncident)
  if (!current) return
  const { number, state, claims } = current
  client.setQueriesData<Data<typeof incidents.list>>({ queryKey: LISTS }, (list) =>
    list
      ? {
          ...list,
          items: list.items.map((row) =>
            row.number === number ? { ...row, state, shownState: shownIncidentState({ ...row, state }), claims } : row,
          ),
        }
      : list,
  )
}
