import type { Page } from '@playwright/test'
import { expect, test } from './people.ts'
import { SCREENS } from './screens.ts'

// What the eye and the hand need: room at any width and zoom, contrast that the system sets, rest for who asks for it.

const WIDTHS = [360, 390, 480, 600, 768, 1024, 1280, 1440, 1920]

/** A screen as it is when all has arrived. */
async function show(page: Page, screen: string): Promise<void> {
  await page.goto(screen)
  await expect(page.locator('main, [role=dialog]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('no screen is wider than its window, from 360 to 1920 pixels', async ({ page, enter }) => {
  test.setTimeout(120_000)
  await enter({ contact: 12 })
  for (const screen of SCREENS) {
    await show(page, screen)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page), `${screen} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

// A window of 1280 by 1024, as WCAG 1.4.10 counts: at 400 % it has room for 320 by 256 of the page's own pixels.
for (const zoom of [2, 4]) {
  test(`at ${zoom * 100} % everything can be reached`, async ({ browser, baseURL, link }) => {
    test.setTimeout(120_000)
    const viewport = { width: 1280 / zoom, height: 1024 / zoom }
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport, deviceScaleFactor: zoom })
    const page = await context.newPage()
    await page.goto(await link({ contact: 12 }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
    for (const screen of SCREENS) {
      await show(page, screen)
      expect(await overflow(page), screen).toBeLessThanOrEqual(0)
      expect(await outOfReach(page), screen).toEqual([])
    }
    await context.close()
  })
}

/** Controls that, once scrolled to, are cut off by the window or lie under something else. */
async function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const controls = (dialog ?? document.querySelector('main') ?? document.body).querySelectorAll(
      'a[href], button:not(:disabled), input:not(:disabled, [type=file], [type=hidden]), select, textarea',
    )
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ checkVisibilityCSS: true })) return []
      control.scrollIntoView({ block: 'center', inline: 'center' })
      // Of a link over several lines the first one.
      const [box] = control.getClientRects()
      if (!box) return []
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const over = document.elementFromPoint(x, y)
      const isHit =
        over && (control.contains(over) || over.contains(control) || over.closest('label')?.contains(control))
      return isHit ? [] : [control.outerHTML.slice(0, 160)]
    })
  })
}

test('the colours of the system: nothing is lost, and controls have an edge', async ({ page, enter }) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ forcedColors: 'active' })
  await enter({ contact: 12 })
  for (const screen of SCREENS) {
    await show(page, screen)
    const without = await page.evaluate(() =>
      [...document.querySelectorAll('input:not([type=file], [type=hidden]), select, textarea, main button')].flatMap(
        (control) => {
          if (!control.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) return []
          // A password has its edge around the field and its button.
          const edges = [control, control.parentElement ?? control].flatMap((element) => {
            const style = getComputedStyle(element)
            return ['top', 'bottom', 'left'].map((side) => style.getPropertyValue(`border-${side}`))
          })
          return edges.every((edge) => /^0px|none/.test(edge)) ? [control.outerHTML.slice(0, 160)] : []
        },
      ),
    )
    expect(without, screen).toEqual([])
  }
})

test('who asks for less motion gets none', async ({ page, enter }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter()
  await page.goto('tickets/lista')
  const running = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
        return Number(duration) > 1 || iterations === Infinity ? [String(duration)] : []
      }),
    )
  await page.getByRole('button', { name: 'Filtrar' }).click()
  expect(await running()).toEqual([])
  await expect(page.getByRole('dialog', { name: 'Filtrar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
  expect(await running()).toEqual([])
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      const isStill = `${transitionDuration}, ${animationDuration}`
        .split(', ')
        .every((time) => Number.parseFloat(time) <= 0.001)
      return isStill ? [] : [element.outerHTML.slice(0, 120)]
    }),
  )
  expect(moving).toEqual([])
})

test('an alert goes by itself, but not from under the pointer or the focus', async ({ page }) => {
  await page.clock.install()
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await page.getByLabel('Usuario').fill('andres')
  await page.getByLabel('Contraseña', { exact: true }).fill('otra')
  const alert = page.getByRole('alert').filter({ hasText: 'Usuario o contraseña incorrectos' })
  const fail = async () => {
    await page.keyboard.press('Enter')
    await expect(alert).toBeVisible()
  }
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await fail()
  await page.clock.runFor(3000)
  await expect(alert).toBeVisible()
  await page.clock.runFor(1100)
  await expect(alert).toHaveCount(0)

  await fail()
  await alert.hover()
  await page.clock.runFor(20_000)
  await expect(alert).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4100)
  await expect(alert).toHaveCount(0)

  await fail()
  await page.getByRole('button', { name: 'Cerrar el aviso' }).focus()
  await page.clock.runFor(20_000)
  await expect(alert).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).focus()
  await page.clock.runFor(4100)
  await expect(alert).toHaveCount(0)
})
