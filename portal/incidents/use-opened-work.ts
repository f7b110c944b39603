import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

interface OpenedWork {
  readonly number: number
  readonly title: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the link that led to a list wants opened over it. */
    readonly work?: OpenedWork
  }
}

/** Which incident or development is open over its list: at first what a link wanted, once. */
export function useOpenedWork() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenedWork | null>(state.work ?? null)
  const close = () => {
    setOpened(null)
    // Else it would be open again after a reload.
    if (state.work)
      void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false, ignoreBlocker: true })
  }
  return { opened, open: setOpened, close }
}
