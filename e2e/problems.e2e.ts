import { expect, test } from './people.ts'
import { logIn, technician } from './technicians.ts'

test('a technician records a problem of the product, and moves its planned date', async ({
  page,
  expectAccessible,
}) => {
  await logIn(page, 'sonia')
  await page
    .getByRole('navigation', { name: 'Menú principal' })
    .getByRole('link', { name: 'Problemas del producto' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Problemas del producto' })).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo problema' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo problema' })
  await form.getByLabel('Título').fill('El cierre de obra se detiene')
  await form.getByLabel('Descripción').fill('Con más de mil facturas en el periodo.')
  await form.getByLabel('Qué hacer mientras').fill('Cierre por meses.')
  await form.getByLabel('Estado').selectOption('Corregido')
  await form.getByLabel('Responsable').selectOption('Raúl Ibáñez')
  await form.getByLabel('Versiones afectadas').fill('V030, V031')
  await form.getByLabel('Fecha prevista').fill('2099-12-01')
  await form.getByRole('checkbox', { name: 'Contabilidad', exact: true }).check()
  await form.getByLabel('Descripción').press('Control+Enter')
  await expect(form.getByText('Indique en qué versión está corregido')).toBeVisible()
  await expectAccessible()
  await form.getByLabel('Estado').selectOption('Confirmado')
  await form.getByRole('checkbox', { name: 'Publicado' }).check()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Problema «El cierre de obra se detiene» guardado')).toBeVisible()

  const row = page.getByRole('row', { name: /El cierre de obra se detiene/ })
  await expect(row).toContainText('Confirmado')
  await expect(row).toContainText('V030, V031')
  await expect(row).toContainText('Publicado')
  await row.getByRole('button', { name: 'El cierre de obra se detiene' }).click()
  const edit = page.getByRole('dialog', { name: /^Problema \d+$/ })
  await expect(edit.getByRole('checkbox', { name: 'Contabilidad', exact: true })).toBeChecked()
  await edit.getByLabel('Fecha prevista').fill('2099-12-15')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expect(edit).toHaveCount(0)
  await row.getByRole('button', { name: 'El cierre de obra se detiene' }).click()
  const dates = edit.getByRole('region', { name: 'Fechas previstas hasta ahora' }).getByRole('listitem')
  await expect(dates).toHaveText([/15\/12\/2099 · Sonia/, /01\/12\/2099 · Sonia/])
  await expectAccessible()
})

test('customers read the published problems of their version, from the manuals, and find none while there is none', async ({
  page,
  browser,
  beginSession,
  expectAccessible,
}) => {
  await page.route(/problemas_conocidos/, (route) =>
    route.fulfill({ json: { ok: true, message: '', data: { data: [] } } }),
  )
  await beginSession()
  await page.goto('versiones/problemas-conocidos')
  await expect(page.getByText('No hay problemas conocidos en su versión')).toBeVisible()
  await expectAccessible()
  await page.unroute(/problemas_conocidos/)

  const sonia = await technician(browser, 'sonia')
  const problem = {
    title: 'La remesa no se genera',
    description: 'Si el banco no tiene BIC.',
    workaround: 'Escriba el BIC en la ficha del banco.',
    affectedVersions: ['V031'],
    mendedVersion: 'V032',
    modules: [],
    responsible: null,
    notes: 'Nadie de fuera lo lee',
    state: 'confirmed',
    plannedOn: '2099-12-01',
    published: true,
  }
  const made = await sonia.request.post('/api/console/problems/create', { data: problem })
  expect(made.status(), await made.text()).toBe(200)
  await sonia.context().close()

  await page.goto('manuales')
  await page.getByRole('link', { name: 'Problemas conocidos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Problemas conocidos' })).toBeVisible()
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'La remesa no se genera' }) })
  await expect(item).toContainText('Si el banco no tiene BIC.')
  await expect(item).toContainText('Escriba el BIC en la ficha del banco.')
  await expect(item).toContainText('V032')
  await expect(item).toContainText('01/12/2099')
  await expect(page.getByText('Nadie de fuera lo lee')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible()
})
