import type { Page } from '@playwright/test'

export interface Place {
  readonly x: number
  readonly y: number
}

/** Puts one finger on a place, moves it to another in steps, and lifts it: as the system tells the browser, and no mouse. */
export async function dragByFinger(page: Page, from: Place, to: Place): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const place = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
    // oxlint-disable-next-line no-await-in-loop -- a finger moves in order
    await touch('touchMove', [place])
  }
  await touch('touchEnd', [])
}
