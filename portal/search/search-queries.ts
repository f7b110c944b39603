import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { search } from '#contract/search.ts'
import type { Data } from '#contract/endpoint.ts'
import { numberAsked } from '#domain/search/search.ts'
import { call } from '../api.ts'
import { addressOfDocument } from '../manuals/document-link.tsx'
import { developmentSearch, incidentSearch } from '../tickets/tickets-search.ts'
import { VALUATIONS } from '../options/options-search.ts'
import { paths } from '../paths.ts'

export type Group = Data<typeof search.find>['groups'][number]
export type Hit = Group['items'][number]

/**
 * The hits. Those of the previous words stay until the new ones arrive, but not without a connection. Another letter aborts the
 * running search.
 */
export function useSearch(question: string, page: number, enabled: boolean) {
  const found = useQuery({
    queryKey: ['search', question, page] as const,
    queryFn: ({ signal }) => call(search.find, { question, page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled,
  })
  return found.isPaused && found.isPlaceholderData ? { ...found, data: undefined } : found
}

/** The link of a hit. */
export function linkOf(kind: Group['kind'], { ticket, work, valuation, document, section }: Hit) {
  const list = { to: paths.tickets, params: { atajo: 'lista' as const } }
  if (ticket !== undefined) return { ...list, search: { ticket } }
  if (document !== undefined) return { ...addressOfDocument(document), ...(section && { hash: section }) }
  if (valuation !== undefined) return { to: paths.options, search: { ...VALUATIONS, valoracion: valuation } }
  const number = work ?? 0
  return { ...list, search: kind === 'development' ? developmentSearch(number) : incidentSearch(number) }
}

/** The number of a hit, for display. */
export const numberOf = ({ ticket, work, valuation }: Hit): number | null => ticket ?? work ?? valuation ?? null

/** The record with the typed number. */
export function named(groups: readonly Group[], question: string) {
  const number = numberAsked(question)
  if (number === null) return null
  for (const { kind, items } of groups) {
    const [first] = items
    // The number of a message leads to its ticket.
    if (first && kind !== 'message' && kind !== 'file' && (numberOf(first) === number || kind === 'ticket'))
      return { kind, hit: first }
  }
  return null
}
