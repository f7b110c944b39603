import type { Locator, Page, Route } from '@playwright/test'
import { PNG, get, open, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { composer, find, technicianAt } from './technicians.ts'

// Incidents, developments and valuations, with a customer's and a technician's browser at once.

const alert = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Avisos' }).getByText(text)).toBeVisible()

/** The date this many days from today, as a field takes it and as it is shown. */
function daysAhead(days: number): { readonly typed: string; readonly shown: string } {
  const at = new Date(Date.now() + days * 86_400_000)
  const typed = at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
  return { typed, shown: typed.split('-').toReversed().join('/') }
}

/** Opens an incident from the ticket on the screen, by its key; returns its number. */
async function openIncident(desk: Page, title: string): Promise<number> {
  await desk.keyboard.press('i')
  const dialog = desk.getByRole('dialog', { name: /Abrir incidencia para el ticket/ })
  await expect(dialog.getByLabel('Título')).toHaveValue(title)
  await expect(dialog.locator('datalist > option').first()).toHaveAttribute('value', /^V\d{3}$/)
  await dialog.getByLabel('Entrega prevista').fill(daysAhead(10).typed)
  await dialog.getByRole('button', { name: 'Abrir' }).click()
  const link = desk
    .getByRole('complementary', { name: 'Datos del ticket' })
    .getByRole('link', { name: /^Incidencia \d+$/ })
  await expect(link).toBeVisible()
  return Number((await link.innerText()).replaceAll(/\D/g, ''))
}

async function closeWith(desk: Page, text: string): Promise<void> {
  await desk.keyboard.press('e')
  await expect(composer(desk).getByRole('textbox')).toBeFocused()
  await desk.keyboard.type(text)
  await desk.keyboard.press('Control+Enter')
  await alert(desk, /Respondido y cerrado el ticket/)
}

const workOf = (desk: Page, list: string, number: number) => desk.goto(`/consola/trabajo/${list}/${number}`)

const rowOf = (page: Page, ticket: number) => page.getByRole('row').filter({ hasText: String(ticket) })

/** One stage of a progress line, by its name. */
const step = (rail: Locator, name: string | RegExp) =>
  rail.getByRole('listitem').filter({ has: rail.page().locator('strong', { hasText: name }) })

test('an incident: opened, planned, moved, installed for testing, validated; each sees what the other did', async ({
  page,
  beginSession,
  browser,
  expectAccessible,
}) => {
  await beginSession()
  const ticket = await raise(page, 'El asiento de cierre no cuadra')
  const desk = await technicianAt(browser, 'sonia', ticket)
  await expectAccessible(desk)
  const incident = await openIncident(desk, 'El asiento de cierre no cuadra')
  await closeWith(desk, 'Es un error: lo corregimos en la próxima versión.')

  await test.step('the customer sees it in the list, and cannot conclude yet', async () => {
    await page.goto('tickets/lista')
    await expect(rowOf(page, ticket)).toContainText('Incidencia')
    const detail = await open(page, ticket)
    await expect(
      detail.getByText('El ticket está cerrado y espera la entrega de la incidencia asociada.'),
    ).toBeVisible()
    await expect(detail.getByRole('button', { name: 'Conforme', exact: true })).toHaveAttribute('aria-disabled', 'true')
    const rail = detail.getByRole('list', { name: `Línea de vida: Incidencia ${incident}` })
    await expect(step(rail, `Consulta ${ticket}`)).toContainText('Cerrada')
    await expect(step(rail, `Incidencia ${incident}`)).toContainText('En curso')
    await expect(step(rail, /^Versión/)).toContainText(`previsto el ${daysAhead(10).shown}`)
    await expect(step(rail, 'BD real')).toContainText('Pendiente')
    await expectAccessible()
  })

  await test.step('a planned date is moved with a reason, which the customer reads', async () => {
    await workOf(desk, 'incidencias', incident)
    await expect(desk.getByRole('heading', { level: 1 })).toContainText(`Incidencia ${incident}`)
    await expectAccessible(desk)
    await desk.keyboard.press('p')
    const plan = desk.getByRole('dialog', { name: `Fecha prevista: Incidencia ${incident}` })
    await expect(plan.getByLabel('Prevista para el')).toHaveValue(daysAhead(10).typed)
    await plan.getByLabel('Prevista para el').fill(daysAhead(17).typed)
    await plan.getByRole('button', { name: 'Guardar' }).click()
    await expect(plan.getByLabel('Motivo')).toHaveAccessibleDescription(/Diga por qué: el cliente lo leerá/)
    await expect(plan.getByLabel('Motivo')).toBeFocused()
    await plan.getByLabel('Motivo').fill('Falta una prueba con dos empresas.')
    await expectAccessible(desk)
    await desk.keyboard.press('Control+Enter')
    await alert(desk, 'Fecha prevista cambiada')
    await expect(desk.getByRole('region', { name: 'Historial' })).toContainText(
      `${daysAhead(10).shown} → ${daysAhead(17).shown}`,
    )

    const detail = await open(page, ticket)
    await detail.getByText('Historial de fechas previstas (2)').click()
    await expect(detail.getByText(`Entrega: del ${daysAhead(10).shown} al ${daysAhead(17).shown}`)).toBeVisible()
    await expect(detail.getByText('Falta una prueba con dos empresas.')).toBeVisible()
    await expectAccessible()
  })

  await test.step('it is installed in BD pruebas: the customer is asked, and says first that it fails', async () => {
    await desk.keyboard.press('i')
    const install = desk.getByRole('dialog', { name: `Instalación: Incidencia ${incident}` })
    await install.getByRole('button', { name: 'Guardar' }).click()
    await alert(desk, 'Instalado en BD pruebas: se ha preguntado al cliente')
    await expect(desk.getByText('Falta la validación del cliente').first()).toBeVisible()

    await page.goto('')
    const toTry = page.getByRole('region', { name: 'Para usted' })
    await expect(toTry.getByRole('link', { name: String(incident) })).toBeVisible()
    const detail = await open(page, ticket)
    const fails = detail.getByRole('button', { name: 'No funciona' })
    await expect(detail.getByText(`Incidencia ${incident}: ya está en su BD de pruebas.`)).toBeVisible()
    await expectAccessible()
    await fails.click()
    const dialog = page.getByRole('dialog', { name: 'NO FUNCIONA' })
    const send = dialog.getByRole('button', { name: 'Enviar' })
    await expect(send).toBeDisabled()
    await dialog.getByLabel('¿Qué ocurre?').fill('   ')
    await send.click()
    await expect(dialog.getByText('No puede estar formado sólo por espacios')).toBeVisible()
    await dialog.getByLabel('¿Qué ocurre?').fill('Sigue sin cuadrar con la empresa 002.')
    await expectAccessible()
    await send.click()
    await alert(page, `Soporte sabe ya que no funciona: Incidencia ${incident}`)
    await expect(fails).toHaveCount(0)
    await expect(detail.getByText('Sigue sin cuadrar con la empresa 002.')).toBeVisible()

    await workOf(desk, 'incidencias', incident)
    await expect(desk.getByText('No funciona, dice el cliente').first()).toBeVisible()
    await expect(desk.getByRole('region', { name: 'Historial' })).toContainText('Sigue sin cuadrar con la empresa 002.')
  })

  await test.step('installed again, the customer validates it, and the technician sees it without a reload', async () => {
    await desk.keyboard.press('i')
    const install = desk.getByRole('dialog', { name: `Instalación: Incidencia ${incident}` })
    await install.getByLabel('Dónde').selectOption('BD pruebas')
    await install.getByRole('button', { name: 'Guardar' }).click()
    await expect(desk.getByText('Falta la validación del cliente').first()).toBeVisible()

    const detail = await open(page, ticket)
    await detail.getByRole('button', { name: 'Validado en pruebas' }).click()
    const dialog = page.getByRole('dialog', { name: 'VALIDADO EN PRUEBAS' })
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, `Se ha enviado su validación: Incidencia ${incident}`)
    const rail = detail.getByRole('list', { name: `Línea de vida: Incidencia ${incident}` })
    await expect(step(rail, 'BD pruebas')).toContainText('Validado')

    await expect(desk.getByText('Validado por el cliente').first()).toBeVisible()
  })

  await test.step('in BD real it is over, and the customer may conclude', async () => {
    await desk.keyboard.press('i')
    const install = desk.getByRole('dialog', { name: `Instalación: Incidencia ${incident}` })
    await install.getByLabel('Dónde').selectOption('BD real')
    await install.getByRole('button', { name: 'Guardar' }).click()
    await alert(desk, 'Instalado en BD real')
    const detail = await open(page, ticket)
    const rail = detail.getByRole('list', { name: `Línea de vida: Incidencia ${incident}` })
    await expect(step(rail, 'BD real')).toContainText('Instalado')
    await expect(detail.getByRole('button', { name: 'Conforme', exact: true })).toHaveAttribute(
      'aria-disabled',
      'false',
    )
  })

  await test.step('the incident in its list says the same', async () => {
    await page.goto(`tickets/lista?lista=incidencias&numero=${incident}&todas=true`)
    const opens = rowOf(page, incident).getByRole('link', { name: 'El asiento de cierre no cuadra' })
    await opens.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Incidencia ${incident} · El asiento de cierre no cuadra` })
    await expect(step(dialog.getByRole('list', { name: /^Línea de vida/ }), 'BD real')).toContainText('Instalado')
    await expect(dialog.getByRole('link', { name: `Ticket ${ticket}` })).toBeVisible()
    await expectAccessible()
    await page.keyboard.press('Escape')
    await expect(opens).toBeFocused()
  })
  await desk.close()
})

test('one incident answers two tickets: linked by number, answered and closed at once', async ({
  page,
  beginSession,
  browser,
  expectAccessible,
}) => {
  await beginSession()
  const [first, second] = [await raise(page, 'No imprime el recibo'), await raise(page, 'El recibo sale en blanco')]
  const desk = await technicianAt(browser, 'raul', first)
  const incident = await openIncident(desk, 'No imprime el recibo')
  await workOf(desk, 'incidencias', incident)
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(`Incidencia ${incident}`)
  await desk.keyboard.press('v')
  const link = desk.getByRole('dialog', { name: `Vincular un ticket: Incidencia ${incident}` })
  await desk.keyboard.type(String(first))
  await expect(link.getByText('Ya está vinculado')).toBeVisible()
  await link.getByLabel('Nº de ticket').fill(String(second))
  await expect(link.getByText(`${second} · El recibo sale en blanco`)).toBeVisible()
  await expectAccessible(desk)
  await desk.keyboard.press('Enter')
  await alert(desk, `Vinculado el ticket ${second}`)

  await desk.keyboard.press('r')
  const answer = desk.getByRole('dialog', { name: `Responder a los tickets: Incidencia ${incident}` })
  await desk.keyboard.type('Corregido en la versión de esta semana.')
  await answer.getByLabel('Cerrar los tickets al responder').check()
  await expectAccessible(desk)
  await answer.getByRole('button', { name: 'Responder a 2 tickets' }).click()
  await alert(desk, 'Respondidos 2 tickets')

  for (const ticket of [first, second]) {
    const detail = await open(page, ticket)
    await expect(detail.getByText('Corregido en la versión de esta semana.')).toBeVisible()
    await expect(
      detail.getByText('El ticket está cerrado y espera la entrega de la incidencia asociada.'),
    ).toBeVisible()
  }

  // An unlinked ticket no longer waits for the incident.
  await desk.getByRole('button', { name: `Desvincular el ticket ${second}` }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click()
  await alert(desk, `Desvinculado el ticket ${second}`)
  const detail = await open(page, second)
  await expect(
    detail.getByText('Soporte ha cerrado este ticket. Díganos si está conforme con la respuesta.'),
  ).toBeVisible()
  await expect(detail.getByRole('heading', { name: 'Línea de vida' })).toHaveCount(0)
  await desk.close()
})

test('a valuation: sent from a ticket, asked about and accepted; a development is opened and linked', async ({
  page,
  beginSession,
  browser,
  expectAccessible,
}) => {
  // At another client, whose valuations no other journey counts.
  await beginSession({ installation: 'DUE-01', contact: 22 })
  const ticket = await raise(page, 'Un listado de retenciones por obra')
  const desk = await technicianAt(browser, 'sonia', ticket)
  await desk.keyboard.press('o')
  const create = desk.getByRole('dialog', { name: `Nueva valoración para el ticket ${ticket}` })
  await create.getByLabel('Qué se valora').fill(`Listado de retenciones por obra (${ticket})`)
  const line = create.getByRole('group', { name: 'Línea 1' })
  await line.getByLabel('Concepto').fill('Desarrollo del listado')
  await line.getByLabel('Horas').fill('doce')
  await line.getByLabel('Precio/hora, €').fill('58')
  await create.getByRole('button', { name: 'Enviar al cliente' }).click()
  await expect(line.getByLabel('Horas')).toBeFocused()
  await expect(line.getByText('Revise el número')).toBeVisible()
  await line.getByLabel('Horas').fill('12,5')
  await create.getByRole('button', { name: 'Añadir línea' }).click()
  const discount = create.getByRole('group', { name: 'Línea 2' })
  await discount.getByLabel('Concepto').fill('Descuento')
  await discount.getByLabel('Precio, €').fill('-25')
  await expect(create.getByText(/^700,00\s€ sin IVA · 847,00\s€ con IVA$/)).toBeVisible()
  await expectAccessible(desk)
  await create.getByRole('button', { name: 'Enviar al cliente' }).click()
  await alert(desk, /Enviada al cliente la valoración \d+/)

  const detail = await open(page, ticket)
  const way = detail.getByRole('link', { name: /Ver la valoración \d+/ })
  const valuation = Number((await way.innerText()).replaceAll(/\D/g, ''))
  const beside = desk
    .getByRole('complementary', { name: 'Datos del ticket' })
    .getByRole('listitem')
    .filter({ has: desk.getByRole('link', { name: `Valoración ${valuation}`, exact: true }) })
  await expect(beside).toContainText('Sin decidir')
  await expect(step(detail.getByRole('list', { name: 'Línea de vida' }), `Valoración ${valuation}`)).toContainText(
    'Por decidir',
  )
  await way.click()
  const { total: before } = await get(page, '../incidencias/get_total_valoraciones')
  const dialog = page.getByRole('dialog', { name: `Valoración ${valuation}` })
  await expect(dialog.getByText('Pendiente de su respuesta')).toBeVisible()
  await expect(dialog.getByText(/847,00\s€ IVA incluido/)).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('table', { name: 'Desglose' }).getByRole('row')).toHaveText([
    /Concepto\s*Importe/,
    /Desarrollo del listado\s*12,5 h × 58,00\s€ · IVA 21 %\s*725,00\s€/,
    /Descuento\s*Precio cerrado · IVA 21 %\s*-25,00\s€/,
    /Total sin IVA\s*700,00\s€/,
    /IVA del 21 % sobre 700,00\s€\s*147,00\s€/,
    /Total con IVA\s*847,00\s€/,
  ])
  await expectAccessible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await download).suggestedFilename()).toBe(`Valoración ${valuation}.pdf`)
  await dialog.getByRole('button', { name: 'Preguntar' }).click()
  const ask = page.getByRole('dialog', { name: 'PREGUNTAR' })
  await ask.getByLabel('Pregunta').fill('¿Incluye las obras ya cerradas?')
  await ask.getByRole('button', { name: 'Enviar' }).click()
  await alert(page, `Se ha enviado su pregunta sobre la valoración ${valuation}`)
  await expect(dialog.getByRole('link', { name: /^Ticket \d+$/ })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  const accept = page.getByRole('dialog', { name: 'ACEPTAR LA VALORACIÓN' })
  await expect(accept.getByText(/847,00\s€ IVA incluido/)).toBeVisible()
  await expect(accept.getByRole('button', { name: 'Descargar PDF' })).toBeVisible()

  await test.step('an offer that changed meanwhile is reported, and cannot be accepted unread', async () => {
    await desk.goto(`/consola/trabajo/valoraciones/${valuation}`)
    await desk.getByRole('button', { name: 'Cambiar lo que ofrece' }).click()
    const change = desk.getByRole('dialog', { name: /^Cambiar lo que ofrece/ })
    await change.getByRole('button', { name: 'Quitar: Línea 2' }).click()
    await change.getByRole('button', { name: 'Enviar al cliente' }).click()
    await alert(desk, `Enviada al cliente la valoración ${valuation}, cambiada`)
    await accept.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, /^Soporte ha cambiado esta valoración mientras la leía/)
    await expect(accept).toHaveCount(0)
    await expect(dialog.getByText(/877,25\s€ IVA incluido/)).toBeVisible()
    await expect(dialog.getByText('Soporte la cambió (versión 2): 877,25')).toBeVisible()
  })

  await test.step('a decision is undone, and the technician is told', async () => {
    await dialog.getByRole('button', { name: 'Rechazar' }).click()
    const reject = page.getByRole('dialog', { name: 'RECHAZAR LA VALORACIÓN' })
    await reject.getByRole('button', { name: 'Enviar' }).click()
    await expect(dialog.getByText(/^Rechazada por Pablo/)).toBeVisible()
    await expect(dialog.getByText(/^Puede deshacerlo hasta las \d\d:\d\d/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Deshacer' }).click()
    const undo = page.getByRole('dialog', { name: 'DESHACER LA DECISIÓN' })
    await undo.getByLabel('Motivo').fill('Me equivoqué de botón.')
    await expectAccessible()
    await undo.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, /^Ha deshecho la decisión/)
    await expect(dialog.getByText('Pendiente de su respuesta')).toBeVisible()
    await expect(desk.getByText('Decisión deshecha por el cliente')).toBeVisible()
    await expect(desk.getByText('Me equivoqué de botón.')).toBeVisible()
  })

  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await accept.getByLabel('Comentario').fill('Adelante.')
  await accept.getByRole('button', { name: 'Enviar' }).click()
  await alert(page, `Ha aceptado la valoración ${valuation}`)
  await expect(dialog.getByText(/^Aceptada por Pablo/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Aceptar' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // A decided valuation is no longer in progress. Its decider stays visible.
  const options = page.getByRole('link', { name: /^Valoraciones en curso: \d+$/ })
  await expect(options).toHaveAccessibleName(`Valoraciones en curso: ${before - 1}`)
  await expect(page.getByRole('row').filter({ hasText: String(valuation) })).toHaveCount(0)
  await expect(
    page
      .getByRole('region', { name: 'Ya decididas' })
      .getByRole('listitem')
      .filter({ hasText: String(valuation) }),
  ).toContainText('Aceptada por Pablo')
  await expectAccessible()

  await desk.goto(`/consola/trabajo/valoraciones/${valuation}`)
  await expect(desk.getByText(/Aceptada por Pablo/)).toBeVisible()
  await expect(desk.getByText('Adelante.').first()).toBeVisible()
  await expect(desk.getByRole('link', { name: /^\d+ / })).toHaveCount(1)
  await expectAccessible(desk)

  // An accepted valuation leads to development, which follows it in the ticket's line.
  await find(desk, ticket)
  await expect(beside).toContainText('Aceptada')
  await desk.keyboard.press('d')
  await desk
    .getByRole('dialog', { name: /Abrir desarrollo/ })
    .getByRole('button', { name: 'Abrir' })
    .click()
  await alert(desk, /Abierto el desarrollo \d+/)
  const again = await open(page, ticket)
  const names = again.getByRole('list', { name: /^Línea de vida: Desarrollo/ }).locator('strong')
  await expect(names).toHaveText([
    `Consulta ${ticket}`,
    `Valoración ${valuation}`,
    /^Desarrollo \d+$/,
    'Versión',
    'BD pruebas',
    'BD real',
  ])
  await desk.close()
})

test(
  'files of an incident are looked over before they are sent; its customer downloads them',
  { tag: '@long' },
  async ({ page, beginSession, browser, expectAccessible }) => {
    await beginSession()
    const title = `Con ficheros ${crypto.randomUUID().slice(0, 8)}`
    const ticket = await raise(page, title)
    const desk = await technicianAt(browser, 'sonia', ticket)
    const incident = await openIncident(desk, title)
    await workOf(desk, 'incidencias', incident)
    await expect(desk.getByText('Sin ficheros')).toBeVisible()
    await desk.keyboard.press('a')
    const dialog = desk.getByRole('dialog', { name: `Adjuntar ficheros: Incidencia ${incident}` })
    const attach = dialog.getByRole('button', { name: 'Adjuntar', exact: true })
    await attach.click()
    await alert(desk, 'Elija al menos un fichero')
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'informe.png', mimeType: 'image/png', buffer: PNG },
      { name: 'programa.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'LEEME', mimeType: 'image/jpeg', buffer: PNG },
    ])
    const files = dialog.getByRole('list', { name: 'Ficheros que va a adjuntar' })
    await expect(files.getByRole('listitem').filter({ hasText: 'programa.exe' })).toContainText(
      'Sólo archivos jpg, pdf, png, excels o words',
    )
    // A file without an extension does not get one.
    await expect(files.getByRole('listitem').filter({ hasText: /^LEEME(?!\.)/ })).toContainText('Sólo archivos')
    await expectAccessible(desk)
    await attach.click()
    await expect(dialog).toBeVisible()
    await files.getByRole('button', { name: 'Quitar LEEME' }).click()
    await files.getByRole('button', { name: 'Quitar programa.exe' }).click()
    // The first answer is lost; the second attempt does not attach them twice.
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await desk.route('**/api/console/work/files*', loseAnswer, { times: 1 })
    await attach.click()
    await alert(desk, 'Hubo un error al conectar con el servidor')
    await attach.click()
    await alert(desk, 'Adjuntado 1 fichero')
    await expect(dialog).toHaveCount(0)
    await expect(desk.getByRole('link', { name: /^Descargar informe\.png/ })).toHaveCount(1)

    await page.goto(`tickets/lista?lista=incidencias&numero=${incident}`)
    await rowOf(page, incident)
      .getByRole('button', { name: /^Ficheros de la incidencia \d+: 1/ })
      .click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Descargar informe\.png/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('informe.png')
    await desk.close()
  },
)

test('the lists of work are found, narrowed and walked by keyboard, and existing work is linked', async ({
  page,
  beginSession,
  browser,
  expectAccessible,
}) => {
  await beginSession()
  const title = `Vinculable ${crypto.randomUUID().slice(0, 8)}`
  const [first, second] = [await raise(page, title), await raise(page, 'Lo mismo que otro')]
  const desk = await technicianAt(browser, 'sonia', first)
  const incident = await openIncident(desk, title)

  await desk.keyboard.press('g')
  await desk.keyboard.press('n')
  await expect(desk.getByRole('heading', { level: 1, name: 'Incidencias' })).toBeVisible()
  await desk.keyboard.press('/')
  await desk.keyboard.type(title)
  await expect(desk).toHaveURL(/texto=Vinculable/)
  await expect(desk.getByRole('link', { name: `${incident} ${title}` })).toBeVisible()
  await expect(desk.getByRole('table').getByRole('row')).toHaveCount(2)
  await expectAccessible(desk)
  await desk.keyboard.press('Enter')
  await desk.getByRole('searchbox', { name: 'Número, título o cliente' }).blur()
  await desk.keyboard.press('j')
  await expect(desk.getByRole('link', { name: `${incident} ${title}` })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(`Incidencia ${incident}`)
  await desk.keyboard.press('?')
  const help = desk.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(help).toContainText('Cambiar fecha prevista')
  await desk.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('link', { name: `${incident} ${title}` })).toBeFocused()
  await expect(desk).toHaveURL(/texto=Vinculable/)
  await desk.getByRole('button', { name: 'Terminadas' }).click()
  await expect(desk.getByText(/Nada coincide con/)).toBeVisible()
  for (const [key, name] of [
    ['d', 'Desarrollos'],
    ['v', 'Valoraciones'],
  ] as const) {
    await desk.keyboard.press('g')
    await desk.keyboard.press(key)
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
    // Titles are read, so their column has room for some words a line.
    const titles = await desk.getByRole('columnheader', { name: 'Nº y título' }).boundingBox()
    expect(titles?.width).toBeGreaterThan(240)
    await expectAccessible(desk)
  }

  await desk.goto(`/consola/ticket/${second}`)
  await expect(desk.getByRole('heading', { level: 1, name: String(second) })).toBeVisible()
  await desk.keyboard.press('v')
  const link = desk.getByRole('dialog', { name: `Vincular el ticket ${second}` })
  await link.getByLabel('Número o título').fill(title)
  await expect(link.getByRole('button', { name: new RegExp(title) })).toHaveCount(1)
  await expectAccessible(desk)
  await link.getByRole('button', { name: new RegExp(title) }).click()
  await alert(desk, `Incidencia ${incident} responde al ticket ${second}`)
  await desk.close()
})
