/** Where somebody can go on reading. */
const PLACES = 'section, article, main, dialog'
/** Time for whoever knows a better place. */
const AFTER_MS = 100

/**
 * What was pressed is often not there any more once it was done, and the browser then begins at the top of the page again.
 * Whoever works by keys or by ear goes on at the part of the screen where they were.
 */
export function watchLostFocus(): void {
  let way: readonly Element[] = []
  document.addEventListener('focusin', ({ target }) => (way = target instanceof Element ? wayTo(target) : []))
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // Left on purpose, such as by a click beside it: it is still there, and so is the window.
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

/** Whether nobody has taken the focus since what had it went: whoever knows the better place may still take it. */
export const isFocusLost = (): boolean =>
  document.activeElement === document.body || (keeper !== null && document.activeElement === keeper)

/** What was given the focus for want of a better place. */
let keeper: Element | null = null

/** The element and all that it is in, from the inside out. */
function wayTo(element: Element): Element[] {
  const way: Element[] = []
  for (let each: Element | null = element; each; each = each.parentElement) way.push(each)
  return way
}
