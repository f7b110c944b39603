import type { VIEWS } from '#contract/console/tickets.ts'

/** The console's addresses below `/consola`: what people see, so in Spanish. */
export const BASE_PATH = '/consola'

export const paths = {
  start: '/',
  login: '/entrar',
  passwordLink: '/contrasena',
  secondFactor: '/segundo-factor',
  queue: '/cola/$vista',
  ticket: '/ticket/$number',
  callbacks: '/llamadas',
  recordCall: '/llamadas/nueva',
} as const

/** The ids of routes, for `getRouteApi`. */
export const QUEUE_ROUTE = '/session/shell/cola/$vista'
export const TICKET_ROUTE = '/session/shell/ticket/$number'

export type View = (typeof VIEWS)[number]

/** What each view is called in an address. */
export const VIEW_NAMES = {
  'waiting-for-us': 'por-responder',
  mine: 'mias',
  unassigned: 'sin-asignar',
  claimed: 'reclamadas',
  'near-promise': 'por-vencer',
  'waiting-for-customer': 'del-cliente',
  open: 'abiertas',
  closed: 'terminadas',
} as const satisfies Record<View, string>

/** The views in the order of the menu. */
export const VIEW_ORDER = [
  'waiting-for-us',
  'mine',
  'unassigned',
  'claimed',
  'near-promise',
  'waiting-for-customer',
  'open',
  'closed',
] as const satisfies readonly View[]

export const viewNamed = (name: string): View =>
  VIEW_ORDER.find((view) => VIEW_NAMES[view] === name) ?? 'waiting-for-us'
