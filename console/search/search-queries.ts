import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { type ConsoleSearchKind, consoleSearch } from '#contract/console/search/search.ts'
import type { Data } from '#contract/endpoint.ts'
import { piecesOf } from '#domain/search/search.ts'
import { call } from '../api.ts'
import { listAddress } from '../lists/list-search.ts'
import { type WorkList, WORK_LISTS, paths } from '../paths.ts'

export type Group = Data<typeof consoleSearch.find>['groups'][number]
export type Hit = Group['items'][number]

interface Asked {
  readonly question: string
  /** One kind alone, in pages. */
  readonly kind?: ConsoleSearchKind | undefined
  readonly page?: number
  readonly enabled: boolean
}

/** The hits. Those of the previous words stay until the new ones arrive. */
export const useFound = ({ question, kind, page = 1, enabled }: Asked) =>
  useQuery({
    queryKey: ['search', question, kind, page] as const,
    queryFn: ({ signal }) => call(consoleSearch.find, { q: question, ...(kind && { kind, page }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // An answer that was read before is not requested again, because each search is written into the audit.
    refetchOnWindowFocus: false,
    enabled,
  })

/** Where a hit leads, if anywhere. */
export function linkOf(kind: ConsoleSearchKind, hit: Hit): LinkProps | null {
  const {
    ticket,
    incident,
    development,
    valuation,
    contact,
    client,
    installation,
    cannedAnswer,
    title,
    document,
    section,
  } = hit
  if (ticket !== undefined) return { to: paths.ticket, params: { number: String(ticket) } }
  if (incident !== undefined) return workLink('incident', incident)
  if (development !== undefined) return workLink('development', development)
  if (valuation !== undefined) return workLink('valuation', valuation)
  if (contact !== undefined && client)
    return { to: paths.contact, params: { client: String(client.code), contact: String(contact) } }
  if (installation !== undefined) return { to: paths.installation, params: { installation } }
  if (kind === 'client' && client) return { to: paths.client, params: { client: String(client.code) } }
  if (cannedAnswer !== undefined)
    return { to: paths.cannedAnswers, search: listAddress.written({ text: title.slice(0, 100) }) }
  if (document !== undefined)
    return { to: paths.manual, search: { libro: document }, ...(section !== undefined && { hash: section }) }
  return null
}

const workLink = (list: WorkList, number: number): LinkProps => ({
  to: paths.work,
  params: { lista: WORK_LISTS[list], number: String(number) },
})

/** The number of a hit, for display. */
export const numberOf = ({ ticket, incident, development, valuation }: Hit): number | null =>
  ticket ?? incident ?? development ?? valuation ?? null

/** Whether the snippet says anything beyond the title. */
export const saysMore = ({ title, snippet }: Hit): boolean =>
  piecesOf(snippet)
    .map(({ text }) => text)
    .join('') !== title
