import { get, post, raise } from './own-tickets.ts'
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
  await row.getByRole('link', { name: 'El cierre de obra se detiene' }).click()
  await page.getByRole('button', { name: 'Modificar' }).click()
  const edit = page.getByRole('dialog', { name: /^Problema \d+$/ })
  await expect(edit.getByRole('checkbox', { name: 'Contabilidad', exact: true })).toBeChecked()
  await edit.getByLabel('Fecha prevista').fill('2099-12-15')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expect(edit).toHaveCount(0)
  await page.getByRole('button', { name: 'Modificar' }).click()
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

  const sonia = await technician(browser, 'sonia', null)
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

test('tickets that say the same become a problem with an incident of each, and unlinking one asks first', async ({
  page,
  browser,
  beginSession,
}) => {
  await beginSession()
  const modules: { shdeno: string; shnumreg: number }[] = await get(page, 'get_lista_modulos')
  const tickets: number[] = []
  for (const titulo of [
    'La grúa torre no imputa horas',
    'Horas de la grúa torre sin imputar',
    'Grúa torre: faltan las horas',
  ]) {
    const [created] = await post(page, 'nueva_consulta', {
      modulo: modules.find(({ shdeno }) => shdeno === 'Contabilidad')?.shnumreg,
      titulo,
      textoConsulta: 'Los partes de la grúa torre no imputan sus horas al capítulo de maquinaria.',
      interlocutor: 'Lucía Ferrer',
      email: 'lucia@levante.example',
    })
    tickets.push(created?.llnumreg ?? 0)
  }
  const desk = await technician(browser, 'sonia', `/consola/ticket/${tickets[0]}`)
  await desk.getByRole('link', { name: '¿Es un problema del producto?' }).click()
  const group = desk
    .getByRole('region', { name: '¿Un problema del producto?' })
    .getByRole('listitem')
    .filter({ hasText: String(tickets[0]) })
  await expect(group).toContainText('Contabilidad: 3 tickets de 1 cliente')
  await group.getByRole('button', { name: 'Es un problema' }).click()
  const dialog = desk.getByRole('dialog', { name: '¿Un problema del producto?' })
  await dialog.getByRole('button', { name: 'Es un problema' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Título' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Título' }).fill('La maquinaria no imputa horas')
  await dialog.getByRole('button', { name: 'Es un problema' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: /La maquinaria no imputa horas/ })).toBeVisible()
  const incidents = desk.getByRole('region', { name: 'Incidencias (3)' })
  await incidents
    .getByRole('button', { name: /^Desvincular/ })
    .first()
    .click()
  await desk
    .getByRole('dialog', { name: /^Desvincular la incidencia/ })
    .getByRole('button', { name: 'Desvincular' })
    .click()
  await expect(desk.getByRole('region', { name: 'Incidencias (2)' })).toBeVisible()
  await desk.context().close()
})

test.describe('beside a new ticket', () => {
  test.use({ expectedFault: /503 \(Service Unavailable\)/ })

  test('a customer who writes a ticket is offered records that say the same, and joins a known problem with one press', async ({
    page,
    browser,
    beginSession,
    expectAccessible,
  }) => {
    const desk = await technician(browser, 'sonia', null)
    const made = await desk.request.post('/api/console/problems/create', {
      data: {
        title: 'La hormigonera virtual duplica los albaranes',
        description: 'Al registrar la entrada de hormigón el albarán aparece dos veces.',
        workaround: 'Anule el segundo albarán',
        affectedVersions: [],
        mendedVersion: null,
        modules: [],
        responsible: null,
        notes: '',
        state: 'confirmed',
        plannedOn: '2030-01-15',
        published: true,
      },
    })
    expect(made.status(), await made.text()).toBe(200)
    await beginSession()
    const ticket = await raise(page, 'Excavadora hidráulica sin partes de trabajo')
    await page.goto('tickets/nuevo')
    const form = page.getByRole('dialog', { name: /Nuev/ })
    const text = form.getByRole('textbox', { name: 'Texto' })
    await text.fill('Tenemos la excavadora hidráulica sin partes de trabajo desde el lunes')
    const offered = form.getByRole('region', { name: 'Antes de enviar' })
    await expect(offered.getByRole('link', { name: /Excavadora hidráulica sin partes/ })).toHaveAttribute(
      'href',
      new RegExp(`ticket=${ticket}$`),
    )

    await text.fill('La hormigonera virtual nos duplica los albaranes de hormigón')
    await expect(offered.getByText('La hormigonera virtual duplica los albaranes')).toBeVisible()
    await expect(offered.getByText(/Previsto para el 15\/01\/2030/)).toBeVisible()
    await expect(text).toBeFocused()
    await expectAccessible()
    await offered.getByRole('button', { name: /^Me afecta/ }).click()
    await expect(offered.getByRole('button', { name: /^Ya no me afecta/ })).toBeVisible()
    await expect(text).toHaveValue('La hormigonera virtual nos duplica los albaranes de hormigón')

    // Words that are said about anything are no coincidence.
    const found = page.waitForResponse(/manuales\/buscar/)
    await text.fill('Texto de más de cincuenta caracteres para probar la línea lenta')
    await (await found).finished()
    await expect(offered).toBeHidden()
    await text.fill('La hormigonera virtual nos duplica los albaranes de hormigón')
    await expect(offered.getByText('La hormigonera virtual duplica los albaranes')).toBeVisible()

    // The form goes on without it.
    await page.route(/parecidos|manuales\/buscar/, (route) => route.fulfill({ status: 503, json: {} }))
    await text.fill('Otra cosa distinta de la que no se sabe nada todavía')
    await expect(offered).toBeHidden()

    await page.goto('versiones/problemas-conocidos')
    const problem = page.getByRole('listitem').filter({ hasText: 'La hormigonera virtual' })
    await problem.getByRole('button', { name: /^Ya no me afecta/ }).click()
    await expect(problem.getByRole('button', { name: /^Me afecta/ })).toBeVisible()
    await expectAccessible()
  })
})
