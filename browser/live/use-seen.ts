import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

/** An entry counts as seen after this long on a visible screen. */
const SEEN_MS = 1000

/** Marks entries as seen that have been on a visible screen for a moment: up to this one, or (null) none. */
export function useSeen(upTo: number | null, mark: (upTo: number) => Promise<void>): void {
  const isVisible = useDocumentVisibility() === 'visible'
  const seen = useEffectEvent(mark)
  useEffect(() => {
    if (upTo === null || !isVisible) return
    const timer = setTimeout(() => void seen(upTo), SEEN_MS)
    return () => clearTimeout(timer)
  }, [upTo, isVisible])
}
