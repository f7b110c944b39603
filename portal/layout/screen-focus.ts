import type { AnyRouter } from '@tanstack/react-router'

/** A new screen is read out from its beginning, as a new page would be. */
export function focusNewScreens(router: AnyRouter): void {
  let shown: string | undefined
  router.subscribe('onRendered', () => {
    const screen = router.state.matches.at(-1)?.routeId
    if (shown !== undefined && shown !== screen && !document.querySelector('dialog[open]')) {
      document.querySelector('main')?.focus({ preventScroll: true })
    }
    shown = screen
  })
}
