import {
  PNG,
  TEXT,
  answer,
  get,
  loseNextAnswers,
  open,
  post,
  raise,
  withPdfViewer,
  withoutAssistant,
} from './own-tickets.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './people.ts'

test.beforeEach(({ context }) => withoutAssistant(context))

const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>`)

test(
  'a claim from the detail, and from then on the reason why not',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    const detail = await open(page, await raise(page, 'Reclamada desde el detalle'))
    await detail.getByRole('button', { name: 'Reclamar' }).click()
    const claim = page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })
    await expect(claim.getByRole('button', { name: 'Enviar' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Se ha enviado la reclamación correctamente')).toBeVisible()
    await expect(claim).toHaveCount(0)
    await expect(detail.getByRole('listitem').filter({ hasText: 'Reclamación' })).toHaveCount(1)
    const refused = detail.getByRole('button', { name: 'Reclamar' })
    await expect(refused).toHaveAccessibleDescription(/Podrá reclamar de nuevo el .* a las \d\d:\d\d/)
    await refused.click({ force: true })
    await expect(claim).toHaveCount(0)
  },
)

test(
  'no conforme, with what is missing, makes a ticket pending again',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'No conforme desde el detalle')
    await answer(page, ticket, 'S')
    const detail = await open(page, ticket)
    await detail.getByRole('button', { name: 'No conforme' }).click()
    const reject = page.getByRole('dialog', { name: 'NO CONFORME' })
    const send = reject.getByRole('button', { name: 'Enviar' })
    await expect(send).toBeDisabled()
    await reject.getByLabel('Observaciones').fill('   ')
    await send.click()
    await expect(reject.getByText('No puede estar formado sólo por espacios')).toBeVisible()
    await reject.getByLabel('Observaciones').fill('Sigue sin cuadrar en noviembre.')
    await send.click()
    await expect(page.getByText('El ticket ha sido marcado como "No conforme"')).toBeVisible()
    await expect(detail.getByText('Sigue sin cuadrar en noviembre.')).toBeVisible()
    await expect(detail.getByText('Pendiente', { exact: true })).toBeVisible()
  },
)

test('a reply to what Support has closed meanwhile goes on as No conforme, with text and file', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  const ticket = await raise(page, 'Cerrada mientras se responde')
  await answer(page, ticket, 'N')
  const detail = await open(page, ticket)
  await detail.getByRole('button', { name: 'Responder' }).click()
  const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
  await reply.getByLabel('Respuesta').fill('En noviembre tampoco cuadra.')
  await reply.locator('input[type=file]').setInputFiles({ name: 'captura.png', mimeType: 'image/png', buffer: PNG })
  await expect(reply.getByText('Se sube al enviar', { exact: true })).toBeVisible()
  await answer(page, ticket, 'S')
  await reply.getByRole('button', { name: 'Enviar' }).click()
  await expect(reply.getByText('Soporte ha cerrado el ticket mientras escribía.')).toBeVisible()
  await expectAccessible()
  await reply.getByRole('button', { name: 'No conforme' }).click()
  const reject = detail.getByRole('region', { name: 'NO CONFORME' })
  await expect(reject.getByLabel('Observaciones')).toHaveValue('En noviembre tampoco cuadra.')
  await expect(reject.getByLabel('Observaciones')).toBeFocused()
  // The button that leads to the new message covers no button of the form in use.
  await expect(detail.getByRole('button', { name: '1 mensaje nuevo' })).toBeVisible()
  await expectAccessible()
  await reject.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('El ticket ha sido marcado como "No conforme"')).toBeVisible()
  await expect(detail.getByText('En noviembre tampoco cuadra.')).toBeVisible()
  await expect(detail.getByText('Pendiente', { exact: true })).toBeVisible()
  await expect.poll(() => get(page, 'get_documentacion', { llnumreg: String(ticket) })).toHaveLength(1)
  expect(await get(page, 'get_borrador', { llnumreg: String(ticket) })).toBeNull()
})

test(
  'a reply that was begun before the ticket was closed is found in No conforme',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'Cerrada con un borrador')
    await answer(page, ticket, 'N')
    await post(page, 'guardar_borrador', { llnumreg: ticket, borrador: { textoConsulta: 'A medias.' } })
    await answer(page, ticket, 'S')
    const detail = await open(page, ticket)
    await detail.getByRole('button', { name: 'No conforme' }).click()
    const reject = page.getByRole('dialog', { name: 'NO CONFORME' })
    await expect(reject.getByLabel('Observaciones')).toHaveValue('A medias.')
  },
)

test('a reply after a quicker colleague’s goes on as information', { tag: '@long' }, async ({ page, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Respondida por otra persona')
  await answer(page, ticket, 'N')
  const detail = await open(page, ticket)
  await detail.getByRole('button', { name: 'Responder' }).click()
  const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
  await reply.getByLabel('Respuesta').fill('Y también en noviembre.')
  await post(page, 'responder_consulta', { llpadre: ticket, llobse: 'Octubre.' })
  await reply.getByRole('button', { name: 'Enviar' }).click()
  await reply.getByRole('button', { name: 'Añadir información' }).click()
  const add = detail.getByRole('region', { name: 'AÑADIR INFORMACIÓN' })
  await expect(add.getByLabel('Información')).toHaveValue('Y también en noviembre.')
  await add.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Se ha añadido la información correctamente')).toBeVisible()
})

test('information is added with its files, seen before and after, and changes nobody’s turn', async ({
  page,
  beginSession,
}) => {
  await beginSession()
  const ticket = await raise(page, 'Con información añadida')
  await answer(page, ticket, 'N')
  const detail = await open(page, ticket)
  await detail.getByRole('button', { name: 'Añadir información' }).click()
  const add = page.getByRole('dialog', { name: 'AÑADIR INFORMACIÓN' })
  await add.getByLabel('Información').fill('También ocurre en septiembre.')
  await add.locator('input[type=file]').setInputFiles([
    { name: 'captura.png', mimeType: 'image/png', buffer: PNG },
    { name: 'extracto.csv', mimeType: 'text/csv', buffer: Buffer.from('cuenta;importe') },
  ])
  await expect(add.getByText('Se sube al enviar', { exact: true })).toBeVisible()
  await expect(add.getByText('Subido', { exact: true })).toBeVisible()
  await expect(add.getByRole('button', { name: 'Ver extracto.csv' })).toHaveCount(0)
  const look = add.getByRole('button', { name: 'Ver captura.png' })
  await look.click()
  await expectPicture(page, 'captura.png')
  await page.keyboard.press('Escape')
  await expect(look).toBeFocused()
  await add.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Se ha añadido la información correctamente')).toBeVisible()
  const note = detail.getByRole('listitem').filter({ hasText: 'Información añadida' })
  await expect(note).toContainText('También ocurre en septiembre.')
  await expect(note).toContainText('2 archivos')
  await expect(detail.getByText('Soporte espera su respuesta.')).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Responder' })).toHaveAttribute('aria-disabled', 'false')
  await detail.getByRole('button', { name: 'Ver captura.png' }).first().click()
  await expectPicture(page, 'captura.png')
})

test('a PDF opens in its place, and in a tab of its own', async ({ page, context, beginSession }) => {
  await withPdfViewer(page)
  await beginSession()
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.locator('input[type=file]').setInputFiles({ name: 'plano.pdf', mimeType: 'application/pdf', buffer: PDF })
  await form.getByRole('button', { name: 'Ver plano.pdf' }).click()
  const preview = page.getByRole('dialog', { name: 'plano.pdf' })
  await expect(preview.locator('iframe')).toHaveAttribute('src', /^blob:/)
  const tab = context.waitForEvent('page')
  const saved = page.waitForEvent('download')
  await preview.getByRole('link', { name: 'Abrir en otra pestaña' }).click()
  // A browser with a viewer shows it in a tab; without one it is saved.
  const shown = expect.poll(async () => (await tab).evaluate(() => document.contentType)).toBe('application/pdf')
  await Promise.any([shown, saved])
})

test('«Ya está resuelto» asks, and takes a pending ticket to the history', async ({ page, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Ya no hace falta')
  const detail = await open(page, ticket)
  await detail.getByRole('button', { name: 'Ya está resuelto' }).click()
  const withdraw = page.getByRole('dialog', { name: 'YA ESTÁ RESUELTO' })
  await expect(withdraw).toContainText(`El ticket ${ticket} se cerrará`)
  await withdraw.getByRole('button', { name: 'Cancelar' }).click()
  await expect(detail.getByText('Pendiente', { exact: true })).toBeVisible()
  await detail.getByRole('button', { name: 'Ya está resuelto' }).click()
  await withdraw.getByLabel('Cómo se resolvió').fill('Era el filtro de la serie.')
  await withdraw.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('El ticket ha sido marcado como resuelto')).toBeVisible()
  await expect(detail.getByText('Era el filtro de la serie.')).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Ya está resuelto' })).toHaveCount(0)
  await expect(detail.getByRole('button', { name: 'Añadir información' })).toHaveCount(0)
  await page.goto('tickets/lista?vista=historico')
  await expect(page.getByRole('row', { name: new RegExp(String(ticket)) })).toBeVisible()
})

test('an accepted ticket is followed up by a new one, which leads back to it', async ({ page, beginSession }) => {
  await beginSession()
  const origin = await raise(page, 'La primera')
  await answer(page, origin, 'S')
  await post(page, 'marcar_conformidad', { llnumreg: origin, llvaloracion: 4 })
  const detail = await open(page, origin)
  await expect(detail.getByRole('button', { name: 'Responder' })).toHaveCount(0)
  await detail.getByRole('button', { name: 'Abrir relacionada' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await expect(form).toContainText(`Este ticket continuará el ticket ${origin}`)
  await expect(form.getByLabel('Módulo').locator('option:checked')).toHaveText('Ventas')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.getByLabel('Título').fill('La que sigue')
  await form.getByRole('button', { name: 'Enviar' }).click()
  const done = page.getByText(/Hemos registrado tu Ticket número \d+/)
  await expect(done).toBeVisible()
  const related = Number(/número (\d+)/.exec((await done.textContent()) ?? '')?.[1])
  await expect(form).toHaveCount(0)
  await expect(detail).toHaveCount(0)
  const next = await open(page, related)
  await next.getByRole('link', { name: `Ticket ${origin}` }).click()
  await expect(page.getByRole('dialog', { name: `Ticket ${origin} · La primera` })).toBeVisible()
})

test(
  'two people accept at once: one succeeds, the other is told so and sees the present state',
  { tag: '@long' },
  async ({ page, browser, link, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'A la vez')
    await answer(page, ticket, 'S')
    const context = await browser.newContext({ locale: 'es-ES' })
    const other = await context.newPage()
    await other.goto(await link({ caller: 'otra.persona' }))
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Hola')
    const pages = [page, other]
    for (const one of pages) {
      const detail = await open(one, ticket)
      await detail.getByRole('button', { name: 'Conforme', exact: true }).click()
      const accept = one.getByRole('dialog', { name: 'MARCAR CONFORMIDAD' })
      await accept.getByRole('radio').nth(3).check({ force: true })
    }
    const answers = pages.map((one) => one.waitForResponse(/marcar_conformidad/))
    await Promise.all(pages.map((one) => one.getByRole('button', { name: 'Enviar', exact: true }).click()))
    const statuses = await Promise.all(answers.map(async (one) => (await one).status()))
    expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 409])
    const winner = pages[statuses.indexOf(200)] ?? page
    const loser = pages[statuses.indexOf(409)] ?? page
    await expect(winner.getByText('La conformidad se ha marcado con exito')).toBeVisible()
    await expect(loser.getByRole('alert')).toContainText('Este ticket ya terminó: está en el histórico')
    for (const one of pages) {
      const detail = one.getByRole('dialog', { name: new RegExp(`Ticket ${ticket}`) })
      await expect(one.getByRole('dialog', { name: 'MARCAR CONFORMIDAD' })).toHaveCount(0)
      await expect(detail.getByRole('button', { name: 'Abrir relacionada' })).toBeVisible()
    }
    await context.close()
  },
)

test.describe('sent twice', () => {
  test.use({ expectedFault: /net::ERR_CONNECTION_RESET/ })

  const fillForm = async (page: Page, title: string) => {
    await page.goto('tickets/nuevo')
    const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
    await form.getByLabel('Módulo').selectOption('Contabilidad')
    await form.getByLabel('Texto de la consulta').fill(TEXT)
    await form.getByLabel('Título').fill(title)
    return form.getByRole('button', { name: 'Enviar' })
  }
  const titled = async (page: Page, title: string) => {
    const { items } = await get(page, 'get_lista', { estado: 'P', itemsPerPage: '50' })
    return items.filter(({ llobse }: { llobse: string }) => llobse === title)
  }

  test('a double click sends one ticket', { tag: '@long' }, async ({ page, beginSession }) => {
    await beginSession()
    const title = `Doble clic ${Date.now()}`
    const send = await fillForm(page, title)
    await send.dblclick()
    await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
    expect(await titled(page, title)).toHaveLength(1)
  })

  test('after a lost answer the ticket is told all the same', async ({ page, beginSession }) => {
    await beginSession()
    const title = `Respuesta perdida una vez ${Date.now()}`
    const send = await fillForm(page, title)
    await loseNextAnswers(page, 'nueva_consulta', 1)
    await send.click()
    await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
    await expect(page.getByText('Hubo un error al conectar con el servidor')).toHaveCount(0)
    expect(await titled(page, title)).toHaveLength(1)
  })

  test('Enviar again after a lost answer: one ticket', { tag: '@long' }, async ({ page, beginSession }) => {
    await beginSession()
    const title = `Respuesta perdida ${Date.now()}`
    const send = await fillForm(page, title)
    await loseNextAnswers(page, 'nueva_consulta', 2)
    await send.click()
    await expect(page.getByRole('alert')).toContainText('Hubo un error al conectar con el servidor')
    await send.click()
    await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
    expect(await titled(page, title)).toHaveLength(1)
  })
})

test('a ticket prints alone, whole, black on white', async ({ page, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Para imprimir')
  await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Otra línea más.\n'.repeat(120) })
  const detail = await open(page, ticket)
  await expect(detail.getByText('Este ticket no tiene archivos adjuntos')).toBeVisible()
  await page.evaluate(() => (globalThis.print = () => document.documentElement.setAttribute('data-printed', '')))
  await detail.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(detail.getByRole('heading', { name: `Ticket ${ticket} · Para imprimir` })).toBeVisible()
  await expect(detail.getByText('E-mail')).toBeVisible()
  await expect(page.locator('nav, header button, button, main table').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('Mis tickets e incidencias').filter({ visible: true })).toHaveCount(0)
  const { clipped, colours } = await detail.evaluate((dialog) => ({
    clipped: dialog.scrollHeight - dialog.clientHeight,
    colours: [...dialog.querySelectorAll('p, dd, h2, time')].map((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return `${color} on ${backgroundColor}`
    }),
  }))
  expect(clipped).toBeLessThanOrEqual(1)
  expect([...new Set(colours)]).toEqual(['rgb(0, 0, 0) on rgb(255, 255, 255)'])
  const pages = (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)
  expect(pages?.length).toBeGreaterThan(1)
})

async function expectPicture(page: Page, name: string): Promise<void> {
  const picture = page.getByRole('dialog', { name }).getByRole('img', { name })
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(1)
}
