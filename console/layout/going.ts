import { useNavigate } from '@tanstack/react-router'
import type { Shortcut } from '../keyboard/shortcuts.ts'
import { useMessages } from '../messages/index.ts'
import { VIEW_NAMES, VIEW_ORDER, type View, paths } from '../paths.ts'

/** The letter after `g` that leads to a view. */
const LETTERS: Readonly<Record<View, string>> = {
  'waiting-for-us': 'i',
  mine: 'm',
  unassigned: 'u',
  claimed: 'r',
  'near-promise': 'p',
  'waiting-for-customer': 'c',
  open: 'a',
  closed: 'h',
}

/** The keys that lead from anywhere to a list, a form or the search. */
export function useGoing(): readonly Shortcut[] {
  const { view: views, keys } = useMessages()
  const navigate = useNavigate()
  return [
    { keys: '/', group: 'go', words: keys.search, run: focusSearch },
    ...VIEW_ORDER.map((view) => ({
      keys: `g ${LETTERS[view]}`,
      group: 'go' as const,
      words: views[view],
      run: () => void navigate({ to: paths.queue, params: { vista: VIEW_NAMES[view] } }),
    })),
    { keys: 'g l', group: 'go', words: keys.callbacks, run: () => void navigate({ to: paths.callbacks }) },
    { keys: 'c', group: 'go', words: keys.recordCall, run: () => void navigate({ to: paths.recordCall }) },
  ]
}

const focusSearch = (): void => document.querySelector<HTMLInputElement>('#busqueda')?.select()
