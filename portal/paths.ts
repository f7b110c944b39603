/** The portal's addresses below `/public`: what people see, so in Spanish. */
export const BASE_PATH = '/public'

/** The ways into the tickets area (spec §2): the list, the form, the form for technical support. */
export const SHORTCUTS = ['lista', 'nuevo', 'soporte'] as const
export type Shortcut = (typeof SHORTCUTS)[number]

export const paths = {
  home: '/',
  login: '/login',
  homeByLink: '/home',
  newTicketByLink: '/nuevo-ticket',
  tickets: '/tickets/$atajo',
} as const

/** The id of the tickets area's route, for `getRouteApi`. */
export const TICKETS_ROUTE = '/session/shell/tickets/$atajo'
