import type { Words } from '#browser/words.ts'
import type { NOTIFICATION_KINDS } from '#contract/console/notifications.ts'

type Kind = (typeof NOTIFICATION_KINDS)[number]

/** The bell's words. Spanish is the source. */
export const notificationsEs = {
  title: 'Notificaciones',
  bell: (unread: number) =>
    unread === 0 ? 'Notificaciones' : unread === 1 ? 'Una notificación sin leer' : `${unread} notificaciones sin leer`,
  empty: 'No hay notificaciones',
  emptyLead: 'Aquí se avisa de lo que le toca: lo asignado, las respuestas, las reclamaciones…',
  readAll: 'Marcar todo como leído',
  more: 'Cargar más',
  unread: 'sin leer',
  number: {
    ticket: (number: number) => `Ticket ${number}`,
    incident: (number: number) => `Incidencia ${number}`,
    development: (number: number) => `Desarrollo ${number}`,
    valuation: (number: number) => `Valoración ${number}`,
  },
  kind: {
    assigned: 'Se lo han asignado',
    replied: 'Ha respondido el cliente',
    claimed: 'El cliente reclama',
    'third-claim': 'Tercera reclamación: es suya',
    'not-working': '«No funciona» en BD pruebas',
    decided: 'Han decidido una valoración',
    undone: 'Han deshecho la decisión de una valoración',
    'promise-near': 'El compromiso vence pronto',
    'promise-broken': 'Compromiso vencido',
    mentioned: 'Lo mencionan en una nota',
    'mail-refused': 'Un correo no le llega al cliente',
  } as Readonly<Record<Kind, string>>,
  choices: 'De qué avisar',
  choice: {
    assigned: 'Asignaciones',
    replied: 'Respuestas del cliente',
    claimed: 'Reclamaciones',
    'third-claim': 'Terceras reclamaciones',
    'not-working': '«No funciona»',
    decided: 'Decisiones sobre valoraciones',
    undone: 'Decisiones deshechas',
    'promise-near': 'Compromisos que vencen pronto',
    'promise-broken': 'Compromisos vencidos',
    mentioned: 'Menciones (@usuario)',
    'mail-refused': 'Correos que no llegan al cliente',
  } as Readonly<Record<Kind, string>>,
  byMail: 'Por correo, sin la consola abierta',
  mailedTo: (email: string) =>
    `A ${email}, cuando lleve unos minutos sin ninguna consola abierta; como mucho un correo cada cuarto de hora.`,
  noAddress: 'No tiene dirección de correo: un supervisor puede ponerla en «Técnicos».',
  here: 'En este navegador',
  desktop: 'Avisar en el escritorio',
  desktopHint: 'Cuando la consola no está a la vista.',
  desktopRefused: 'El navegador no lo permite: cámbielo en sus ajustes del sitio',
  sound: 'Con sonido',
}

export type NotificationMessages = Words<typeof notificationsEs>
