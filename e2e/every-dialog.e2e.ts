import type { Page } from '@playwright/test'
import { expectFieldsSeen, tooFaint } from './field-contrast.ts'
import { HAS_ALL_JOURNEYS } from './long.ts'
import { answer, open, post, raise, withoutAssistant } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { outOfReach, overflow, withoutEdge } from './reachable.ts'
import { tooSmall } from './target-size.ts'
import { technicianAt } from './technicians.ts'
import { typedAtOnce } from './typed-at-once.ts'

// What stands above a screen, as every-screen.e2e.ts examines what stands by itself: by axe, in the system's colours, by a
// finger, zoomed to 400 %, the edges of its fields, and by typing into them while the browser is busy.

/** A picture that is large enough to be covered in part. */
const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 })
    canvas.getContext('2d')?.fillRect(20, 20, 200, 200)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

const WITH_FIELDS: ReadonlySet<string> = new Set(['the form', 'MARCAR CONFORMIDAD', 'the filter', 'the assistant'])

/** Besides what `expectAccessible` finds. */
async function expectUsable(page: Page, what: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  const shown = page.locator('main, [role=dialog]').last()
  if (WITH_FIELDS.has(what)) await expectFieldsSeen(page, what, shown)
  else if (HAS_ALL_JOURNEYS) expect.soft(await tooFaint(page, shown), `the fields of ${what}`).toEqual([])
  expect.soft(await withoutEdge(page), `${what} in the system’s colours`).toEqual([])
  expect.soft(await typedAtOnce(page), `letters at once into ${what}`).toEqual([])
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.soft.poll(() => tooSmall(page), `${what} at ${width} pixels`).toEqual([])
  }
  for (const zoom of HAS_ALL_JOURNEYS ? [2, 4] : [4]) {
    await page.setViewportSize({ width: 1280 / zoom, height: 1024 / zoom })
    await expect.soft.poll(() => overflow(page), `${what} at ${zoom * 100} %`).toBeLessThanOrEqual(0)
    await expect.soft.poll(() => outOfReach(page), `${what} at ${zoom * 100} %`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('a form with files, and the editor that covers parts of a picture', async ({
  page,
  context,
  beginSession,
  expectAccessible,
}) => {
  await withoutAssistant(context)
  await beginSession()
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  const buffer = Buffer.from(await picture(page), 'base64')
  const files = ['uno.png', 'dos.png'].map((name) => ({ name, mimeType: 'image/png', buffer }))
  await form.locator('input[type=file]').setInputFiles(files)
  await expect(form.getByRole('button', { name: 'Tapar partes de dos.png' })).toBeVisible()
  await expectAccessible()
  await expectUsable(page, 'the form')
  // In the system's colours the chosen ones still differ.
  await page.emulateMedia({ forcedColors: 'active' })
  const radios = form.getByRole('radiogroup', { name: 'Tipo' }).locator('.mantine-Radio-inner')
  const [chosen, other] = await Promise.all([radios.first().screenshot(), radios.last().screenshot()])
  expect(chosen.equals(other)).toBe(false)
  const track = form.locator('.mantine-Switch-track').first()
  const off = await track.screenshot()
  await form.getByRole('switch', { name: 'Desarrollo a medida' }).check()
  expect((await track.screenshot()).equals(off)).toBe(false)
  await page.emulateMedia({ forcedColors: 'none' })
  await form.getByRole('button', { name: 'Ver uno.png' }).click()
  await expect(page.getByRole('dialog', { name: 'uno.png' })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Tapar partes de uno.png' }).click()
  await expect(page.getByRole('button', { name: 'Rectángulo', exact: true })).toBeVisible()
  await expectAccessible()
  await expectUsable(page, 'the editor')
})

test('a ticket, and every pop-up that acts on it', async ({ page, beginSession, expectAccessible }) => {
  await beginSession()
  const ticket = await raise(page, 'Con todo al alcance')
  await answer(page, ticket, 'N')
  const detail = await open(page, ticket)
  await expectAccessible()
  /** Those whose fields and buttons other pop-ups have as well are only looked at by axe and by a finger. */
  const look = async (act: string, title: string, isLikeOthers = true) => {
    await page.getByRole('dialog').first().getByRole('button', { name: act, exact: true }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expectAccessible()
    if (isLikeOthers && !HAS_ALL_JOURNEYS) expect.soft(await tooSmall(page), title).toEqual([])
    else await expectUsable(page, title)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: title })).toHaveCount(0)
  }
  await look('Añadir información', 'AÑADIR INFORMACIÓN')
  await look('Ya está resuelto', 'YA ESTÁ RESUELTO')
  await look('Simular técnico', 'SIMULAR TÉCNICO')
  await detail.getByRole('button', { name: 'Responder' }).click()
  await expect(detail.getByLabel('Respuesta')).toBeFocused()
  await expectUsable(page, 'the answer')
  // Zoomed to 400 %, neither title nor buttons take the room of what is read.
  await page.setViewportSize({ width: 320, height: 256 })
  const message = detail.getByText('Hemos revisado el asiento.').first()
  await message.evaluate((each) => each.scrollIntoView({ block: 'center' }))
  await expect(message).toBeInViewport({ ratio: 1 })
  await expect(detail.getByRole('heading', { name: /^Ticket/ })).not.toBeInViewport()
  await expect(detail.getByRole('button', { name: 'Volver', exact: true })).not.toBeInViewport()
  // The newest message is in view, and so is how the ticket stands.
  await page.setViewportSize({ width: 1280, height: 600 })
  await detail.getByLabel('Respuesta').scrollIntoViewIfNeeded()
  await expect(detail.getByText('Urgencia', { exact: true })).toBeInViewport({ ratio: 1 })
  await answer(page, ticket, 'S')
  await open(page, ticket)
  await look('Conforme', 'MARCAR CONFORMIDAD', false)
  await look('No conforme', 'NO CONFORME', false)
  if (HAS_ALL_JOURNEYS) {
    await post(page, 'marcar_conformidad', { llnumreg: ticket, llvaloracion: 5 })
    await open(page, ticket)
    await expectAccessible()
  }
  await open(page, await raise(page, 'Con una reclamación al alcance'))
  await look('Reclamar', 'ENVIAR RECLAMACIÓN')
  if (HAS_ALL_JOURNEYS) {
    const blocked = await raise(page, 'Con una incidencia')
    await answer(page, blocked, 'S', { incidencia: 'S' })
    await open(page, blocked)
    await expectAccessible()
  }
  await page.goto('tickets/lista')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page.getByRole('dialog', { name: 'Filtrar' })).toBeVisible()
  await expectAccessible()
  await expectUsable(page, 'the filter')
  await page.goto('')
  await page.getByRole('button', { name: 'Iniciar conversación' }).click()
  await expect(page.getByRole('dialog').getByLabel('Su pregunta')).toBeFocused()
  await expectAccessible()
  await expectUsable(page, 'the assistant')
})

test('the console’s ticket, and its dialogs', async ({ page, browser, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Al alcance del técnico')
  const desk = await technicianAt(browser, 'sonia', ticket)
  await expect(desk.getByRole('region', { name: 'Escribir' })).toBeVisible()
  await expectUsable(desk, 'the ticket')
  for (const key of ['u', 'm', 'i', 'v', '?']) {
    await desk.keyboard.press(key)
    await expect(desk.getByRole('dialog'), key).toBeVisible()
    await expectUsable(desk, `what «${key}» opens`)
    await desk.keyboard.press('Escape')
    await expect(desk.getByRole('dialog'), key).toHaveCount(0)
  }
})
