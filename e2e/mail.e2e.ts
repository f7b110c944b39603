import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '@playwright/test'
import pg from 'pg'
import { entryLink, signDemoEntry } from '#server/demo/entry-link.ts'
import { type MailServer, mailServer } from '#server/testing/mail-server.ts'
import { type PortalProcess, databaseUrlOf, startPortal, stopWaitingForDisk } from '#server/testing/portal-process.ts'
import { countActs } from './acts.ts'
import { post, raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { logIn } from './technicians.ts'

// A customer's acts with a mail, on a phone, at a portal that sends mail.

let portal: PortalProcess
let folder: string
let mails: MailServer

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-mail-'))
  mails = await mailServer()
  portal = await startPortal({ DATA_DIR: folder, SMTP_URL: mails.url })
  await stopWaitingForDisk(folder)
})
test.afterAll(async () => {
  await portal.stop()
  await mails.close()
  await rm(folder, { recursive: true, force: true })
})

async function inDatabase(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(folder) })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const newest = () => (mails.received.at(-1)?.body ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')

test('a mail’s ticket is read and answered on a phone with a code, without entering', async ({
  browser,
  expectAccessible,
}) => {
  const atWork = await browser.newContext({ baseURL: `${portal.origin}/public/`, locale: 'es-ES' })
  const desk = await atWork.newPage()
  const entry = await signDemoEntry({ installation: 'LEV-01', subject: '11', context: { company: '001' } }, new Date())
  await desk.goto(entryLink(portal.origin, entry))
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('Hola')
  const ticket = await raise(desk, 'El asiento de cierre no cuadra')
  await post(desk, 'crear_respuesta_falsa', { llnumreg: ticket, respuesta: '¿En qué meses?', cerrar: 'N' })
  await expect.poll(newest).toContain(`Soporte ha contestado a su ticket ${ticket}`)
  const [link = ''] = /http\S+#e=[\w-]+/.exec(newest()) ?? []

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-ES' })
  const page = await phone.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: `Su ticket ${ticket}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviarme un código' }).click()
  await expect.poll(newest).toMatch(/Su c=C3=B3digo es \d{6}/)
  const [, code = ''] = /Su c=C3=B3digo es (\d{6})/.exec(newest()) ?? []
  // The phone dropped the page while its owner looked into their mail.
  await page.reload()
  await expect(page.getByLabel('Código de seis cifras')).toBeFocused()
  await page.keyboard.type(code.slice(0, 5))
  await expectAccessible(page)
  // A wrong digit is refused, and the corrected code opens the ticket without a press.
  await page.keyboard.type(String((Number(code[5]) + 1) % 10))
  await expect(page.getByText('El código no es correcto o ya no sirve').first()).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(code.slice(5))
  await page.getByLabel('Su respuesta').fill('También pasa en septiembre.')
  await page.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'También pasa en septiembre.' })).toBeVisible()
  // It is Support's turn: more is added.
  await page.getByRole('button', { name: 'Añadir información' }).click()
  await expect(page.getByText('Escriba algo')).toBeVisible()
  await page.getByLabel('Información para Soporte').fill('Y en octubre no.')
  await page.getByRole('button', { name: 'Añadir información' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Y en octubre no.' })).toBeVisible()
  await expect(page.getByLabel('Información para Soporte')).toHaveValue('')
  await expectAccessible(page)
  // Support closes the ticket while more is typed: it is not sent, and not lost.
  await page.getByLabel('Información para Soporte').fill('Y en agosto tampoco.')
  await post(desk, 'crear_respuesta_falsa', { llnumreg: ticket, respuesta: 'Corregido.', cerrar: 'S' })
  await page.getByRole('button', { name: 'Añadir información' }).click()
  await expect(page.getByText('Este ticket está cerrado.')).toBeVisible()
  await expect(page.getByLabel('Sin enviar: cópielo')).toHaveValue('Y en agosto tampoco.')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Sin enviar: cópielo')).toHaveValue('Y en agosto tampoco.')
  await atWork.close()
  await phone.close()
})

test('a mail is answered with three acts at most, besides code and text', async ({ browser }) => {
  const atWork = await browser.newContext({ baseURL: `${portal.origin}/public/`, locale: 'es-ES' })
  const desk = await atWork.newPage()
  const entry = await signDemoEntry({ installation: 'LEV-01', subject: '11', context: { company: '001' } }, new Date())
  await desk.goto(entryLink(portal.origin, entry))
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('Hola')
  const ticket = await raise(desk, 'El asiento de ajuste no cuadra')
  await post(desk, 'crear_respuesta_falsa', { llnumreg: ticket, respuesta: '¿En qué meses?', cerrar: 'N' })
  await expect.poll(newest).toContain(`Soporte ha contestado a su ticket ${ticket}`)
  const [link = ''] = /http\S+#e=[\w-]+/.exec(newest()) ?? []

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-ES' })
  const page = await phone.newPage()
  const acts = await countActs(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Enviarme un código' }).click()
  await expect.poll(newest).toMatch(/Su c=C3=B3digo es \d{6}/)
  await page.keyboard.type(/Su c=C3=B3digo es (\d{6})/.exec(newest())?.[1] ?? '')
  await page.getByLabel('Su respuesta').click()
  await page.keyboard.type('También pasa en septiembre.')
  await page.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'También pasa en septiembre.' })).toBeVisible()
  expect(await acts()).toBe(3)
  await post(desk, 'crear_respuesta_falsa', { llnumreg: ticket, respuesta: '¿Y en agosto?', cerrar: 'N' })

  // A customer with a session in this browser answers in two acts.
  const counted = await countActs(desk)
  await desk.goto(link)
  const answer = desk.getByRole('region', { name: 'RESPONDER CONSULTA' })
  await answer.getByRole('textbox').click()
  await desk.keyboard.type('Y en agosto.')
  await answer.getByRole('button', { name: 'Enviar' }).click()
  await expect(desk.getByText('Y en agosto.')).toBeVisible()
  expect(await counted()).toBeLessThanOrEqual(3)
  await atWork.close()
  await phone.close()
})

test(
  'a code that has expired, was used or was asked for elsewhere, and a link that has ended, say what to do; nothing typed is lost',
  { tag: '@long' },
  async ({ browser, expectAccessible }) => {
    const desk = await browser.newPage({ baseURL: `${portal.origin}/public/`, locale: 'es-ES' })
    const entry = await signDemoEntry(
      { installation: 'LEV-01', subject: '11', context: { company: '001' } },
      new Date(),
    )
    await desk.goto(entryLink(portal.origin, entry))
    await expect(desk.getByRole('heading', { level: 1 })).toContainText('Hola')
    const ticket = await raise(desk, 'El asiento de regularización no cuadra')
    await post(desk, 'crear_respuesta_falsa', { llnumreg: ticket, respuesta: '¿En qué meses?', cerrar: 'N' })
    await expect.poll(newest).toContain(`Soporte ha contestado a su ticket ${ticket}`)
    const [link = ''] = /http\S+#e=[\w-]+/.exec(newest()) ?? []
    const onPhone = async () => {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'es-ES' })
      await page.goto(link)
      return page
    }
    const codeOf = async (ask: () => Promise<void>): Promise<string> => {
      const before = mails.received.length
      await ask()
      await expect.poll(() => mails.received.length).toBeGreaterThan(before)
      return /Su c=C3=B3digo es (\d{6})/.exec(newest())?.[1] ?? ''
    }
    const page = await onPhone()
    const first = () => page.getByRole('button', { name: 'Enviarme un código' }).click()
    const another = () => page.getByRole('button', { name: 'Enviarme otro código' }).click()
    const field = page.getByLabel('Código de seis cifras')
    const refused = page.getByText('y en el navegador que lo pidió. Pida otro.')

    // A code that was requested on another device is valid only there.
    await codeOf(first)
    const elsewhere = await onPhone()
    const theirs = await codeOf(() => elsewhere.getByRole('button', { name: 'Enviarme un código' }).click())
    await field.fill(theirs)
    await expect(refused).toBeVisible()
    await expectAccessible(page)

    // The code has expired.
    const late = await codeOf(another)
    await inDatabase(`update ticket_code set asked_at = asked_at - interval '10 minutes'`)
    await expect(field).toBeFocused()
    await page.keyboard.type(late)
    await expect(refused).toBeVisible()

    const good = await codeOf(another)
    await field.fill(good)
    const reply = page.getByLabel('Su respuesta')
    await reply.fill('Solo en septiembre, con dos asientos.')
    // The session of the code ends while the customer writes.
    await inDatabase(`delete from session where only_ticket_number = ${ticket}`)
    await page.getByRole('button', { name: 'Enviar respuesta' }).click()
    await expect(page.getByText('El tiempo para ver este ticket con el código ha terminado.')).toBeVisible()
    await expect(page.getByText('Lo que ha escrito no se pierde')).toBeVisible()
    await expectAccessible(page)
    // The phone drops the page meanwhile.
    await page.reload()
    await expect(page.getByText('Lo que ha escrito no se pierde')).toBeVisible()
    await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
    const last = await codeOf(first)
    // The code was used.
    await field.fill(good)
    await expect(refused).toBeVisible()
    await field.fill(last)
    await expect(reply).toHaveValue('Solo en septiembre, con dos asientos.')
    await page.getByRole('button', { name: 'Enviar respuesta' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Solo en septiembre' })).toBeVisible()
    // It is Support's turn: another form, and nothing that was sent is kept.
    await expect(reply).toHaveCount(0)
    await expect(page.getByLabel('Información para Soporte')).toHaveValue('')
    expect(await page.evaluate((key) => sessionStorage.getItem(key), `respuesta-de-correo ${ticket}`)).toBeNull()
    // Support asks on while the page is open, and then the network is away for a moment: the typed text stays.
    await page.getByLabel('Información para Soporte').fill('Y son de')
    await post(desk, 'crear_respuesta_falsa', { llnumreg: ticket, respuesta: '¿De qué obra?', cerrar: 'N' })
    await expect(page.getByRole('listitem').filter({ hasText: '¿De qué obra?' })).toBeVisible()
    await expect(reply).toHaveValue('Y son de')
    await expect(reply).toBeFocused()
    const cut = (route: Route) => route.abort()
    await page.route('**/api/consultas/ver_consulta*', cut)
    await page.waitForEvent('requestfailed', (request) => request.url().includes('ver_consulta'))
    await expect(reply).toHaveValue('Y son de')
    await page.unroute('**/api/consultas/ver_consulta*', cut)

    // The link of a mail that is gone. Nobody learns whether it was one, but everybody learns what to do.
    await inDatabase(`delete from ticket_code; delete from mail where ticket_number = ${ticket}`)
    const before = mails.received.length
    const late2 = await onPhone()
    await late2.getByRole('button', { name: 'Enviarme un código' }).click()
    await expect(late2.getByText('pruebe con el del último correo, entre en Soporte online o llámenos')).toBeVisible()
    await expectAccessible(late2)
    expect(mails.received.length).toBe(before)
    for (const each of [desk, page, elsewhere, late2]) await each.context().close()
  },
)

test('a mail’s last link lets its reader choose, and go back', async ({ browser, expectAccessible }) => {
  const page = await browser.newPage({
    baseURL: `${portal.origin}/public/`,
    viewport: { width: 390, height: 844 },
    locale: 'es-ES',
  })
  const entry = await signDemoEntry({ installation: 'LEV-01', subject: '11', context: { company: '001' } }, new Date())
  await page.goto(entryLink(portal.origin, entry))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  const ticket = await raise(page, 'El asiento de apertura no cuadra')
  await expect.poll(newest).toContain(`ticket=${ticket}#e=`)
  const [link = ''] = /http\S+\/public\/correos#e=[\w-]+/.exec(newest()) ?? []
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByLabel('Cada vez que pase algo')).toBeChecked()
  await expectAccessible(page)
  await page.getByLabel('Solo cuando necesitemos algo de usted').check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardado: solo cuando necesitemos algo de usted.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Solo cuando necesitemos algo de usted')).toBeChecked()
  await page.getByLabel('Un resumen al día').check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Me he equivocado: volver a «Solo cuando necesitemos algo de usted»' }).click()
  await expect(page.getByText('Guardado: solo cuando necesitemos algo de usted.')).toBeVisible()
  await expect(page.getByLabel('Solo cuando necesitemos algo de usted')).toBeChecked()
  await expect(page.getByRole('heading', { name: 'Informe mensual de su empresa' })).toHaveCount(0)
  await expectAccessible(page)
  // An administrator has chosen this reader for the month's report.
  await inDatabase('insert into report_reader (client_id, contact_id, chosen) values (1001, 11, true)')
  await page.reload()
  const report = page.getByRole('form', { name: 'Informe mensual de su empresa' })
  await report.getByRole('button', { name: 'No recibirlo más' }).click()
  await expect(report.getByText('No lo recibe: se dio de baja.')).toBeVisible()
  await page.reload()
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Volver a recibirlo' }).click()
  await expect(report.getByText(/^Lo recibe cada mes/)).toBeVisible()
  await expect(page.getByLabel('Solo cuando necesitemos algo de usted')).toBeChecked()
  await page.close()
})

test(
  'a technician’s changed address waits, in sight of the supervisor, until the link that went there is used',
  { tag: '@long' },
  async ({ browser, expectAccessible }) => {
    const raul = await browser.newPage({ baseURL: portal.origin, locale: 'es-ES' })
    await logIn(raul, 'raul')
    await raul.goto('/consola/tecnicos')
    const open = () => raul.getByRole('button', { name: 'Sonia Campos' }).click()
    const form = raul.getByRole('dialog', { name: 'Técnico: Sonia Campos' })
    const enter = async (email: string) => {
      await open()
      await form.getByLabel('Correo (opcional)').fill(email)
      await form.getByRole('button', { name: 'Guardar' }).click()
    }
    await enter('sonia.campos@soporte')
    await expect(form.getByText('Formato email incorrecto')).toBeVisible()
    await form.getByLabel('Correo (opcional)').fill('sonia@otra.example')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(
      raul.getByText('Datos de Sonia Campos guardados. sonia@otra.example vale cuando la confirme'),
    ).toBeVisible()
    await expect(raul.getByText('Correo sin confirmar')).toBeVisible()
    await expect.poll(newest).toContain('Confirmar la direcci=C3=B3n: http')
    const [first = ''] = /http\S+\/consola\/direccion#t=[\w-]+/.exec(newest()) ?? []
    await open()
    const waiting = form.getByRole('group', { name: 'Correo sin confirmar' })
    await expect(waiting).toContainText('sonia@otra.example espera a que la confirmen')
    await expectAccessible(raul)
    await waiting.getByRole('button', { name: 'Enviar otro enlace' }).click()
    await expect(raul.getByText('Ya se le ha enviado un enlace hace poco')).toBeVisible()
    await waiting.getByRole('button', { name: 'No esperar más' }).click()
    await expect(raul.getByText('sonia@otra.example ya no espera')).toBeVisible()
    await enter('sonia.campos@soporte.example')
    await expect(raul.getByText('sonia.campos@soporte.example vale cuando la confirme')).toBeVisible()
    await expect.poll(newest).not.toContain(first)
    await expect.poll(newest).toContain('/consola/direccion#t=')
    const [link = ''] = /http\S+\/consola\/direccion#t=[\w-]+/.exec(newest()) ?? []

    const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'es-ES' })
    await phone.goto(first)
    await expect(phone.getByRole('alert')).toHaveText(/^El enlace no es correcto, ya se ha usado o ha caducado/)
    await phone.goto(link)
    await expect(phone.getByText('Sonia Campos · usuario sonia')).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Confirmar la dirección' }).press('Enter')
    await expect(phone.getByText('Confirmada: desde ahora vale sonia.campos@soporte.example.')).toBeVisible()
    await expectAccessible(phone)
    await phone.goto(link)
    await expect(phone.getByRole('alert')).toHaveText(/ya se ha usado/)

    await raul.reload()
    await expect(raul.getByRole('button', { name: 'Sonia Campos' })).toBeVisible()
    await expect(raul.getByText('Correo sin confirmar')).toHaveCount(0)
    await open()
    await expect(form.getByLabel('Correo (opcional)')).toHaveValue('sonia.campos@soporte.example')
    await raul.context().close()
    await phone.context().close()
  },
)

test('an administrator’s changed address waits likewise, and is confirmed on a phone without entering', async ({
  browser,
  expectAccessible,
}) => {
  const raul = await browser.newPage({ baseURL: portal.origin, locale: 'es-ES' })
  await logIn(raul, 'raul')
  await raul.goto('/consola/clientes/1001/contactos/13')
  const form = raul.getByRole('form', { name: 'Datos del contacto' })
  await expect(form.getByLabel('Correo')).toHaveValue('marta.gil@levante.example')
  await form.getByLabel('Correo').fill('marta@otra.example')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(raul.getByText('vale cuando la confirme')).toBeVisible()
  await expect(form.getByLabel('Correo')).toHaveValue('marta.gil@levante.example')
  const waiting = raul.getByRole('group', { name: 'Correo sin confirmar' })
  await expect(waiting).toContainText('marta@otra.example espera a que la confirmen')
  await expectAccessible(raul)
  const lately = () => mails.received.slice(-2).map(({ body }) => body.replaceAll('=\r\n', '').replaceAll('=3D', '='))
  await expect.poll(() => lately().join('\n')).toMatch(/\/public\/direccion#t=[\w-]+/)
  const [first = ''] = /http\S+\/public\/direccion#t=[\w-]+/.exec(lately().join('\n')) ?? []
  await expect.poll(() => lately().join('\n')).toContain('va a cambiar')
  await waiting.getByRole('button', { name: 'No esperar más' }).click()
  await expect(raul.getByText('marta@otra.example ya no espera')).toBeVisible()
  await expect(waiting).toHaveCount(0)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'es-ES' })
  await phone.goto(first)
  await expect(phone.getByRole('alert')).toHaveText(/^El enlace no es correcto, ya se ha usado o ha caducado/)
  await expect(phone.getByText('¿Necesita otro enlace? Llámenos o escríbanos:')).toBeVisible()
  await expectAccessible(phone)
  await form.getByLabel('Correo').fill('m.gil@levante.example')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(waiting).toContainText('m.gil@levante.example')
  await expect.poll(() => lately().join('\n').replaceAll(first, '')).toMatch(/\/public\/direccion#t=[\w-]+/)
  const [link = ''] = /http\S+\/public\/direccion#t=[\w-]+/.exec(lately().join('\n').replaceAll(first, '')) ?? []
  await phone.goto(link)
  await expect(phone.getByText('irán a m.gil@levante.example')).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Confirmar la dirección' }).press('Enter')
  await expect(phone.getByText('Confirmada: desde ahora vale m.gil@levante.example.')).toBeVisible()
  await raul.reload()
  await expect(form.getByLabel('Correo')).toHaveValue('m.gil@levante.example')
  await expect(waiting).toHaveCount(0)
  await raul.context().close()
  await phone.context().close()
})
