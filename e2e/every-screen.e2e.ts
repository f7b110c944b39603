import { expect, test } from './people.ts'

const SCREENS = [
  '',
  'tickets/lista',
  'tickets/lista?vista=historico',
  'tickets/nuevo',
  'tickets/soporte',
  'nuevo-ticket',
  'home',
  'home-mail',
  'manuales',
  'manuales?buscar=cerrar',
  'manuales/impuestos',
  'versiones',
  'versiones/re-v031-cambios',
  'versiones/cambios',
  'contacto',
  'mis-datos',
  'opciones-adicionales',
  'opciones-adicionales?vista=valoraciones',
  'demos',
  'login',
  'contrasena',
]

for (const width of [390, 1280]) {
  test(`every screen opens, quietly and accessible, at ${width} pixels`, async ({ page, enter, expectAccessible }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 844 })
    // An administrator: nobody sees more.
    await enter({ contact: 12 })
    for (const screen of SCREENS) {
      await page.goto(screen)
      await expect(page.locator('main, [role=dialog]').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0)
    }
  })
}

test('an unknown address leads home', async ({ page, enter }) => {
  await enter()
  await page.goto('no/existe')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
})
