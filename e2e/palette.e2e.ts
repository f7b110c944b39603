import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import { expect, test } from './people.ts'
import { composer, logIn } from './technicians.ts'

test('one box leads to every screen, act, ticket and list by its name', async ({ page, expectAccessible }) => {
  await logIn(page, 'sonia')
  const box = page.getByRole('combobox', { name: 'Orden, pantalla, número o palabras' })
  const open = async (typed: string) => {
    // The page listens for its key a moment after the first screen.
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

test(
  'letters that are typed before the box has come are its first ones, and no keys of the screen',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'sonia')
    const box = page.getByRole('combobox', { name: 'Orden, pantalla, número o palabras' })
    // The code of the palette comes only after the letters, of which «c» alone opens the form for a call.
    await page.waitForLoadState('networkidle')
    const letters = Promise.withResolvers<void>()
    let isAsked = false
    await page.route('**/assets/*.js', async (route) => {
      isAsked = true
      await letters.promise
      await route.continue()
    })
    // The page listens for its key a moment after the first screen.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      expect(isAsked).toBe(true)
    }).toPass()
    await page.keyboard.type('contactos')
    letters.resolve()
    await expect(box).toHaveValue('contactos')
    await expect(page).toHaveURL(/\/consola\/?(cola\/.*)?$/)
  },
)

test('one box finds all texts, wherever they are, and shows them by kind', async ({ page, expectAccessible }) => {
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
  // Results that arrive do not change what Enter does.
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

test('a list that was narrowed and sorted is saved under a name, and found in the menu and the palette', async ({
  page,
  expectAccessible,
}) => {
  await logIn(page, 'sonia')
  await page.getByRole('link', { name: /^Todos los abiertos/ }).click()
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const filters = page.getByRole('dialog', { name: 'Más filtros' })
  await filters.getByLabel('Sin movimiento, en minutos').fill('0')
  await filters.getByRole('button', { name: 'Filtrar' }).click()
  await expect(filters.getByText('Un número entero de minutos, hasta dos años')).toBeVisible()
  await filters.getByLabel('Sin movimiento, en minutos').fill('30')
  await filters.getByRole('combobox', { name: 'Tipo' }).selectOption('query')
  await expectAccessible()
  await filters.getByRole('button', { name: 'Filtrar' }).click()
  await expect(
    page.getByRole('button', { name: 'Quitar el filtro «Sin movimiento, en minutos: 30 min o más»' }),
  ).toBeVisible()
  await page.getByRole('columnheader', { name: 'Urgencia' }).getByRole('link').click()
  await expect(page.getByRole('columnheader', { name: 'Urgencia' })).toHaveAttribute('aria-sort', 'ascending')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar la lista a Excel' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Todos los abiertos \d{4}-\d\d-\d\d\.xlsx$/)
  const archive = await JSZip.loadAsync(await readFile(await saved.path()))
  const sheet = (await archive.file('xl/worksheets/sheet1.xml')?.async('string')) ?? ''
  const inSheet = (sheet.match(/<row\b/g) ?? []).length - 1
  expect(inSheet).toBeGreaterThan(0)
  await expect(page.getByRole('group', { name: 'Totales de la lista' })).toContainText(`${inSheet} tickets`)

  await page.getByRole('button', { name: 'Guardar vista' }).click()
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Consultas olvidadas')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { name: 'Consultas olvidadas' })).toBeVisible()

  await page.getByRole('link', { name: /^Por responder/ }).click()
  await expect(page.getByRole('heading', { name: 'Por responder' })).toBeVisible()
  await page.getByRole('link', { name: /^Consultas olvidadas/ }).click()
  await expect(page).toHaveURL(/\/cola\/abiertas\?.*tipo=query.*espera=30.*orden=urgencia.*guardada=\d+/)
  await expect(page.getByRole('columnheader', { name: 'Urgencia' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('link', { name: /^Consultas olvidadas/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: /^Todos los abiertos/ })).not.toHaveAttribute('aria-current')
  await expectAccessible()

  await page.getByRole('link', { name: /^Por responder/ }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Orden, pantalla, número o palabras' }).fill('consultas olv')
  await expect(page.getByRole('option').first()).toHaveText('Consultas olvidadas')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Vista «Consultas olvidadas»…' }).click()
  await page.getByRole('button', { name: 'Eliminar la vista' }).click()
  await expect(page.getByRole('link', { name: /^Consultas olvidadas/ })).toHaveCount(0)
})
