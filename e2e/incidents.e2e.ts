import type { Locator, Page } from '@playwright/test'
import { answer, get, open, raise, withPdfViewer } from './own-tickets.ts'
import { expect, test } from './people.ts'

const rows = (page: Page) => page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') })
const rowOf = (page: Page, number: number) => page.getByRole('row', { name: new RegExp(`^${number}\\b`) })
const headings = (page: Page) => page.getByRole('columnheader').allTextContents()
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const showing = (page: Page) => page.getByRole('list', { name: 'Mostrando:' }).getByRole('listitem')

/** Raises a ticket with an open incident, so that journeys at the same time do not meet. */
async function openIncident(page: Page, title: string): Promise<{ ticket: number; incident: number }> {
  const ticket = await raise(page, title)
  await answer(page, ticket, 'S', { incidencia: 'S' })
  const { incidencias } = await get(page, 'ver_consulta', { llnumreg: String(ticket) })
  return { ticket, incident: incidencias[0].pcnpet }
}

/** The list filtered to one incident. */
async function seeIncident(page: Page, incident: number): Promise<Locator> {
  await page.goto(`tickets/lista?lista=incidencias&numero=${incident}`)
  await expect(rowOf(page, incident)).toBeVisible()
  return rowOf(page, incident)
}

test('an incident and a development open at an address of their own, and Back closes them', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  const { incident } = await openIncident(page, 'Con dirección propia')
  const row = await seeIncident(page, incident)
  const dialog = page.getByRole('dialog', { name: `Incidencia ${incident} · Con dirección propia` })
  await row.getByRole('link', { name: 'Con dirección propia' }).click()
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`numero=${incident}&trabajo=${incident}$`))
  await page.reload()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`numero=${incident}$`))
  await row.getByRole('cell').nth(4).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  // This also works over a list that does not hold it.
  await page.goto(`tickets/lista?lista=incidencias&estado=entregado&trabajo=${incident}`)
  await expect(dialog).toBeVisible()
  await expectAccessible()

  await page.goto('tickets/lista?lista=desarrollos')
  const first = rows(page).first().getByRole('link')
  const title = await first.innerText()
  await first.click()
  await expect(page).toHaveURL(/lista=desarrollos&trabajo=\d+$/)
  await expect(page.getByRole('dialog', { name: /^Desarrollo \d+ · / })).toContainText(title)
})

test('three tabs have counters, their own rows and an address each, back and forth', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession({ contact: 12 })
  await page.goto('tickets/lista')
  const counters = await get(page, 'get_contadores')
  await expect(tab(page, /^Tickets/)).toHaveAccessibleName(/^Tickets: \d+$/)
  await expect(tab(page, /^Incidencias/)).toHaveAccessibleName(/^Incidencias: \d+$/)
  await expect(tab(page, /^Desarrollos/)).toHaveAccessibleName(`Desarrollos a medida: ${counters.desarrollos}`)
  await expect(tab(page, /^Tickets/)).toHaveAttribute('aria-selected', 'true')

  await tab(page, /^Incidencias/).click()
  await expect(page).toHaveURL(/lista=incidencias$/)
  await expect(rows(page).first()).toBeVisible()
  expect(await headings(page)).toEqual([
    'Número',
    'Nº de ticket',
    'Estado',
    'Descripción',
    'Alta',
    'Fecha estado',
    'Fecha prevista entrega',
    'Ficheros',
    'Acciones',
  ])
  await expect(page.getByRole('columnheader', { name: 'Fecha estado' })).toHaveAttribute('aria-sort', 'descending')
  await expectAccessible()

  await tab(page, /^Incidencias/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, /^Desarrollos/)).toBeFocused()
  await expect(page).toHaveURL(/lista=desarrollos$/)
  await expect(page.getByText('Conciliación automática de los recibos de la comunidad')).toBeVisible()
  expect(await headings(page)).toEqual([
    'Nº WF|Presupuesto',
    'Estado',
    'Descripción',
    'Alta',
    'Entrega/compromiso',
    'Ficheros',
    'Instalación',
  ])
  await expect(rows(page)).toHaveCount(10)
  await expectAccessible()

  await page.getByLabel('Filas por página').selectOption('25')
  await expect(rows(page)).toHaveCount(counters.desarrollos)
  for (const word of [
    'Pendiente',
    'Resuelto',
    'Entregado',
    'Aclarado',
    'Valoraciones',
    'Supervisado',
    'Caducado',
    'Devuelto',
    'Instalado BD pruebas',
    'Instalado BD real',
    'Cancelado',
  ])
    await expect(page.getByRole('cell', { name: word, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: /^BD pruebas \d\d\/\d\d$/ })).toBeVisible()
  await expect(
    rows(page)
      .filter({ hasText: /^\d+ \| PR-\d+/ })
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(counters.desarrollos)

  await page.goBack()
  await page.goBack()
  await expect(tab(page, /^Incidencias/)).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Filas por página').selectOption('50')
  for (const word of [
    'En curso Se puede reclamar',
    'En curso No se puede reclamar',
    'Entregado',
    'Valoraciones',
    'Caducado',
    'Devuelto',
    'Instalado BD pruebas',
    'Instalado BD real',
    'Cancelado',
  ])
    await expect(page.getByRole('cell', { name: word, exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Fecha prevista entrega' }).click()
  await expect(page).toHaveURL(/orden=entrega/)

  await tab(page, /^Tickets/).click()
  await expect(page).toHaveURL(/tickets\/lista$/)
  await expect(tab(page, /^En curso/)).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: /Menú de/ }).click()
  await page.getByText('English').click()
  await page.keyboard.press('Escape')
  await tab(page, /^Incidents/).click()
  await expect(page.getByRole('columnheader', { name: 'Planned delivery' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'In progress Can be chased', exact: true }).first()).toBeVisible()
  await tab(page, /^Custom developments/).click()
  await expect(page.getByRole('columnheader', { name: 'Delivery/commitment' })).toBeVisible()
})

test('an incident leads to its ticket and back, and a ticket to its incident', async ({ page, beginSession }) => {
  await beginSession()
  const { ticket, incident } = await openIncident(page, 'Con incidencia que seguir')
  const row = await seeIncident(page, incident)
  const link = row.getByRole('link', { name: `Ver el ticket ${ticket}` })
  await link.click()
  const detail = page.getByRole('dialog', { name: `Ticket ${ticket} · Con incidencia que seguir` })
  await expect(detail.getByRole('listitem').filter({ hasText: `Incidencia ${incident}` })).toContainText('En curso')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`lista=incidencias&numero=${incident}$`))
  await expect(link).toBeFocused()

  const again = await open(page, ticket)
  await again.getByRole('link', { name: `Incidencia ${incident}` }).click()
  await expect(again).toHaveCount(0)
  await expect(showing(page)).toHaveText([`Número: ${incident}`, 'Todas'])
  await expect(rowOf(page, incident)).toBeVisible()
  await page.goBack()
  await expect(again).toBeVisible()
})

test('a claim from the list, and from then on the reason why not', async ({ page, beginSession, expectAccessible }) => {
  await beginSession()
  const { incident } = await openIncident(page, 'Con incidencia que reclamar')
  const bell = (await seeIncident(page, incident)).getByRole('button', { name: 'Enviar reclamación' })
  await bell.click()
  const claim = page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })
  await expect(claim).toContainText(`incidencia ${incident}`)
  await expect(claim).toContainText('Todavía no se ha reclamado.')
  await expect(claim.getByRole('button', { name: 'Enviar' })).toBeFocused()
  await expectAccessible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Se ha enviado una reclamación de la incidencia ${incident}`)).toBeVisible()
  await expect(claim).toHaveCount(0)
  await expect(bell).toHaveAttribute('aria-disabled', 'true')
  await expect(bell).toHaveAccessibleDescription(/Podrá reclamar de nuevo el .* a las \d\d:\d\d$/)
  await bell.click({ force: true })
  await expect(claim).toHaveCount(0)
})

test(
  'claimed in two tabs: the second gets the reason for the refusal, and sees the present state',
  { tag: '@long' },
  async ({ page, context, beginSession }) => {
    await beginSession()
    const { incident } = await openIncident(page, 'Reclamada en dos pestañas')
    const other = await context.newPage()
    const pages = [page, other]
    for (const one of pages) {
      await (await seeIncident(one, incident)).getByRole('button', { name: 'Enviar reclamación' }).click()
      await expect(one.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByText(`Se ha enviado una reclamación de la incidencia ${incident}`)).toBeVisible()
    await other.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(other.getByRole('alert')).toContainText(/Podrá reclamar de nuevo el .* a las \d\d:\d\d$/)
    await expect(other.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })).toHaveCount(0)
    for (const one of pages)
      await expect(rowOf(one, incident).getByRole('button', { name: 'Enviar reclamación' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
  },
)

test(
  'earlier claims are shown before another one; a delivered incident cannot be claimed',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession({ contact: 12 })
    await page.goto('tickets/lista?lista=incidencias&filas=50')
    const delivered = rows(page).filter({ has: page.getByRole('cell', { name: 'Entregado', exact: true }) })
    await expect(delivered.first().getByRole('button', { name: 'Enviar reclamación' })).toHaveAccessibleDescription(
      'En su estado actual, esta incidencia no admite reclamaciones',
    )
    const thrice = page.getByRole('button', { description: /ya se ha reclamado tres veces/ })
    await expect(thrice.first()).toHaveAttribute('aria-disabled', 'true')
    // The demo's incident that was claimed two days ago.
    const enabled = page.locator('button[aria-label="Enviar reclamación"][aria-disabled="false"]')
    const popup = page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })
    const before = popup.getByRole('list', { name: 'Reclamaciones anteriores' })
    for (const bell of await enabled.all()) {
      await bell.click()
      await expect(popup).toBeVisible()
      if ((await before.count()) > 0) break
      await page.keyboard.press('Escape')
    }
    await expect(before.getByRole('listitem')).toHaveText([/^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}$/])
  },
)

test('the files of an incident and of a development can be seen and saved', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await withPdfViewer(page)
  await beginSession({ contact: 12 })
  for (const [list, name] of [
    ['incidencias', /^Ficheros de la incidencia (\d+): [1-9]/],
    ['desarrollos', /^Ficheros del desarrollo (\d+): [1-9]/],
  ] as const) {
    await page.goto(`tickets/lista?lista=${list}&filas=50`)
    const button = page.getByRole('button', { name }).first()
    const count = Number(await button.textContent())
    await button.click()
    const files = page.getByRole('dialog', { name: new RegExp(name.source.split(':')[0] ?? '') })
    await expect(files.getByRole('listitem')).toHaveCount(count)
    await expectAccessible()
    const download = page.waitForEvent('download')
    const link = files.getByRole('link', { name: /^Descargar / }).first()
    await link.click()
    expect((await download).suggestedFilename()).toBe(await link.getAttribute('download'))
    const look = files.getByRole('button', { name: /^Ver / }).first()
    await look.click()
    const preview = page.getByRole('dialog').last()
    await expect(preview.locator('img, iframe').first()).toHaveAttribute('src', /^blob:/)
    await page.keyboard.press('Escape')
    await expect(look).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})

test('each list is filtered by its own states; if nothing fits, the message offers to remove the filters', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession({ contact: 12 })
  await page.goto('tickets/lista?lista=incidencias&pagina=2')
  const ask = async () => {
    await page.getByRole('button', { name: 'Filtrar' }).click()
    return page.getByRole('dialog', { name: 'Filtrar' })
  }
  const incidents = await ask()
  await expect(incidents.getByLabel('Estado').getByRole('option')).toHaveText(['Cualquiera', 'En curso', 'Entregado'])
  await expectAccessible()
  await incidents.getByLabel('Estado').selectOption('Entregado')
  await incidents.getByLabel('Todas').check()
  await incidents.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page).toHaveURL(/lista=incidencias&estado=entregado&todas=true$/)
  await expect(showing(page)).toHaveText(['Estado: Entregado', 'Todas'])
  await expect(rows(page).first()).toContainText('Entregado')
  for (const row of await rows(page).all()) await expect(row).toContainText('Entregado')
  await page.getByRole('button', { name: 'Quitar el filtro «Estado: Entregado»' }).click()
  await expect(showing(page)).toHaveText(['Todas'])
  await expect(page.getByRole('button', { name: 'Filtrar' })).toBeFocused()

  await tab(page, /^Desarrollos/).click()
  await expect(page.getByText('sin filtros')).toBeVisible()
  const developments = await ask()
  await expect(developments.getByLabel('Estado').getByRole('option')).toHaveText([
    'Cualquiera',
    'Pendiente',
    'Resuelto',
    'Entregado',
    'Aclarado',
    'Supervisado',
  ])
  await developments.getByLabel('Nº WF').fill('1')
  await developments.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByText('No hay desarrollos con estos filtros')).toBeVisible()
  await expect(showing(page)).toHaveText(['Nº WF: 1'])
  await expectAccessible()
  await page.getByRole('main').getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test.describe('when the service is away', () => {
  test.use({ expectedFault: /status of 503/ })

  test(
    'a list says so in its place, and its rows stay',
    { tag: '@long' },
    async ({ page, beginSession, expectAccessible }) => {
      await beginSession({ contact: 12 })
      const body = { ok: false, message: 'El servicio no está disponible en este momento', data: { data: null } }
      // The list would read by itself if the server were there.
      const away = /\/api\/(ready|incidencias\/get_lista_desarrollos)\b/
      await page.route(away, (route) => route.fulfill({ status: 503, json: body }))
      await page.goto('tickets/lista?lista=desarrollos')
      await expect(page.getByText('No se ha podido cargar la lista de desarrollos a medida')).toBeVisible()
      await expectAccessible()
      await page.unroute(away)
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(rows(page)).toHaveCount(10)
      await page.goto('tickets/lista?lista=desarrollos&pagina=9')
      await expect(page.getByText('Esta página ya no tiene desarrollos')).toBeVisible()
      await page.getByRole('button', { name: 'Ir a la primera página' }).click()
      await expect(rows(page)).toHaveCount(10)
    },
  )
})

test.describe('on the Canaries', () => {
  test.use({ timezoneId: 'Atlantic/Canary' })

  test('hours say that they are the mainland’s', async ({ page, beginSession }) => {
    await beginSession()
    const { ticket, incident } = await openIncident(page, 'Vista desde Canarias')
    const bell = (await seeIncident(page, incident)).getByRole('button', { name: 'Enviar reclamación' })
    await expect(page.getByText('Horas en hora peninsular')).toBeVisible()
    await bell.click()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Se ha enviado una reclamación')).toBeVisible()
    await expect(bell).toHaveAccessibleDescription(/ a las \d\d:\d\d \(hora peninsular\)$/)
    const detail = await open(page, ticket)
    await expect(detail.getByText('Horas en hora peninsular')).toBeVisible()
  })
})

test('on the mainland hours need no words', { tag: '@long' }, async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/lista?lista=incidencias')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('Horas en hora peninsular')).toHaveCount(0)
})

for (const width of [320, 390]) {
  test(
    `rows are cards on a phone of ${width} pixels`,
    { tag: width === 320 ? [] : '@long' },
    async ({ page, beginSession, expectAccessible }) => {
      await page.setViewportSize({ width, height: 800 })
      await beginSession({ contact: 12 })
      // Its title takes one line, just above the link to its ticket.
      await openIncident(page, 'Una breve')
      for (const list of ['incidencias', 'desarrollos']) {
        await page.goto(`tickets/lista?lista=${list}`)
        await expect(page.getByRole('table')).toHaveCount(0)
        await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
        await expectAccessible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    },
  )
}
