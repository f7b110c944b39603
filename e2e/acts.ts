import type { Page } from '@playwright/test'

/**
 * Counts somebody's acts with hand or keyboard besides typing text: presses of the pointer, pastes, and keys that are
 * no letters. It counts from the next page on. A paste that a script dispatches counts like one by hand.
 */
export async function countActs(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = () => sessionStorage.setItem('acts', String(Number(sessionStorage.getItem('acts')) + 1))
    addEventListener('pointerdown', count, true)
    addEventListener('paste', count, true)
    addEventListener('keydown', ({ key }) => key.length > 1 && count(), true)
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('acts')))
}
