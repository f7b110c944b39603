import { expect } from './people.ts'
import { test } from './own-portal.ts'
import { logIn } from './technicians.ts'

// Mail that comes in, as technicians see it.

test.afterEach(({ ownPortal: { owner } }) =>
  owner.query("update mailbox set trouble = null, trouble_said = '', trouble_since = null, read_at = null"),
)

test('while the mailbox is not read, supervisors see since when and why, on every screen', async ({
  page,
  browser,
  ownPortal,
  expectAccessible,
}) => {
  await ownPortal.owner.query(
    `update mailbox set trouble = 'refused', trouble_said = '[AUTHENTICATIONFAILED] Authentication failed.',
      read_at = $1, trouble_since = $1`,
    [new Date(ownPortal.clock.now.getTime() - 3_600_000)],
  )
  await logIn(page, 'raul')
  const notice = page.getByRole('region', { name: 'No se lee el buzón de correo' })
  await expect(notice).toContainText(
    'Desde el 18/11/2026, 11:00 no entra ningún correo, porque el servidor de correo no acepta el usuario o la contraseña. ' +
      'Ha contestado: «[AUTHENTICATIONFAILED] Authentication failed.» Los correos esperan en el buzón',
  )
  await expectAccessible()
  const other = await (await browser.newContext({ baseURL: ownPortal.origin })).newPage()
  await logIn(other, 'sonia')
  await expect(other.getByRole('navigation')).toBeVisible()
  await expect(other.getByRole('region', { name: 'No se lee el buzón de correo' })).toHaveCount(0)
  await other.close()
  await ownPortal.owner.query("update mailbox set trouble = null, trouble_said = '', trouble_since = null")
  await page.reload()
  await expect(page.getByRole('navigation')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the menu counts the mails that wait to be sorted', async ({ page, ownPortal }) => {
  await ownPortal.owner.query(
    `insert into received_mail (uid_validity, uid, fingerprint, message_name, sender, sender_name, subject, received_at, proof, state,
       reason, said, rest, bytes)
     values (70, 1, '\\x01', '<a@b>', 'ana@fuera.example', 'Ana', 'Consulta', $1, 'none', 'waiting', 'new', 'Hola', '', 10)`,
    [ownPortal.clock.now],
  )
  await logIn(page, 'sonia')
  const entry = page.getByRole('link', { name: 'Correo por ordenar: 1' })
  await entry.click()
  await page.getByRole('button', { name: 'Descartar: Consulta' }).click()
  await expect(page.getByText('No hay ningún correo por ordenar')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Correo por ordenar', exact: true })).toBeVisible()
})
