import { alertsNow, onAlertsChange } from './alert-store.ts'

// Alerts stand at the bottom of the window (spec §2) but cover no button and no sentence about a field: nobody should have to wait for them in order to press
// one, or to read what is wrong.

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const GAP = 8
/** The gap between buttons that stand close, as in a phone's list. */
const LEAST_GAP = 1

/**
 * A place where a box covers none of the others: as low as possible, and rather in the middle than at a side. Null if
 * there is none.
 */
export function freePlace(
  { width, height }: { readonly width: number; readonly height: number },
  area: Box,
  others: readonly Box[],
  gap = GAP,
): { readonly left: number; readonly top: number } | null {
  const lowest = area.bottom - height
  const tops = [lowest, ...others.map(({ top }) => top - gap - height)].filter(
    (top) => top >= area.top && top <= lowest,
  )
  const lefts = [(area.left + area.right - width) / 2, area.left, area.right - width]
  for (const top of tops.toSorted((one, other) => other - one)) {
    const left = lefts.find((each) =>
      isFree({ left: each, top, right: each + width, bottom: top + height }, others, gap),
    )
    if (left !== undefined) return { left, top }
  }
  return null
}

const isFree = (box: Box, others: readonly Box[], gap: number): boolean =>
  others.every(
    (other) =>
      box.right + gap <= other.left ||
      box.left - gap >= other.right ||
      box.bottom + gap <= other.top ||
      box.top - gap >= other.bottom,
  )

/** Elements that people press or type into, and sentences that say what is wrong with a field. */
const UNCOVERED =
  'button, [role="button"], a[class*="Button"], input, select, textarea, summary, .mantine-InputWrapper-error, p[role="alert"]'
const AGAIN_MS = 150

/** Moves the alerts off the buttons whenever some are shown over the page. A dialog has room of its own for them. */
export function keepAlertsOffButtons(): void {
  let end: (() => void) | null = null
  const follow = () => {
    if (alertsNow().length === 0) {
      end?.()
      end = null
    } else end ??= whileShown()
  }
  onAlertsChange(follow)
  // Some may be shown already: this code loads late.
  follow()
}

function whileShown(): () => void {
  let [x, y] = [0, 0]
  let moved: HTMLElement | null = null
  const place = () => {
    const first = document.querySelector<HTMLElement>('[data-tone]')
    const region = first?.parentElement
    const last = region?.lastElementChild
    if (!first || !region || !(last instanceof HTMLElement)) return
    if (region.closest('dialog')) return
    if (region !== moved) [x, y] = [0, 0]
    moved = region
    const { left, right, bottom } = region.getBoundingClientRect()
    const width = Math.max(...[...region.children].map((each) => (each instanceof HTMLElement ? each.offsetWidth : 0)))
    const height = last.offsetTop + last.offsetHeight - first.offsetTop
    // Its place if nothing moves it.
    const own = { left: (left + right - width) / 2 - x, top: bottom - y - padding(region) - height }
    const area = {
      left: GAP,
      top: window.innerHeight / 4,
      right: document.documentElement.clientWidth - GAP,
      bottom: own.top + height,
    }
    // What is fixed to the bottom moves up first.
    document.documentElement.style.setProperty('--alerts', `${height + padding(region) + GAP}px`)
    const boxes = boxesBeside(region)
    const found =
      freePlace({ width, height }, area, boxes) ?? freePlace({ width, height }, area, boxes, LEAST_GAP) ?? own
    ;[x, y] = [Math.round(found.left - own.left), Math.round(found.top - own.top)]
    region.style.translate = `${x}px ${y}px`
  }
  const timer = setInterval(place, AGAIN_MS)
  // A change below an alert, such as a list that is read again, is noticed before it is painted.
  const changes = new MutationObserver(place)
  changes.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('scroll', place, { passive: true, capture: true })
  window.addEventListener('resize', place)
  return () => {
    clearInterval(timer)
    if (moved) moved.style.translate = ''
    document.documentElement.style.removeProperty('--alerts')
    changes.disconnect()
    window.removeEventListener('scroll', place, { capture: true })
    window.removeEventListener('resize', place)
  }
}

const padding = (region: HTMLElement): number => Number.parseFloat(getComputedStyle(region).paddingBottom) || 0

const boxesBeside = (region: HTMLElement): Box[] =>
  [...document.querySelectorAll(UNCOVERED)].flatMap((each) => {
    if (region.contains(each)) return []
    const box = each.getBoundingClientRect()
    const isSeen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < window.innerHeight
    return isSeen ? [box] : []
  })
