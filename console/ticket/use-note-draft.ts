import { useState } from 'react'

/** An internal note in progress: it stays in this tab and survives a reload. */
export function useNoteDraft(ticket: number) {
  const key = `consola-nota-${ticket}`
  const [note, setNote] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    note,
    (next: string) => {
      setNote(next)
      if (next === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, next)
    },
  ] as const
}
