import { useState } from 'react'
import { accountNow } from '../session/session-store.ts'

/** The storage key of a person's choice for a list; it holds no name of theirs. */
function placeOf(list: string): string {
  const account = accountNow()
  return ['columns', list, account?.client, account?.installation, account?.contact?.id ?? account?.username].join(':')
}

/** The columns that a person has taken out of a list. This browser keeps them after logging out, too. */
export function useHiddenColumns(list: string) {
  const place = placeOf(list)
  const [chosen, setChosen] = useState<{ readonly place: string; readonly hidden: readonly string[] }>()
  return [
    chosen?.place === place ? chosen.hidden : read(place),
    (hidden: readonly string[]) => {
      setChosen({ place, hidden })
      try {
        localStorage.setItem(place, hidden.join(' '))
      } catch {
        // Without storage the choice lasts as long as the list.
      }
    },
  ] as const
}

function read(place: string): readonly string[] {
  try {
    return localStorage.getItem(place)?.split(' ').filter(Boolean) ?? []
  } catch {
    return []
  }
}
