import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { linkOf } from '../../scripts/demo-browser.ts'
import { TEXT } from '../own-tickets.ts'
import { type Scene, type Tickets, answering, answeringAlso, button, call, press, refuse } from './scene.ts'

/** A picture as large as a screenshot. */
const PICTURE = fileURLToPath(new URL('../../docs/tickets.png', import.meta.url))

const never = (path: string) => (page: Page) => page.route(call(path), () => undefined)
const ticket = (which: keyof Tickets) => (tickets: Tickets) => `tickets/lista?ticket=${tickets[which]}`
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

/** A file of each kind that the scanner holds back, beside one that it has let through. */
const HELD_BACK = ['pendiente', 'infectado', undefined].map((retenido, index) => ({
  iaimagen: `${'a'.repeat(23)}${index}`,
  fimagen: { imdesc: ['captura-2026-11-22-14-28-21.png', 'factura de octubre.pdf', 'extracto.xlsx'][index] },
  mime: 'application/octet-stream',
  bytes: 48_213,
  fecha: '2026-11-22T13:28:21.000Z',
  llnumreg: 100_042,
  entrada: null,
  retenido,
}))

/** The title of a list's first row. */
const openFirstRow = (page: Page) =>
  page.locator('main :is(td, li) a[href*="trabajo="]').filter({ visible: true }).first().click()

/** Opens the work that awaits a test in BD pruebas, by its link on the home. */
async function openAwaited(page: Page): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Para probar en su BD de pruebas' })
    .first()
    .getByRole('link')
    .click()
  await button(page, 'No funciona').waitFor()
}

async function fillForm(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByLabel('Módulo').selectOption('Contabilidad')
  await form.getByLabel('Título').fill('Cierre de octubre descuadrado')
  await form.getByLabel('Texto de la consulta').fill(TEXT)
  await form.locator('input[type=file]').setInputFiles([
    { name: 'asiento de octubre.png', mimeType: 'image/png', buffer: await readFile(PICTURE) },
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

/** Each screen and pop-up of the portal. */
export const PORTAL_SCENES: Readonly<Record<string, Scene>> = {
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
      // The end of the stream may have told of it already.
      const login = page.getByRole('heading', { name: 'Acceso a Soporte online' })
      await Promise.any([page.getByRole('tab', { name: /Histórico/ }).click(), login.waitFor()])
      await login.waitFor()
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
  // On a phone the list consists of cards, which have no columns.
  columns: {
    who: 'contact',
    at: 'tickets/lista',
    act: async (page) => {
      if (await button(page, 'Columnas').isVisible()) await press('Columnas')(page)
    },
  },
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
  'ticket-held-back': {
    who: 'contact',
    at: ticket('answered'),
    before: answering('get_documentacion', HELD_BACK),
    act: (page) => page.getByText('Retenido: contiene').scrollIntoViewIfNeeded(),
  },
  'ticket-unknown': { who: 'contact', at: 'tickets/lista?ticket=1' },
  'ticket-failed': { who: 'contact', at: ticket('answered'), before: refuse('ver_consulta', 500) },
  'ticket-transcribed': { who: 'contact', at: ticket('transcribed') },
  'ticket-correction': onTicket('transcribed', 'Corregir la transcripción'),
  'ticket-silence': {
    who: 'administrator',
    at: '',
    act: async (page) => {
      await press(/^Ver \d+ más$/)(page)
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
  'picture-editor': {
    who: 'newcomer',
    at: 'tickets/nuevo',
    act: async (page) => {
      await fillForm(page)
      await press(/^Tapar partes de asiento de octubre.png/)(page)
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
                  meAfecta: true,
                },
                {
                  prnreg: 1,
                  titulo: 'La remesa no se genera si al banco le falta el BIC',
                  descripcion: 'El fichero queda vacío.',
                  solucion: '',
                  versionCorregida: null,
                  fechaPrevista: null,
                  meAfecta: false,
                },
              ],
            },
          },
        }),
      )
    },
  },
  report: { who: 'administrator', at: 'informe?periodo=2026-11' },
}
