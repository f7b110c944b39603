import { raise } from './own-tickets.ts'
import { expect, test } from './people.ts'

test('words find a ticket while they are typed, and a number leads straight there', async ({
  page,
  enter,
  expectAccessible,
}) => {
  await enter()
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeVisible()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox')
  await expect(box).toBeFocused()
  await box.fill('serie bloqeada')
  const option = page.getByRole('option').first()
  await expect(option).toContainText('no se puede emitir ninguna factura')
  await expect(option.locator('mark').first()).toHaveText('Serie')
  await expectAccessible()
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Urgencia bloqueante')
  const number = new URL(page.url()).searchParams.get('ticket') ?? ''
  await page.goto('manuales')
  await page.getByRole('button', { name: 'Buscar' }).waitFor()
  await page.keyboard.press('Control+k')
  await box.fill(number)
  await expect(page.getByRole('option').first()).toContainText(number)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`ticket=${number}`))
})

test('Enter shows all hits by kind; without hits the page says so', async ({ page, enter, expectAccessible }) => {
  await enter()
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('combobox').fill('certificación')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/buscar\?q=certificaci/)
  await expect(page.getByRole('heading', { name: /^Tickets/ })).toBeVisible()
  await expectAccessible()
  await page
    .getByRole('link', { name: /^Incidencias/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: /^Tickets/ })).toBeHidden()
  await expect(page.getByRole('heading', { name: /^Incidencias/ })).toBeVisible()
  // «Todo» is no longer the chosen one.
  await expect(page.locator('main nav a[aria-current]')).toHaveText(/^Incidencias/)
  await page.getByRole('searchbox').fill('xyzzy')
  await expect(page.getByText('No hay nada que diga «xyzzy»')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Crear un ticket' })).toBeVisible()
})

test('a number that is typed and entered at once leads straight to its ticket, whatever is still on its way', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  const ticket = await raise(page, 'Un número escrito deprisa')
  // Its answer arrives only after Enter.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/buscar?**', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('manuales')
  await page.getByRole('button', { name: 'Buscar' }).click()
  const box = page.getByRole('combobox', { name: 'Buscar en sus tickets' })
  await box.fill(String(ticket))
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(String(ticket))
  answer.resolve()
  await expect(page).toHaveURL(new RegExp(`ticket=${ticket}`))
  await expect(page.getByRole('dialog')).toContainText('Un número escrito deprisa')
})
