import { expect, test } from './people.ts'
import { SCREENS } from './screens.ts'

test.describe.configure({ mode: 'parallel' })

const HALF = Math.ceil(SCREENS.length / 2)

for (const width of [390, 1280]) {
  for (const [half, screens] of [SCREENS.slice(0, HALF), SCREENS.slice(HALF)].entries()) {
    test(`every screen opens, quietly and accessible, at ${width} pixels (${half + 1} of 2)`, async ({
      page,
      enter,
      expectAccessible,
    }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 844 })
      // An administrator: nobody sees more.
      await enter({ contact: 12 })
      for (const screen of screens) {
        await page.goto(screen)
        await expect(page.locator('main, [role=dialog]').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectAccessible()
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0)
      }
    })
  }
}

test('an unknown address leads home', async ({ page, enter }) => {
  await enter()
  await page.goto('no/existe')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
})
