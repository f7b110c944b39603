import { getRouteApi } from '@tanstack/react-router'
import { TICKETS_ROUTE } from '../paths.ts'

const route = getRouteApi(TICKETS_ROUTE)

/** The number of the incident or development open over its list: the address holds it. */
export function useOpenedWork() {
  const { trabajo } = route.useSearch()
  const navigate = route.useNavigate()
  const go = (next: number | undefined, replace: boolean) =>
    void navigate({
      search: (before) => ({ ...before, trabajo: next }),
      replace,
      resetScroll: false,
      ignoreBlocker: true,
    })
  return {
    opened: trabajo ?? null,
    open: ({ number }: { readonly number: number }) => go(number, false),
    close: () => go(undefined, true),
  }
}
