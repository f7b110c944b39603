// `npm run screenshots [-- <part of a scene's name> …]`: every screen and pop-up, at 1280 and 390 pixels, in light and in
// dark, into `screenshots/`, which git ignores. Against a portal of its own with the demo.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Page, chromium } from '@playwright/test'
import { CLIENT_SUBJECT } from '#contract/entry-codec.ts'
import { entryLink, signDemoEntry } from '#server/session/entry-link.ts'
import { startPortal } from '#server/testing/portal-process.ts'
import { TEXT, answer, get, post, raise } from '../e2e/own-tickets.ts'
import { buildWeb } from './setup.mjs'

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url))
const PICTURE = fileURLToPath(new URL('../docs/tickets.png', import.meta.url))
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]
/** A manual is far longer than anybody looks. */
const TALLEST = 4000
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** A contact is Lucía Ferrer, an administrator Andrés Molina; a client is none of its contacts; a newcomer has no drafts. */
type Who = 'nobody' | 'contact' | 'administrator' | 'client' | 'newcomer'

/** The tickets that the scenes are about, one in each situation. */
interface Tickets {
  readonly answered: number
  readonly waiting: number
  readonly closed: number
  readonly accepted: number
  readonly blocked: number
  readonly incident: number
}

interface Scene {
  readonly who: Who
  readonly at: string | ((tickets: Tickets) => string)
  /** What is done before the address is opened, and there. */
  readonly before?: (page: Page) => Promise<unknown>
  readonly act?: (page: Page, tickets: Tickets) => Promise<unknown>
  /** Of what stays as it is while it loads. */
  readonly unsettled?: true
}

const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last()
const call = (path: string) => new RegExp(`/api/.*/${path}(\\?|$)`)
const refuse =
  (path: string, status = 503) =>
  (page: Page) =>
    page.route(call(path), (route) =>
      route.fulfill({ status, json: { ok: false, message: 'El servicio no está disponible', data: { data: null } } }),
    )
const never = (path: string) => (page: Page) => page.route(call(path), () => undefined)
const ticket = (which: keyof Tickets) => (tickets: Tickets) => `tickets/lista?ticket=${tickets[which]}`
const onTicket = (which: keyof Tickets, act: string): Scene => ({ who: 'contact', at: ticket(which), act: press(act) })

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

/** Asks the assistant, up to the end of each answer. */
async function ask(page: Page, ...questions: string[]): Promise<void> {
  await press('Iniciar conversación')(page)
  for (const question of questions) {
    await page.getByLabel('Su pregunta').fill(question)
    await page.keyboard.press('Enter')
    await page.locator('dialog [aria-busy=true]').waitFor()
    await page.locator('dialog [aria-busy=true]').waitFor({ state: 'detached' })
  }
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
    act: (page) => page.locator('main button[aria-haspopup=dialog]').filter({ visible: true }).first().click(),
  },
  developments: { who: 'contact', at: 'tickets/lista?lista=desarrollos' },
  ticket: { who: 'contact', at: ticket('answered') },
  'ticket-closed': { who: 'contact', at: ticket('closed') },
  'ticket-blocked': { who: 'contact', at: ticket('blocked') },
  'ticket-accepted': { who: 'contact', at: ticket('accepted') },
  'ticket-unknown': { who: 'contact', at: 'tickets/lista?ticket=1' },
  'ticket-failed': { who: 'contact', at: ticket('answered'), before: refuse('ver_consulta', 500) },
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
  // Another contact's: nobody may ask more than so much in an hour.
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
  valuation: { who: 'administrator', at: 'opciones-adicionales?vista=valoraciones', act: press(/Ver la valoración/) },
  demos: { who: 'administrator', at: 'demos' },
  contact: { who: 'contact', at: 'contacto' },
  manuals: { who: 'contact', at: 'manuales' },
  'manuals-search': {
    who: 'contact',
    at: 'manuales',
    act: async (page) => {
      await page.getByRole('searchbox').first().fill('factura')
      await page.waitForTimeout(800)
    },
  },
  manual: {
    who: 'contact',
    at: 'manuales',
    act: async (page) => {
      await page.locator('main a[href*="/manuales/"]').first().click()
      await page.waitForURL(/\/manuales\/./)
    },
  },
  versions: { who: 'administrator', at: 'versiones' },
  changes: { who: 'administrator', at: 'versiones/cambios' },
}

/** So far: each has another name. */
let newcomers = 0
const wanted = process.argv.slice(2)
const scenes = Object.entries(SCENES).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
const problem = await buildWeb()
if (problem) throw new Error(problem)
await mkdir(FOLDER, { recursive: true })
const data = await mkdtemp(join(tmpdir(), 'portal-screenshots-'))
const portal = await startPortal({ DATA_DIR: data })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: FLAGS,
})
try {
  await takeAll()
} finally {
  await browser.close()
  await portal.stop()
  await rm(data, { recursive: true, force: true })
}

async function takeAll(): Promise<void> {
  const states = new Map<Who, Awaited<ReturnType<typeof enter>>>()
  for (const who of ['nobody', 'contact', 'administrator', 'client'] as const) states.set(who, await enter(who))
  const tickets = await makeTickets(states.get('contact'))
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [name, scene] of scenes) {
        const context = await browser.newContext({
          ...setting(states.get(scene.who)),
          viewport,
          colorScheme,
          isMobile: viewport.width === 390,
        })
        const page = await context.newPage()
        const path = join(FOLDER, `${name}-${viewport.width}-${colorScheme}.png`)
        const failure = await take(page, scene, tickets).then(
          () => null,
          (error: unknown) => String(error).split('\n')[0],
        )
        await shoot(page, path)
        console.log(`${name}-${viewport.width}-${colorScheme}${failure ? `: ${failure}` : ''}`)
        if (failure) process.exitCode = 1
        await context.close()
      }
    }
  }
}

function setting(storageState?: Awaited<ReturnType<typeof enter>>) {
  return {
    baseURL: `${portal.origin}/public/`,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    ...(storageState && { storageState }),
  }
}

/** What stands in a dialog is as high as the window; a page is shown whole. */
async function shoot(page: Page, path: string): Promise<void> {
  const hasDialog = (await page.locator('dialog[open]').count()) > 0
  const { width = 0, height = 0 } = (await page.locator('html').boundingBox()) ?? {}
  const clip = height > TALLEST && { clip: { x: 0, y: 0, width, height: TALLEST } }
  await page.screenshot({ path, fullPage: !hasDialog, animations: 'disabled', ...clip })
}

async function take(page: Page, { who, at, before, act, unsettled }: Scene, tickets: Tickets): Promise<void> {
  page.setDefaultTimeout(20_000)
  await before?.(page)
  if (who === 'newcomer') {
    await page.goto(await linkOf(portal.origin, { caller: `lferrer${(newcomers += 1)}` }))
    await page.getByRole('heading', { level: 1 }).getByText('Hola').waitFor()
  }
  await page.goto(typeof at === 'string' ? at : at(tickets))
  await page.locator('main, [role=alert], dialog').first().waitFor()
  if (unsettled) await page.waitForTimeout(500)
  else await page.waitForLoadState('networkidle')
  await act?.(page, tickets)
  // Pictures, fonts and transitions.
  await page.waitForTimeout(400)
}

/** The cookies of somebody who is in. */
async function enter(who: Exclude<Who, 'newcomer'>) {
  const context = await browser.newContext(setting())
  const page = await context.newPage()
  if (who !== 'nobody') {
    const subject = { contact: '11', administrator: '12', client: CLIENT_SUBJECT }[who]
    await page.goto(await linkOf(portal.origin, { subject }))
    await page.getByRole('heading', { level: 1 }).getByText('Hola').waitFor()
  }
  const state = await context.storageState()
  await context.close()
  return state
}

async function linkOf(origin: string, { subject = '11', caller }: { subject?: string; caller?: string }) {
  const entry = { installation: 'LEV-01', subject, context: { company: '001' }, ...(caller && { caller }) }
  return entryLink(origin, await signDemoEntry(entry, new Date()))
}

async function makeTickets(state: Awaited<ReturnType<typeof enter>> | undefined): Promise<Tickets> {
  const context = await browser.newContext(setting(state))
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
  await context.close()
  return { answered, waiting, closed, accepted, blocked, incident: incidencias[0].pcnpet }
}
