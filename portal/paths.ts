/** The portal's addresses below `/public`. People see them, so they are Spanish. */
export const BASE_PATH = '/public'

/** The ways into the tickets area (spec §2): the list, the form, the form for technical support. */
export const SHORTCUTS = ['lista', 'nuevo', 'soporte'] as const
export type Shortcut = (typeof SHORTCUTS)[number]
/** The form, for technical support. */
export const TECHNICAL_FORM = 'soporte' satisfies Shortcut

export const paths = {
  home: '/',
  login: '/login',
  newPassword: '/contrasena',
  addressLink: '/direccion',
  homeByLink: '/home',
  newTicketByLink: '/nuevo-ticket',
  homeMail: '/home-mail',
  mailChoice: '/correos',
  tickets: '/tickets/$atajo',
  manuals: '/manuales',
  manual: '/manuales/$slug',
  versions: '/versiones',
  versionNote: '/versiones/$slug',
  changes: '/versiones/cambios',
  options: '/opciones-adicionales',
  demos: '/demos',
  report: '/informe',
  ownData: '/mis-datos',
  contact: '/contacto',
  search: '/buscar',
} as const

/** The id of the tickets area's route, for `getRouteApi`. */
export const TICKETS_ROUTE = '/session/shell/tickets/$atajo'

/** Likewise of the additional options and of the notice for those who come from a mail. */
export const OPTIONS_ROUTE = '/session/shell/administrators/opciones-adicionales'
export const HOME_MAIL_ROUTE = '/home-mail'

/** Likewise of the search. */
export const SEARCH_ROUTE = '/session/shell/buscar'

/** Likewise of manuals and versions: the two lists, and the open document. */
export const MANUALS_ROUTE = '/session/shell/full-sessions/manuales'
export const VERSIONS_ROUTE = '/session/shell/full-sessions/versiones'
export const MANUAL_ROUTE = '/session/shell/full-sessions/manuales/$slug'
export const VERSION_NOTE_ROUTE = '/session/shell/full-sessions/versiones/$slug'

/** One ticket, open over the list. */
export const pathOfTicket = (ticket: number): string => `/tickets/lista?ticket=${ticket}`
