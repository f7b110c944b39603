import { useNavigate } from '@tanstack/react-router'
import type { Shortcut } from '../keyboard/shortcuts.ts'
import { useMessages } from '../messages/index.ts'
import { VIEW_NAMES, VIEW_ORDER, type MenuView, WORK_LISTS, WORK_ORDER, type WorkList, paths } from '../paths.ts'

/** The letter after `g` that leads to a view. */
const LETTERS: Readonly<Record<MenuView, string>> = {
  'waiting-for-us': 'i',
  mine: 'm',
  unassigned: 'u',
  claimed: 'r',
  'third-claim': 't',
  'near-promise': 'p',
  'waiting-for-customer': 'c',
  open: 'a',
  closed: 'h',
}

const WORK_LETTERS: Readonly<Record<WorkList, string>> = { incident: 'n', development: 'd', valuation: 'v' }

/** The keys that lead from anywhere to a list, a form or the search. */
export function useGoing(): readonly Shortcut[] {
  const { view: views, keys, layout } = useMessages()
  const navigate = useNavigate()
  return [
    { keys: '/', group: 'go', words: keys.search, run: focusSearch },
    ...VIEW_ORDER.map((view) => ({
      keys: `g ${LETTERS[view]}`,
      group: 'go' as const,
      words: views[view],
      run: () => void navigate({ to: paths.queue, params: { vista: VIEW_NAMES[view] } }),
    })),
    ...WORK_ORDER.map((list) => ({
      keys: `g ${WORK_LETTERS[list]}`,
      group: 'go' as const,
      words: layout.workList[list],
      run: () => void navigate({ to: paths.workList, params: { lista: WORK_LISTS[list] } }),
    })),
    { keys: 'g l', group: 'go', words: keys.callbacks, run: () => void navigate({ to: paths.callbacks }) },
    { keys: 'c', group: 'go', words: keys.recordCall, run: () => void navigate({ to: paths.recordCall }) },
  ]
}

/** Focuses the search of the list on the screen, or else the search of tickets. */
const focusSearch = (): void =>
  (
    document.querySelector<HTMLInputElement>('[data-list-search]') ??
    document.querySelector<HTMLInputElement>('#busqueda')
  )?.select()
