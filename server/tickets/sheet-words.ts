import type { Language } from '#contract/moment.ts'
import type { Turn } from '#domain/ticket.ts'

const es = {
  pending: 'Tickets en curso',
  closed: 'Histórico de tickets',
  number: 'Nº de ticket',
  state: 'Estado',
  turn: 'Le toca a',
  urgency: 'Urgencia',
  module: 'Módulo',
  installation: 'Instalación',
  'raised-by': 'Solicitado por',
  behalf: 'En nombre de',
  title: 'Descripción',
  'created-at': 'Fecha alta',
  'state-at': 'Fecha estado',
  'closed-at': 'Fecha cierre',
  'is-pending': 'Pendiente',
  'is-closed': 'Cerrado',
  'is-incident': 'Incidencia',
  accepted: 'Conforme',
  talking: 'Conversación',
  unfinished: 'Conversación sin terminar',
  reply: 'Usted: responder',
  conclude: 'Usted: conformidad',
  support: 'Soporte',
}

const en: typeof es = {
  pending: 'Open tickets',
  closed: 'Ticket history',
  number: 'Ticket no.',
  state: 'State',
  turn: 'Waiting for',
  urgency: 'Urgency',
  module: 'Module',
  installation: 'Installation',
  'raised-by': 'Raised by',
  behalf: 'On behalf of',
  title: 'Description',
  'created-at': 'Created',
  'state-at': 'State date',
  'closed-at': 'Closed',
  'is-pending': 'Pending',
  'is-closed': 'Closed',
  'is-incident': 'Incident',
  accepted: 'Accepted',
  talking: 'Conversation',
  unfinished: 'Unfinished conversation',
  reply: 'You: reply',
  conclude: 'You: acceptance',
  support: 'Support',
}

/** The words of a list's Excel sheet: only the server needs them. */
export const SHEET_WORDS: Readonly<Record<Language, Readonly<typeof es> & Readonly<Record<Turn, string>>>> = { es, en }
