import type { Page } from '@playwright/test'
import { expect } from './people.ts'
import { test } from './own-portal.ts'
import { TEXT, open, raise, withoutAssistant } from './own-tickets.ts'

// What only a clock that is set, or a record that no screen writes, brings about.

const SUNDAY = new Date('2026-11-22T11:00:00.000Z')

const alerts = (page: Page) => page.getByRole('region', { name: 'Avisos' })
const alert = (page: Page, text: RegExp) => expect(alerts(page).getByText(text)).toBeVisible()

async function openForm(page: Page) {
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  return form
}

test.describe('a new ticket', () => {
  test.beforeEach(({ context }) => withoutAssistant(context))

  test('in office hours is a success', async ({ page, enter }) => {
    await enter()
    const form = await openForm(page)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, /^Hemos registrado tu Ticket número \d+$/)
    await expect(alerts(page).getByRole('img', { name: 'Correcto' })).toBeVisible()
  })

  test('out of office hours is said in the tone of a warning, with when the office opens', async ({
    page,
    enter,
    ownPortal,
    expectAccessible,
  }) => {
    ownPortal.clock.now = SUNDAY
    await enter()
    const form = await openForm(page)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await alert(
      page,
      /^Hemos registrado tu Ticket número \d+\. Nuestro equipo está fuera del horario de atención al cliente y le atenderá lo antes posible: abrimos el lunes 23 de noviembre a las 08:30\.$/,
    )
    await expect(alerts(page).getByRole('img', { name: 'Aviso' })).toBeVisible()
    await expect(page).toHaveURL(/\/tickets\/lista/)
    await expectAccessible()
  })
})

test.describe('the header of a ticket', () => {
  test('says its urgency by name; letters of old tickets stay letters', async ({ page, enter, ownPortal }) => {
    await enter()
    const ticket = await raise(page, 'Urgencias')
    for (const [urgency, name] of [
      ['1', 'Muy baja'],
      ['2', 'Baja'],
      ['3', 'Normal'],
      ['4', 'Alta'],
      ['5', 'Muy alta'],
      ['6', 'Bloqueante'],
      ['N', 'N'],
      ['A', 'A'],
      ['M', 'M'],
      ['B', 'B'],
    ]) {
      await ownPortal.owner.query('update ticket set urgency = $1 where number = $2', [urgency, ticket])
      const detail = await open(page, ticket)
      await expect(detail.locator('dt', { hasText: /^Urgencia$/ }).locator('+ dd')).toHaveText(name ?? '')
    }
  })

  test('says by which way it came, and who wrote by mail or phone has a face of its own', async ({
    page,
    enter,
    ownPortal,
  }) => {
    await enter()
    const ticket = await raise(page, 'Orígenes')
    for (const [origin, channel, face] of [
      ['X', 'Correo', 'Recibido por: Correo'],
      ['E', 'Teléfono', 'Recibido por: Teléfono'],
      ['P', 'Teléfono', 'Recibido por: Teléfono'],
      ['D', 'Teléfono', 'Recibido por: Teléfono'],
      ['4', 'Soporte Online', 'Recibido por: Soporte Online'],
      ['SOPORTE30', 'Soporte Online', 'Cliente'],
      ['FAC100', 'Soporte Online', 'Cliente'],
    ]) {
      await ownPortal.owner.query('update ticket set origin = $1 where number = $2', [origin, ticket])
      await ownPortal.owner.query('update entry set origin = $1 where ticket_number = $2', [origin, ticket])
      const detail = await open(page, ticket)
      await expect(detail.locator('dt', { hasText: /^Origen$/ }).locator('+ dd')).toHaveText(channel ?? '')
      await expect(
        detail
          .getByRole('listitem')
          .first()
          .getByRole('img', { name: face ?? '', exact: true }),
      ).toBeVisible()
    }
  })
})
