import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listSearch, searchFor } from './list-search.ts'

/** What the list of this screen is narrowed by; it stands in the address. */
export function useListSearch() {
  const navigate = useNavigate()
  const { buscar: text = '', solo: choice = '' } = listSearch(useSearch({ strict: false }))
  const onSearch = useCallback(
    (next: string) => void navigate({ to: '.', search: searchFor(next, choice), replace: true }),
    [navigate, choice],
  )
  const onChoice = useCallback(
    (next: string) => void navigate({ to: '.', search: searchFor(text, next), replace: true }),
    [navigate, text],
  )
  return { text, onSearch, choice, onChoice }
}
