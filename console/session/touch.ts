/** Whoever has touched nothing for this long is not there: what the screen asks for then keeps no session alive. */
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
