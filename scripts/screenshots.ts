// `npm run screenshots [-- <part of a scene's name> …]`: every screen and pop-up of portal and console, at 1280 and 390 pixels,
// in light and in dark, into `screenshots/`, which git ignores. From a portal of its own with the demo. `npm run screenshots --
// readme`: the README's picture alone.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { CLIENT_SUBJECT } from '#contract/entry-codec.ts'
import { TEXT, answer, get, post, raise } from '../e2e/own-tickets.ts'
import { composer, logIn } from '../e2e/technicians.ts'
import { enterAs, linkOf, openDemoBrowser } from './demo-browser.ts'
import { withPalette } from './palette-png.ts'

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url))
const README_PICTURE = fileURLToPath(new URL('../docs/tickets.png', import.meta.url))
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
const SCHEMES = ['light', 'dark'] as const
const TALLEST = 4000

/**
 * The people of the scenes. A contact is Lucía Ferrer, an administrator Andrés Molina, and a client none of its
 * contacts; Nuria Santos has an older version, and a newcomer no drafts. At the console, the technician is Sonia Campos
 * and the supervisor Raúl Ibáñez.
 */
type Who = 'nobody' | 'contact' | 'administrator' | 'client' | 'older' | 'newcomer' | 'technician' | 'supervisor'
/** The link that each of them enters by. */
const ENTERING = {
  contact: {},
  administrator: { subject: '12' },
  client: { subject: CLIENT_SUBJECT },
  older: { installation: 'DUE-01', subject: '21' },
}
type Stays = Exclude<Who, 'newcomer'>
type State = Awaited<ReturnType<Awaited<ReturnType<typeof demo.newContext>>['storageState']>>

const STAYING = [
  'nobody',
  'contact',
  'administrator',
  'client',
  'older',
  'technician',
  'supervisor',
] as const satisfies Stays[]

/** The tickets of the scenes, one for each situation. */
interface Tickets {
  readonly answered: number
  readonly waiting: number
  readonly closed: number
  readonly accepted: number
  readonly blocked: number
  /** A call with an AI's transcript. */
  readonly transcribed: number
  readonly incident: number
}

interface Scene {
  readonly who: Who
  readonly at: string | ((tickets: Tickets) => string)
  /** Runs before the address is opened, and after. */
  readonly before?: (page: Page) => Promise<unknown>
  readonly act?: (page: Page, tickets: Tickets) => Promise<unknown>
  /** For scenes that keep loading. */
  readonly unsettled?: true
}

const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last()
const call = (path: string) => new RegExp(`/api/(?:.*/)?${path}(\\?|$)`)
const refuse =
  (path: string, status = 503) =>
  (page: Page) =>
    page.route(call(path), (route) =>
      route.fulfill({ status, json: { ok: false, message: 'El servicio no está disponible', data: { data: null } } }),
    )
const answering = (path: string, data: object) => (page: Page) =>
  page.route(call(path), (route) => route.fulfill({ json: { ok: true, message: '', data: { data } } }))
/** Passes on the server's answers, with additions. */
const answeringAlso = (path: string, more: object) => (page: Page) =>
  page.route(call(path), async (route) => {
    const answer = await route.fetch().catch(() => null)
    // The page was closed meanwhile.
    if (!answer) return
    const answered = await answer.json()
    await route.fulfill({ json: { ...answered, data: { data: { ...answered.data.data, ...more } } } })
  })
/** A customer who is taken on at the console. */
const NEW_CUSTOMER = Object.entries({
  name: 'Promociones Ebro, S.L.',
  code: '2001',
  installation: 'EBR-01',
  company: '001',
  companyName: 'Promociones Ebro, S.L.',
  contactName: 'Nuria Lanuza',
})
const TAKEN_ON = {
  client: { code: 2001, name: 'Promociones Ebro, S.L.' },
  installation: 'EBR-01',
  company: '001',
  contact: 1,
  kid: 'EBR-01-4f7c1a90be',
  secret: 'Zk3vQ0p5m1cVtq2f8r9Jd7xWb6nLhYs4uE0aTgKoRiM',
}
const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `MFRG-GZDF-MZTW-Q2L${'ABCDEFGHIJ'[index]}`)
const openRecoveryCodes = async (page: Page) => {
  await page.getByRole('button', { name: /^Menú de .*Raúl/ }).click()
  await page.getByRole('button', { name: 'Códigos de recuperación' }).click()
}
const never = (path: string) => (page: Page) => page.route(call(path), () => undefined)
const ticket = (which: keyof Tickets) => (tickets: Tickets) => `tickets/lista?ticket=${tickets[which]}`
const consoleTicket = (which: keyof Tickets) => (tickets: Tickets) => `/consola/ticket/${tickets[which]}`
const onTicket = (which: keyof Tickets, act: string): Scene => ({ who: 'contact', at: ticket(which), act: press(act) })

const onValuation = (act: string): Scene => ({
  who: 'administrator',
  at: 'opciones-adicionales?vista=valoraciones',
  act: async (page) => {
    await press(/Ver la valoración/)(page)
    await press(act)(page)
  },
})

/** Half an hour ago. */
const JUST_NOW = new Date(Date.now() - 1_800_000)
const UNDOABLE = {
  decision: { resultado: 'aceptada', usuario: 'Andrés Molina', fecha: JUST_NOW.toISOString(), texto: 'Adelante.' },
  puedeDecidir: false,
  puedeDeshacer: true,
  deshacerHasta: new Date(JUST_NOW.getTime() + 3_600_000).toISOString(),
  historia: [
    { tipo: 'oferta', version: 1, total: 2_141.86, validaHasta: null, texto: '' },
    { tipo: 'oferta', version: 2, total: 2_072.9, validaHasta: null, texto: '' },
    { tipo: 'aceptada', version: 2, total: null, validaHasta: null, texto: 'Adelante.' },
  ].map((event) => ({ ...event, usuario: 'Andrés Molina', fecha: JUST_NOW.toISOString() })),
}
const EXPIRED = { caducada: true, validaHasta: '2026-11-20', puedeDecidir: false }

const REFUSED = {
  mailRefusal: {
    email: 'lucia.ferrer@levante.example',
    at: '2026-11-20T08:58:00.000Z',
    reason: 'RCPT TO 550 5.1.1 <lucia.ferrer@levante.example>: no such mailbox',
  },
}

/** A mail of each state: the demo sends none. */
const MAILS = [
  {
    state: 'queued',
    reason: 'CONN ECONNREFUSED connect ECONNREFUSED 192.0.2.1:587',
    nextAt: '2026-11-20T09:20:00.000Z',
    attempts: 3,
  },
  { state: 'possibly-sent', reason: 'DATA ETIMEDOUT Timeout', settledAt: '2026-11-20T09:01:00.000Z', attempts: 1 },
  {
    state: 'failed',
    reason: 'RCPT TO 550 5.1.1 <lucia.ferrer@levante.example>: no such mailbox',
    settledAt: '2026-11-20T08:58:00.000Z',
    attempts: 1,
  },
  {
    state: 'sent',
    reason: '',
    settledAt: '2026-11-20T08:57:00.000Z',
    resentAt: '2026-11-20T08:56:00.000Z',
    attempts: 2,
  },
  { state: 'suppressed', reason: 'choice', settledAt: '2026-11-20T08:55:00.000Z', attempts: 0 },
].map((mail, index) => ({
  id: index + 1,
  client: { code: 1001, name: 'Construcciones Levante, S.L.' },
  kind: 'answer',
  ticket: 100_042,
  about: null,
  reader: 'Lucía Ferrer',
  email: 'lucia.ferrer@levante.example',
  createdAt: '2026-11-20T08:55:00.000Z',
  nextAt: null,
  settledAt: null,
  resentAt: null,
  mayResend: mail.state !== 'suppressed',
  ...mail,
}))

const TECHNICIANS_MAILS = MAILS.map(({ client: _client, ticket: _ticket, about: _about, ...mail }, index) => ({
  ...mail,
  kind: ['notifications', 'address-link', 'password-link', 'address-notice', 'notifications'][index],
  reason: mail.reason === 'choice' ? 'everything was read meanwhile' : mail.reason,
  username: 'sonia',
  reader: 'Sonia Campos',
  email: 'sonia.campos@soporte.example',
}))

/** The title of a list's first row. */
const openFirstRow = (page: Page) =>
  page.locator('main :is(td, li) button[aria-haspopup=dialog]').filter({ visible: true }).first().click()

/** Opens the work that awaits a test in BD pruebas, by its link on the home and then its title. */
async function openAwaited(page: Page): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Para probar en su BD de pruebas' })
    .first()
    .getByRole('link')
    .click()
  await openFirstRow(page)
  await button(page, 'No funciona').waitFor()
}

async function fillForm(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByLabel('Título').fill('Cierre de octubre descuadrado')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.locator('input[type=file]').setInputFiles([
    { name: 'asiento de octubre.png', mimeType: 'image/png', buffer: await readFile(README_PICTURE) },
    { name: 'extracto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') },
    { name: 'programa.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  await form.getByText('Subido', { exact: true }).first().waitFor()
}

/** Asks the assistant and waits for the end of each answer. */
async function ask(page: Page, ...questions: string[]): Promise<void> {
  await press('Iniciar conversación')(page)
  for (const question of questions) {
    await page.getByLabel('Su pregunta').fill(question)
    await page.keyboard.press('Enter')
    await page.locator('dialog [aria-busy=true]').waitFor()
    await page.locator('dialog [aria-busy=true]').waitFor({ state: 'detached' })
  }
}

const searchFor = (words: string, key: string) => async (page: Page) => {
  await press('Buscar')(page)
  await page.getByRole('combobox').fill(words)
  if (words !== '') await page.getByRole('option').first().waitFor()
  await page.keyboard.press(key)
}

const SCENES: Readonly<Record<string, Scene>> = {
  login: { who: 'nobody', at: 'login' },
  'login-form': { who: 'nobody', at: 'login', act: press('Entrar con usuario y contraseña') },
  'login-refused': {
    who: 'nobody',
    at: 'login',
    act: async (page) => {
      await press('Entrar con usuario y contraseña')(page)
      await page.getByLabel('Usuario').fill('andres')
      await page.getByLabel('Contraseña', { exact: true }).fill('otra')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  'login-contact-failed': { who: 'nobody', at: 'login', before: refuse('obtener_configuracion') },
  'entry-refused': { who: 'nobody', at: 'home#t=eyJ.x.y' },
  'entry-other-person': {
    who: 'contact',
    at: '',
    act: async (page) => {
      await page.goto(await linkOf(new URL(page.url()).origin, { caller: 'otra.persona' }))
      await button(page, 'Entrar yo').waitFor()
    },
  },
  'session-ended': {
    who: 'contact',
    at: 'tickets/lista',
    act: async (page) => {
      await page.context().clearCookies()
      await page.getByRole('tab', { name: /Histórico/ }).click()
      await page.getByRole('heading', { name: 'Acceso a Soporte online' }).waitFor()
    },
  },
  'home-mail': { who: 'nobody', at: 'home-mail?ticket=100040' },
  home: { who: 'contact', at: '' },
  'home-administrator': { who: 'administrator', at: '' },
  'home-client': { who: 'client', at: '' },
  'home-failed': {
    who: 'contact',
    at: '',
    before: refuse('get_turnos', 500),
    act: (page) => button(page, 'Reintentar').waitFor(),
  },
  'undo-silence': { who: 'contact', at: '', act: press(/^Deshacer la aceptación/) },
  'home-unreachable': { who: 'contact', at: '', before: refuse('check_session') },
  'user-menu': { who: 'contact', at: 'tickets/lista', act: press(/Menú de/) },
  'side-menu': {
    who: 'administrator',
    at: 'tickets/lista',
    act: async (page) => {
      if (await button(page, 'Abrir el menú').isVisible()) await press('Abrir el menú')(page)
    },
  },
  tickets: { who: 'contact', at: 'tickets/lista' },
  'tickets-english': {
    who: 'contact',
    at: 'tickets/lista',
    before: (page) => page.addInitScript("localStorage.setItem('idioma', 'en')"),
  },
  'tickets-history': { who: 'contact', at: 'tickets/lista?vista=historico' },
  'tickets-filtered': { who: 'contact', at: 'tickets/lista?estado=incidencia&mias=true&entre=2026-01-01' },
  'tickets-none': { who: 'contact', at: 'tickets/lista?numero=1' },
  'tickets-loading': { who: 'contact', at: 'tickets/lista', before: never('get_lista'), unsettled: true },
  'tickets-failed': { who: 'contact', at: 'tickets/lista', before: refuse('get_lista', 500) },
  'tickets-offline': {
    who: 'contact',
    at: 'tickets/lista',
    act: async (page) => {
      await page.context().setOffline(true)
      await page.getByText('Sin conexión').first().waitFor()
    },
  },
  'tickets-reason': {
    who: 'contact',
    at: 'tickets/lista',
    act: (page) => page.locator('[data-refused]').filter({ visible: true }).first().focus(),
  },
  filter: { who: 'contact', at: 'tickets/lista', act: press('Filtrar') },
  incidents: { who: 'contact', at: 'tickets/lista?lista=incidencias' },
  'incidents-filter': { who: 'contact', at: 'tickets/lista?lista=incidencias', act: press('Filtrar') },
  'incident-claim': {
    who: 'contact',
    at: ({ incident }) => `tickets/lista?lista=incidencias&numero=${incident}`,
    act: async (page) => {
      const bell = page.getByRole('button', { name: /Enviar reclamación|Reclamar/ }).filter({ visible: true })
      await bell.first().click()
    },
  },
  'incident-line': {
    who: 'contact',
    at: ({ incident }) => `tickets/lista?lista=incidencias&numero=${incident}`,
    act: openFirstRow,
  },
  'incident-to-validate': { who: 'contact', at: '', act: openAwaited },
  'incident-validated': {
    who: 'contact',
    at: '',
    act: async (page) => {
      await openAwaited(page)
      await press('Validado en pruebas')(page)
    },
  },
  'incident-fails': {
    who: 'contact',
    at: '',
    act: async (page) => {
      await openAwaited(page)
      await press('No funciona')(page)
    },
  },
  'incidents-failed': {
    who: 'contact',
    at: 'tickets/lista?lista=incidencias',
    before: refuse('get_lista_actuaciones', 500),
  },
  developments: { who: 'contact', at: 'tickets/lista?lista=desarrollos' },
  'development-line': {
    who: 'contact',
    at: 'tickets/lista?lista=desarrollos',
    act: openFirstRow,
  },
  ticket: { who: 'contact', at: ticket('answered') },
  'ticket-closed': { who: 'contact', at: ticket('closed') },
  'ticket-blocked': { who: 'contact', at: ticket('blocked') },
  'ticket-accepted': { who: 'contact', at: ticket('accepted') },
  'ticket-unknown': { who: 'contact', at: 'tickets/lista?ticket=1' },
  'ticket-failed': { who: 'contact', at: ticket('answered'), before: refuse('ver_consulta', 500) },
  'ticket-transcribed': { who: 'contact', at: ticket('transcribed') },
  'ticket-correction': onTicket('transcribed', 'Corregir la transcripción'),
  'ticket-silence': {
    who: 'administrator',
    at: '',
    act: async (page) => {
      await page.getByRole('listitem').filter({ hasText: 'se dará por aceptado' }).first().getByRole('link').click()
      await page.getByText(/Si no dice nada/).waitFor()
    },
  },
  reply: onTicket('answered', 'Responder'),
  claim: onTicket('waiting', 'Reclamar'),
  accept: onTicket('closed', 'Conforme'),
  reject: onTicket('closed', 'No conforme'),
  'add-information': onTicket('waiting', 'Añadir información'),
  withdraw: onTicket('waiting', 'Ya está resuelto'),
  simulate: onTicket('waiting', 'Simular técnico'),
  related: onTicket('accepted', 'Abrir relacionada'),
  'new-ticket': { who: 'newcomer', at: 'tickets/nuevo' },
  'new-ticket-filled': { who: 'newcomer', at: 'tickets/nuevo', act: fillForm },
  'new-ticket-alike': {
    who: 'newcomer',
    at: 'tickets/nuevo',
    before: (page) =>
      answering('parecidos', {
        tickets: [
          {
            llnumreg: 100052,
            titulo: 'Urgencia bloqueante: no se puede emitir ninguna factura',
            fragmento: '… al confirmar aparece «<mark>Serie</mark> <mark>bloqueada</mark> por otro usuario» …',
            fecha: '2026-11-20T09:00:00.000Z',
          },
        ],
        problemas: [
          {
            prnreg: 1,
            titulo: 'La serie queda bloqueada al cerrar la ventana de facturas',
            descripcion: 'Si se cierra sin confirmar, la serie sigue reservada.',
            solucion: 'Entre en Series y pulse Liberar.',
            versionCorregida: 'V032',
            fechaPrevista: '2026-12-15',
            meAfecta: false,
            fragmento: 'la <mark>serie</mark> sigue reservada',
          },
        ],
      })(page),
    act: async (page) => {
      await page
        .getByRole('textbox', { name: 'Texto' })
        .fill('Al facturar dice que la serie está bloqueada por otro usuario')
      const offered = page.getByRole('region', { name: 'Antes de enviar' })
      await offered.waitFor()
      await offered.scrollIntoViewIfNeeded()
    },
  },
  'new-ticket-files': {
    who: 'newcomer',
    at: 'tickets/nuevo',
    act: async (page) => {
      await fillForm(page)
      await page.getByRole('listitem').filter({ hasText: 'programa.exe' }).scrollIntoViewIfNeeded()
    },
  },
  'new-ticket-refused': {
    who: 'newcomer',
    at: 'tickets/nuevo',
    act: async (page) => {
      await page.getByLabel('Módulo').selectOption('Ventas')
      await press('Enviar')(page)
      await page.getByRole('alert').first().waitFor()
    },
  },
  assistant: { who: 'newcomer', at: '', act: press('Iniciar conversación') },
  'assistant-answer': {
    who: 'newcomer',
    at: '',
    act: (page) => ask(page, '¿Cómo se envía una remesa de adeudos SEPA al banco?'),
  },
  // Not the other contact, because each may only ask a limited number of questions in an hour.
  'assistant-full': {
    who: 'administrator',
    at: '',
    act: (page) =>
      ask(page, '¿Cómo se envía una remesa al banco?', '¿Y si la rechaza?', 'Receta de tortilla de patatas'),
  },
  'assistant-form': {
    who: 'newcomer',
    at: 'tickets/nuevo',
    act: async (page) => {
      await page.getByLabel('Módulo').selectOption('Tesorería')
      await page.getByLabel('Texto de la consulta').fill('¿Cómo se envía una remesa de adeudos SEPA al banco?')
      await press('Enviar')(page)
      await page.getByLabel('Su pregunta').waitFor()
    },
  },
  'assistant-trial': { who: 'newcomer', at: '', act: press('Probar el streaming') },
  'new-ticket-by-link': { who: 'newcomer', at: 'nuevo-ticket' },
  'technical-request': { who: 'newcomer', at: 'tickets/soporte' },
  'file-preview': {
    who: 'newcomer',
    at: 'tickets/nuevo',
    act: async (page) => {
      await fillForm(page)
      await press('Ver asiento de octubre.png')(page)
    },
  },
  leave: {
    who: 'newcomer',
    at: 'tickets/nuevo',
    act: async (page) => {
      await page.getByLabel('Título').fill('A medias')
      await page.keyboard.press('Escape')
    },
  },
  'own-data': { who: 'administrator', at: 'mis-datos' },
  'own-data-contact': { who: 'newcomer', at: 'mis-datos' },
  'mail-choice-saved': {
    who: 'newcomer',
    at: 'mis-datos',
    act: async (page) => {
      await page.getByRole('radio', { checked: false }).first().check()
      await press('Guardar')(page)
      await page.getByRole('button', { name: /Me he equivocado/ }).waitFor()
    },
  },
  'mail-choice-no-link': { who: 'nobody', at: 'correos' },
  'mail-choice-refused': { who: 'nobody', at: 'correos#e=no-es-de-nadie' },
  'own-data-refused': {
    who: 'administrator',
    at: 'mis-datos',
    act: async (page) => {
      await press('Cambiar contraseña')(page)
      await page.getByRole('alert').first().waitFor()
    },
  },
  options: { who: 'administrator', at: 'opciones-adicionales' },
  valuations: { who: 'administrator', at: 'opciones-adicionales?vista=valoraciones' },
  'valuation-undoable': {
    who: 'administrator',
    at: 'opciones-adicionales?vista=valoraciones&valoracion=301',
    before: answeringAlso('ver_valoracion', UNDOABLE),
  },
  'valuation-expired': {
    who: 'administrator',
    at: 'opciones-adicionales?vista=valoraciones&valoracion=301',
    before: answeringAlso('ver_valoracion', EXPIRED),
  },
  'valuation-without-lines': { who: 'administrator', at: 'opciones-adicionales?vista=valoraciones&valoracion=303' },
  valuation: { who: 'administrator', at: 'opciones-adicionales?vista=valoraciones', act: press(/Ver la valoración/) },
  'valuation-accept': onValuation('Aceptar'),
  'valuation-ask': onValuation('Preguntar'),
  'valuation-reject': onValuation('Rechazar'),
  'valuations-failed': {
    who: 'administrator',
    at: 'opciones-adicionales?vista=valoraciones',
    before: refuse('get_lista_valoraciones', 500),
  },
  demos: { who: 'administrator', at: 'demos' },
  contact: { who: 'contact', at: 'contacto' },
  search: { who: 'contact', at: 'buscar?q=certificaci%C3%B3n' },
  'search-alone': { who: 'contact', at: 'buscar?q=certificaci%C3%B3n&solo=incident' },
  'search-nothing-found': { who: 'contact', at: 'buscar?q=xyzzy' },
  'search-failed': { who: 'contact', at: 'buscar?q=factura', before: refuse('buscar', 500) },
  'search-typed': { who: 'contact', at: 'manuales', act: searchFor('serie bloqeada', 'ArrowDown') },
  'search-home': { who: 'contact', at: 'home', act: searchFor('', 'ArrowDown') },
  manuals: { who: 'contact', at: 'manuales' },
  'manuals-search': { who: 'contact', at: 'manuales?buscar=factura' },
  'manuals-nothing-found': { who: 'contact', at: 'manuales?buscar=xyzzy' },
  'manuals-chosen': {
    who: 'contact',
    at: 'manuales',
    act: async (page) => {
      for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check()
    },
  },
  'manuals-failed': { who: 'contact', at: 'manuales', before: refuse('manuales.json', 500) },
  manual: { who: 'contact', at: 'manuales/contabilidad' },
  'manual-section': { who: 'contact', at: 'manuales/contabilidad#cerrar-el-ejercicio' },
  'manual-printed': {
    who: 'contact',
    at: 'manuales/contabilidad',
    act: (page) => page.emulateMedia({ media: 'print' }),
  },
  'manual-unknown': { who: 'contact', at: 'manuales/no-existe' },
  versions: { who: 'administrator', at: 'versiones' },
  'versions-bc': {
    who: 'administrator',
    at: 'versiones',
    act: (page) => page.getByRole('tab', { name: /BC 365/ }).click(),
  },
  'version-note': { who: 'contact', at: 'versiones/re-v031-cambios' },
  changes: { who: 'older', at: 'versiones/cambios' },
  'changes-none': { who: 'contact', at: 'versiones/cambios' },
  'home-few': { who: 'older', at: '' },
  'password-link': { who: 'nobody', at: 'contrasena' },
  'address-link': { who: 'nobody', at: 'direccion' },
  'address-link-refused': { who: 'nobody', at: 'direccion#t=no-es-de-nadie' },
  'password-link-refused': { who: 'nobody', at: 'contrasena#t=no-es-de-nadie' },

  report: { who: 'administrator', at: 'informe?periodo=2026-11' },
  'console-login': { who: 'nobody', at: '/consola/' },
  'console-queue': { who: 'technician', at: '/consola/' },
  'console-queue-empty': { who: 'technician', at: '/consola/cola/por-responder?texto=xyzzy' },
  'console-closed': { who: 'technician', at: '/consola/cola/terminadas' },
  'console-ticket': { who: 'technician', at: consoleTicket('blocked') },
  'console-answer': {
    who: 'technician',
    at: consoleTicket('waiting'),
    act: async (page) => {
      await page.keyboard.press('r')
      await composer(page).getByRole('textbox').waitFor()
    },
  },
  'console-open-incident': { who: 'technician', at: consoleTicket('waiting'), act: (page) => page.keyboard.press('i') },
  'console-shortcuts': { who: 'technician', at: '/consola/', act: (page) => page.keyboard.press('?') },
  'console-more-filters': {
    who: 'technician',
    at: '/consola/cola/abiertas?orden=urgencia&espera=60',
    act: (page) => page.getByRole('button', { name: 'Más filtros' }).click(),
  },
  'console-save-view': {
    who: 'technician',
    at: '/consola/cola/abiertas?orden=urgencia&espera=60',
    act: (page) => page.getByRole('button', { name: 'Guardar vista' }).click(),
  },
  'console-palette': {
    who: 'technician',
    at: '/consola/',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Orden, pantalla, número o palabras' }).fill('serie bloqueada')
      await page.getByRole('group', { name: 'Encontrado' }).waitFor()
    },
  },
  'console-search': { who: 'technician', at: '/consola/buscar?q=certificaci%C3%B3n' },
  'console-search-narrowed': { who: 'technician', at: '/consola/buscar?q=cliente:1001%20estado:abierto&solo=ticket' },
  'console-search-empty': { who: 'technician', at: '/consola/buscar' },
  'console-manual': { who: 'technician', at: '/consola/manual?libro=manuales/contabilidad' },
  'console-call': { who: 'technician', at: '/consola/llamadas/nueva' },
  'console-callbacks': { who: 'technician', at: '/consola/llamadas' },
  'console-assistant': { who: 'supervisor', at: '/consola/asistente' },
  'console-incidents': { who: 'technician', at: '/consola/trabajo/incidencias' },
  'console-developments': { who: 'technician', at: '/consola/trabajo/desarrollos' },
  'console-valuations': { who: 'technician', at: '/consola/trabajo/valoraciones' },
  'console-incident': { who: 'technician', at: ({ incident }) => `/consola/trabajo/incidencias/${incident}` },
  'console-plan': {
    who: 'technician',
    at: ({ incident }) => `/consola/trabajo/incidencias/${incident}`,
    act: (page) => page.keyboard.press('p'),
  },
  'console-valuation': {
    who: 'technician',
    at: '/consola/trabajo/valoraciones',
    act: async (page) => {
      await page.locator('main a[href*="/trabajo/valoraciones/"]').first().click()
      await page.waitForURL(/valoraciones\/\d/)
    },
  },
  'console-valuation-offer': {
    who: 'technician',
    at: '/consola/trabajo/valoraciones/301',
    act: press('Cambiar lo que ofrece'),
  },
  'console-figures': { who: 'supervisor', at: '/consola/cifras?periodo=semana' },
  'console-figures-quarter': { who: 'supervisor', at: '/consola/cifras?periodo=trimestre' },
  'console-figures-list': { who: 'supervisor', at: '/consola/cola/todas' },
  'console-clients': { who: 'supervisor', at: '/consola/clientes' },
  'console-first-steps': { who: 'supervisor', at: '/consola/primeros-pasos' },
  'console-take-on': { who: 'supervisor', at: '/consola/alta-de-cliente' },
  'console-taken-on': {
    who: 'supervisor',
    at: '/consola/alta-de-cliente',
    before: answering('take-on', TAKEN_ON),
    act: async (page) => {
      for (const [name, value] of NEW_CUSTOMER) await page.locator(`[name=${name}]`).fill(value)
      await press('Dar de alta')(page)
      await page.getByText('Programa de ejemplo').waitFor()
    },
  },
  'console-take-on-wrong': { who: 'supervisor', at: '/consola/alta-de-cliente', act: press('Dar de alta') },
  'console-record-sheets': { who: 'supervisor', at: '/consola/clientes-csv' },
  'console-record-sheets-seen': {
    who: 'supervisor',
    at: '/consola/clientes-csv',
    act: async (page) => {
      const text =
        'Código;Nombre;Correo;Color\n1001;Levante Obras, S.A.;;\n7001;Obras El Álamo;obras@alamo.example;\nabc;Sin número;nadie;\n'
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await page.getByText('Lo que haría').waitFor()
    },
  },
  'console-recovery-codes': {
    who: 'supervisor',
    at: '/consola/clientes',
    act: openRecoveryCodes,
  },
  'console-recovery-codes-new': {
    who: 'supervisor',
    at: '/consola/clientes',
    before: answering('recovery-codes', { recoveryCodes: RECOVERY_CODES }),
    act: async (page) => {
      await openRecoveryCodes(page)
      await page.getByLabel('Contraseña', { exact: true }).fill('Demo-raul-1')
      await page.getByLabel('Código de la aplicación').fill('123456')
      await press('Hacer códigos nuevos')(page)
      await page.getByText(RECOVERY_CODES[0] ?? '').waitFor()
    },
  },
  'console-client': { who: 'supervisor', at: '/consola/clientes/1001' },
  'console-client-report': { who: 'supervisor', at: '/consola/clientes/1001/informe?periodo=2026-11' },
  'console-client-contacts': { who: 'supervisor', at: '/consola/clientes/1001/contactos' },
  'console-contact': { who: 'supervisor', at: '/consola/clientes/1001/contactos/11' },
  'console-new-contact': { who: 'supervisor', at: '/consola/clientes/1001/contactos/nuevo' },
  'console-contacts': { who: 'supervisor', at: '/consola/contactos' },
  'console-installations': { who: 'supervisor', at: '/consola/instalaciones' },
  'console-installation': { who: 'supervisor', at: '/consola/instalaciones/LEV-01' },
  'console-data-changes': { who: 'supervisor', at: '/consola/solicitudes' },
  'console-canned-answers': { who: 'supervisor', at: '/consola/respuestas' },
  'console-notices': { who: 'supervisor', at: '/consola/avisos' },
  'known-problems': {
    who: 'contact',
    at: '/public/versiones/problemas-conocidos',
    before: async (page) => {
      await page.route(/problemas_conocidos/, (route) =>
        route.fulfill({
          json: {
            ok: true,
            message: '',
            data: {
              data: [
                {
                  prnreg: 2,
                  titulo: 'El cierre de obra se detiene con más de mil facturas',
                  descripcion:
                    'Al cerrar el periodo de una obra con más de mil facturas, la pantalla se queda en «Calculando» y no termina.\nNo se pierde ningún dato.',
                  solucion: 'Cierre por meses: Obras › Cierre › Por meses.',
                  versionCorregida: 'V032',
                  fechaPrevista: '2026-12-15',
                },
                {
                  prnreg: 1,
                  titulo: 'La remesa no se genera si al banco le falta el BIC',
                  descripcion: 'El fichero queda vacío.',
                  solucion: '',
                  versionCorregida: null,
                  fechaPrevista: null,
                },
              ],
            },
          },
        }),
      )
    },
  },
  'console-problems': { who: 'supervisor', at: '/consola/problemas' },
  'console-new-problem': {
    who: 'supervisor',
    at: '/consola/problemas',
    act: (page) => page.getByRole('button', { name: 'Nuevo problema' }).click(),
  },
  'console-modules': { who: 'supervisor', at: '/consola/modulos' },
  'console-calendar': { who: 'supervisor', at: '/consola/calendario' },
  'console-audit': { who: 'supervisor', at: '/consola/auditoria' },
  'console-api-keys': { who: 'supervisor', at: '/consola/claves-api' },
  'console-outbox': {
    who: 'supervisor',
    at: '/consola/bandeja-de-salida',
    before: answering('outbox', { items: MAILS, next: null }),
  },
  'console-refused-ticket': {
    who: 'supervisor',
    at: consoleTicket('answered'),
    before: answeringAlso('ticket', REFUSED),
  },
  'console-refused-contact': {
    who: 'supervisor',
    at: '/consola/clientes/1001/contactos/11',
    before: answeringAlso('contact', REFUSED),
  },
  'console-late-jobs': {
    who: 'supervisor',
    at: '/consola/modulos',
    before: answeringAlso('jobs', { late: { since: '2026-11-20T08:58:00.000Z', jobs: ['housekeeping', 'silence'] } }),
  },
  'console-outbox-technicians': {
    who: 'supervisor',
    at: '/consola/bandeja-de-salida?a=technicians',
    before: answering('outbox/technicians', { items: TECHNICIANS_MAILS, next: null }),
  },
  'console-outbox-empty': { who: 'supervisor', at: '/consola/bandeja-de-salida?estado=failed' },
  'console-outbox-failed': { who: 'supervisor', at: '/consola/bandeja-de-salida', before: refuse('outbox') },
  'console-settings': { who: 'supervisor', at: '/consola/ajustes' },
  'console-setting': {
    who: 'supervisor',
    at: '/consola/ajustes',
    act: press('Cambiar: Color'),
  },
  'console-setting-legal': {
    who: 'supervisor',
    at: '/consola/ajustes',
    act: press('Cambiar: Textos legales'),
  },
  'console-setting-limits': {
    who: 'supervisor',
    at: '/consola/ajustes',
    act: press('Cambiar: Límites'),
  },
  'console-webhooks': { who: 'supervisor', at: '/consola/webhooks' },
  'console-technicians': { who: 'supervisor', at: '/consola/tecnicos' },
}

/** How many so far, because each gets another name. */
let newcomers = 0
const wanted = process.argv.slice(2)
const scenes = Object.entries(SCENES).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
await mkdir(FOLDER, { recursive: true })
const demo = await openDemoBrowser()
try {
  if (wanted.includes('readme')) await takeForReadme()
  else await takeAll()
} finally {
  await demo.close()
}

async function takeForReadme(): Promise<void> {
  const context = await demo.newContext({ viewport: { width: 1280, height: 760 } })
  const page = await context.newPage()
  await enterAs(page, demo.origin)
  await page.goto('tickets/lista')
  await page.waitForLoadState('networkidle')
  await button(page, 'Ocultar el aviso').click()
  // Fonts and transitions.
  await page.waitForTimeout(400)
  await writeFile(README_PICTURE, withPalette(await page.screenshot({ animations: 'disabled' })))
}

async function takeAll(): Promise<void> {
  const states = new Map<Who, State>()
  for (const who of STAYING) states.set(who, await enter(who))
  const tickets = await makeTickets(states.get('contact'))
  for (const viewport of SIZES) {
    for (const [name, scene] of scenes) {
      const context = await demo.newContext({
        ...setting(states.get(scene.who)),
        viewport,
        isMobile: viewport.width === 390,
      })
      const page = await context.newPage()
      const failure = await takeBoth(page, scene, tickets, `${name}-${viewport.width}`).then(
        () => '',
        (error: unknown) => `: ${String(error).split('\n')[0]}`,
      )
      console.log(`${name}-${viewport.width}${failure}`)
      if (failure) process.exitCode = 1
      await context.close()
    }
  }
}

function setting(storageState?: State) {
  return storageState ? { storageState } : {}
}

/**
 * Takes the same page in both themes, so that open parts stay open and only half as much is loaded. A scene that fails
 * is taken, too.
 */
async function takeBoth(page: Page, scene: Scene, tickets: Tickets, name: string): Promise<void> {
  try {
    await take(page, scene, tickets)
  } finally {
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      // Pictures, fonts and transitions.
      await page.waitForTimeout(400)
      await shoot(page, join(FOLDER, `${name}-${colorScheme}.png`))
    }
  }
}

/** A dialog is as high as the window. A page is taken whole, unless it is longer than anybody would look at. */
async function shoot(page: Page, path: string): Promise<void> {
  const hasDialog = (await page.locator('dialog[open]').count()) > 0
  const { height = 0 } = (await page.locator('html').boundingBox()) ?? {}
  await page.screenshot({ path, fullPage: !hasDialog && height < TALLEST, animations: 'disabled' })
}

async function take(page: Page, { who, at, before, act, unsettled }: Scene, tickets: Tickets): Promise<void> {
  page.setDefaultTimeout(20_000)
  await before?.(page)
  if (who === 'newcomer') await enterAs(page, demo.origin, { caller: `lferrer${(newcomers += 1)}` })
  await page.goto(typeof at === 'string' ? at : at(tickets))
  await page.locator('main, [role=alert], dialog').first().waitFor()
  if (unsettled) await page.waitForTimeout(500)
  else await page.waitForLoadState('networkidle')
  await act?.(page, tickets)
}

/** The cookies of a person with a session. */
async function enter(who: Stays): Promise<State> {
  const context = await demo.newContext()
  const page = await context.newPage()
  if (who === 'technician') await logIn(page, 'sonia')
  else if (who === 'supervisor') await logIn(page, 'raul')
  else if (who !== 'nobody') {
    await enterAs(page, demo.origin, ENTERING[who])
  }
  const state = await context.storageState()
  await context.close()
  return state
}

async function makeTickets(state: State | undefined): Promise<Tickets> {
  const context = await demo.newContext(setting(state))
  const page = await context.newPage()
  const answered = await raise(page, 'Cierre de octubre descuadrado')
  await answer(page, answered, 'N')
  await post(page, 'responder_consulta', { llnumreg: answered, llobse: 'Octubre de este año.' }).catch(() => undefined)
  await answer(page, answered, 'N')
  const waiting = await raise(page, 'El certificado del IRPF no coincide con el modelo 190')
  const closed = await raise(page, 'No se genera el efecto de una compraventa')
  await answer(page, closed, 'S')
  const accepted = await raise(page, 'Remesa de recibos rechazada por el banco')
  await answer(page, accepted, 'S')
  await post(page, 'marcar_conformidad', { llnumreg: accepted, llvaloracion: 5 })
  const blocked = await raise(page, 'El listado de obra no incluye las certificaciones de noviembre')
  await answer(page, blocked, 'S', { incidencia: 'S' })
  const { incidencias } = await get(page, 'ver_consulta', { llnumreg: String(blocked) })
  const transcribed = await recordCall(page, 'Recibo duplicado, por teléfono')
  await context.close()
  return { answered, waiting, closed, accepted, blocked, transcribed, incident: incidencias[0].pcnpet }
}

/** Lucía Ferrer calls, and a technician records what she said. */
async function recordCall(page: Page, title: string): Promise<number> {
  const at = (path: string) => `/api/console/${path}`
  await page.request.post(at('login'), { data: { username: 'raul', password: 'Demo-raul-1' } })
  const call = {
    client: 1001,
    installation: 'LEV-01',
    contact: 11,
    company: '001',
    area: 'main',
    title,
    text: 'Buenos días, llamo porque el recibo de los ochocientos trece de octubre sale duplicado.',
    kind: 'query',
    urgency: '3',
    origin: 'E',
    minutes: 4,
    module: null,
    transcript: true,
  }
  const recorded = await page.request.post(at('calls'), { data: call })
  return (await recorded.json()).data.data.number
}
