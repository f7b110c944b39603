// As spoken.e2e.ts, for the screens around a form and a ticket.
import { expectSaid, listen } from './announcements.ts'
import { TEXT, answer, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { technician } from './technicians.ts'

test('the login says what it is for, its fields, and the reason of a refusal', async ({ page }) => {
  await listen(page)
  await page.goto('login')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Acceso a Soporte online" [level=1]
      - region "Aviso de seguridad":
        - heading "Aviso de seguridad" [level=2]
        - paragraph: El acceso a Soporte online es solo desde su instalación.
        - term: Teléfono
        - definition:
          - link "910 000 000"
        - button "Entrar con usuario y contraseña"
  `)
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click()
  await expect(page.getByLabel('Usuario')).toBeFocused()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Acceso a Soporte online" [level=1]
      - paragraph: Solo para administradores. Los demás usuarios entran desde su instalación.
      - textbox "Usuario"
      - textbox "Contraseña"
      - button "Mostrar u ocultar la contraseña"
      - button "Iniciar sesión" [disabled]
      - group: He olvidado la contraseña
      - button "Volver al aviso de seguridad"
  `)
  await page.getByLabel('Usuario').fill('andres')
  await page.getByLabel('Contraseña', { exact: true }).fill('otra')
  await page.keyboard.press('Enter')
  await expectSaid(page, [/Usuario o contraseña incorrectos/])
})

test('the home says whose turn it is, the ways on, and what waits for the reader', async ({ page, beginSession }) => {
  await listen(page)
  await beginSession()
  await page.goto('')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - list "Información de Soporte"
      - heading "Hola, Lucía Ferrer" [level=1]
      - button "Buscar"
      - link "Nuevo Ticket"
      - status:
        - list "¿De quién es el turno?":
          - listitem:
            - link /^\\d+ esperan su respuesta$/
          - listitem:
            - link /^\\d+ pendientes? de su conformidad$/
          - listitem:
            - link /^\\d+ en manos de Soporte$/
      - region "Pregunte a Alma":
        - heading "Pregunte a Alma" [level=2]
        - button "Advertencias, privacidad y limitaciones"
        - button "Iniciar conversación"
      - link /^Soporte estándar/
      - link /^Soporte Técnico/
      - link /^Mis Tickets e Incidencias/
      - link /^Manuales y versiones/
      - region /^Para usted \\(\\d+\\)$/:
        - heading /^Para usted/ [level=2]
        - list
  `)
  const more = page.getByRole('button', { name: 'Advertencias, privacidad y limitaciones' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expectSaid(page, [/esperan su respuesta/])
})

test('the list says its tabs, its columns and order, whose turn each row is, its acts, and what an order changes', async ({
  page,
  beginSession,
}) => {
  await listen(page)
  await beginSession()
  const ticket = await raise(page, 'Oído en la lista')
  await answer(page, ticket, 'N')
  await page.goto(`tickets/lista?numero=${ticket}`)
  await expect(page.getByRole('link', { name: String(ticket) })).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Mis tickets e incidencias" [level=1]
      - button "Nuevo Ticket"
      - button "Nueva solicitud a Soporte Técnico"
      - tablist "Tickets, incidencias y desarrollos":
        - tab /^Tickets. \\d+$/ [selected]
        - tab /^Incidencias. \\d+$/
        - tab /^Desarrollos a medida. \\d+$/
      - tabpanel:
        - tablist "Tickets en curso y cerrados":
          - tab /^En curso. \\d+/ [selected]
          - tab /^Histórico. \\d+$/
        - list "Qué indica cada icono":
          - listitem: Incidencia abierta
          - listitem: Cerrado, pendiente de su conformidad
          - listitem: Soporte espera su respuesta
          - listitem: En manos de Soporte
        - tabpanel:
          - button "Filtrar"
          - list "Mostrando:":
            - listitem:
              - button /^Quitar el filtro «Nº de ticket/
          - button "Exportar la lista a Excel"
          - button "Columnas"
          - table "Tickets en curso":
            - rowgroup:
              - row:
                - columnheader "Nº de ticket"
                - columnheader "Estado"
                - columnheader "Solicitado por"
                - columnheader "Descripción"
                - columnheader "Fecha alta"
                - columnheader "Fecha estado"
                - columnheader "Fecha cierre"
                - columnheader "Acciones"
            - rowgroup:
              - row:
                - cell /\\d+/
                - cell /Soporte espera su respuesta.*Pendiente/
                - cell "Lucía Ferrer"
                - cell /Oído en la lista/
                - cell /^\\d{2}.\\d{2}.\\d{4} \\d{2}.\\d{2}$/
                - cell /^\\d{2}.\\d{2}.\\d{4} \\d{2}.\\d{2}$/
                - cell "Sin fecha"
                - cell:
                  - button "Ver consulta"
                  - button "Responder"
                  - button "Enviar reclamación" [disabled]
                  - button "Marcar conformidad" [disabled]
                  - button "Marcar No conforme" [disabled]
  `)
  const stateAt = page.getByRole('columnheader', { name: 'Fecha estado' })
  await expect(stateAt).toHaveAttribute('aria-sort', 'descending')
  const claim = page.getByRole('button', { name: 'Enviar reclamación' })
  await expect(claim).toHaveAccessibleDescription(/./)
  await page.goto('tickets/lista')
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await page.getByRole('button', { name: 'Fecha estado' }).click()
  await expect(stateAt).toHaveAttribute('aria-sort', 'ascending')
  await expectSaid(page, [/^1–10 de \d+$/, /^Actualizando la lista$/, /^11–20 de \d+$/, /^1–10 de \d+$/])
})

test('the assistant says what it is, how its question is sent, what it answers, and asks whether it helped', async ({
  page,
  beginSession,
}) => {
  await listen(page)
  await beginSession()
  await page.goto('')
  await page.getByRole('button', { name: 'Iniciar conversación' }).click()
  const chat = page.getByRole('dialog')
  const question = chat.getByLabel('Su pregunta')
  await expect(question).toBeFocused()
  await expect(question).toHaveAccessibleDescription(/Intro envía.*0 de 2000 caracteres/)
  await expect(chat).toMatchAriaSnapshot(`
    - dialog "Conversación con Alma":
      - heading "Conversación con Alma" [level=2]
      - button "Cerrar"
      - paragraph: /Alma es un asistente de inteligencia artificial, no una persona/
      - list "Preguntas y respuestas de Alma"
      - textbox "Su pregunta"
      - button "Enviar" [disabled]
      - button "Volver"
      - button "Hablar con una persona"
  `)
  await question.fill('¿Cómo se envía una remesa SEPA?')
  await page.keyboard.press('Enter')
  await expectSaid(page, [/^Alma está buscando en los manuales$/, /^Alma\. Respuesta automática: .*Tesorería/s])
  await expect(chat.getByRole('list', { name: 'Preguntas y respuestas de Alma' })).toMatchAriaSnapshot(`
    - list:
      - listitem:
        - paragraph: Usted
        - paragraph: ¿Cómo se envía una remesa SEPA?
      - listitem:
        - paragraph: /Alma Respuesta automática/
        - button "Marcar como buena respuesta"
        - button "Marcar como mala respuesta"
  `)
  await expect(chat.getByRole('group', { name: '¿Te ha sido útil esta información?' })).toMatchAriaSnapshot(`
    - group:
      - button "Sí, se ha solucionado correctamente"
      - button "No, enviar mi consulta a Soporte"
  `)
})

test('the console’s ticket says its facts, the author of each entry, where to write, and what came', async ({
  page,
  browser,
  beginSession,
}) => {
  await beginSession()
  const ticket = await raise(page, 'Oído en la consola')
  const desk = await technician(browser, 'sonia', null)
  await listen(desk)
  // From a list that has it, however many tickets other journeys raise.
  await desk.goto(`/consola/cola/por-responder?texto=${encodeURIComponent('Oído en la consola')}`)
  await desk.locator(`[data-ticket="${ticket}"]`).click()
  await expect(desk.getByRole('region', { name: 'Escribir' })).toBeVisible()
  await expect(desk.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "Volver a la cola"
      - button "Ticket anterior"
      - button "Ticket siguiente"
      - heading /\\d+ Oído en la consola/ [level=1]
      - text: Por responder
      - status "Quién más lo tiene abierto"
      - button "Asignármelo"
      - button "Unir a otro"
      - group "Propiedades":
        - combobox "Asignado a"
        - combobox "Urgencia"
        - combobox "Área"
        - combobox "Módulo"
      - region "Conversación":
        - list:
          - listitem:
            - article:
              - img "Cliente"
              - strong: Lucía Ferrer
              - text: /Consulta Nº \\d+/
              - time
              - paragraph: "${TEXT}"
      - region "Escribir":
        - tablist "Qué se escribe":
          - tab "Responder r" [selected]
          - tab "Nota interna n"
        - tabpanel "Responder r":
          - textbox "Respuesta al cliente"
          - button "Adjuntar"
          - button "Pegar imagen"
          - button "Respuestas preparadas"
  `)
  await answer(page, ticket, 'N')
  await expectSaid(desk, [/mensaje nuevo|Respuesta/])
})
