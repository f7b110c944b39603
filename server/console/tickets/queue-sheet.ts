import type { Language } from '#contract/moment.ts'
import type { Sentences } from '#contract/sentences-es.ts'
import { type Area, type Situation, type TicketKind, shownTurn, situationOf } from '#domain/ticket.ts'
import type { FileAnswer } from '../../http/door.ts'
import { type SheetColumn, listSheet, momentColumn, plain } from '../../tickets/list-sheet.ts'
import type { View } from './queue-condition-store.ts'
import type { SheetTicket, TicketKey } from './queue-store.ts'

interface Sheet {
  readonly view: View
  readonly keys: readonly TicketKey[]
  /** The rows of some of them, in that order. */
  readonly read: (keys: readonly TicketKey[]) => Promise<readonly SheetTicket[]>
  readonly now: Date
  readonly sentences: Sentences
  readonly language: Language
  /** The product's name stands for its area. */
  readonly product: string
}

/** A list of the queue as an Excel file. */
export function queueSheet({ view, keys, read, now, sentences, language, product }: Sheet): FileAnswer {
  const words = WORDS[language]
  return listSheet({
    name: words.view[view],
    columns: columnsOf(words, { ...words.areas, main: product }, sentences),
    keys,
    read,
    now,
  })
}

type Words = typeof es

function columnsOf(
  words: Words,
  areas: Readonly<Record<Area, string>>,
  { urgency }: Sentences,
): readonly SheetColumn<SheetTicket>[] {
  return [
    { title: words.number, width: 12, cell: ({ number }) => number },
    { title: words.situation, width: 22, cell: (ticket) => words.situations[situation(ticket)] },
    { title: words.urgency, width: 12, cell: (ticket) => urgency[ticket.urgency] },
    { title: words.client, width: 9, cell: ({ client }) => client },
    { title: words.name, width: 30, cell: ({ clientName }) => plain(clientName) },
    { title: words.installation, width: 14, cell: ({ installation }) => plain(installation) },
    { title: words.version, width: 10, cell: ({ version }) => plain(version) },
    { title: words.area, width: 18, cell: ({ area }) => areas[area] },
    { title: words.module, width: 22, cell: ({ module }) => plain(module ?? '') },
    { title: words.kind, width: 12, cell: ({ kind }) => words.kinds[kind] },
    { title: words.title, width: 70, cell: ({ title }) => plain(title) },
    { title: words.raisedBy, width: 24, cell: ({ raisedBy }) => plain(raisedBy) },
    { title: words.behalf, width: 24, cell: ({ behalf }) => plain(behalf) },
    { title: words.assignee, width: 22, cell: ({ assignee }) => plain(assignee ?? '') },
    { title: words.claims, width: 14, cell: ({ claimsInARow }) => claimsInARow },
    { title: words.rating, width: 11, cell: ({ rating }) => rating },
    { title: words.minutes, width: 11, cell: ({ callMinutes }) => callMinutes },
    momentColumn(words.due, ({ dueAt }) => dueAt),
    momentColumn(words.created, ({ createdAt }) => createdAt),
    momentColumn(words.lastEntry, ({ lastEntryAt }) => lastEntryAt),
    momentColumn(words.closed, ({ closedAt }) => closedAt),
  ]
}

const situation = (ticket: SheetTicket): Situation => situationOf({ ...ticket, turn: shownTurn(ticket) })

/** The words of the sheet: only the server needs them. */
const es = {
  view: {
    mine: 'Asignados a mí',
    unassigned: 'Sin asignar',
    'waiting-for-us': 'Por responder',
    'waiting-for-customer': 'Esperan al cliente',
    claimed: 'Reclamados',
    'third-claim': '3.ª reclamación',
    'near-promise': 'A punto de vencer',
    open: 'Todos los abiertos',
    closed: 'Terminados',
    all: 'Todos',
  } satisfies Record<View, string>,
  situations: {
    support: 'Por responder',
    reply: 'Espera al cliente',
    conclude: 'Espera la conformidad',
    incident: 'Espera la incidencia',
    accepted: 'Conforme',
    talking: 'Conversación abierta',
    unfinished: 'Conversación sin terminar',
  } satisfies Record<Situation, string>,
  areas: {
    apps: 'APPS',
    aspro: 'BC',
    technical: 'Soporte Técnico',
  } satisfies Record<Exclude<Area, 'main'>, string>,
  kinds: { query: 'Consulta', incident: 'Incidencia' } satisfies Record<TicketKind, string>,
  number: 'Nº de ticket',
  situation: 'Situación',
  urgency: 'Urgencia',
  client: 'Cliente',
  name: 'Nombre del cliente',
  installation: 'Instalación',
  version: 'Versión',
  area: 'Área',
  module: 'Módulo',
  kind: 'Tipo',
  title: 'Descripción',
  raisedBy: 'Solicitado por',
  behalf: 'En nombre de',
  assignee: 'Asignado a',
  claims: 'Reclamaciones seguidas',
  rating: 'Valoración',
  minutes: 'Minutos de llamada',
  due: 'Compromiso',
  created: 'Fecha alta',
  lastEntry: 'Último mensaje',
  closed: 'Fecha cierre',
}

const en: Words = {
  view: {
    mine: 'Assigned to me',
    unassigned: 'Unassigned',
    'waiting-for-us': 'To answer',
    'waiting-for-customer': 'Waiting for the customer',
    claimed: 'Claimed',
    'third-claim': 'Third claim',
    'near-promise': 'Due soon',
    open: 'All open',
    closed: 'Finished',
    all: 'All',
  },
  situations: {
    support: 'To answer',
    reply: 'Waits for customer',
    conclude: 'Waits for acceptance',
    incident: 'Waits for incident',
    accepted: 'Accepted',
    talking: 'Open conversation',
    unfinished: 'Unfinished conversation',
  },
  areas: {
    apps: 'APPS',
    aspro: 'BC',
    technical: 'Technical Support',
  },
  kinds: { query: 'Query', incident: 'Incident' },
  number: 'Ticket no.',
  situation: 'Situation',
  urgency: 'Urgency',
  client: 'Client',
  name: 'Client’s name',
  installation: 'Installation',
  version: 'Version',
  area: 'Area',
  module: 'Module',
  kind: 'Kind',
  title: 'Description',
  raisedBy: 'Raised by',
  behalf: 'On behalf of',
  assignee: 'Assigned to',
  claims: 'Claims in a row',
  rating: 'Rating',
  minutes: 'Call minutes',
  due: 'Promise',
  created: 'Created',
  lastEntry: 'Last message',
  closed: 'Closed',
}

const WORDS: Readonly<Record<Language, Words>> = { es, en }
