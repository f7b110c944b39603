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
  homeMail: '/home-mail',
  tickets: '/tickets/$atajo',
  manuals: '/manuales',
  versions: '/versiones',
  options: '/opciones-adicionales',
  demos: '/demos',
  ownData: '/mis-datos',
  contact: '/contacto',
} as const

/** The id of the tickets area's route, for `getRouteApi`. */
export const TICKETS_ROUTE = '/session/shell/tickets/$atajo'

/** Likewise of the additional options and of the notice for those who come from a mail. */
export const OPTIONS_ROUTE = '/session/shell/administrators/opciones-adicionales'
export const HOME_MAIL_ROUTE = '/home-mail'

/** One ticket, open over the list. */
export const pathOfTicket = (ticket: number): string => `/tickets/lista?ticket=${ticket}`
