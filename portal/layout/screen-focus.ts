import type { AnyRouter } from '@tanstack/react-router'

/** Moves the focus to a new screen's beginning, so that it is read out like a new page. */
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
