import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listAddress } from './list-search.ts'

type Filter = ReturnType<typeof listAddress.read>

/** The filter of this screen's list, kept in the address. */
export function useListSearch() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const filter = listAddress.read(search)
  const narrow = useCallback(
    (part: { readonly [Name in keyof Filter]?: string }) =>
      void navigate({ to: '.', search: listAddress.changed(search, part), replace: true }),
    [navigate, search],
  )
  const onSearch = useCallback((text: string) => narrow({ text }), [narrow])
  const onChoice = useCallback((choice: string) => narrow({ choice }), [narrow])
  return { filter, narrow, text: filter.text ?? '', onSearch, choice: filter.choice ?? '', onChoice }
}
