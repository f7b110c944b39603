import { truncate, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { PNG, TEXT, answer, carryNewest, open, post, raise, withoutAssistant } from './own-tickets.ts'
import { expect, test } from './people.ts'

test.beforeEach(({ context }) => withoutAssistant(context))

// Each message about tickets in the specification's catalogue, by its real cause.

const alert = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: 'Avisos' }).getByText(text)).toBeVisible()

async function openForm(page: Page) {
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  return form
}

test.describe('no network', () => {
  test.use({ expectedFault: /net::ERR_INTERNET_DISCONNECTED/ })

  test('is said, and nothing typed is lost', { tag: '@long' }, async ({ page, context, beginSession }) => {
    await beginSession()
    const form = await openForm(page)
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'Hubo un error al conectar con el servidor')
    await context.setOffline(false)
    await expect(form.getByLabel('Texto de la consulta')).toHaveValue(TEXT)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
  })
})

test.describe('no server to ask whose session it is', () => {
  test.use({ expectedFault: /net::ERR_CONNECTION_REFUSED|^CallFailed/ })

  test('a screen says so, and opens on the next try', async ({ page, beginSession, expectAccessible }) => {
    await beginSession()
    const away = /\/api\/(ready|login\/check_session)\b/
    await page.route(away, (route) => route.abort('connectionrefused'))
    await page.goto('tickets/lista')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Hubo un error al conectar con el servidor')
    await expectAccessible()
    await page.unroute(away)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(heading).toHaveText('Mis tickets e incidencias')
  })
})

test(
  'a claim from a list that is older than the ticket gets the service’s own sentence',
  { tag: '@long' },
  async ({ page, beginSession }) => {
    await beginSession()
    const ticket = await raise(page, 'Reclamada en otra parte')
    await page.goto('tickets/lista')
    const row = page.getByRole('row', { name: new RegExp(String(ticket)) })
    await row.getByRole('button', { name: 'Enviar reclamación' }).click()
    await post(page, 'reclamar_consulta', { llnumreg: ticket })
    const claim = page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })
    await claim.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByRole('alert')).toContainText(/Podrá reclamar de nuevo el .* a las \d\d:\d\d/)
    await expect(row.getByRole('button', { name: 'Enviar reclamación' })).toHaveAttribute('aria-disabled', 'true')
  },
)

test('errors of a form stand beside its fields', async ({ page, beginSession }) => {
  await beginSession()
  const form = await openForm(page)
  const send = form.getByRole('button', { name: 'Enviar' })
  const phone = form.getByRole('textbox', { name: 'Teléfono', exact: true })
  await form.getByLabel('Asistencia telefónica').check({ force: true })
  await phone.fill('')
  await send.click()
  await alert(page, 'Compruebe los campos en rojo')
  await expect(phone).toBeFocused()
  await phone.fill('mañana')
  await expect(form.getByText('Debe ser un número de teléfono')).toBeVisible()
  await phone.fill('+34600000000')
  await form.getByLabel('E-mail').fill('lucia@')
  await expect(form.getByText('Formato email incorrecto')).toBeVisible()
  await form.getByLabel('E-mail').fill('lucia@levante.example')
  await form.getByRole('radio', { name: 'Incidencia' }).check({ force: true })
  await send.click()
  await alert(page, 'Es necesario añadir soporte documental a la incidencia')
})

test('errors of a file stand on its line', async ({ page, beginSession }, testInfo) => {
  await beginSession()
  const form = await openForm(page)
  const refused = async (file: Parameters<Locator['setInputFiles']>[0], sentence: string) => {
    await form.locator('input[type=file]').setInputFiles(file)
    const line = form.getByRole('listitem').filter({ hasText: sentence })
    await expect(line).toBeVisible()
    await line.getByRole('button', { name: /^Quitar/ }).click()
    await expect(line).toHaveCount(0)
  }
  const types = 'Sólo archivos jpg, pdf, png, excels o words'
  await refused({ name: 'programa.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }, types)
  await refused({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('<html>') }, types)
  await refused({ name: 'plano.pdf', mimeType: 'image/png', buffer: PNG }, types)
  await refused({ name: 'nada.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }, 'El archivo está vacío')
  await refused(
    { name: 'carta.docxx', mimeType: 'application/msword', buffer: PNG },
    'El formato del archivo no es válido',
  )
  await refused(
    { name: `a.${'x'.repeat(110)}`, mimeType: 'image/png', buffer: PNG },
    'El nombre del archivo es demasiado largo',
  )
  // From the disk: as a buffer its 20 MB would go to the browser as text.
  const large = testInfo.outputPath('enorme.png')
  await writeFile(large, PNG)
  await truncate(large, 20 * 1024 * 1024 + 2048)
  await refused(large, 'El tamaño del archivo no puede superar los 20971520 bytes')
})

test('a file that breaks a rule is named before the rest goes without it', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  const form = await openForm(page)
  await form.locator('input[type=file]').setInputFiles([
    { name: 'programa.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'captura.png', mimeType: 'image/png', buffer: PNG },
  ])
  await expect(form.getByText('Se sube al enviar', { exact: true })).toBeVisible()
  const send = form.getByRole('button', { name: 'Enviar' })
  await send.click()
  const question = page.getByRole('dialog', { name: 'Archivos que no se enviarán' })
  await expect(question).toContainText('programa.exe: Sólo archivos jpg, pdf, png, excels o words')
  await expect(question).not.toContainText('captura.png')
  await expectAccessible()
  await question.getByRole('button', { name: 'Volver' }).click()
  await expect(send).toBeEnabled()
  await send.click()
  await question.getByRole('button', { name: 'Enviar sin él' }).click()
  await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
})

test('the same holds for a file of a reply', { tag: '@long' }, async ({ page, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Respuesta con un archivo que no vale')
  await answer(page, ticket, 'N')
  const detail = await open(page, ticket)
  await detail.getByRole('button', { name: 'Responder' }).click()
  const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
  await reply.getByLabel('Respuesta').fill('Octubre.')
  const empty = { name: 'nada.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }
  await reply.locator('input[type=file]').setInputFiles(empty)
  await reply.getByRole('button', { name: 'Enviar' }).click()
  const question = page.getByRole('dialog', { name: 'Archivos que no se enviarán' })
  await expect(question).toContainText('nada.png: El archivo está vacío')
  await question.getByRole('button', { name: 'Enviar sin él' }).click()
  await expect(detail.getByText('Octubre.')).toBeVisible()
})

test('a file without a type is refused', async ({ page, beginSession }) => {
  await beginSession()
  const form = await openForm(page)
  // A file chooser gives every known extension a type; a dropped file may have none.
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['%PDF-1.7'], 'plano.pdf'))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(form.getByRole('listitem')).toContainText('Sólo archivos jpg, pdf, png, excels o words')
})

test('a hidden field does not stop a ticket, whatever was typed there', async ({ page, beginSession }) => {
  await beginSession()
  const form = await openForm(page)
  const assistance = form.getByRole('switch', { name: /asistencia telefónica/i })
  await assistance.check({ force: true })
  await form.getByRole('textbox', { name: 'Teléfono' }).fill('1'.repeat(30))
  await form.getByLabel('Franja horaria').fill('Cualquier mañana, pero mejor los martes y los jueves de 9 a 11')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await alert(page, 'Compruebe los campos en rojo')
  await expect(form.getByRole('textbox', { name: 'Teléfono' })).toBeFocused()
  await assistance.uncheck({ force: true })
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText(/Hemos registrado tu Ticket número \d+/)).toBeVisible()
})

test('a clipboard without a picture', async ({ page, context, beginSession }) => {
  await beginSession()
  const form = await openForm(page)
  const paste = form.getByRole('button', { name: 'Pegar captura' })
  await paste.click()
  await alert(
    page,
    'El contenido del portapapeles está vacío. Por favor asegúrese de copiar en él una imagen para poder adjuntarla como soporte documental.',
  )
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Cerrar el aviso' }).click()
  await paste.click()
  await alert(
    page,
    'El contenido del portapapeles está vacío. Por favor asegúrese de copiar en él una imagen para poder adjuntarla como soporte documental.',
  )
  await page.evaluate(() => navigator.clipboard.writeText('texto'))
  await paste.click()
  await alert(
    page,
    'El contenido del portapapeles es incompatible. Por favor asegúrese de copiar en él una imagen para poder adjuntarla como soporte documental.',
  )
})

for (const [user, sentence] of [
  ['marta', 'No se puede crear ticket: El usuario no tiene código instalación'],
  ['teo', 'No se puede crear ticket: El usuario no tiene empresa'],
] as const) {
  test(`${user} cannot create a ticket: the pop-up closes with the reason`, async ({ page }) => {
    const person = { usuario: user, password: `Demo-${user}-1` }
    const entered = await page.request.post('/api/login/login', { data: person })
    expect(entered.status(), await entered.text()).toBe(200)
    await page.goto('tickets/lista')
    await page.getByRole('button', { name: 'Nuevo Ticket' }).click()
    await alert(page, sentence)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/public\/tickets\/lista/)
  })
}

test.describe('a conversation too long for one answer', () => {
  test.use({ expectedFault: /Failed to load resource|ERR_FAILED/ })

  test('earlier entries come on request, above the text that is being read', async ({
    page,
    beginSession,
    expectAccessible,
  }) => {
    await beginSession()
    const ticket = await raise(page, 'Muchos mensajes')
    for (let message = 1; message <= 12; message += 1) {
      await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: `Mensaje ${message}. ${TEXT}` })
    }
    await carryNewest(page, 8)
    const detail = await open(page, ticket)
    const timeline = detail.getByRole('region', { name: 'Conversación' })
    await expect(timeline.getByRole('listitem')).toHaveCount(8)
    await expectAccessible()
    const oldest = timeline.getByText('Mensaje 5.')
    const earlier = timeline.getByRole('button', { name: 'Ver mensajes anteriores' })
    await earlier.scrollIntoViewIfNeeded()
    const before = await oldest.boundingBox()

    await page.route('**/api/consultas/ver_anteriores*', (route) => route.abort(), { times: 3 })
    await earlier.press('Enter')
    await expect(timeline.getByRole('alert')).toHaveText('No se han podido cargar los mensajes anteriores')
    await expect(earlier).toBeFocused()
    await earlier.press('Enter')
    await expect(timeline.getByRole('listitem')).toHaveCount(13)
    await expect(timeline.getByRole('status')).toHaveText('5 mensajes anteriores')
    const after = await oldest.boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60)
    await expect(earlier).toHaveCount(0)
    await expect(timeline).toBeFocused()

    // A new entry stands below, and none between is missing.
    await post(page, 'anadir_informacion', { llnumreg: ticket, llobse: 'Mensaje 13.' })
    await page.reload()
    await timeline.getByRole('button', { name: 'Ver mensajes anteriores' }).click()
    await expect(timeline.getByRole('listitem')).toHaveCount(14)
  })
})
