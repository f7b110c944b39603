import { expect, test } from './people.ts'
import { composer, logIn } from './technicians.ts'

test('one box leads to every screen, act, ticket and list by its name', async ({ page, expectAccessible }) => {
  await logIn(page, 'sonia')
  const box = page.getByRole('combobox', { name: 'Orden, pantalla, número o palabras' })
  const open = async (typed: string) => {
    // Its key is listened to a moment after the first screen.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      expect(await box.count()).toBe(1)
    }).toPass()
    await expect(box).toBeFocused()
    await page.keyboard.type(typed)
  }
  const ticket = await page.locator('[data-ticket][aria-current=true]').getAttribute('data-ticket')

  await open('respuestas prep')
  await expect(page.getByRole('option').first()).toHaveText('Respuestas preparadas')
  await expectAccessible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/consola\/respuestas$/)

  await open(`#${ticket}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/consola/ticket/${ticket}$`))
  await expect(composer(page)).toBeVisible()

  await open('cambiar urg')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Urgencia del ticket ${ticket}` })).toBeVisible()
  await page.keyboard.press('Escape')

  await open('ferrer')
  await page.getByRole('option', { name: '«ferrer» en Contactos' }).click()
  await expect(page).toHaveURL(/\/consola\/contactos\?buscar=ferrer$/)
  await expect(page.getByRole('link', { name: /Lucía Ferrer/ }).first()).toBeVisible()
})
