import { HAS_ALL_JOURNEYS } from './long.ts'
import { expect, test } from './people.ts'
import { outOfReach, overflow, withoutEdge } from './reachable.ts'
import { watchReading } from './reading.ts'
import { SCREENS } from './screens.ts'
import { tooSmall } from './target-size.ts'

// Each screen is opened once and then examined in every way: by axe at both widths and in both themes, at any width and zoom, in
// the system's colours.

test.describe.configure({ mode: 'parallel' })

/** `zoom` below adds 640 and 320 pixels. */
const WIDTHS = HAS_ALL_JOURNEYS ? [1920, 1024, 768, 600, 480, 360] : [1920, 1024, 768, 390]
const PARTS = 4

for (let part = 0; part < PARTS; part += 1) {
  test(`every screen opens, quietly, accessible, within any window (${part + 1} of ${PARTS})`, async ({
    page,
    beginSession,
    expectAccessible,
  }) => {
    // An administrator sees most.
    await beginSession({ contact: 12 })
    const allRead = watchReading(page)
    for (const screen of SCREENS.filter((_, place) => place % PARTS === part)) {
      await page.setViewportSize({ width: 1280, height: 844 })
      await page.goto(screen)
      await expect(page.locator('main, [role=dialog]').first()).toBeVisible()
      await allRead()
      await expectAccessible()
      expect(await withoutEdge(page), `${screen} in the system’s colours`).toEqual([])
      expect(await tooSmall(page), `${screen} at 1280 pixels`).toEqual([])
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        // Tables become cards in the frame after the window's new width.
        await expect.poll(() => overflow(page), `${screen} at ${width} pixels`).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible()
      expect(await tooSmall(page), `${screen} at 390 pixels`).toEqual([])
      // A window of 1280 by 1024, as WCAG 1.4.10 counts: zoomed to 400 % it shows 320 by 256 pixels of the page.
      for (const zoom of [2, 4]) {
        await page.setViewportSize({ width: 1280 / zoom, height: 1024 / zoom })
        await expect.poll(() => overflow(page), `${screen} at ${zoom * 100} %`).toBeLessThanOrEqual(0)
        expect(await outOfReach(page), `${screen} at ${zoom * 100} %`).toEqual([])
      }
    }
  })
}

test('an unknown address leads home', async ({ page, beginSession }) => {
  await beginSession()
  for (const unknown of ['no/existe', 'tickets/otra']) {
    await page.goto(unknown)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
    await expect(page).toHaveURL(/\/public\/$/)
  }
})
