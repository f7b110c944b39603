import type { Page } from '@playwright/test'
import type { AnyUrgency } from '#domain/urgency.ts'
import { expect } from './people.ts'
import { test } from './own-portal.ts'
import { HAS_ALL_JOURNEYS } from './long.ts'
import { TEXT, answer, open, raise, withoutAssistant } from './own-tickets.ts'

// Causes that need a set clock, a record that no screen writes, a database that is away or a full disk.

const SUNDAY = new Date('2026-11-22T11:00:00.000Z')

/** The rest of a table that other tests hold whole, for `JOURNEYS=all`. */
const FURTHER_URGENCIES = Object.entries({
  '1': 'Muy baja',
  '2': 'Baja',
  '3': 'Normal',
  '4': 'Alta',
  '5': 'Muy alta',
  A: 'A',
  M: 'M',
  B: 'B',
} satisfies Record<Exclude<AnyUrgency, '6' | 'N'>, string>)
const FURTHER_ORIGINS = [
  ['E', 'Teléfono', 'Recibido por: Teléfono'],
  ['4', 'Soporte Online', 'Recibido por: Soporte Online'],
  ['P', 'Teléfono', 'Recibido por: Teléfono'],
  ['D', 'Teléfono', 'Recibido por: Teléfono'],
  ['FAC100', 'Soporte Online', 'Cliente'],
]

const alerts = (page: Page) => page.getByRole('region', { name: 'Avisos' })
const alert = (page: Page, text: string | RegExp) => expect(alerts(page).getByText(text, { exact: true })).toBeVisible()

async function openForm(page: Page) {
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  return form
}

test.describe('a new ticket', () => {
  test.beforeEach(({ context }) => withoutAssistant(context))

  test('in office hours is a success', async ({ page, beginSession }) => {
    await beginSession()
    const form = await openForm(page)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, /^Hemos registrado tu Ticket número \d+$/)
    await expect(alerts(page).getByRole('img', { name: 'Correcto' })).toBeVisible()
  })

  test('out of office hours is said in the tone of a warning, with when the office opens', async ({
    page,
    beginSession,
    ownPortal,
    expectAccessible,
  }) => {
    ownPortal.clock.now = SUNDAY
    await beginSession()
    const form = await openForm(page)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await alert(
      page,
      /^Hemos registrado tu Ticket número \d+\. Nuestro equipo está fuera del horario de atención al cliente y lo atenderá lo antes posible: abrimos el lunes 23 de noviembre a las 08:30\.$/,
    )
    await expect(alerts(page).getByRole('img', { name: 'Aviso' })).toBeVisible()
    await expect(page).toHaveURL(/\/tickets\/lista/)
    await expectAccessible()
  })
})

test.describe('the header of a ticket', () => {
  test('says its urgency by name; letters of old tickets stay letters', async ({ page, beginSession, ownPortal }) => {
    await beginSession()
    const ticket = await raise(page, 'Urgencias')
    for (const [urgency, name] of [['6', 'Bloqueante'], ['N', 'N'], ...(HAS_ALL_JOURNEYS ? FURTHER_URGENCIES : [])]) {
      await ownPortal.owner.query('update ticket set urgency = $1 where number = $2', [urgency, ticket])
      const detail = await open(page, ticket)
      await expect(detail.locator('dt', { hasText: /^Urgencia$/ }).locator('+ dd')).toHaveText(name ?? '')
    }
  })

  test('says by which way it came, and who wrote by mail or phone has a face of its own', async ({
    page,
    beginSession,
    ownPortal,
  }) => {
    await beginSession()
    const ticket = await raise(page, 'Orígenes')
    for (const [origin, channel, face] of [
      ['X', 'Correo', 'Recibido por: Correo'],
      ['SOPORTE30', 'Soporte Online', 'Cliente'],
      ...(HAS_ALL_JOURNEYS ? FURTHER_ORIGINS : []),
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

test.describe('while the database is away', () => {
  test.use({ expectedFault: /status of 503/ })
  test.afterEach(({ ownPortal }) => ownPortal.setDatabaseAway(false))

  test('a reply is not sent: what was typed stays, and goes the second time', async ({
    page,
    beginSession,
    ownPortal,
  }) => {
    await beginSession()
    const ticket = await raise(page, 'Respuesta que falla')
    await answer(page, ticket, 'N')
    const detail = await open(page, ticket)
    await detail.getByRole('button', { name: 'Responder' }).click()
    const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
    await reply.getByLabel('Respuesta').fill('Octubre.')
    await ownPortal.setDatabaseAway(true)
    await reply.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'No se ha podido enviar la respuesta')
    await expect(reply.getByLabel('Respuesta')).toHaveValue('Octubre.')
    await ownPortal.setDatabaseAway(false)
    await reply.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'Se ha enviado la respuesta correctamente')
    await expect(detail.getByText('Octubre.')).toHaveCount(1)
  })

  test('a conformity is not marked, and is the second time', async ({ page, beginSession, ownPortal }) => {
    await beginSession()
    const ticket = await raise(page, 'Conformidad que falla')
    await answer(page, ticket, 'S')
    const detail = await open(page, ticket)
    await detail.getByRole('button', { name: 'Conforme', exact: true }).click()
    const accept = page.getByRole('dialog', { name: 'MARCAR CONFORMIDAD' })
    await accept.getByRole('radio').nth(2).check({ force: true })
    await ownPortal.setDatabaseAway(true)
    await accept.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'No se ha podido marcar la conformidad')
    await ownPortal.setDatabaseAway(false)
    await accept.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'La conformidad se ha marcado con exito')
  })

  test('a claim is not sent, and is the second time', async ({ page, beginSession, ownPortal }) => {
    await beginSession()
    const detail = await open(page, await raise(page, 'Reclamación que falla'))
    await detail.getByRole('button', { name: 'Reclamar' }).click()
    const claim = page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })
    await ownPortal.setDatabaseAway(true)
    await claim.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'No se ha podido enviar la reclamación')
    await ownPortal.setDatabaseAway(false)
    await claim.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'Se ha enviado la reclamación correctamente')
  })

  test('a new ticket is not sent: what was typed stays, and goes the second time', async ({
    page,
    context,
    beginSession,
    ownPortal,
  }) => {
    await withoutAssistant(context)
    await beginSession()
    const form = await openForm(page)
    await ownPortal.setDatabaseAway(true)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, 'No se ha podido enviar consulta')
    await expect(form.getByLabel('Texto de la consulta')).toHaveValue(TEXT)
    await ownPortal.setDatabaseAway(false)
    await form.getByRole('button', { name: 'Enviar' }).click()
    await alert(page, /^Hemos registrado tu Ticket número \d+$/)
  })

  test('a conversation makes no ticket, and stays to try again', async ({ page, enter, ownPortal }) => {
    await enter()
    await page.getByRole('button', { name: 'Iniciar conversación' }).click()
    const chat = page.getByRole('dialog', { name: 'Conversación con Alma' })
    await chat.getByRole('textbox', { name: 'Su pregunta' }).fill('¿Cómo se envía una remesa de adeudos SEPA al banco?')
    await page.keyboard.press('Enter')
    const yes = chat.getByRole('button', { name: 'Sí, se ha solucionado correctamente' })
    await expect(yes).toBeEnabled()
    await ownPortal.setDatabaseAway(true)
    await yes.click()
    await alert(page, 'Hubo un error generando el ticket')
    await ownPortal.setDatabaseAway(false)
    await yes.click()
    await alert(page, /^Hemos registrado tu Ticket número \d+\. Está en «Mis tickets e incidencias»\.$/)
  })
})

test.describe('on a full disk', () => {
  test.use({ expectedFault: /status of 507/ })
  test.afterEach(({ ownPortal }) => {
    ownPortal.disk.hasRoom = true
  })

  test('a file is not taken in, before and after: the ticket counts all the same', async ({
    page,
    context,
    beginSession,
    ownPortal,
  }) => {
    await withoutAssistant(context)
    await beginSession()
    const form = await openForm(page)
    ownPortal.disk.hasRoom = false
    const buffer = Buffer.from('%PDF-1.7 x')
    await form.locator('input[type=file]').setInputFiles({ name: 'asiento.pdf', mimeType: 'application/pdf', buffer })
    await expect(form.getByText(/^No se ha subido/).first()).toBeVisible()
    // Alerts disappear by themselves.
    const told = [
      alert(page, /^Hemos registrado tu Ticket número \d+$/),
      alert(page, 'Hubo un error subiendo la documentación'),
    ]
    await form.getByRole('button', { name: 'Enviar' }).click()
    await Promise.all(told)
    await expect(page).toHaveURL(/\/public\/tickets\/lista/)
  })
})
