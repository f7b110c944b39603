/** Elements from which somebody can go on reading. */
const PLACES = 'section, article, main, dialog'
/** Leaves time for code that knows a better place. */
const AFTER_MS = 100

/**
 * A pressed button often disappears with its act, and the browser would then restart at the top of the page. People who use keys
 * or a screen reader continue at the part of the screen where they were.
 */
export function watchLostFocus(): void {
  let way: readonly Element[] = []
  document.addEventListener('focusin', ({ target }) => (way = target instanceof Element ? wayTo(target) : []))
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // The focus left on purpose, for instance by a click elsewhere: the element and the window are still there.
    if (relatedTarget === null && target instanceof Element)
      queueMicrotask(() => {
        if (target === way[0] && target.isConnected && document.hasFocus()) way = []
      })
  })
  const goOn = () => {
    if (document.activeElement !== document.body) return
    const place = way.find((each) => each.isConnected && each.matches(PLACES))
    way = []
    if (!(place instanceof HTMLElement)) return
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
    keeper = place
  }
  new MutationObserver(() => {
    if (way[0]?.isConnected === false && document.activeElement === document.body) setTimeout(goOn, AFTER_MS)
  }).observe(document.body, { childList: true, subtree: true })
}

/** Whether nobody has taken the focus since its element disappeared: code that knows a better place may still do so. */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body || (keeper !== null && document.activeElement === keeper)

/** The fallback element that got the focus. */
let keeper: Element | null = null

/** The element and its ancestors, from the inside out. */
function wayTo(element: Element): Element[] {
  const way: Element[] = []
  for (let each: Element | null = element; each; each = each.parentElement) way.push(each)
  return way
}
