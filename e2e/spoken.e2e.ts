// The output for screen readers: names, roles and states as the browser reports them, and the announcements in their
// order.
import { expectSaid, listen } from './announcements.ts'
import { TEXT, answer, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'

test('a form says its questions, its problems and its outcome', async ({ page, beginSession }) => {
  await listen(page)
  await beginSession()
  await page.goto('tickets/soporte')
  const form = page.getByRole('dialog')
  await expect(form).toMatchAriaSnapshot(`
    - dialog "Nueva solicitud a Soporte Técnico":
      - heading "Nueva solicitud a Soporte Técnico" [level=2]
      - button "Cerrar"
      - radiogroup "A quién va dirigida":
        - radio "Soporte"
        - radio "Soporte Técnico" [checked]
      - combobox "Aplicación" [disabled]
      - combobox "Módulo":
        - option "Elija un módulo" [selected]
      - radiogroup "Tipo":
        - radio "Consulta" [checked]
        - radio "Incidencia"
      - combobox "Urgencia":
        - option "Normal" [selected]
      - textbox "Título"
      - textbox "Texto de la consulta"
      - group "Archivos adjuntos":
        - button "Adjuntar archivos"
        - button "Pegar captura"
      - button "Cancelar"
      - button "Enviar" [disabled]
  `)
  const module = form.getByLabel('Módulo')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expect(module).toBeFocused()
  await expect(module).toHaveAttribute('aria-invalid', 'true')
  await expect(module).toHaveAccessibleDescription('Obligatorio')
  await module.selectOption('Ventas')
  await form.getByRole('button', { name: 'Enviar' }).click()
  await expectSaid(page, [/^Cargando el formulario$/, /Hemos registrado tu Ticket número \d+|^Ticket \d+, enviado/])
  await expect(page.getByRole('group', { name: /^Recibo del ticket \d+$/ })).toMatchAriaSnapshot(`
    - group:
      - paragraph: /Responderemos antes del/
      - link "Ver ticket"
  `)
})

test('a ticket says the author of each entry, the possible acts, the reasons of refusals, and that an entry came', async ({
  page,
  beginSession,
}) => {
  await listen(page)
  await beginSession()
  const ticket = await raise(page, 'Leído en voz alta')
  await answer(page, ticket, 'N')
  await page.goto(`tickets/lista?ticket=${ticket}`)
  const detail = page.getByRole('dialog', { name: `Ticket ${ticket} · Leído en voz alta` })
  await expect(detail).toMatchAriaSnapshot(`
    - dialog:
      - heading /Ticket \\d+ · Leído en voz alta/ [level=2]
      - paragraph: Soporte espera su respuesta.
      - term: Estado
      - definition: Pendiente
      - region "Conversación":
        - heading "Conversación" [level=3]
        - list:
          - listitem:
            - img "Cliente"
            - paragraph:
              - strong: Lucía Ferrer
              - text: Mensaje
              - time
            - paragraph: "${TEXT}"
          - listitem:
            - img "Soporte"
            - paragraph:
              - strong: /\\S/
              - text: Respuesta de Soporte
              - time
            - paragraph: Hemos revisado el asiento.
      - region "RESPONDER CONSULTA":
        - textbox "Respuesta"
        - button "Enviar" [disabled]
      - button "Responder"
      - button "Reclamar" [disabled]
      - button "Conforme" [disabled]
      - button "No conforme" [disabled]
  `)
  // A refused act can be reached, and gives its reason.
  const claim = detail.getByRole('button', { name: 'Reclamar' })
  await claim.focus()
  await expect(claim).toBeFocused()
  await expect(claim).toHaveAccessibleDescription(/./)

  await detail.getByLabel('Respuesta').fill('Era otro mes.')
  await detail.getByRole('button', { name: 'Enviar' }).click()
  await expectSaid(page, [/^Cargando el ticket$/, /^Se ha enviado la respuesta correctamente$/])
  await answer(page, ticket, 'S')
  await expectSaid(page, [/^Se ha enviado la respuesta correctamente$/, /^1 mensaje nuevo$/])

  await detail.getByRole('button', { name: 'Conforme', exact: true }).click()
  const accept = page.getByRole('dialog', { name: 'MARCAR CONFORMIDAD' })
  await expect(accept).toMatchAriaSnapshot(`
    - dialog "MARCAR CONFORMIDAD":
      - paragraph: /Ticket \\d+ · Leído en voz alta/
      - paragraph: /Lo último de \\S/
      - blockquote: Hemos revisado el asiento.
      - group "¿Cómo valora la atención recibida?":
        - radio "Muy mala"
        - radio "Mala"
        - radio "Normal"
        - radio "Buena"
        - radio "Muy buena"
      - button "Cancelar"
      - button "Enviar" [disabled]
  `)
  await accept.getByRole('radio', { name: 'Muy buena' }).check({ force: true })
  await accept.getByRole('button', { name: 'Enviar' }).click()
  await expectSaid(page, [/^1 mensaje nuevo$/, /La conformidad se ha marcado con exito/])
})
