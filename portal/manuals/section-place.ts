import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const IDLE_MS = 200
/** A section counts as read once its heading has come up this far, in pixels. */
const READING_LINE = 150

/** The section last shown, until the page is scrolled: near its end a heading cannot reach the top. */
let shown: { readonly id: string; readonly scrolledTo: number } | null = null
const onShown = new Set<() => void>()
/** The page last shown. */
let page: string | null = null

/** Brings a section's heading to the top and focuses it; returns false if there is no such section. */
export function showSection(id: string): boolean {
  const heading = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  if (!heading) return false
  heading.scrollIntoView({ block: 'start' })
  shown = { id, scrolledTo: scrollY }
  heading.focus({ preventScroll: true })
  for (const listener of onShown) listener()
  return true
}

/**
 * Opens a page at the section in its address, now and whenever the address changes. Another page on the same screen is read from
 * its beginning.
 * @param ready whether the text has been loaded
 */
export function useArrivals(ready: boolean): void {
  const place = useLocation()
  useEffect(() => {
    if (!ready) return undefined
    const { hash, pathname } = place
    // After the router, which sets the scroll position and focus of new screens.
    const frame = requestAnimationFrame(() => {
      const isShown = hash !== '' && showSection(hash)
      if (!isShown && page !== null && page !== pathname) document.querySelector('main')?.focus({ preventScroll: true })
      page = pathname
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, place])
  useEffect(() => {
    document.addEventListener('click', showLinked)
    return () => document.removeEventListener('click', showLinked)
  }, [])
}

/** The router does not notice a link to the present address. */
function showLinked({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.hash || ctrlKey || metaKey || shiftKey || link.pathname !== location.pathname) return
  showSection(link.hash.slice(1))
}

/**
 * The section being read, out of these ids in their order; null before the first. The address follows, so that a reload, the back
 * button or a copied address lead there.
 */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const here = location.pathname
    let frame = 0
    let idle = 0
    const look = () => {
      const now = shown && ids.includes(shown.id) ? shown.id : passed(ids)
      setCurrent(now)
      return now
    }
    const onScroll = () => {
      if (shown && Math.abs(scrollY - shown.scrolledTo) > 1) shown = null
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
      clearTimeout(idle)
      idle = window.setTimeout(() => {
        // The person may already be on the way to another page.
        if (location.pathname === here) keepInAddress(look())
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

/** The last heading above the reading line. */
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
  // Not through the router: this is no navigation, so nothing needs to be checked, rendered or scrolled.
  History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${location.search}${hash}`)
}
