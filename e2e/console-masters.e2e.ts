import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { ENTRY_AUDIENCE, issuerOf } from '#contract/entry-codec.ts'
import { entryLink, signDemoEntry, signEntry } from '#server/demo/entry-link.ts'
import { type MailServer, mailServer } from '#server/testing/mail-server.ts'
import { type PortalProcess, startPortal, stopWaitingForDisk } from '#server/testing/portal-process.ts'
import { patient } from '#server/testing/patience.ts'
import { HAS_ALL_JOURNEYS, IS_LONG } from './long.ts'
import { raise } from './own-tickets.ts'
import { expect, test } from './people.ts'
import { watchReading } from './reading.ts'
import { CONSOLE_SCENES } from './scenes/console-scenes.ts'
import { tooSmall } from './target-size.ts'
import { type Username, composer, find, logIn } from './technicians.ts'

// Technicians change masters, and customers see the effect. This needs a portal of its own, because a notice or another
// calendar would disturb all other journeys.

let portal: PortalProcess
let folder: string
/** Silence counts as acceptance only if mail can warn of it. */
let mails: MailServer
const errors: string[] = []

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-masters-'))
  mails = await mailServer()
  portal = await startPortal({ DATA_DIR: folder, SMTP_URL: mails.url })
  await stopWaitingForDisk(folder)
})

test.afterAll(async () => {
  await portal.stop()
  await mails.close()
  await rm(folder, { recursive: true, force: true })
})

test.afterEach(() => {
  expect(errors.splice(0)).toEqual([])
})

/** A browser of their own, at this portal. */
async function own(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: `${portal.origin}${path}`, locale: 'es-ES' })
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => errors.push(message))
  return page
}

async function technician(browser: Browser, username: Username, screen?: string | null): Promise<Page> {
  const page = await own(browser, '/consola/')
  await logIn(page, username, screen)
  return page
}

const linkOf = async (contact: number, installation = 'LEV-01'): Promise<string> =>
  entryLink(
    portal.origin,
    await signDemoEntry(
      { installation, subject: String(contact), context: { company: '001' }, caller: randomUUID() },
      new Date(),
    ),
  )

/** At the home, or straight at another screen; null: at none yet. */
async function customer(browser: Browser, contact = 11, screen?: string | null): Promise<Page> {
  const page = await own(browser, '/public/')
  const link = await linkOf(contact)
  if (screen !== undefined) {
    const t = new URLSearchParams(new URL(link).hash.slice(1)).get('t')
    const answer = await page.request.post('/api/login/nuevo_ticket', { data: { t } })
    expect(answer.status(), await answer.text()).toBe(200)
    if (screen !== null) await page.goto(screen)
    return page
  }
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola')
  return page
}

const alert = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Avisos' }).getByText(text)).toBeVisible()

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Two that share a title or data do not follow one another, so that each shows what it has read itself. */
const SCREENS = [
  ['clientes/1001/contactos/11', 'Lucía Ferrer'],
  ['primeros-pasos', 'Primeros pasos'],
  ['clientes/1001/contactos', 'Constructora Levante, S.A.'],
  ['alta-de-cliente', 'Alta completa de un cliente'],
  ['clientes/1001', 'Constructora Levante, S.A.'],
  ['clientes-csv', 'Cargar CSV'],
  ['clientes', 'Clientes'],
  ['clientes/1001/contactos/nuevo', 'Nuevo contacto'],
  ['instalaciones/LEV-01', 'Instalación LEV-01'],
  ['contactos', 'Contactos'],
  ['instalaciones', 'Instalaciones'],
  ['solicitudes', 'Solicitudes de datos'],
  ['respuestas', 'Respuestas preparadas'],
  ['bandeja-de-salida', 'Bandeja de salida'],
  ['avisos', 'Avisos'],
  ['problemas', 'Problemas del producto'],
  ['bandeja-de-salida?a=technicians', 'Bandeja de salida'],
  ['modulos', 'Módulos'],
  ['calendario', 'Calendario de la oficina'],
  ['auditoria', 'Auditoría'],
  ['tecnicos', 'Técnicos'],
  ['claves-api', 'Claves de API'],
  ['webhooks', 'Webhooks'],
  ['correo-por-ordenar', 'Correo por ordenar'],
] as const

test('every screen of masters opens, accessible, on a desk and on a phone', async ({ browser, expectAccessible }) => {
  const raul = await technician(browser, 'raul', null)
  const allRead = watchReading(raul)
  // Whether mails wait, and of what kinds, depends on the tests before this one.
  for (const scene of ['console-outbox', 'console-outbox-technicians'] as const)
    await CONSOLE_SCENES[scene]?.before?.(raul)
  for (const [place, [path, title]] of SCREENS.entries()) {
    await raul.setViewportSize({ width: 1280, height: 844 })
    // Within the page, whose scripts are compiled by now, the next screen and its check take half as long.
    if (place === 0 || HAS_ALL_JOURNEYS) await raul.goto(path)
    else await raul.evaluate((next) => history.pushState(null, '', next), `/consola/${path}`)
    await heading(raul, title)
    await allRead()
    for (const width of [1280, 390]) {
      await raul.setViewportSize({ width, height: 844 })
      if (width === 1280 || IS_LONG) await expectAccessible(raul)
      // Tables become cards in the frame after the window's new width.
      const overflow = () => raul.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(overflow, `${path} is wider than the window of ${width}`).toBeLessThanOrEqual(0)
      expect(await tooSmall(raul), `${path} at ${width} pixels`).toEqual([])
    }
  }
  await raul.context().close()
})

test(
  'a technician finds no screen of supervisors, and cannot change their masters',
  { tag: '@long' },
  async ({ browser }) => {
    const sonia = await technician(browser, 'sonia')
    const menu = sonia.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu.getByRole('link', { name: 'Clientes' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Técnicos' })).toHaveCount(0)
    await expect(menu.getByRole('link', { name: 'Auditoría' })).toHaveCount(0)
    await sonia.goto('auditoria')
    await heading(sonia, 'Por responder')
    await sonia.goto('clientes/1001')
    await heading(sonia, 'Constructora Levante, S.A.')
    await expect(sonia.getByRole('button', { name: 'Modificar' })).toHaveCount(0)
    await sonia.goto('instalaciones/LEV-01')
    await expect(sonia.getByRole('heading', { name: 'Empresas' })).toBeVisible()
    await expect(sonia.getByRole('heading', { name: 'Claves de firma' })).toHaveCount(0)
    await sonia.goto('clientes/1001/contactos/11')
    await heading(sonia, 'Lucía Ferrer')
    await expect(sonia.getByText('Solo un supervisor puede dar acceso de administrador')).toBeVisible()
    await expect(sonia.locator('option[value=client]')).toHaveJSProperty('disabled', true)
    await sonia.context().close()
  },
)

test('a list is walked by keyboard: search, open, leave', { tag: '@long' }, async ({ browser }) => {
  const raul = await technician(browser, 'raul', 'clientes')
  await heading(raul, 'Clientes')
  await raul.keyboard.press('/')
  await expect(raul.getByRole('searchbox', { name: 'Buscar por nombre, correo o código' })).toBeFocused()
  await raul.keyboard.type('duero')
  await expect(raul.locator('[data-row]')).toHaveCount(1)
  await expect(raul).toHaveURL(/buscar=duero/)
  await raul.keyboard.press('Escape')
  await raul.keyboard.press('Escape')
  await expect(raul.locator('[data-row]')).toHaveCount(3)
  await raul.keyboard.press('j')
  await raul.keyboard.press('j')
  await expect(raul.locator('[data-row]').nth(1)).toBeFocused()
  await raul.keyboard.press('Enter')
  await heading(raul, 'Inmobiliaria Duero, S.L.')
  await raul.keyboard.press('Escape')
  await heading(raul, 'Clientes')
  await raul.context().close()
})

test('a new client with installation, company and contact enters with the key that the console made', async ({
  browser,
  expectAccessible,
}) => {
  const raul = await technician(browser, 'raul', 'clientes')
  await raul.getByRole('button', { name: 'Nuevo cliente' }).click()
  const form = raul.getByRole('dialog', { name: 'Nuevo cliente' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByLabel('Código')).toBeFocused()
  await expect(form.getByText('Obligatorio')).toHaveCount(2)
  await form.getByLabel('Código').fill('1001')
  await form.getByLabel('Nombre').fill('Obras del Segura, S.L.')
  await form.getByLabel('Correo').fill('no es un correo')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.locator('[aria-invalid=true]').first()).toBeFocused()
  await expectAccessible(raul)
  await form.getByLabel('Código').fill('4001')
  await form.getByLabel('Correo').fill('obras@segura.example')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await heading(raul, 'Obras del Segura, S.L.')

  await raul.getByRole('button', { name: 'Nueva instalación' }).click()
  const installation = raul.getByRole('dialog', { name: 'Nueva instalación' })
  await installation.getByLabel('Código').fill('SEG-01')
  await installation.getByLabel('Versión').fill('V031')
  await raul.keyboard.press('Enter')
  await heading(raul, 'Instalación SEG-01')
  await raul.getByRole('button', { name: 'Nueva empresa' }).click()
  const company = raul.getByRole('dialog', { name: 'Nueva empresa' })
  await company.getByLabel('Código').fill('001')
  await company.getByLabel('Nombre').fill('Segura Obras')
  await raul.keyboard.press('Enter')
  await expect(raul.getByRole('button', { name: '001' })).toBeVisible()

  await raul.getByRole('button', { name: 'Nueva clave' }).click()
  const key = raul.getByRole('dialog', { name: 'Nueva clave' })
  await key.getByLabel('No decir quién llama').check()
  await key.getByRole('button', { name: 'Guardar' }).click()
  const shown = raul.getByRole('dialog', { name: 'Secreto de la clave nueva' })
  const secret = await shown.getByLabel('Secreto', { exact: true }).inputValue()
  const kid = (await shown.locator('code').textContent()) ?? ''
  await expectAccessible(raul)
  await raul.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copiar' }).click()
  await alert(raul, 'Copiado')
  expect(await raul.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await shown.getByRole('button', { name: 'Volver' }).click()
  expect(await raul.content()).not.toContain(secret)

  await raul.goto('clientes/4001/contactos')
  await raul.getByRole('button', { name: 'Nuevo contacto' }).click()
  await heading(raul, 'Nuevo contacto')
  await raul.getByRole('textbox', { name: 'Nombre' }).fill('Elena Segura')
  await raul.getByRole('textbox', { name: 'Correo' }).fill('elena@segura.example')
  await raul.getByLabel('001 Segura Obras').check()
  // Leaving by mistake loses nothing that was typed.
  await raul.getByRole('link', { name: 'Clientes' }).click()
  await raul.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await raul.getByRole('button', { name: 'Crear' }).click()
  await heading(raul, 'Elena Segura')
  const contact = Number(/contactos\/(\d+)/.exec(raul.url())?.[1])

  const elena = await own(browser, '/public/')
  await elena.goto(await signedLink({ kid, secret, installation: 'SEG-01', contact }))
  await expect(elena.getByRole('heading', { level: 1 })).toContainText('Hola')

  await raul.goto('instalaciones/SEG-01')
  await raul.getByRole('button', { name: `Revocar la clave ${kid}` }).click()
  const asked = raul.getByRole('dialog', { name: `Revocar la clave ${kid}` })
  await expect(asked).toContainText('se cerrará la sesión que abrió')
  await asked.getByRole('button', { name: 'Revocar' }).click()
  await alert(raul, `Clave ${kid} revocada`)
  await expect(raul.getByText(/^Revocada el/)).toBeVisible()
  await elena.goto('tickets/lista')
  await expect(elena.getByRole('heading', { name: 'Acceso a Soporte online' })).toBeVisible()
  await elena.goto(await signedLink({ kid, secret, installation: 'SEG-01', contact }))
  await expect(elena.getByRole('heading', { level: 1 })).not.toContainText('Hola')
  await elena.context().close()
  await raul.context().close()
})

/** As installations do (docs/integration.md). */
async function signedLink(of: { kid: string; secret: string; installation: string; contact: number }): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const token = await signEntry({
    key: { kid: of.kid, algorithm: 'HS256', secret: of.secret },
    payload: {
      issuer: issuerOf(of.installation),
      audience: ENTRY_AUDIENCE,
      subject: String(of.contact),
      issuedAt: now,
      expiresAt: now + 120,
      id: randomUUID(),
      context: { company: '001' },
    },
  })
  return entryLink(portal.origin, token)
}

test('a disabled contact loses their session within five seconds', { tag: '@long' }, async ({ browser }) => {
  const raul = await technician(browser, 'raul', 'clientes/1001/contactos/11')
  const lucia = await customer(browser, 11, 'tickets/lista')
  await expect(lucia.getByRole('table').first()).toBeVisible()
  await heading(raul, 'Lucía Ferrer')
  await raul.getByRole('checkbox', { name: 'Activo' }).uncheck()
  await raul.getByRole('button', { name: 'Guardar' }).click()
  await alert(raul, 'Datos de Lucía Ferrer guardados')
  const since = Date.now()
  // The stream may have told their screen first, and then the list is gone.
  const left = lucia.getByRole('heading', { name: /Acceso a Soporte online|sesión/i })
  await lucia.getByRole('tab').nth(1).or(left).first().click()
  await expect(left).toBeVisible()
  expect(Date.now() - since).toBeLessThan(patient(5000))
  const again = await own(browser, '/public/')
  await again.goto(await linkOf(11))
  await expect(again.getByRole('heading', { level: 1 })).not.toContainText('Hola')

  await raul.getByRole('checkbox', { name: 'Activo' }).check()
  await raul.getByRole('button', { name: 'Guardar' }).click()
  await expect(raul.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await again.goto(await linkOf(11))
  await expect(again.getByRole('heading', { level: 1 })).toContainText('Hola')
  for (const { context } of [raul, lucia, again].map((page) => ({ context: page.context() }))) await context.close()
})

test('a notice appears in the portals of those whom it concerns, can be dismissed, and ends', async ({
  browser,
  expectAccessible,
}) => {
  const raul = await technician(browser, 'raul', 'avisos')
  const lucia = await customer(browser, 11)
  const andres = await customer(browser, 12, null)
  await raul.getByRole('button', { name: 'Nuevo aviso' }).click()
  const form = raul.getByRole('dialog', { name: 'Nuevo aviso' })
  await form.getByLabel('Texto en español').fill('El sábado, de 8:00 a 10:00, el servicio estará parado.')
  await form.getByLabel('Texto en inglés').fill('On Saturday, from 8:00 to 10:00, the service is down.')
  await form.getByLabel('Hasta').fill('')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByLabel('Hasta')).toBeFocused()
  await form.getByLabel('Desde').fill('2026-01-01T00:00')
  await form.getByLabel('Hasta').fill('2098-01-01T00:00')
  await form.getByLabel('Versión (vacía: cualquiera)').fill('V031')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await alert(raul, 'Aviso guardado')
  await expect(raul.getByText('Se muestra', { exact: true }).last()).toBeVisible()

  const notice = (page: Page) => page.getByRole('listitem').filter({ hasText: 'El sábado, de 8:00 a 10:00' })
  await lucia.reload()
  await expect(notice(lucia)).toBeVisible()
  await expect(notice(lucia)).toContainText('Aviso: El sábado, de 8:00 a 10:00, el servicio estará parado.')
  await expectAccessible(lucia)
  await lucia.goto('tickets/lista')
  await expect(notice(lucia)).toBeVisible()
  await expectAccessible(lucia)
  await notice(lucia).getByRole('button', { name: 'Ocultar el aviso' }).click()
  await expect(notice(lucia)).toHaveCount(0)
  const luciaHasRead = watchReading(lucia)
  await lucia.goto('contacto')
  await expect(lucia.getByRole('heading', { level: 1 })).toBeVisible()
  await luciaHasRead()
  await expect(notice(lucia)).toHaveCount(0)

  await andres.goto('contacto')
  await expect(notice(andres)).toBeVisible()
  await raul.getByRole('button', { name: /8:00 a 10:00/ }).click()
  const edit = raul.getByRole('dialog', { name: 'Modificar el aviso' })
  await edit.getByRole('button', { name: 'Eliminar' }).click()
  await raul.getByRole('dialog', { name: 'Eliminar el aviso' }).getByRole('button', { name: 'Eliminar' }).click()
  await alert(raul, 'Aviso eliminado')
  const andresHasRead = watchReading(andres)
  await andres.reload()
  await andresHasRead()
  await expect(notice(andres)).toHaveCount(0)
  for (const page of [raul, lucia, andres]) await page.context().close()
})

test('the calendar decides when the office is open, from the moment that it is saved', async ({ browser }) => {
  const raul = await technician(browser, 'raul', 'calendario')
  const lucia = await customer(browser, 11, null)
  const answer = await raul.request.get('/api/console/office-calendar')
  const { calendar } = (await answer.json()).data.data

  await heading(raul, 'Calendario de la oficina')
  const newSeason = async (hours: { opens: string; closes: string }) => {
    await raul.getByLabel('Temporada').selectOption({ label: 'Verano' })
    await raul.getByRole('button', { name: 'Añadir temporada' }).click()
    const season = raul.getByRole('group', { name: 'Verano' }).last()
    const until = season.getByRole('group', { name: 'Hasta, incluido' })
    await until.getByLabel('Día').fill('31')
    await until.getByLabel('Mes').selectOption({ label: 'diciembre' })
    for (const field of await season.getByLabel('Abre').all()) await field.fill(hours.opens)
    for (const field of await season.getByLabel('Cierra').all()) await field.fill(hours.closes)
    return season
  }
  const save = async () => {
    await raul.getByRole('button', { name: 'Guardar' }).click()
    await alert(raul, 'Calendario guardado: ya vale')
    await expect(raul.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  }
  const seen = async (words: RegExp) => {
    await lucia.goto('contacto')
    await expect(lucia.getByRole('main').getByText(words)).toBeVisible()
  }
  // Closed except for one minute each night.
  await newSeason({ opens: '00:00', closes: '00:01' })
  await save()
  await seen(/cerrad/i)

  const whole = await newSeason({ opens: '25:00', closes: '24:00' })
  await raul.getByRole('button', { name: 'Guardar' }).click()
  await expect(whole.getByLabel('Abre').first()).toBeFocused()
  await expect(whole.getByText('Hora como 08:30').first()).toBeVisible()
  for (const field of await whole.getByLabel('Abre').all()) await field.fill('00:00')
  // This holds on whatever day the journey runs.
  const days = raul.getByRole('group', { name: 'Festivos' }).getByRole('button', { name: /^Quitar / })
  for (let left = await days.count(); left > 0; left -= 1) await days.first().click()
  await save()
  await seen(/abiert/i)

  const { revision } = (await (await raul.request.get('/api/console/office-calendar')).json()).data.data
  const restored = await raul.request.post('/api/console/office-calendar/change', { data: { calendar, revision } })
  expect(restored.status(), await restored.text()).toBe(200)
  await raul.context().close()
  await lucia.context().close()
})

test('a canned answer is written, used by one key and read by its customer; the audit has it all', async ({
  browser,
  expectAccessible,
}) => {
  const raul = await technician(browser, 'raul', 'respuestas')
  const lucia = await customer(browser, 11, null)
  const ticket = await raise(lucia, 'Con respuesta preparada')
  await raul.getByRole('button', { name: 'Nueva respuesta' }).click()
  const form = raul.getByRole('dialog', { name: 'Nueva respuesta' })
  await form.getByLabel('Título').fill('Pedir la versión')
  await form.getByLabel('Texto').fill('Hola, {{contact}}: en {{installation}} tiene la {{version}}. {{technician}}')
  await expectAccessible(raul)
  await raul.keyboard.press('Control+Enter')
  await alert(raul, 'Respuesta «Pedir la versión» guardada')

  await raul.goto('cola/abiertas')
  await heading(raul, 'Todos los abiertos')
  await find(raul, ticket)
  await raul.keyboard.press('r')
  await raul.keyboard.press('/')
  const search = raul.getByRole('combobox', { name: 'Buscar una respuesta preparada' })
  await expect(search).toBeFocused()
  await raul.keyboard.type('version')
  const offered = raul.getByRole('listbox', { name: 'Respuestas preparadas' }).getByRole('option')
  await expect(offered).toHaveText([/Pedir la versión/])
  await expectAccessible(raul)
  await raul.keyboard.press('Enter')
  await expect(composer(raul).getByRole('textbox')).toHaveValue(
    'Hola, Lucía Ferrer: en LEV-01 tiene la V031. Raúl Ibáñez',
  )
  await raul.keyboard.press('Control+Enter')
  await alert(raul, `Respuesta enviada en el ticket ${ticket}`)
  await lucia.goto(`tickets/lista?ticket=${ticket}`)
  await expect(lucia.getByText('Hola, Lucía Ferrer: en LEV-01 tiene la V031. Raúl Ibáñez')).toBeVisible()

  await raul.goto('auditoria')
  await heading(raul, 'Auditoría')
  await raul.getByRole('textbox', { name: 'Ticket' }).fill(String(ticket))
  await raul.keyboard.press('Enter')
  await expect(raul).toHaveURL(new RegExp(`ticket=${ticket}`))
  const lines = raul.getByRole('table', { name: 'Auditoría' })
  await expect(lines.getByRole('row', { name: /Raúl Ibáñez Responder un ticket/ })).toContainText('Cierra: no')
  await expect(lines.getByRole('row', { name: /Raúl Ibáñez Ver un ticket/ }).first()).toBeVisible()
  await raul.getByLabel('Acción').selectOption({ label: 'Añadir una nota interna' })
  await expect(raul.getByText('No hay nada que coincida')).toBeVisible()
  await raul.getByRole('button', { name: 'Quitar los filtros' }).click()
  await raul.getByLabel('Acción').selectOption({ label: 'Crear una respuesta preparada' })
  await expect(lines.getByRole('row', { name: /Crear una respuesta preparada/ })).toHaveCount(1)
  await raul.context().close()
  await lucia.context().close()
})

test(
  'of two who change one record, the second keeps the typed text and may take over the current record',
  { tag: '@long' },
  async ({ browser, expectAccessible }) => {
    const [raul, sonia] = [await technician(browser, 'raul', null), await technician(browser, 'sonia', null)]
    const created = await raul.request.post('/api/console/canned-answers/create', {
      data: { title: 'De los dos', text: 'Como era' },
    })
    expect(created.status(), await created.text()).toBe(200)
    const opened = async (page: Page) => {
      await page.goto('respuestas?buscar=dos')
      await page.getByRole('button', { name: 'De los dos' }).click()
      return page.getByRole('dialog', { name: 'Modificar la respuesta preparada' })
    }
    const [first, second] = [await opened(raul), await opened(sonia)]
    await first.getByLabel('Texto').fill('Lo de Raúl')
    await first.getByRole('button', { name: 'Guardar' }).click()
    await alert(raul, 'Respuesta «De los dos» guardada')
    await second.getByLabel('Texto').fill('Lo de Sonia')
    await second.getByRole('button', { name: 'Guardar' }).click()
    await expect(
      second.getByText('Entretanto lo ha cambiado otra persona. Lo que ha escrito sigue aquí, sin guardar.'),
    ).toBeVisible()
    await expect(second.getByLabel('Texto')).toHaveValue('Lo de Sonia')
    await expectAccessible(sonia)
    await second.getByRole('button', { name: 'Descartar lo mío y ver lo actual' }).click()
    await expect(second.getByLabel('Texto')).toHaveValue('Lo de Raúl')
    await second.getByLabel('Texto').fill('De acuerdo los dos')
    await second.getByRole('button', { name: 'Guardar' }).click()
    await alert(sonia, 'Respuesta «De los dos» guardada')
    await raul.context().close()
    await sonia.context().close()
  },
)

test('a request to change data is handled by the technician who changes them', async ({ browser }) => {
  const lucia = await customer(browser, 11, null)
  const sent = await lucia.request.post('/api/login/modificar_datos', {
    data: { params: { texto: 'Mi teléfono nuevo es el 960 111 222', aceptaPrivacidad: true } },
  })
  expect(sent.status(), await sent.text()).toBe(200)
  const sonia = await technician(browser, 'sonia', 'solicitudes')
  await sonia.getByRole('button', { name: 'Lucía Ferrer' }).first().click()
  const request = sonia.getByRole('dialog', { name: 'Solicitud de Lucía Ferrer' })
  await expect(request).toContainText('Mi teléfono nuevo es el 960 111 222')
  await request.getByRole('link', { name: 'Abrir el contacto' }).click()
  await heading(sonia, 'Lucía Ferrer')
  await expect(sonia.getByText('Ha pedido un cambio de datos')).toBeVisible()
  await sonia.getByLabel('Teléfono').fill('960 111 222')
  await sonia.getByRole('button', { name: 'Guardar' }).click()
  await alert(sonia, 'Datos de Lucía Ferrer guardados')
  await sonia.goto('solicitudes')
  await sonia.getByRole('button', { name: 'Lucía Ferrer' }).first().click()
  await request.getByRole('button', { name: 'Marcar como atendida' }).click()
  await alert(sonia, 'Solicitud atendida')
  await sonia.getByLabel('Estado').selectOption({ label: 'Atendidas' })
  await expect(sonia.getByText(/Sonia Campos/).last()).toBeVisible()
  await sonia.context().close()
  await lucia.context().close()
})

test('a supervisor invites a technician by a link that is shown once, but cannot alone get an administrator’s password', async ({
  browser,
}) => {
  const raul = await technician(browser, 'raul', 'clientes/1001/contactos/14')
  await heading(raul, 'Teo Ruiz')
  await raul.getByRole('button', { name: 'Enlace para poner contraseña' }).click()
  await alert(raul, 'Pedido: otro supervisor tiene que confirmar en Contactos el enlace de Teo Ruiz')
  await raul.goto('contactos')
  const waiting = raul.getByRole('region', { name: 'Enlaces de contraseña por confirmar' })
  await expect(waiting.getByText('lo pidió usted: lo confirma otro supervisor')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Confirmar: Teo Ruiz' })).toBeDisabled()
  await waiting.getByRole('button', { name: 'Rechazar: Teo Ruiz' }).click()
  await alert(raul, 'Enlace de Teo Ruiz rechazado')
  await expect(waiting).toHaveCount(0)

  await raul.goto('tecnicos')
  await raul.getByRole('button', { name: 'Nuevo técnico' }).click()
  const form = raul.getByRole('dialog', { name: 'Nuevo técnico' })
  await form.getByLabel('Usuario').fill('raul')
  await form.getByLabel('Nombre').fill('Otro Raúl')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByLabel('Usuario')).toBeFocused()
  await form.getByLabel('Usuario').fill('nuria')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(
    raul.getByRole('dialog', { name: 'Enlace para nuria' }).getByLabel('Enlace', { exact: true }),
  ).toHaveValue(/\/consola\/contrasena#t=/)
  await raul.context().close()
})

test(
  'a ticket that nobody answers is announced on the home, with the day on which it counts as accepted',
  { tag: '@long' },
  async ({ browser, expectAccessible }) => {
    const andres = await customer(browser, 12)
    const warning = andres
      .getByRole('region', { name: 'Para usted' })
      .getByRole('listitem')
      .filter({ hasText: /(Si no dice nada,|Último día:) se dará por aceptado el \d{2}\/\d{2}\/\d{4}/ })
      .first()
    await expect(warning).toBeVisible()
    await expectAccessible(andres)
    await warning.getByRole('link').click()
    await expect(andres.getByRole('dialog').getByText(/Si no dice nada, se dará por aceptado el/)).toBeVisible()
    await andres.context().close()
  },
)

test('an acceptance by silence is undone from the home, with a reason; one that was undone meanwhile is refused', async ({
  browser,
  expectAccessible,
}) => {
  const begun = async () => {
    const page = await customer(browser, 11)
    const warnings = page.getByRole('region', { name: 'Para usted' })
    await expect(warnings.getByText(/: puede deshacerlo hasta el \d{2}\/\d{2}\/\d{4}$/)).toBeVisible()
    await warnings.getByRole('button', { name: /^Deshacer la aceptación del ticket \d+$/ }).click()
    return { page, warnings, dialog: page.getByRole('dialog', { name: 'DESHACER LA ACEPTACIÓN' }) }
  }
  const other = await begun()
  // Nobody accepted it and no technician acted.
  await other.dialog.getByRole('button', { name: 'Cancelar' }).click()
  const undoable = other.warnings.getByRole('listitem').filter({ has: other.page.getByRole('button') })
  await undoable.getByRole('link').click()
  const silence = other.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Aceptado por silencio' })
  await expect(silence.getByText('Cierre automático')).toBeVisible()
  await expect(silence.getByRole('img', { name: 'Cierre automático' })).toBeVisible()
  await expect(silence.getByText('Conforme')).toHaveCount(0)
  await other.page.goto('.')
  await other.warnings.getByRole('button', { name: /^Deshacer/ }).click()
  const { page: lucia, warnings, dialog } = await begun()
  await dialog.getByLabel('Qué no está resuelto').fill('   ')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(dialog.getByText('No puede estar formado sólo por espacios')).toBeVisible()
  await expectAccessible(lucia)
  await dialog.getByLabel('Qué no está resuelto').fill('Sigue sin cuadrar.')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await alert(lucia, 'El ticket vuelve a estar en manos de Soporte')
  await expect(warnings.getByRole('button', { name: /^Deshacer/ })).toHaveCount(0)
  await other.dialog.getByLabel('Qué no está resuelto').fill('Tampoco a mí.')
  await other.dialog.getByRole('button', { name: 'Enviar' }).click()
  await alert(other.page, 'Este ticket no se ha aceptado por silencio')
  await lucia.context().close()
  await other.page.context().close()
})

// Last, because sonia's password is different afterwards.
test(
  'a technician changes the password: a wrong one is reported at its field',
  { tag: '@long' },
  async ({ browser, expectAccessible }) => {
    const sonia = await technician(browser, 'sonia')
    await sonia.getByRole('button', { name: 'Menú de Sonia Campos' }).click()
    await sonia.getByRole('button', { name: 'Cambiar la contraseña' }).click()
    const dialog = sonia.getByRole('dialog', { name: 'Cambiar la contraseña' })
    const current = dialog.getByLabel('Contraseña actual', { exact: true })
    await current.fill('no es esta')
    await dialog.getByLabel('Contraseña nueva', { exact: true }).fill('Cuatro-palabras-2026')
    await dialog.getByLabel('Repita la contraseña', { exact: true }).fill('Cuatro-palabras-2026')
    await sonia.keyboard.press('Enter')
    await expect(dialog.getByText('La contraseña actual no es correcta')).toBeVisible()
    await expect(current).toBeFocused()
    await expectAccessible(sonia)
    await current.fill('Demo-sonia-1')
    await sonia.keyboard.press('Enter')
    await alert(sonia, 'La contraseña fue modificada con éxito')
    await expect(sonia.getByRole('button', { name: 'Menú de Sonia Campos' })).toBeFocused()
    await sonia.context().close()
  },
)

test('a supervisor changes the product’s name without a restart, and takes it back', async ({
  browser,
  expectAccessible,
}) => {
  const page = await technician(browser, 'raul', '/consola/ajustes')
  const names = page.getByRole('region', { name: 'Nombres' })
  await expect(names.getByText('Del archivo')).toBeVisible()
  await expectAccessible(page)
  await names.getByRole('button', { name: 'Cambiar: Nombres' }).click()
  const form = page.getByRole('dialog', { name: 'Cambiar: Nombres' })
  const product = await form.getByLabel('Producto').inputValue()
  await form.getByLabel('Producto').fill(`${product} Nueva`)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(names.getByText('Cambiado aquí')).toBeVisible()
  const visitor = await own(browser, '/public/login')
  await expect(async () => {
    await visitor.goto('/public/login')
    await expect(visitor.getByText(`${product} Nueva`).first()).toBeVisible({ timeout: patient(1000) })
  }).toPass()
  await page.getByRole('button', { name: 'Deshacer el último cambio de «Nombres»' }).click()
  await expect(names.getByText('Del archivo')).toBeVisible()
  await expect(async () => {
    await visitor.goto('/public/login')
    await expect(visitor.getByText(product, { exact: true }).first()).toBeVisible({ timeout: patient(1000) })
  }).toPass()

  await page.getByRole('button', { name: 'Cambiar: Color' }).click()
  const colour = page.getByRole('dialog', { name: 'Cambiar: Color' })
  await colour.getByLabel('Color del proveedor').fill('verde')
  await colour.getByRole('button', { name: 'Guardar' }).click()
  await expect(colour.getByText('Un color de seis cifras, como #0a6b5d')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})

test('changes of a notice are in the history of settings, and are taken back there, in dark and on a phone', async ({
  browser,
  expectAccessible,
}) => {
  const raul = await technician(browser, 'raul', '/consola/ajustes')
  await raul.emulateMedia({ colorScheme: 'dark' })
  const lucia = await customer(browser, 11, null)
  const history = raul.getByRole('region', { name: 'Últimos cambios' })
  const newest = history.getByRole('listitem').first()
  await expect(history).toBeVisible()
  const settings = async () => {
    await raul.goto('/consola/ajustes')
    await expect(history).toBeVisible()
  }
  const text = (words: string) => lucia.getByRole('listitem').filter({ hasText: words })
  const customerSees = async (words: string, many: number) => {
    await lucia.goto('contacto')
    await expect(lucia.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(text(words)).toHaveCount(many)
  }

  // The page was read before: it shows what has been written since, without being opened anew.
  await raul.getByRole('main').getByRole('link', { name: 'Avisos' }).click()
  await raul.getByRole('button', { name: 'Nuevo aviso' }).click()
  const form = raul.getByRole('dialog', { name: 'Nuevo aviso' })
  await form.getByLabel('Texto en español').fill('El martes se actualiza')
  await form.getByLabel('Texto en inglés').fill('Updates on Tuesday')
  await form.getByLabel('Desde').fill('2026-01-01T00:00')
  await form.getByLabel('Hasta').fill('2098-01-01T00:00')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await alert(raul, 'Aviso guardado')
  await raul.goBack()
  await expect(newest).toContainText('Avisos · Raúl Ibáñez')
  await expect(newest).toContainText('Texto en español: nada → El martes se actualiza')
  await expect(newest).toContainText('Aplicación: nada → Todos')
  await expectAccessible(raul)
  await customerSees('El martes se actualiza', 1)

  await raul.goto('avisos')
  await raul.getByRole('button', { name: /El martes se actualiza/ }).click()
  const edit = raul.getByRole('dialog', { name: 'Modificar el aviso' })
  await edit.getByLabel('Texto en español').fill('El jueves se actualiza')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await alert(raul, 'Aviso guardado')
  await settings()
  await expect(newest).toContainText('Texto en español: El martes se actualiza → El jueves se actualiza')
  await newest.getByRole('button', { name: 'Deshacer el último cambio de «Avisos»' }).click()
  await alert(raul, 'Deshecho: vuelve lo anterior en «Avisos»')
  await expect(newest).toContainText('Avisos (deshizo un cambio) · Raúl Ibáñez')
  await customerSees('El martes se actualiza', 1)

  await raul.goto('avisos')
  await raul.getByRole('button', { name: /El martes se actualiza/ }).click()
  await edit.getByRole('button', { name: 'Eliminar' }).click()
  await raul.getByRole('dialog', { name: 'Eliminar el aviso' }).getByRole('button', { name: 'Eliminar' }).click()
  await alert(raul, 'Aviso eliminado')
  await customerSees('El martes se actualiza', 0)
  await raul.setViewportSize({ width: 390, height: 844 })
  await settings()
  await expect(newest).toContainText('Texto en español: El martes se actualiza → nada')
  await expectAccessible(raul)
  expect(await raul.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await newest.getByRole('button', { name: 'Deshacer el último cambio de «Avisos»' }).click()
  await alert(raul, 'Deshecho: vuelve lo anterior en «Avisos»')
  await customerSees('El martes se actualiza', 1)

  // Each notice has a last change: their buttons can be told apart without seeing where they stand.
  const other = { area: null, version: null, textEs: 'Otro aviso', textEn: 'Another notice' }
  const time = { from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' }
  const made = await raul.request.post('/api/console/notices/create', { data: { ...other, ...time } })
  expect(made.status(), await made.text()).toBe(200)
  await settings()
  await expect(newest).toContainText('Otro aviso')
  const names = await history
    .getByRole('button', { name: /«Avisos»/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
  expect(names.length).toBeGreaterThan(1)
  expect(new Set(names).size).toBe(names.length)
  const second = history.getByRole('listitem').filter({ hasText: 'El martes se actualiza' }).first()

  // Somebody else has taken it away meanwhile: what this screen still offers is refused, and leaves things as they are.
  const { items } = (await (await raul.request.get('/api/console/notices')).json()).data.data
  const { id: notice, revision } = items.find(({ textEs }: { textEs: string }) => textEs === 'El martes se actualiza')
  const gone = await raul.request.post('/api/console/notices/remove', { data: { notice, revision } })
  expect(gone.status(), await gone.text()).toBe(200)
  await second.getByRole('button', { name: 'Deshacer el último cambio de «Avisos»' }).click()
  await alert(raul, 'Alguien lo ha cambiado mientras tanto')
  await customerSees('El martes se actualiza', 0)
  for (const page of [raul, lucia]) await page.context().close()
})

test(
  'a supervisor sends a logo, which the next page shows, and changes legal texts and limits',
  { tag: '@long' },
  async ({ browser, expectAccessible }) => {
    const page = await technician(browser, 'raul', '/consola/ajustes')
    const logo = page.getByRole('region', { name: 'Logotipo' })
    const send = async (name: string, drawing: string) => {
      const chooser = page.waitForEvent('filechooser')
      await logo.getByRole('button', { name: 'Elegir imagen: Logotipo, en claro' }).click()
      await (await chooser).setFiles({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
    }
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#c02020" d="M0 0h8v8H0z"/></svg>'
    await send('malo.svg', drawing.replace('<path', '<script>1</script><path'))
    await expect(
      logo.getByText('El SVG lleva algo que no solo dibuja: quite «<script>» o guárdelo como PNG'),
    ).toBeVisible()
    await send('bueno.svg', drawing)
    await expect(logo.getByRole('img', { name: 'Logotipo, en claro' })).toBeVisible()
    await expectAccessible(page)
    const visitor = await own(browser, '/public/login')
    await expect(async () => {
      await visitor.goto('/public/login')
      await expect(visitor.locator('img[src^="/public/logo?v="]').first()).toBeVisible({ timeout: patient(1000) })
    }).toPass()
    await page.getByRole('button', { name: 'Deshacer el último cambio de «Logotipo»' }).click()
    await expect(logo.getByText('El del producto')).toBeVisible()

    const legal = page.getByRole('region', { name: 'Textos legales' })
    await legal.getByRole('button', { name: 'Cambiar: Textos legales' }).click()
    const texts = page.getByRole('dialog', { name: 'Cambiar: Textos legales' })
    await texts.getByLabel('Asistente: privacidad, en español').fill('')
    await texts.getByRole('button', { name: 'Guardar' }).click()
    await expect(texts.getByText('Escriba al menos un párrafo')).toBeVisible()
    await expectAccessible(page)
    await texts.getByLabel('Asistente: privacidad, en español').fill('Primero.\n\nSegundo.')
    await texts.getByRole('button', { name: 'Guardar' }).click()
    const history = page.getByRole('region', { name: 'Últimos cambios' })
    await expect(history.getByText('Primero. Segundo.')).toBeVisible()
    await page.getByRole('button', { name: 'Deshacer el último cambio de «Textos legales»' }).click()
    await expect(legal.getByText('Del archivo')).toBeVisible()

    await page.getByRole('button', { name: 'Cambiar: Límites' }).click()
    const limits = page.getByRole('dialog', { name: 'Cambiar: Límites' })
    await limits.getByLabel('Adjuntos de un ticket').fill('0')
    await limits.getByRole('button', { name: 'Guardar' }).click()
    await expect(limits.getByText('De 1 a 50')).toBeVisible()
  },
)

for (const width of [1280, 390]) {
  test(
    `clients come in from a file of Excel: seen line by line, corrected, loaded once, ${width} wide`,
    { tag: width === 1280 ? [] : '@long' },
    async ({ browser }) => {
      const page = await technician(browser, 'raul', null)
      await page.setViewportSize({ width, height: 900 })
      await page.goto('clientes')
      await page.getByRole('link', { name: 'Cargar un CSV' }).click()
      await heading(page, 'Cargar CSV')
      const template = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Descargar plantilla' }).click()
      expect((await template).suggestedFilename()).toBe('Clientes.csv')

      const code = 7000 + width
      const choose = (text: string, name = 'clientes.csv') =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
      const lines = page.getByRole('region', { name: 'Líneas del archivo' })
      await choose('Instalación;Código;Nombre\r\nLEV-01;001;X\r\n')
      await expect(page.getByRole('alert').getByText('Parece un archivo de empresas')).toBeVisible()
      await choose('nada;de;esto\r\n1;2;3\r\n')
      await expect(page.getByRole('alert').getByText('Faltan columnas: Código, Nombre')).toBeVisible()
      await choose(`Código;Nombre;Correo\r\n${code};"Muñoz\r\nhermanos";nadie\r\n`)
      await expect(lines.getByText('Correo: Formato email incorrecto')).toBeVisible()
      await expect(lines.getByRole('button', { name: 'Cargar', exact: true })).toBeDisabled()
      await choose(`Código;Nombre;Correo\r\n${code};"Muñoz\r\nhermanos";m@munoz.example\r\n`)
      await expect(lines.getByText('1 alta')).toBeVisible()
      await lines.getByRole('button', { name: 'Cargar', exact: true }).click()
      await alert(page, 'El archivo está cargado')
      await choose(`Código;Nombre;Correo\r\n${code};"Muñoz\r\nhermanos";m@munoz.example\r\n`)
      await expect(lines.getByText('No hay nada que cargar')).toBeVisible()
      await page.goto(`clientes/${code}`)
      await heading(page, 'Muñoz hermanos')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.context().close()
    },
  )
}
