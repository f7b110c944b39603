import type { VIEWS } from '#contract/console/queue/queue-filter.ts'

/** The console's addresses below `/consola`. People see them, so they are Spanish. */
export const BASE_PATH = '/consola'

export const paths = {
  start: '/',
  login: '/entrar',
  passwordLink: '/contrasena',
  addressLink: '/direccion',
  secondFactor: '/segundo-factor',
  search: '/buscar',
  manual: '/manual',
  queue: '/cola/$vista',
  savedView: '/vistas/$number',
  ticket: '/ticket/$number',
  callbacks: '/llamadas',
  recordCall: '/llamadas/nueva',
  assistant: '/asistente',
  workList: '/trabajo/$lista',
  work: '/trabajo/$lista/$number',
  clients: '/clientes',
  takeOn: '/alta-de-cliente',
  csv: '/clientes-csv',
  firstSteps: '/primeros-pasos',
  client: '/clientes/$client',
  clientContacts: '/clientes/$client/contactos',
  clientReport: '/clientes/$client/informe',
  newContact: '/clientes/$client/contactos/nuevo',
  contact: '/clientes/$client/contactos/$contact',
  contacts: '/contactos',
  installations: '/instalaciones',
  installation: '/instalaciones/$installation',
  dataChanges: '/solicitudes',
  cannedAnswers: '/respuestas',
  problems: '/problemas',
  problem: '/problemas/$problem',
  notices: '/avisos',
  modules: '/modulos',
  calendar: '/calendario',
  figures: '/cifras',
  audit: '/auditoria',
  outbox: '/bandeja-de-salida',
  receivedMail: '/correo-por-ordenar',
  technicians: '/tecnicos',
  settings: '/ajustes',
  apiKeys: '/claves-api',
  webhooks: '/webhooks',
  deliveries: '/webhooks/$webhook',
} as const

/** The ids of routes, for `getRouteApi`. */
export const QUEUE_ROUTE = '/session/shell/cola/$vista'
export const CLIENT_REPORT_ROUTE = '/session/shell/clientes/$client/informe'
export const MANUAL_ROUTE = '/session/shell/manual'
export const FIGURES_ROUTE = '/session/shell/supervisor/cifras'
export const TICKET_ROUTE = '/session/shell/ticket/$number'

export type View = (typeof VIEWS)[number]

/** Each view's name in an address. */
export const VIEW_NAMES = {
  'waiting-for-us': 'por-responder',
  mine: 'mias',
  unassigned: 'sin-asignar',
  claimed: 'reclamadas',
  'third-claim': 'tercera-reclamacion',
  'near-promise': 'por-vencer',
  'waiting-for-customer': 'del-cliente',
  open: 'abiertas',
  closed: 'terminadas',
  all: 'todas',
} as const satisfies Record<View, string>

/** The views in the order of the menu. */
export const VIEW_ORDER = [
  'waiting-for-us',
  'mine',
  'unassigned',
  'claimed',
  'third-claim',
  'near-promise',
  'waiting-for-customer',
  'open',
  'closed',
] as const satisfies readonly View[]
export type MenuView = (typeof VIEW_ORDER)[number]

const VIEWS_NAMED: readonly View[] = [...VIEW_ORDER, 'all']
export const viewNamed = (name: string): View | undefined => VIEWS_NAMED.find((view) => VIEW_NAMES[view] === name)
export const isView = (given: unknown): given is View => VIEWS_NAMED.some((view) => view === given)

/** The names of the lists of work in an address. */
export const WORK_LISTS = { incident: 'incidencias', development: 'desarrollos', valuation: 'valoraciones' } as const
export type WorkList = keyof typeof WORK_LISTS

export const WORK_ORDER = ['incident', 'development', 'valuation'] as const satisfies readonly WorkList[]

export const workListNamed = (name: string | undefined): WorkList | undefined =>
  WORK_ORDER.find((list) => WORK_LISTS[list] === name)

/** Whether an address can exist: a record's number or code, a view, a list. */
export const mayBeThere = (named: object): boolean =>
  Object.entries(named).every(([parameter, value]) => COULD_NAME[parameter]?.(String(value)) ?? true)

const isNumber = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))

const COULD_NAME: Readonly<Record<string, (text: string) => boolean>> = {
  vista: (text) => viewNamed(text) !== undefined,
  lista: (text) => workListNamed(text) !== undefined,
  number: isNumber,
  client: isNumber,
  contact: isNumber,
  webhook: isNumber,
  installation: (text) => text.length <= 64 && !text.includes('\0'),
}
