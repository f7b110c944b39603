import { expect, test } from 'vitest'
import { formatIn } from '#browser/format.ts'
import { MAIL_STATES } from '#contract/mail.ts'
import { VIEWS } from '#contract/console/queue/queue-filter.ts'
import { VALUATION_VIEWS, WORK_VIEWS } from '#contract/console/work.ts'
import { CLIENT_AREAS, ENTRY_MODES, VISIBILITIES } from '#domain/account.ts'
import { DEVELOPMENT_STATES } from '#domain/development.ts'
import { FIGURE_PERIODS } from '#domain/figures/figure-days.ts'
import { INCIDENT_STATES } from '#domain/incident.ts'
import { RECEIVED_STATES } from '#domain/mail/received-mail.ts'
import { PROBLEM_STATES } from '#domain/problems/problem.ts'
import { TECHNICIAN_ROLES } from '#domain/technician.ts'
import { AREAS } from '#domain/ticket.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { PLANNED_STAGES, WORK_KINDS } from '#domain/work.ts'
import { auditEn } from '../messages/audit-en.ts'
import { auditEs } from '../messages/audit-es.ts'
import { en } from '../messages/en.ts'
import { es } from '../messages/es.ts'
import { type DetailWords, sayDetails } from './audit-details.ts'

const ES: DetailWords = { audit: auditEs, messages: { ...es, role: es.layout.role }, format: formatIn('es') }
const EN: DetailWords = { audit: auditEn, messages: { ...en, role: en.layout.role }, format: formatIn('en') }

/** The details as the server sends them. */
const said = (details: object, words = ES) =>
  sayDetails(
    Object.entries(details).map(([name, value]) =>
      typeof value === 'string' ? { name, value } : { name, value: JSON.stringify(value), structured: true },
    ),
    words,
  ).map(({ term, text }) => `${term}: ${text}`)

test.each<[string, object, string[]]>([
  [
    'a client',
    {
      name: { from: 'Levante', to: 'Levante, S.A.' },
      email: { from: '', to: 'a@levante.example' },
      areas: { from: ['main', 'apps'], to: ['main', 'aspro'] },
      active: { from: true, to: false },
    },
    [
      'Nombre: «Levante» → «Levante, S.A.»',
      'Correo: – → «a@levante.example»',
      'Aplicaciones: se quita «APPS»; se añade «BC»',
      'Activo: «sí» → «no»',
    ],
  ],
  [
    'an installation',
    { installation: 'LEV-01', version: { from: 'V030', to: 'V031' }, entryMode: { from: 'signed', to: 'limited' } },
    ['Instalación: LEV-01', 'Versión: «V030» → «V031»', 'Modo de entrada: «solo enlace firmado» → «limitado»'],
  ],
  [
    'a contact',
    {
      contact: 11,
      personal: ['email', 'phone'],
      visibility: { from: 'own', to: 'client' },
      places: {
        from: [{ installation: 'LEV-01', companies: ['001'] }],
        to: [{ installation: 'LEV-01', companies: ['001', '002'] }],
      },
    },
    [
      'Contacto: 11',
      'Datos personales: correo, teléfono',
      'Qué ve: «los suyos» → «todos»',
      'Instalaciones: se quita «instalación LEV-01, empresas 001»; se añade «instalación LEV-01, empresas 001, 002»',
    ],
  ],
  [
    'a notice',
    { notice: 3, until: { from: null, to: '2026-11-20T07:30:00.000Z' }, textEs: { from: 'Uno', to: 'Dos' } },
    ['Aviso: 3', 'Hasta el: – → «20/11/2026, 08:30»', 'Texto en español: «Uno» → «Dos»'],
  ],
  [
    'the calendar',
    {
      daysOff: {
        from: [{ month: 12, day: 25, name: 'Navidad' }],
        to: [
          { month: 12, day: 25, name: 'Navidad' },
          { easter: -2, name: 'Viernes Santo' },
          { date: '2026-12-07', name: 'Puente' },
        ],
      },
      seasons: {
        from: [{ name: 'normal', week: { 1: { opens: '09:00', closes: '17:00' } } }],
        to: [{ name: 'summer', from: { month: 7, day: 1 }, to: { month: 8, day: 31 } }],
      },
    },
    [
      'Festivos: se añade «Viernes Santo (Pascua −2 d)», «Puente (07/12/2026)»',
      'Temporadas: se quita «resto del año (lunes 09:00–17:00)»; se añade «verano (1/7–31/8)»',
    ],
  ],
  [
    "a ticket's properties",
    {
      from: { urgency: '2', area: 'main', module: null },
      to: { urgency: '6', area: 'main', module: 12 },
    },
    ['Urgencia: «Baja» → «Bloqueante»', 'Módulo: – → «12»'],
  ],
  ['an assignment', { from: null, to: 'sonia' }, ['Cambio: – → «sonia»']],
  [
    "an incident's properties and state",
    { work: 50_024, to: { version: 'V031' }, tickets: [100_001, 100_002] },
    ['Incidencia o desarrollo: 50024', 'Versión: – → «V031»', 'Tickets: 100001, 100002'],
  ],
  [
    'a state',
    { work: 50_024, from: 'pending', to: 'planned', reason: '2026-11-20' },
    ['Incidencia o desarrollo: 50024', 'Cambio: «Pendiente» → «Planificado»', 'Motivo: 2026-11-20'],
  ],
  [
    'a planned date',
    { stage: 'delivery', from: null, to: '2026-12-01' },
    ['De qué: entrega', 'Cambio: – → «01/12/2026»'],
  ],
  [
    'a joined ticket',
    { joined: 100_052, urgency: { from: '3', to: '6' }, dueAt: { from: null, to: '2026-11-20T07:30:00.000Z' } },
    ['Se une: 100052', 'Urgencia: «Normal» → «Bloqueante»', 'Compromiso de respuesta: – → «20/11/2026, 08:30»'],
  ],
  [
    'a search',
    { act: '/console/ticket', from: '2026-11-20T07:30:00.000Z' },
    ['Acción: Ver un ticket', 'De: 20/11/2026, 08:30'],
  ],
  ['what looks like JSON but was typed', { search: '{"to":1}' }, ['Búsqueda: {"to":1}']],
  ['what only the inside knows', { unheard: { of: [1, true, null] } }, ['Unheard: of 1, sí, –']],
])('%s', (_name, details, expected) => {
  expect(said(details)).toEqual(expected)
})

test('in English too', () => {
  expect(
    said(
      { name: { from: 'One', to: 'Two' }, areas: { from: [], to: ['aspro'] }, active: { from: true, to: false } },
      EN,
    ),
  ).toEqual(['Name: “One” → “Two”', 'Applications: added “BC”', 'Active: “yes” → “no”'])
})

/** By the names that acts record them under. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  area: AREAS,
  areas: CLIENT_AREAS,
  entryMode: ENTRY_MODES,
  kind: WORK_KINDS,
  period: FIGURE_PERIODS,
  role: TECHNICIAN_ROLES,
  stage: PLANNED_STAGES,
  state: [...INCIDENT_STATES, ...DEVELOPMENT_STATES, ...PROBLEM_STATES, ...MAIL_STATES, ...RECEIVED_STATES],
  urgency: URGENCIES,
  view: [...WORK_VIEWS, ...VALUATION_VIEWS, ...VIEWS],
  visibility: VISIBILITIES,
}

test('each value of a closed set has a word', () => {
  const raw = Object.entries(CLOSED).flatMap(([name, values]) =>
    values.filter((value) => said({ [name]: value })[0]?.endsWith(`: ${value}`)).map((value) => [name, value]),
  )
  expect(raw).toEqual([])
})

test('both languages have words for the same values', () => {
  const valuesOf = (audit: object) =>
    Object.entries(audit).map(([name, words]) => [name, typeof words === 'object' ? Object.keys(words).toSorted() : []])
  expect(Object.fromEntries(valuesOf(auditEn))).toEqual(Object.fromEntries(valuesOf(auditEs)))
})
