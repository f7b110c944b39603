import { getRouteApi } from '@tanstack/react-router'
import { TICKETS_ROUTE } from '../paths.ts'
import { type List, type Listed, type TicketsSearch, listedIn, searchOf } from './tickets-search.ts'

const route = getRouteApi(TICKETS_ROUTE)

/** The address holds a list's content. */
export function useListed<Sort extends string, State extends string>(list: List<Sort, State>) {
  const listed = listedIn(route.useSearch(), list)
  const go = useGo()
  return { listed, onChange: (change: Partial<Listed<Sort>>) => go(searchOf(list, { ...listed, ...change })) }
}

/** Goes to another list, or another page of it; the screen does not jump. */
export function useGo() {
  const navigate = route.useNavigate()
  return (search: TicketsSearch) => void navigate({ search, resetScroll: false })
}

/** Opens a ticket above the list. */
export function useOpenTicket() {
  const navigate = route.useNavigate()
  return (ticket: number) => void navigate({ search: (before) => ({ ...before, ticket }), resetScroll: false })
}
