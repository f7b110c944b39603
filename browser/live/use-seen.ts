import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

/** So long something is before somebody's eyes before it counts as seen. */
const SEEN_MS = 1000

/** Marks as seen what has been on a visible screen for a moment: up to this entry, or (null) nothing new. */
export function useSeen(upTo: number | null, mark: (upTo: number) => Promise<void>): void {
  const isVisible = useDocumentVisibility() === 'visible'
  const seen = useEffectEvent(mark)
  useEffect(() => {
    if (upTo === null || !isVisible) return
    const timer = setTimeout(() => void seen(upTo), SEEN_MS)
    return () => clearTimeout(timer)
  }, [upTo, isVisible])
}
