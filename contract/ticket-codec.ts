import {
  AREAS,
  type EntryKind,
  LISTED_STATES,
  type ListedState,
  ROW_ICONS,
  SIDES,
  TICKET_KINDS,
  TICKET_STATES,
  TURNS,
} from '#domain/ticket.ts'
import { ANY_URGENCIES, URGENCIES } from '#domain/urgency.ts'
import type { TicketActions } from '#domain/ticket-actions.ts'
import * as z from 'zod/mini'
import { AREA_LETTERS } from './account-codec.ts'
import { entryId } from './files/file-codec.ts'
import { incidentNumber, incidentState, refusalOf } from './incident-codec.ts'
import {
  as,
  boolean,
  coded,
  count,
  day,
  identity,
  instant,
  integer,
  lettered,
  list,
  nullable,
  officeTime,
  oneOf,
  optional,
  orItsText,
  recordCode,
  recordNumber,
  strictWireObject,
  text,
  wireObject,
  yesNo,
} from './wire.ts'

export const ticketNumber = recordNumber('ticket')
export const moduleNumber = recordNumber('module')

/** Random, because knowing the id grants access; for anybody else the conversation does not exist. */
export const conversation = identity('conversation', recordCode('conversation', 100).check(z.minLength(1)))

const STATE_LETTERS = { pending: 'P', closed: 'C', incident: 'I' } as const satisfies Record<ListedState, string>
export const ticketState = lettered(TICKET_STATES, STATE_LETTERS)
export const listedState = lettered(LISTED_STATES, STATE_LETTERS)
export const ticketKind = lettered(TICKET_KINDS, { query: 'C', incident: 'I' })
export const area = lettered(AREAS, AREA_LETTERS)
/** Digits are in words; the letters come from the provider's application and are only shown (docs/unknowns.md). */
export const urgency = oneOf(ANY_URGENCIES)
export const chosenUrgency = oneOf(URGENCIES)

/** -1 on the wire when there is no rating. */
export const rating = identity(
  'none',
  z.codec(z.int().check(z.minimum(-1), z.maximum(5)), z.nullable(z.int()), {
    decode: (value) => (value < 1 ? null : value),
    encode: (value) => value ?? -1,
  }),
)

const refusalCode = coded({
  ticket_cerrado: 'ticket-closed',
  ticket_abierto: 'ticket-open',
  espera_respuesta: 'awaiting-answer',
  respondido_por_soporte: 'answered-by-support',
  conversacion_abierta: 'conversation-open',
  reclamado_hace_poco: 'claimed-recently',
  reclamaciones_agotadas: 'claims-exhausted',
  ya_conforme: 'already-accepted',
  incidencia_sin_entregar: 'incident-undelivered',
  no_aceptada_por_silencio: 'not-by-silence',
  silencio_definitivo: 'silence-final',
})

const refusal = refusalOf(refusalCode)

/** Of each act that is refused now. A new act needs nothing else: without a refusal it is allowed. */
const refusals = wireObject({
  reply: as('responder', optional(refusal)),
  claim: as('reclamar', optional(refusal)),
  conclude: as('conformar', optional(refusal)),
} satisfies Record<keyof TicketActions, object>)

const actionFields = {
  mayReply: as('puedeResponder', boolean),
  mayClaim: as('puedeReclamar', boolean),
  mayConclude: as('puedeConformar', boolean),
  refusals: as('motivos', refusals),
}

/** Whether each act is possible now and, if not, why. */
export const ticketActions = wireObject(actionFields)

/** The contact or client that the author writes for; empty if that is the author. */
const behalf = text(200)

/** Support's entries of a ticket in progress that this person has not seen. */
const unread = as('sinLeer', count)

/** One row of «En curso» or «Histórico». */
export const ticketRow = wireObject({
  number: as('llnumreg', ticketNumber),
  area: as('llarea', area),
  module: as('llmodu', text(100)),
  state: as('llesta', ticketState),
  listedState: as('estado', listedState),
  accepted: as('llvbcli', yesNo),
  /** A conversation with the assistant that is still open: it is nobody's turn. */
  talking: as('conversacionAbierta', boolean),
  /** Lets the person themselves, and nobody else, resume it. */
  conversation: as('session_id', nullable(conversation)),
  /** A conversation that its customer left: in the history but not accepted, whatever `llvbcli` says. */
  unfinished: as('conversacionSinTerminar', boolean),
  urgency: as('llnivel', urgency),
  raisedBy: as('llncli', text(200)),
  behalf: as('enNombreDe', behalf),
  title: as('llobse', text(200)),
  createdAt: as('fecalta', instant),
  stateAt: as('fechaestado', instant),
  closedAt: as('llfeci', nullable(instant)),
  incidentTicket: as('pcticket', nullable(ticketNumber)),
  incidentState: as('pcesta', nullable(incidentState)),
  /** Of the incident that the ticket waits for. */
  plannedDelivery: as('pcfent', nullable(day)),
  lastInteraction: as('ultimaInteraccion', lettered(SIDES, { customer: 'cliente', technician: 'tecnico' })),
  icon: as(
    'icono',
    lettered(ROW_ICONS, {
      'incident-opened': 'incidencia',
      closed: 'cerrada',
      'more-information': 'masInformacion',
      'nothing-needed': 'enCurso',
    }),
  ),
  ...actionFields,
  attachments: as('documentos', count),
  unread,
})

/** Title and text share one field, separated by an empty line. A title never contains a line break. */
const titledText = identity(
  'none',
  z.codec(z.string(), z.object({ title: z.string(), text: z.string() }), {
    decode: (value) => {
      const [title = '', ...text] = value.split('\n\n')
      return { title, text: text.join('\n\n') }
    },
    encode: ({ title, text }) => `${title}\n\n${text}`,
  }),
)

/** The ticket itself or one of its children: the customer's own messages. */
export const ticketMessage = wireObject({
  number: as('llnumreg', ticketNumber),
  parent: as('llpadre', nullable(ticketNumber)),
  area: as('llarea', area),
  module: as('llmodu', text(100)),
  state: as('llesta', ticketState),
  accepted: as('llvbcli', yesNo),
  talking: as('conversacionAbierta', boolean),
  unfinished: as('conversacionSinTerminar', boolean),
  rating: as('llvaloracion', rating),
  urgency: as('llnivel', urgency),
  origin: as('llllama', text(100)),
  author: as('llcont', text(200)),
  behalf: as('enNombreDe', behalf),
  content: as('llobse', titledText),
  title: as('titulo', text(200)),
  email: text(254),
  createdAt: as('fecalta', instant),
  createdTime: as('horalta', officeTime),
  closedAt: as('llfeci', nullable(instant)),
  closedTime: as('llhhci', nullable(officeTime)),
  version: as('llvers', text(20)),
  installation: as('renuinst', recordCode('installation')),
  company: as('empresa', recordCode('company')),
  transcribed: as('textnew', yesNo),
  fromAssistant: as('esChat', yesNo),
  technician: as('nombreTecnico', nullable(text(200))),
  relatedTicket: as('llrelacionada', nullable(ticketNumber)),
})

/** Who worded an answer of the assistant's: a model, if only in part, or the portal with the manuals' own sentences. */
export const wordedBy = coded({ ia: 'model', manuales: 'quotes' })

/** A cited section of the manuals; a [1] in the text refers to the first one. */
export const citedSource = wireObject({
  title: text(500),
  section: text(500),
  href: text(2000),
})

const shownKind = coded({
  consulta: 'message',
  respuesta: 'answer',
  reclamacion: 'claim',
  noConforme: 'rejection',
  conforme: 'acceptance',
  informacion: 'note',
  retirada: 'withdrawal',
  union: 'merge',
  sinTerminar: 'unfinished',
})

/** The kind that customers see: their first and later messages are of one kind. */
export const SHOWN_KIND: Readonly<Record<EntryKind, z.output<typeof shownKind>>> = {
  query: 'message',
  reply: 'message',
  answer: 'answer',
  claim: 'claim',
  rejection: 'rejection',
  acceptance: 'acceptance',
  note: 'note',
  withdrawal: 'withdrawal',
  // Customers see an acceptance, whose text says that nobody answered.
  silence: 'acceptance',
  abandonment: 'unfinished',
  question: 'message',
  assistance: 'answer',
  merge: 'merge',
}

/** One entry of the timeline. */
export const timelineEntry = wireObject({
  id: as('entrada', entryId),
  number: as('llnumreg', ticketNumber),
  side: as('tipoRes', lettered(SIDES, { customer: 'usuario', technician: 'tecnico' })),
  kind: as('tipo', shownKind),
  text: as('texto', text(20_000)),
  author: as('autor', text(200)),
  behalf: as('enNombreDe', behalf),
  origin: as('llllama', text(100)),
  transcribed: as('textnew', yesNo),
  /** A transcript that Support typed, not an AI. */
  typedTranscript: as('transcripcionEscrita', yesNo),
  /** Null unless the assistant wrote it and nobody has edited it. */
  generatedBy: as('generado', nullable(wordedBy)),
  /** The sections that an assistant's answer cites. */
  sources: as('fuentes', list(citedSource)),
  /** The customer has corrected the transcript. */
  corrected: as('textoCorregido', yesNo),
  /** The customer said it, and Support wrote it down. */
  notedBySupport: as('anotadoPorSoporte', yesNo),
  /** The person at Support whom a claim was addressed to. */
  recipient: as('receptor', nullable(text(1000))),
  /** The text that its mail quotes, and the signature. */
  quoted: as('citado', nullable(text(20_000))),
  at: as('fecha', instant),
  time: as('hora', officeTime),
  attachments: as('documentos', count),
})

const claim = wireObject({
  sequence: as('htsecu', integer),
  at: as('htfecha', instant),
  time: as('hthora', officeTime),
  by: as('htceclama', text(200)),
})

const linkedIncident = wireObject({
  number: as('pcnpet', incidentNumber),
  state: as('pcesta', incidentState),
  situation: as('pcsitu', nullable(text(40))),
  plannedDelivery: as('pcfent', nullable(day)),
  changedAt: as('fecmodif', instant),
  changedTime: as('hormodif', officeTime),
  createdTime: as('horalta', officeTime),
})

/** Acceptance by silence: when it is due, or until when it may be disputed. */
const silence = wireObject({
  /** Null if the period is not running, or is over. */
  at: as('fechaSilencio', nullable(instant)),
  accepted: as('aceptadaPorSilencio', yesNo),
  reversibleUntil: as('reversibleHasta', nullable(instant)),
})

/** The entry before which a part of the timeline ends: as the part itself says, or an instant. */
export const timelineBefore = identity(
  'entry',
  z.codec(z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.iso.datetime()]), z.union([z.int(), z.date()]), {
    decode: (value) => (/^\d+$/.test(value) ? Number(value) : new Date(value)),
    encode: (value) => (typeof value === 'number' ? String(value) : value.toISOString()),
  }),
)

/** Where the rest of a shortened timeline begins. */
const earlier = {
  hasEarlier: as('hayAnteriores', boolean),
  before: as('antes', nullable(timelineBefore)),
}

/** A part of the timeline: the newest entries before those already read. */
export const timelinePart = wireObject({ timeline: as('fcontsopor', list(timelineEntry)), ...earlier })

/** One ticket with the newest part of its timeline, as much as fits into one answer. */
export const ticketView = wireObject({
  /** Lets the person themselves, and nobody else, resume an open conversation. */
  conversation: as('session_id', nullable(conversation)),
  messages: as('consultas', list(ticketMessage)),
  timeline: as('fcontsopor', list(timelineEntry)),
  ...earlier,
  claims: as('reclamaciones', list(claim)),
  incidents: as('incidencias', list(linkedIncident)),
  actions: as('accionesConsulta', ticketActions),
  silence: as('aceptacionSilencio', silence),
  unread,
  /** The newest entry: up to here somebody has seen the ticket. */
  newest: as('ultimaEntrada', entryId),
})

/** The data of a 409 for the loser of a race. */
export const currentTicket = wireObject({
  number: as('llnumreg', ticketNumber),
  state: as('llesta', ticketState),
  accepted: as('llvbcli', yesNo),
  actions: as('accionesConsulta', ticketActions),
})

/** Whose turn a ticket in progress is (docs/unknowns.md): the customer's, to answer or to accept, or Support's. */
export const ticketTurn = lettered(TURNS, { reply: 'respuesta', conclude: 'conformidad', support: 'soporte' })

/** The filter of a list. */
export const ticketFilter = strictWireObject({
  number: as('numero', optional(nullable(orItsText(ticketNumber)))),
  from: as('entre', optional(nullable(day))),
  to: as('hasta', optional(nullable(day))),
  state: as('estado', optional(nullable(listedState))),
  all: as('todas', optional(nullable(boolean))),
  mine: as('mias', optional(nullable(boolean))),
  turn: as('turno', optional(nullable(ticketTurn))),
})
