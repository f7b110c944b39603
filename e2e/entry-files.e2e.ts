import type { Page } from '@playwright/test'
import { PNG, TEXT, answer, get, open, post, withoutAssistant } from './own-tickets.ts'
import { expect, test } from './people.ts'

test.beforeEach(({ context }) => withoutAssistant(context))

/** Raises a ticket with files, in this order. */
async function raiseWith(page: Page, names: readonly string[]): Promise<number> {
  const documentos: { id_temporal: string }[] = []
  for (const name of names) {
    const isPicture = name.endsWith('.png')
    const buffer = isPicture ? PNG : Buffer.from('%PDF-1.7 x')
    const file = { name, mimeType: isPicture ? 'image/png' : 'application/pdf', buffer }
    const answer = await page.request.post('/api/consultas/subir_documentacion', {
      multipart: { 'documentos[0][file]': file },
    })
    documentos.push((await answer.json()).data.data[0])
  }
  const [module] = await get(page, 'get_lista_modulos')
  const [created] = await post(page, 'nueva_consulta', {
    modulo: module.shnumreg,
    titulo: 'Con archivos',
    textoConsulta: TEXT,
    interlocutor: 'Lucía Ferrer',
    email: 'lucia@levante.example',
    documentos,
  })
  return created?.llnumreg ?? 0
}

test('the pictures of an entry stand in it small, and open large one after the other', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  const ticket = await raiseWith(page, ['una.png', 'dos.png', 'plano.pdf'])
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/consultas/get_documentacion*', async (route) => {
    await held
    await route.continue()
  })
  const detail = await open(page, ticket)
  const entry = detail.getByRole('listitem').filter({ hasText: TEXT }).first()
  const files = entry.getByRole('list')
  // Their place is kept while they load.
  await expect(files).toBeVisible()
  const before = await files.boundingBox()
  letGo()
  const first = entry.getByRole('button', { name: 'Ver una.png' })
  await expect(first).toBeVisible()
  await expect(first.locator('img')).toBeVisible()
  expect((await files.boundingBox())?.height).toBe(before?.height)
  await expectAccessible()

  await first.click()
  const large = (name: string) => page.getByRole('dialog', { name, exact: true })
  await expect(large('una.png').getByRole('img', { name: 'una.png' })).toBeVisible()
  await expect(large('una.png').getByText('1 de 3', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(large('una.png')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(large('dos.png').getByRole('img', { name: 'dos.png' })).toBeVisible()
  await expectAccessible()
  await large('dos.png').getByRole('button', { name: 'Archivo siguiente' }).click()
  await expect(large('plano.pdf').getByText('3 de 3', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  const saving = page.waitForEvent('download')
  await large('dos.png').getByRole('link', { name: 'Descargar' }).click()
  expect((await saving).suggestedFilename()).toBe('dos.png')
  await page.keyboard.press('Escape')
  await expect(large('dos.png')).toBeHidden()
  await expect(first).toBeFocused()
  await expect(detail).toBeVisible()
})

test('a file that is being checked or held back says so in place of a link, until it is found clean', async ({
  page,
  beginSession,
  expectAccessible,
}) => {
  await beginSession()
  const ticket = await raiseWith(page, ['espera.png', 'virus.pdf'])
  const states = ['pendiente', 'infectado']
  let isScanned = false
  // As a server with a scanner answers meanwhile.
  await page.route('**/api/consultas/get_documentacion*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const [place, file] of json.data.data.entries()) file.retenido = states[place]
    await route.fulfill(isScanned ? { response } : { response, json })
  })
  const detail = await open(page, ticket)
  const entry = detail.getByRole('listitem').filter({ hasText: TEXT }).first().getByRole('list')
  const listed = detail.getByRole('region', { name: 'Archivos adjuntos' })
  for (const place of [entry, listed]) {
    const item = (name: string) => place.getByRole('listitem').filter({ hasText: name })
    await expect(item('espera.png')).toContainText('Se está comprobando')
    await expect(item('virus.pdf')).toContainText('Retenido: contiene un programa dañino')
    await expect(place.getByRole('link')).toHaveCount(0)
    await expect(place.getByRole('button')).toHaveCount(0)
  }
  await expectAccessible()
  isScanned = true
  await answer(page, ticket, 'N', { respuesta: 'Lo estamos mirando.' })
  await expect(entry.getByRole('button', { name: 'Ver espera.png' })).toBeVisible()
  await expect(listed.getByRole('link')).toHaveCount(2)
})
