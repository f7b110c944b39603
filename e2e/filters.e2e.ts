import { readFile } from 'node:fs/promises'
import JSZip from 'jszip'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './people.ts'

const showing = (page: Page) => page.getByRole('list', { name: 'Mostrando:' }).getByRole('listitem')
const rows = (page: Page) => page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })
const filterPopup = async (page: Page) => {
  await page.getByRole('button', { name: 'Filtrar' }).click()
  return page.getByRole('dialog', { name: 'Filtrar' })
}
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('a filter is chips, an address that can be shared, and a step that Back takes back', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  await page.goto('tickets/lista?pagina=2')
  await expect(rows(page).first()).toBeVisible()

  const popup = await filterPopup(page)
  await expectAccessible()
  await popup.getByLabel('Estado').selectOption('Incidencia')
  await popup.getByLabel('Todas').check()
  await popup.getByLabel('Solo las mías').check()
  await expect(popup.getByLabel('Todas')).not.toBeChecked()
  await popup.getByLabel('Entre').fill(dayBefore(400))
  await popup.getByRole('button', { name: 'Aplicar' }).click()

  await expect(showing(page)).toHaveCount(3)
  await expect(page).toHaveURL(/estado=incidencia/)
  await expect(page).not.toHaveURL(/pagina/)
  await expect(rows(page).first()).toContainText('Incidencia')
  // The rows from before the filter disappear once the others have come.
  await expect
    .poll(async () => (await rows(page).allInnerTexts()).filter((row) => !row.includes('Incidencia')))
    .toEqual([])
  const shared = page.url()
  await expectAccessible()

  await page.getByRole('button', { name: 'Quitar el filtro «Estado: Incidencia»' }).click()
  await expect(showing(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Filtrar' })).toBeFocused()
  await page.goBack()
  await expect(showing(page)).toHaveCount(3)
  await expect(page).toHaveURL(shared)

  await page.goto('.')
  await page.goto(shared)
  await expect(showing(page)).toHaveText([/^Entre: /, 'Estado: Incidencia', 'Solo las mías'])
})

test('an impossible filter is reported beside its field', async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/lista')
  const popup = await filterPopup(page)
  const apply = popup.getByRole('button', { name: 'Aplicar' })
  const from = popup.getByLabel('Entre')
  const to = popup.getByLabel('Hasta')
  await from.fill(dayBefore(-2))
  await apply.click()
  await expect(from).toHaveAccessibleDescription('La fecha no puede ser posterior a hoy')
  await expect(from).toBeFocused()
  await from.fill('1949-12-31')
  await expect(from).toHaveAccessibleDescription('La fecha no puede ser anterior al 01/01/1950')
  await from.fill(dayBefore(10))
  await to.fill(dayBefore(11))
  await expect(to).toHaveAccessibleDescription('No puede ser anterior a la fecha «Entre»')
  await to.fill(dayBefore(10))
  await apply.click()
  await expect(popup).toBeHidden()
  await expect(showing(page)).toHaveCount(2)
})

test(
  'if no ticket fits, the message offers to remove the filters',
  { tag: '@long' },
  async ({ page, beginSession, expectAccessible }) => {
    await beginSession()
    await page.goto('tickets/lista?numero=1')
    await expect(page.getByText('No hay tickets con estos filtros')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByText('sin filtros')).toBeVisible()
  },
)

test('the list is saved for Excel as it is filtered', async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/lista')
  const popup = await filterPopup(page)
  await popup.getByLabel('Estado').selectOption('Incidencia')
  await popup.getByRole('button', { name: 'Aplicar' }).click()
  await expect(showing(page)).toHaveCount(1)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar la lista a Excel' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Tickets en curso \d{4}-\d\d-\d\d\.xlsx$/)
  const archive = await JSZip.loadAsync(await readFile(await saved.path()))
  const sheet = (await archive.file('xl/worksheets/sheet1.xml')?.async('string')) ?? ''
  const inSheet = (sheet.match(/<row\b/g) ?? []).length - 1
  expect(inSheet).toBeGreaterThan(0)
  await expect(rows(page)).toHaveCount(Math.min(inSheet, 10))
})

test('the history shows its only state, which cannot be removed', async ({ page, beginSession, expectAccessible }) => {
  await beginSession()
  await page.goto('tickets/lista?estado=pendiente&mias=true')
  await expect(showing(page)).toHaveCount(2)
  await page.getByRole('tab', { name: /Histórico/ }).click()
  await expect(showing(page)).toHaveText(['Estado: Cerrado', 'Solo las mías'])
  await expect(page.getByRole('button', { name: /Quitar el filtro/ })).toHaveCount(1)
  await expectAccessible()
  const popup = await filterPopup(page)
  await expect(popup.getByLabel('Estado')).toHaveCount(0)
  await popup.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(showing(page)).toHaveText(['Estado: Cerrado'])
})

test(
  'the filter by turn has an address and a chip, and does not apply to the history',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    for (const [turno, words, act] of [
      ['respuesta', 'Esperan su respuesta', 'Responder'],
      ['conformidad', 'Pendientes de su conformidad', 'Marcar conformidad'],
    ] as const) {
      await page.goto(`tickets/lista?turno=${turno}`)
      await expect(showing(page)).toHaveText([words])
      await expect(rows(page).first()).toContainText(/\d/)
      for (const row of await rows(page).all())
        await expect(row.getByRole('button', { name: act })).toHaveAttribute('aria-disabled', 'false')
    }
    await page.goto('tickets/lista?turno=soporte')
    await expect(showing(page)).toHaveText(['En manos de Soporte'])
    await page.getByRole('tab', { name: /Histórico/ }).click()
    await expect(showing(page)).toHaveText(['Estado: Cerrado'])
    await page.goBack()
    await page.getByRole('button', { name: 'Quitar el filtro «En manos de Soporte»' }).click()
    await expect(page.getByText('sin filtros')).toBeVisible()
    await expect(page).toHaveURL(/tickets\/lista$/)
  },
)

test('a number opens its ticket from any list', { tag: '@long' }, async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/lista')
  const number = (await rows(page).first().getByRole('link').first().textContent()) ?? ''
  await page.getByRole('tab', { name: /Histórico/ }).click()
  await page.getByRole('textbox', { name: 'Abrir por nº de ticket' }).fill(number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(`Ticket ${number}`) })).toBeVisible()
})

test('nothing is wider than the narrowest phone', { tag: '@long' }, async ({ page, beginSession }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await beginSession()
  await page.goto('tickets/lista?estado=pendiente&todas=true&entre=2020-01-01')
  await expect(showing(page)).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

for (const [act, screen, locate] of [
  ['Ver consulta', 'tickets/lista', (page) => page.getByRole('button', { name: 'Ver consulta' }).first()],
  [
    'a row',
    'tickets/lista',
    (page) =>
      page
        .locator('tr', { has: page.getByRole('link') })
        .first()
        .getByRole('cell')
        .nth(3),
  ],
  ['the number of a ticket', 'tickets/lista', (page) => page.getByRole('cell').first().getByRole('link')],
  ['Nuevo Ticket', 'tickets/lista', (page) => page.getByRole('button', { name: 'Nuevo Ticket' })],
  ['a tab', 'tickets/lista', (page) => page.getByRole('tab', { name: /^Incidencias/ })],
  ['the menu', 'tickets/lista', (page) => page.getByRole('link', { name: 'Contacto' })],
  ['a tile of the home', '', (page) => page.getByRole('link', { name: /Soporte estándar/ })],
] as const satisfies [string, string, (page: Page) => Locator][]) {
  test(
    `a double click on ${act} is one step, which Back takes back`,
    { tag: act === 'Nuevo Ticket' ? [] : '@long' },
    async ({ page, beginSession }) => {
      await beginSession()
      await page.goto(screen)
      const before = page.url()
      const steps = () => page.evaluate(() => history.length)
      const stepsBefore = await steps()
      await locate(page).dblclick()
      await expect(page).not.toHaveURL(before)
      await expect(page.getByRole('main').or(page.getByRole('dialog')).first()).toBeVisible()
      expect(await steps()).toBe(stepsBefore + 1)
      await page.goBack()
      await expect(page).toHaveURL(before)
    },
  )
}

test('each person removes columns from a list in this browser, and gets them back', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  const list = page.getByRole('table', { name: 'Tickets en curso' })
  const heading = (name: string) => list.getByRole('columnheader', { name })
  const open = async () => {
    await page.goto('tickets/lista')
    await expect(heading('Descripción')).toBeVisible()
  }
  const choose = () => page.getByRole('button', { name: 'Columnas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columnas' })
  await beginSession({ caller: 'columnas-una' })
  await open()
  await choose()
  // Columns that a list cannot do without are not offered.
  await expect(dialog.getByRole('checkbox')).toHaveCount(5)
  await expectAccessible()
  await dialog.getByLabel('Fecha cierre').uncheck()
  await dialog.getByLabel('Estado', { exact: true }).uncheck()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(heading('Fecha cierre')).toHaveCount(0)
  await page.reload()
  await expect(heading('Descripción')).toBeVisible()
  await expect(heading('Fecha cierre')).toHaveCount(0)
  await expect(list.getByRole('columnheader')).toHaveCount(6)

  await page.context().clearCookies()
  await beginSession({ contact: 12, caller: 'columnas-otra' })
  await open()
  await expect(heading('Fecha cierre')).toBeVisible()

  await page.context().clearCookies()
  await beginSession({ caller: 'columnas-una' })
  await open()
  await expect(heading('Fecha cierre')).toHaveCount(0)
  await choose()
  await dialog.getByRole('button', { name: 'Mostrar todas' }).click()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(list.getByRole('columnheader')).toHaveCount(8)
})

test('on a phone three tickets are in sight, whole', { tag: '@long' }, async ({ page, beginSession }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await beginSession()
  await page.goto('tickets/lista')
  const third = page.getByRole('list', { name: 'Tickets en curso' }).getByRole('listitem').nth(2)
  await expect(third).toBeInViewport({ ratio: 1 })
})
