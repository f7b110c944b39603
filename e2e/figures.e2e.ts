import { HAS_ALL_JOURNEYS } from './long.ts'
import { expect, test } from './people.ts'
import { tooSmall } from './target-size.ts'
import { logIn } from './technicians.ts'

test('a supervisor reads the figures, and each number leads to a list with as many tickets', async ({
  page,
  expectAccessible,
}) => {
  await logIn(page, 'raul')
  await page.getByRole('link', { name: 'Cifras', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cifras' })).toBeVisible()
  await page.getByRole('link', { name: '90 días', exact: true }).click()
  await expect(page).toHaveURL(/\/consola\/cifras\?periodo=trimestre$/)
  await expect(page.getByRole('link', { name: '90 días', exact: true })).toHaveAttribute('aria-current', 'page')
  const chart = page.getByRole('img', { name: 'Gráfico: Entradas por semana. Los mismos números están en la tabla.' })
  await expect(chart).toBeVisible()
  await expectAccessible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await tooSmall(page), `at ${width} pixels`).toEqual([])
  }

  const further = HAS_ALL_JOURNEYS ? [/^Abiertos: \d+$/, /^Reclamados: \d+$/] : []
  for (const figure of [/^Entradas: \d+$/, /^Respondidos en plazo: \d+$/, ...further]) {
    // Between figure and list other journeys may raise a ticket.
    await expect(async () => {
      await page.reload()
      const number = page.getByRole('main').getByRole('link', { name: figure })
      const told = (await number.textContent()) ?? ''
      await number.click()
      const totals = page.getByRole('group', { name: 'Totales de la lista' })
      await expect(totals).toBeVisible()
      const listed = (await totals.textContent()) ?? ''
      await page.goBack()
      await expect(chart).toBeVisible()
      expect(listed.split(' · ')[0]).toBe(told === '1' ? '1 ticket' : `${told} tickets`)
    }).toPass()
  }
  // By keyboard alone.
  await page.getByRole('region', { name: 'Por módulo' }).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cola\/todas\?modulo=\d+&desde=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Todos' })).toBeVisible()
  await expectAccessible()
})

test(
  'figures by technician appear when the settings allow it',
  { tag: '@long' },
  async ({ page, expectAccessible }) => {
    await logIn(page, 'raul', '/consola/cifras?periodo=trimestre')
    await expect(page.getByRole('heading', { name: 'Por módulo' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Por técnico' })).toHaveCount(0)
    const choose = async (answer: string) => {
      await page.goto('/consola/ajustes')
      await page.getByRole('button', { name: 'Cambiar: Cifras de la mesa' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(/solo si la ley y los representantes/)).toBeVisible()
      await dialog.getByLabel('Cifras por técnico').selectOption(answer)
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await expect(dialog).toHaveCount(0)
    }
    await choose('Las ven los supervisores')
    await page.goto('/consola/cifras?periodo=trimestre')
    await expect(page.getByRole('heading', { name: 'Por técnico' })).toBeVisible()
    await expectAccessible()
    await choose('No se muestran')
  },
)

test('a technician has neither the menu entry nor the page', { tag: '@long' }, async ({ page }) => {
  await logIn(page, 'sonia')
  await expect(page.getByRole('link', { name: 'Cifras', exact: true })).toHaveCount(0)
  await page.goto('/consola/cifras')
  await expect(page.getByRole('heading', { level: 1, name: 'Por responder' })).toBeVisible()
})

test('happenings are chosen among the filters of a list', { tag: '@long' }, async ({ page, expectAccessible }) => {
  await logIn(page, 'sonia', '/consola/cola/todas')
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const filters = page.getByRole('dialog', { name: 'Más filtros' })
  await filters.getByRole('combobox', { name: 'Qué pasó' }).selectOption('Reclamado')
  await filters.getByRole('button', { name: 'Filtrar' }).click()
  await expect(filters.getByText('Diga desde qué día y hasta cuál pasó')).toBeVisible()
  await expectAccessible()
  await filters.getByLabel('Pasó desde').fill('2020-01-01')
  await filters.getByLabel('Pasó hasta').fill('2099-01-01')
  await filters.getByRole('button', { name: 'Filtrar' }).click()
  const chip = page.getByRole('button', { name: 'Quitar el filtro «Qué pasó: Reclamado (01/01/2020–01/01/2099)»' })
  await chip.click()
  await expect(page).toHaveURL(/\/cola\/todas$/)
})

test(
  'a technician reads a client’s month and saves it as PDF',
  { tag: '@long' },
  async ({ page, expectAccessible }) => {
    await logIn(page, 'sonia', '/consola/clientes/1001')
    await page.getByRole('link', { name: 'Informe mensual' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: /^Informe mensual de Constructora Levante/ }),
    ).toBeVisible()
    const opened = page.getByRole('region', { name: 'Tickets' }).getByRole('row', { name: /Abiertos en el mes/ })
    await expect(opened).toBeVisible()
    const month = page.getByLabel('Mes', { exact: true })
    const [now = ''] = await month.locator('option').allTextContents()
    await month.selectOption({ label: now })
    await expect(page.getByText(/^El mes no ha terminado/)).toBeVisible()
    await expect(page).toHaveURL(/\/clientes\/1001\/informe\?periodo=\d{4}-\d{2}$/)
    await expectAccessible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^Informe de .* de \d{4}( 1001)?\.pdf$/)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible()
    // Back leads to the client.
    await page
      .getByRole('link', { name: /Constructora Levante/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/clientes\/1001$/)
  },
)
