import type { Page } from '@playwright/test'
import { composer } from '../technicians.ts'
import { type Scene, type Tickets, answering, answeringAlso, press, refuse } from './scene.ts'

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
const consoleTicket = (which: keyof Tickets) => (tickets: Tickets) => `/consola/ticket/${tickets[which]}`

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

/** Each screen and pop-up of the console. */
export const CONSOLE_SCENES: Readonly<Record<string, Scene>> = {
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
