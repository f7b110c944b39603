import type { Page } from '@playwright/test'

/**
 * Counts what somebody does with hand or keyboard besides the text: presses of the pointer, pastes, keys that are no letters. From the
 * next page on; a paste that a script dispatches counts like one of a hand.
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
