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

test('one box finds what anybody wrote, wherever it is, and shows all of it by kind', async ({
  page,
  expectAccessible,
}) => {
  await logIn(page, 'sonia')
  const box = page.getByRole('combobox', { name: 'Orden, pantalla, número o palabras' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    expect(await box.count()).toBe(1)
  }).toPass()
  await page.keyboard.type('serie bloqeada')
  const found = page.getByRole('group', { name: 'Encontrado' }).getByRole('option')
  await expect(found.first()).toContainText('no se puede emitir ninguna factura')
  await expect(found.first().locator('mark').first()).toHaveText('Serie')
  await expectAccessible()
  // What has arrived does not change what Enter does.
  await expect(page.getByRole('option', { name: 'Buscar «serie bloqeada» en todo' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/consola\/buscar\?q=serie/)
  const tickets = page.getByRole('region', { name: 'Tickets' })
  await expect(tickets.getByRole('link', { name: /no se puede emitir ninguna factura/ })).toBeVisible()
  await expectAccessible()

  const field = page.getByRole('searchbox', { name: 'Buscar en tickets, notas' })
  await field.fill('certificación cliente:1001')
  await expect(page.getByRole('list', { name: 'Acotado a' })).toHaveText('Cliente 1001')
  await expect(page.getByRole('region', { name: 'Contactos' })).toBeHidden()
  await tickets.getByRole('link').last().click()
  await expect(composer(page)).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('certificación cliente:1001')

  await field.fill('')
  await expect(page.getByRole('navigation', { name: 'Búsquedas recientes' }).getByRole('link')).toHaveText([
    'certificación cliente:1001',
    'serie bloqeada',
  ])
  await field.fill('xyzzyplugh')
  await expect(page.getByText('No hay nada que diga «xyzzyplugh»').last()).toBeVisible()
})

test('the search in the bar leads to tickets by number, and to everything by words', async ({ page }) => {
  await logIn(page, 'sonia')
  const bar = page.getByRole('searchbox', { name: 'Buscar en todo' })
  await bar.fill('ferrer')
  await bar.press('Enter')
  await expect(
    page.getByRole('region', { name: 'Contactos' }).getByRole('link', { name: /Lucía Ferrer/ }),
  ).toBeVisible()
  // No ticket has this number; a client has it as its code.
  await bar.fill('1001')
  await bar.press('Enter')
  await expect(page).toHaveURL(/\/consola\/buscar\?q=1001$/)
  await page.getByRole('region', { name: 'Clientes' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/consola\/clientes\/1001$/)
})
