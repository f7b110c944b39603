import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 200

/**
 * The text being typed into a search. It goes to the address after a pause, or at once by `settle`; if the address changes
 * otherwise (a link, the back button), the text follows.
 */
export function useSearchText(settled: string, onSettle: (text: string) => void) {
  const [typed, setTyped] = useState(settled)
  const timer = useRef(0)
  /** Texts sent to the address that have not come back yet. */
  const own = useRef<readonly string[]>([])

  useEffect(() => {
    const index = own.current.lastIndexOf(settled)
    own.current = own.current.slice(index + 1)
    if (index < 0) {
      clearTimeout(timer.current)
      setTyped(settled)
    }
  }, [settled])
  useEffect(() => () => clearTimeout(timer.current), [])

  function settle(text: string) {
    clearTimeout(timer.current)
    if (text === settled) return
    own.current = [...own.current, text]
    onSettle(text)
  }

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => settle(text), PAUSE_MS)
  }

  return { typed, type, settle }
}
