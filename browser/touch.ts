import { touches } from './client.ts'

/**
 * After this long without any input the person counts as absent: then the screen's own requests keep no session alive.
 */
const AWAY_AFTER_MS = 30_000

export function watchTouches(): void {
  let touchedAt = performance.now()
  const touched = () => {
    touchedAt = performance.now()
  }
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus']) {
    globalThis.addEventListener(event, touched, { capture: true, passive: true })
  }
  touches.none = () => performance.now() - touchedAt > AWAY_AFTER_MS
}
