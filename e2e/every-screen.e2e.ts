import { expectFieldsSeen, tooFaint } from './field-contrast.ts'
import { HAS_ALL_JOURNEYS } from './long.ts'
import { expect, test } from './people.ts'
import { outOfReach, overflow, withoutEdge } from './reachable.ts'
import { watchReading } from './reading.ts'
import { SCREENS } from './screens.ts'
import { tooSmall } from './target-size.ts'

// Each screen is opened once and then examined in every way: by axe, at a desk's and a phone's width, zoomed to 400 %, in the
// system's colours, and the edges of its fields. `JOURNEYS=all` adds further widths, and axe in both themes.

test.describe.configure({ mode: 'parallel' })

/** Besides a desk's window, a phone's, and the narrowest below. */
const FURTHER_WIDTHS = HAS_ALL_JOURNEYS ? [1920, 1024, 768, 600, 480, 360] : []
/** A window of 1280 by 1024, as WCAG 1.4.10 counts: zoomed to 400 % it shows 320 by 256 pixels of the page. */
const ZOOMS = HAS_ALL_JOURNEYS ? [2, 4] : [4]
const PARTS = 4
const WITH_FIELDS: ReadonlySet<string> = new Set(['tickets/lista', 'tickets/nuevo', 'manuales', 'mis-datos'])

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
      const shown = page.locator('main, [role=dialog]').last()
      if (WITH_FIELDS.has(screen)) await expectFieldsSeen(page, screen, shown)
      else if (HAS_ALL_JOURNEYS) expect(await tooFaint(page, shown), `the fields of ${screen}`).toEqual([])
      expect(await tooSmall(page), `${screen} at 1280 pixels`).toEqual([])
      for (const width of [...FURTHER_WIDTHS, 390]) {
        await page.setViewportSize({ width, height: 844 })
        // Tables become cards in the frame after the window's new width.
        await expect.poll(() => overflow(page), `${screen} at ${width} pixels`).toBeLessThanOrEqual(0)
      }
      await expectAccessible()
      expect(await tooSmall(page), `${screen} at 390 pixels`).toEqual([])
      for (const zoom of ZOOMS) {
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
