import { expectFieldsSeen } from './field-contrast.ts'
import { raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { technician } from './technicians.ts'
import { showIn } from './themes.ts'

// The walks of every-screen.e2e.ts and every-dialog.e2e.ts look at all other fields of the portal.
test('the fields of the login and of a form’s further questions stand out from their surroundings', async ({
  page,
  beginSession,
}) => {
  await page.goto('login')
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await expectFieldsSeen(page, 'login', page.getByRole('main'))
  await beginSession({ contact: 12 })
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Asistencia telefónica').check()
  await expectFieldsSeen(page, 'form', form)
})

test(
  'every kind of field of the console stands out from its surroundings',
  { tag: '@long' },
  async ({ browser, page, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'Campos que se ven en la consola')
    const desk = await technician(browser, 'raul', null)
    for (const screen of [
      'cola/abiertas',
      `ticket/${ticket}`,
      'llamadas/nueva',
      'clientes/1001',
      'calendario',
      'modulos',
      'auditoria',
    ]) {
      await desk.goto(`/consola/${screen}`)
      await expect(desk.getByRole('main').locator('input, select, textarea').first()).toBeVisible()
      await expectFieldsSeen(desk, screen, desk.locator('body'))
    }
    await desk.context().close()
  },
)

test('a refused act looks so in either theme, and can still be recognised', async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/lista')
  const acts = page
    .getByRole('row')
    .filter({ has: page.locator('[data-refused]') })
    .first()
  await expect(acts).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    const strengthOf = (which: string) =>
      acts.locator(which).evaluateAll((buttons) => {
        const canvas = document.createElement('canvas').getContext('2d')
        const greyOf = (colour: string) => {
          if (!canvas) throw new Error('no canvas')
          canvas.fillStyle = colour
          canvas.fillRect(0, 0, 1, 1)
          const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data
          return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
        }
        const surface = greyOf(getComputedStyle(document.body).backgroundColor)
        return buttons.map((button) => Math.abs(greyOf(getComputedStyle(button).color) - surface))
      })
    const refused = await strengthOf('[data-refused]')
    const allowed = await strengthOf('button:not([data-refused])')
    expect(Math.max(...refused), colorScheme).toBeLessThan(0.75 * Math.min(...allowed))
    expect(Math.min(...refused), colorScheme).toBeGreaterThan(0.3)
  }
})
