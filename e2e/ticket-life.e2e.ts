import { alterAnswers, PNG, TEXT, raise, withoutAssistant } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { watchReading } from './reading.ts'

test.beforeEach(({ context }) => withoutAssistant(context))

test('a ticket from the link to the five faces', async ({ page, enter, expectAccessible }) => {
  const allRead = watchReading(page)
  await enter()
  await allRead()
  await expect(page.getByRole('button', { name: 'Iniciar conversación' })).toHaveCount(0)
  await expectAccessible()

  await page.getByRole('link', { name: 'Nuevo Ticket', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  const send = form.getByRole('button', { name: 'Enviar' })
  await expect(send).toBeDisabled()
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await expect(send).toBeEnabled()
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Compruebe los campos en rojo')
  await expect(form.getByLabel('Texto de la consulta')).toBeFocused()
  await expectAccessible()

  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.getByLabel('Título').fill('Cierre de octubre descuadrado')
  await form.locator('input[type=file]').setInputFiles({ name: 'asiento.png', mimeType: 'image/png', buffer: PNG })
  await expect(form.getByText('Se sube al enviar', { exact: true })).toBeVisible()
  await send.click()
  const done = page.getByText(/Hemos registrado tu Ticket número \d+/)
  await expect(done).toBeVisible()
  const number = /número (\d+)/.exec((await done.textContent()) ?? '')?.[1] ?? ''
  await expect(page).toHaveURL(/\/public\/tickets\/lista/)

  const row = page.getByRole('row', { name: new RegExp(number) })
  await expect(row).toContainText('Cierre de octubre descuadrado')
  await expectAccessible()
  await row
    .getByRole('button', { name: 'Ver consulta' })
    .or(row.getByRole('link', { name: 'Ver consulta' }))
    .first()
    .click()
  const detail = page.getByRole('dialog', { name: new RegExp(`Ticket ${number}`) })
  await expect(detail.getByText(TEXT)).toBeVisible()
  // The file is in its entry, and among the ticket's files.
  await expect(detail.getByRole('link', { name: /asiento\.png/ })).toHaveCount(2)
  await expectAccessible()

  const technician = async (text: string, closes: boolean) => {
    await detail.getByRole('button', { name: 'Simular técnico' }).click()
    const popup = page.getByRole('dialog', { name: 'SIMULAR TÉCNICO' })
    await popup.getByLabel('Respuesta del técnico').fill(text)
    if (closes) await popup.getByLabel('Cerrar el ticket').check()
    await popup.getByRole('button', { name: 'Enviar' }).click()
    await expect(detail.getByText(text)).toBeVisible()
  }

  await technician('¿Qué periodo está cerrando?', false)
  await detail.getByRole('button', { name: 'Responder' }).click()
  const reply = detail.getByRole('region', { name: 'RESPONDER CONSULTA' })
  await expect(reply.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  await expectAccessible()
  await reply.getByLabel('Respuesta').fill('Octubre de este año.')
  await reply.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Se ha enviado la respuesta correctamente')).toBeVisible()
  await expect(detail.getByText('Octubre de este año.')).toBeVisible()

  await technician('Hemos corregido el periodo de las dos facturas.', true)
  await detail.getByRole('button', { name: 'Conforme', exact: true }).click()
  const accept = page.getByRole('dialog', { name: 'MARCAR CONFORMIDAD' })
  await expect(accept.getByRole('radio')).toHaveCount(5)
  await expect(accept.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  await expectAccessible()
  await accept.getByRole('radio', { name: /Buena/ }).first().check({ force: true })
  await accept.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('La conformidad se ha marcado con exito')).toBeVisible()

  await page.goto('tickets/lista?vista=historico')
  await expect(page.getByRole('row', { name: new RegExp(number) })).toBeVisible()
})

test('a claim from the list, and from then on the reason why not', async ({ page, beginSession }) => {
  await beginSession()
  const ticket = await raise(page, 'Reclamada desde la lista')
  await page.goto('tickets/lista')
  const row = page.getByRole('row', { name: new RegExp(String(ticket)) })
  await row.getByRole('button', { name: 'Enviar reclamación' }).click()
  const claim = page.getByRole('dialog', { name: 'ENVIAR RECLAMACIÓN' })
  await claim.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Se ha enviado una reclamación de la consulta')).toBeVisible()
  const refused = row.getByRole('button', { name: 'Enviar reclamación' })
  await expect(refused).toHaveAttribute('aria-disabled', 'true')
  await expect(refused).toHaveAccessibleDescription(/Podrá reclamar de nuevo el .* a las \d\d:\d\d/)
})

test('leaving a form that was begun asks first', { tag: '@long' }, async ({ page, beginSession }) => {
  await beginSession()
  await page.goto('tickets/nuevo')
  const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
  await form.getByLabel('Título').fill('A medias')
  await page.keyboard.press('Escape')
  const question = page.getByText('¿Está seguro de que desea abandonar la página? Todavía hay cambios sin guardar.')
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).last().click()
  await expect(form.getByLabel('Título')).toHaveValue('A medias')
})

test('a pasted screenshot is sent four acts after the link', { tag: '@long' }, async ({ page, link }) => {
  await page.goto((await link({ module: 'Contabilidad' })).replace('/public/home', '/public/nuevo-ticket'))
  const text = page.getByLabel('Texto de la consulta')
  await expect(page.getByLabel('Módulo').locator('option:checked')).toHaveText('Contabilidad')

  await text.click()
  await page.keyboard.type(TEXT)
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, PNG.toString('base64'))
  await page.getByRole('button', { name: 'Enviar' }).click()

  const said = await page.getByText(/Hemos registrado tu Ticket número \d+/).textContent()
  const number = /número (\d+)/.exec(said ?? '')?.[1] ?? ''
  await page.goto(`tickets/lista?ticket=${number}`)
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^Captura \d\d-\d\d \d\d:\d\d$/)
      .first(),
  ).toBeVisible()
})

for (const [when, checkDate, tone, sentence] of [
  ['open', 'OK', 'success', /Hemos registrado tu Ticket número \d+$/],
  [
    'closed',
    '2026-11-23T07:30:00.000Z',
    'warning',
    /Hemos registrado tu Ticket número \d+\. Nuestro equipo está fuera del horario de atención al cliente y lo atenderá lo antes posible: abrimos el lunes 23 de noviembre a las 08:30\.$/,
  ],
] as const) {
  test(
    `a ticket that is raised while the office is ${when} says so, whatever the hour now`,
    { tag: '@long' },
    async ({ page, enter }) => {
      await enter()
      await alterAnswers(page, '**/api/consultas/nueva_consulta', (told) => {
        told.data.data[0].checkDate = checkDate
      })
      await page.goto('tickets/nuevo')
      const form = page.getByRole('dialog', { name: 'Nuevo Ticket' })
      await form.getByLabel('Módulo').selectOption('Contabilidad')
      await form.getByLabel('Texto de la consulta').fill(TEXT)
      await form.getByRole('button', { name: 'Enviar' }).click()
      await expect(page.locator(`[data-tone="${tone}"]`).getByText(sentence)).toBeVisible()
    },
  )
}
