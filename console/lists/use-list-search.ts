import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { listAddress } from './list-search.ts'

/** The filter of this screen's list, kept in the address. */
export function useListSearch() {
  const navigate = useNavigate()
  const { text = '', choice = '' } = listAddress.read(useSearch({ strict: false }))
  const onSearch = useCallback(
    (next: string) => void navigate({ to: '.', search: listAddress.written({ text: next, choice }), replace: true }),
    [navigate, choice],
  )
  const onChoice = useCallback(
    (next: string) => void navigate({ to: '.', search: listAddress.written({ text, choice: next }), replace: true }),
    [navigate, text],
  )
  return { text, onSearch, choice, onChoice }
}
