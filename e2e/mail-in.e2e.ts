import { Readable } from 'node:stream'
import { openFileStore } from '#server/db/file-store.ts'
import { mailOf, withFile } from '#server/testing/mail/mail-of.ts'
import { PNG } from './own-tickets.ts'
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

test('the menu counts the mails that wait to be sorted', { tag: '@long' }, async ({ page, ownPortal }) => {
  await ownPortal.owner.query(
    `insert into received_mail (uid_validity, uid, fingerprint, message_name, sender, sender_name, subject, received_at, proof, state,
       reason, said, rest, bytes)
     values (70, 1, '\\x01', '<a@b>', $2, 'Ana', 'Consulta', $1, 'none', 'waiting', 'new', 'Hola', 'Ana', 10)`,
    [ownPortal.clock.now, `ana.maria.de.los.angeles@${'construcciones'.repeat(4)}.example`],
  )
  await logIn(page, 'sonia')
  const entry = page.getByRole('link', { name: 'Correo por ordenar: 1' })
  await entry.click()
  const discard = page.getByRole('button', { name: 'Descartar: Consulta' })
  await expect(discard).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'whatever the address').toBe(390)
  await page.setViewportSize({ width: 1280, height: 900 })
  await discard.click()
  await expect(page.getByText('No hay ningún correo por ordenar')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Correo por ordenar', exact: true })).toBeVisible()
})

test('a stranger’s mail: its owner is proposed, its file saved, another owner found, and one key makes the ticket', async ({
  page,
  ownPortal,
  expectAccessible,
}) => {
  const files = openFileStore(ownPortal.files)
  const put = async (uid: number, subject: string, from: string, name: string) => {
    const mail = mailOf({ subject, ...withFile('captura.png', PNG, 'No cuadra la Contabilidad.') })
    const raw = await files.receive(Readable.from([mail]), mail.length)
    await files.keep([raw.id])
    await ownPortal.owner.query(
      `insert into received_mail (uid_validity, uid, fingerprint, message_name, sender, sender_name, subject, received_at, proof, state,
         reason, said, rest, bytes, raw_file, files)
       values (71, $1, $2, '', $3, $4, $5, $6, 'none', 'waiting', 'new', 'No cuadra la Contabilidad.', '', 10, $7,
         '[{"name":"captura.png","mime":"image/png","bytes":68,"refused":false},{"name":"virus.exe","mime":"x","bytes":9,"refused":true}]')`,
      [uid, String(uid), from, name, subject, ownPortal.clock.now, raw.id],
    )
  }
  await put(1, 'Pregunta de Lucía', 'lucia77@gmail.com', 'Lucía Ferrer')
  await put(2, 'Nadie sabe', 'ana@fuera.example', 'Ana')
  await logIn(page, 'sonia')
  await page.getByRole('link', { name: 'Correo por ordenar: 2' }).click()
  const mail = (subject: string) =>
    page.getByRole('list', { name: 'Correos' }).getByRole('listitem').filter({ hasText: subject })
  const known = mail('Pregunta de Lucía')
  await expect(known).toContainText('· Lucía Ferrer · Módulo: Contabilidad')
  await expect(known).toContainText('Compruébelo antes de crear el ticket.')
  await expect(known).toContainText('virus.exe')
  await expect(known.getByRole('link', { name: 'virus.exe' })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await known.getByRole('link', { name: 'captura.png' }).click()
  expect((await saving).suggestedFilename()).toBe('captura.png')
  await expectAccessible()

  await known.getByRole('button', { name: 'Crear ticket: Pregunta de Lucía' }).focus()
  await page.keyboard.press('c')
  await expect(page.getByText(/Se ha creado el ticket \d+/)).toBeVisible()
  await expect(known).toHaveCount(0)

  await mail('Nadie sabe').getByRole('button', { name: 'Crear ticket: Nadie sabe' }).focus()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Crear ticket para…' })
  await dialog.getByRole('searchbox', { name: 'Cliente o contacto' }).fill('Nuria Santos')
  await expect(dialog.getByRole('list', { name: 'Encontrados' })).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: /^Nuria Santos · / }).click()
  await expect(page.getByText('No hay ningún correo por ordenar')).toBeVisible()
  const { rows } = await ownPortal.owner.query(
    "select t.title, t.contact_name, t.origin from ticket t where t.title in ('Pregunta de Lucía', 'Nadie sabe') order by 1",
  )
  expect(rows).toEqual([
    { title: 'Nadie sabe', contact_name: 'Nuria Santos', origin: 'X' },
    { title: 'Pregunta de Lucía', contact_name: 'Lucía Ferrer', origin: 'X' },
  ])
})

test('a technician chooses which notifications come by mail while no console is open', async ({
  page,
  ownPortal,
  expectAccessible,
}) => {
  await logIn(page, 'sonia')
  await page.getByRole('button', { name: 'Notificaciones' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notificaciones' })
  await dialog.getByText('Por correo, sin la consola abierta').click()
  await expect(dialog).toContainText('No tiene dirección de correo')
  await ownPortal.owner.query("update technician set email = 'sonia@soporte.example' where username = 'sonia'")
  await page.reload()
  await page.getByRole('button', { name: 'Notificaciones' }).click()
  await dialog.getByText('Por correo, sin la consola abierta').click()
  await expect(dialog).toContainText('A sonia@soporte.example, cuando lleve unos minutos')
  const byMail = dialog.getByRole('group').filter({ hasText: 'Por correo, sin la consola abierta' })
  await byMail.getByRole('checkbox', { name: 'Reclamaciones', exact: true }).click()
  await expectAccessible()
  const chosen = async () =>
    (await ownPortal.owner.query("select unmailed from technician where username = 'sonia'")).rows
  await expect.poll(chosen).toEqual([{ unmailed: ['claimed'] }])
  await byMail.getByRole('checkbox', { name: 'Reclamaciones', exact: true }).click()
  await expect.poll(chosen).toEqual([{ unmailed: [] }])
})
