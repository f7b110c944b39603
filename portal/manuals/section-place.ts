import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** How long a jump to a section may still move the page. */
const SETTLING_MS = 600
const IDLE_MS = 200
/** A section is being read when its heading has come this far up, in pixels. */
const READING_LINE = 150

/** The section that was last gone to, until the page is scrolled: near the end it does not reach the top. */
let shown: { readonly id: string; readonly settled: number } | null = null
const onShown = new Set<() => void>()

/** Brings a section's heading to the top and reading to it; false when there is no such section. */
export function showSection(id: string): boolean {
  const heading = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  if (!heading) return false
  shown = { id, settled: performance.now() + SETTLING_MS }
  heading.scrollIntoView({ block: 'start' })
  heading.focus({ preventScroll: true })
  for (const listener of onShown) listener()
  return true
}

/**
 * Opens a page at the section that its address names, now and whenever the address changes; another page on the same
 * screen is read out from its beginning.
 * @param ready whether the text is there
 */
export function useArrivals(ready: boolean): void {
  const place = useLocation()
  const seen = useRef(place.pathname)
  useEffect(() => {
    if (!ready) return undefined
    const { hash, pathname } = place
    // After the router, which sees to the scroll position and the focus of new screens.
    const frame = requestAnimationFrame(() => {
      const isShown = hash !== '' && showSection(hash)
      if (!isShown && seen.current !== pathname) document.querySelector('main')?.focus({ preventScroll: true })
      seen.current = pathname
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, place])
  useEffect(() => {
    document.addEventListener('click', showLinked)
    return () => document.removeEventListener('click', showLinked)
  }, [])
}

/** A link to where the address already is changes nothing that the router would notice. */
function showLinked({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.hash || ctrlKey || metaKey || shiftKey || link.pathname !== location.pathname) return
  showSection(decodeURIComponent(link.hash.slice(1)))
}

/**
 * The section that is being read, of those with these ids, in their order; null before the first one. The address says
 * it too, so that a reload, a way back or a copied address leads to it.
 */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const page = location.pathname
    let frame = 0
    let idle = 0
    const look = () => {
      const now = shown && ids.includes(shown.id) ? shown.id : passed(ids)
      setCurrent(now)
      return now
    }
    const onScroll = () => {
      if (shown && performance.now() > shown.settled) shown = null
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
      clearTimeout(idle)
      idle = window.setTimeout(() => {
        // By now the person may be on the way to another page.
        if (location.pathname === page) keepInAddress(look())
      }, IDLE_MS)
    }
    onShown.add(look)
    frame = requestAnimationFrame(look)
    globalThis.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      onShown.delete(look)
      globalThis.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
      clearTimeout(idle)
    }
  }, [ids])
  return current
}

/** The last of some headings that is not below the reading line. */
function passed(ids: readonly string[]): string | null {
  const above = ids.filter((id) => {
    const heading = document.querySelector(`#${CSS.escape(id)}`)
    return heading !== null && heading.getBoundingClientRect().top <= READING_LINE
  })
  return above.at(-1) ?? null
}

function keepInAddress(id: string | null): void {
  const hash = id === null ? '' : `#${id}`
  if (location.hash === hash) return
  // Not by the router: nobody has gone anywhere, so that nothing is to be checked, drawn or scrolled.
  History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${location.search}${hash}`)
}
