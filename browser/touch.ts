/** After this long without any input the person counts as absent: the screen's own requests then keep no session alive. */
const AWAY_AFTER_MS = 30_000

let touchedAt = performance.now()

export const isUntouched = (): boolean => performance.now() - touchedAt > AWAY_AFTER_MS

export function watchTouches(): void {
  const touched = () => {
    touchedAt = performance.now()
  }
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus']) {
    globalThis.addEventListener(event, touched, { capture: true, passive: true })
  }
}
