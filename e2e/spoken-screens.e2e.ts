// As spoken.e2e.ts, for the screens around a form and a ticket.
import { expectSaid, listen } from './announcements.ts'
import { expect, test } from './people.ts'

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
