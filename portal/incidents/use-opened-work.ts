import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

interface OpenedWork {
  readonly number: number
  readonly title: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The work that the link to a list wants opened over it. */
    readonly work?: OpenedWork
  }
}

/** The incident or development open over its list: at first the one that a link wanted, once. */
export function useOpenedWork() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenedWork | null>(state.work ?? null)
  const close = () => {
    setOpened(null)
    // Otherwise it would open again after a reload.
    if (state.work)
      void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false, ignoreBlocker: true })
  }
  return { opened, open: setOpened, close }
}
