import { expect, test } from './people.ts'
import { logIn } from './technicians.ts'

test('a manual’s hit leads to its section, which a technician reads', async ({ page, expectAccessible }) => {
  await logIn(page, 'sonia', '/consola/buscar?q=reclamar')
  const hit = page.getByRole('region', { name: 'Manuales' }).getByRole('link').first()
  const [document = '', section = ''] = ((await hit.textContent()) ?? '').trim().split(': ')
  await hit.click()
  await expect(page).toHaveURL(/\/consola\/manual\?libro=.+#.+/)
  await expect(page.getByRole('heading', { level: 1, name: document })).toBeVisible()
  const heading = page.getByRole('heading', { level: 2, name: section })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expectAccessible()
  // From one section to another, and back to the one that was found.
  const other = page.getByRole('navigation', { name: 'Contenido' }).getByRole('link').first()
  const name = (await other.textContent()) ?? ''
  await other.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Manuales' })).toBeVisible()
})

test('a document that is gone says so', async ({ page, expectAccessible }) => {
  await logIn(page, 'sonia', '/consola/manual?libro=manuales/no-existe')
  await expect(page.getByText('Este documento ya no está entre los manuales')).toBeVisible()
  await expectAccessible()
})
