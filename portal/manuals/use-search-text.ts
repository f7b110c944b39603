import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 200

/**
 * What is being typed into a search, and when it goes to the address: after a pause, or at once by `settle`. An address
 * that changes by other ways (a link, the way back) changes what stands in the box.
 */
export function useSearchText(settled: string, onSettle: (text: string) => void) {
  const [typed, setTyped] = useState(settled)
  const timer = useRef(0)
  /** What has been given to the address, and has not come back from it yet. */
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
