import { expect, test } from './people.ts'
import { composer, logIn } from './technicians.ts'

test('beside a ticket stand the manuals’ sections and solved tickets; «s» inserts the first section', async ({
  page,
  expectAccessible,
}) => {
  await logIn(page, 'sonia', '/consola/buscar?q=remesa')
  await page
    .getByRole('region', { name: 'Tickets' })
    .getByRole('link', { name: /remesa/i })
    .first()
    .click()
  const alike = page.getByRole('region', { name: 'Parecidos' })
  await expect(alike.getByRole('heading', { name: 'En los manuales' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('s')
  const field = composer(page).getByRole('textbox')
  await expect(field).toHaveValue(/^«.+: .+»: http.+\/manuales\/.+#.+$/)
  await expect(field).toBeFocused()
  // A customer who follows it arrives there.
  const [address = ''] = /http\S+/.exec(await field.inputValue()) ?? []
  expect((await page.request.get(address)).status()).toBe(200)
  await field.fill('')
})
