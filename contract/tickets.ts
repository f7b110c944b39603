import * as z from 'zod/mini'
import { attachments, stagedFileReference, stagedFiles, uploadFields } from './attachment-codec.ts'
import { entryId, fileId } from './files/file-codec.ts'
import { clientArea } from './account-codec.ts'
import { body, endpoint, query } from './endpoint.ts'
import { incidentNumber, incidentState, workKind } from './incident-codec.ts'
import { paging } from './paging.ts'
import {
  area,
  chosenUrgency,
  moduleNumber,
  ticketFilter,
  ticketKind,
  ticketNumber,
  ticketRow,
  ticketState,
  ticketView,
  timelineBefore,
  timelinePart,
} from './ticket-codec.ts'
import {
  as,
  boolean,
  coded,
  count,
  identity,
  inAddress,
  instant,
  jsonInAddress,
  list,
  nullable,
  optional,
  recordCode,
  recordNumber,
  lineText,
  requiredText,
  strictWireObject,
  text,
  wireObject,
  yesNo,
} from './wire.ts'

const ticketSort = coded({
  llnumreg: 'number',
  fecalta: 'created',
  fechaestado: 'state-date',
  fechaestadoraw: 'state-date-raw',
  llfeci: 'closed',
  estado: 'state',
  llobse: 'title',
  llncli: 'raised-by',
})

/** Which tickets a list shows, and in which order. */
const chosenTickets = {
  tab: as('estado', optional(ticketState)),
  sameTab: as('estadoTab', optional(ticketState)),
  filter: as('filtros', optional(jsonInAddress(ticketFilter))),
  contact: as('llcsnreg', optional(inAddress(recordNumber('contact')))),
  sortBy: optional(ticketSort),
}

/** What a form knows of the draft that it goes on with; without both it speaks for whatever draft there is. */
const heldDraft = {
  /** The open page that writes. */
  writer: as('escritor', optional(nullable(text(100)))),
  /** The key of the version that it has. */
  key: as('clave', optional(nullable(text(100)))),
}

/** A message of a ticket, with its files. */
export const createdMessage = list(wireObject({ number: as('llnumreg', ticketNumber) }))

/** The same, with the name of the person at Support who gets it. */
const claimedMessage = list(
  wireObject({ number: as('llnumreg', ticketNumber), recipient: as('receptor', nullable(text(1000))) }),
)

/** `OK` within office hours, otherwise the next opening. */
export const officeCheck = identity(
  'none',
  z.codec(z.string(), z.nullable(z.date()), {
    decode: (value) => (value === 'OK' ? null : new Date(value)),
    encode: (value) => value?.toISOString() ?? 'OK',
  }),
)

/** One of the faces; -1: none, which only a conversation with the assistant may send. */
const chosenRating = identity(
  'none',
  z.codec(z.int().check(z.minimum(-1), z.maximum(5)), z.nullable(z.int()), {
    decode: (value) => (value === -1 ? null : value),
    encode: (value) => value ?? -1,
  }),
)

/** A mail in the reader's language; `sent` says whether a mail server accepted it. */
const mail = wireObject({
  to: as('para', text(254)),
  subject: as('asunto', text(300)),
  text: as('texto', text(20_000)),
  html: text(100_000),
  sent: as('enviado', yesNo),
})

/** The new-ticket form (spec §3, Ticket form). The domain checks its rules, so that all problems are reported at once. */
export const ticketForm = {
  area: as('aplicacion', optional(nullable(area))),
  kind: as('tipoConsulta', optional(nullable(ticketKind))),
  customDevelopment: as('lldesa', optional(nullable(yesNo))),
  module: as('modulo', optional(nullable(moduleNumber))),
  title: as('titulo', optional(nullable(lineText(200)))),
  text: as('textoConsulta', optional(nullable(text(100_000)))),
  contactName: as('interlocutor', optional(nullable(lineText(1000)))),
  email: optional(nullable(text(1000))),
  urgency: as('urgenciaSeleccionada', optional(nullable(chosenUrgency))),
  phoneAssistance: as('asistenciaTelefonica', optional(nullable(yesNo))),
  phone: as('telefono', optional(nullable(lineText(1000)))),
  callWindow: as('franjaHoraria', optional(nullable(lineText(1000)))),
  version: as('llvers', optional(nullable(text(20)))),
  origin: as('origen', optional(nullable(text(100)))),
  company: as('empresa', optional(nullable(recordCode('company')))),
  installation: as('renuinst', optional(nullable(recordCode('installation')))),
  relatedTicket: as('llrelacionada', optional(nullable(ticketNumber))),
}

/** The form as filled in so far. */
export const ticketFormContent = strictWireObject(ticketForm)

export const tickets = {
  list: endpoint({
    method: 'GET',
    path: '/consultas/get_lista',
    summary: 'One page of the tickets in progress or of the history',
    input: query({ ...chosenTickets, ...paging }),
    data: wireObject({ items: list(ticketRow), total: as('totalItems', count) }),
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/consultas/exportar',
    summary: 'All rows of such a list as a sheet for Excel (xlsx)',
    kind: 'file',
    input: query({ ...chosenTickets, descending: paging.descending }),
    data: nullable(wireObject({})),
  }),
  counters: endpoint({
    method: 'GET',
    path: '/consultas/get_contadores',
    summary: 'The number of rows in each tab',
    input: query({}),
    data: wireObject({
      inProgress: as('consultas', count),
      history: as('historico', count),
      incidents: as('actuaciones', count),
      developments: as('desarrollos', count),
      valuations: as('valoraciones', count),
      /** Those of them that the caller can decide now. */
      undecided: as('valoracionesPorDecidir', count),
      /** Tickets in progress with entries that this person has not seen; 100 at most, which may stand for more. */
      unread: as('sinLeer', count),
    }),
  }),
  turns: endpoint({
    method: 'GET',
    path: '/consultas/get_turnos',
    summary: "The number of tickets in progress by whose turn it is, for each value of the filter's `turno`",
    input: query({}),
    data: wireObject({
      reply: as('respuesta', count),
      conclude: as('conformidad', count),
      support: as('soporte', count),
    }),
  }),
  officeNow: endpoint({
    method: 'GET',
    path: '/consultas/get_horario',
    summary: 'Whether the office is open, or else when it opens next',
    input: query({}),
    data: wireObject({
      open: as('abierto', boolean),
      nextOpening: as('proximaApertura', nullable(instant)),
    }),
  }),
  expectation: endpoint({
    method: 'GET',
    path: '/consultas/get_expectativa',
    summary:
      'What to expect of a ticket, or of one to be raised: when the office opens, until when Support means to answer, and how long those of its module took in the last 90 days, if there were 20',
    input: query({
      ticket: as('llnumreg', optional(inAddress(ticketNumber))),
      module: as('modulo', optional(inAddress(moduleNumber))),
      urgency: as('urgenciaSeleccionada', optional(chosenUrgency)),
    }),
    data: wireObject({
      /** Null: it is open, or never opens. */
      nextOpening: as('proximaApertura', nullable(instant)),
      /** Null: no answer is awaited. */
      answerBy: as('respuestaAntes', nullable(instant)),
      /** In minutes of open office: half of the tickets took at most the first number, four of five the second. */
      pace: as(
        'habitual',
        nullable(wireObject({ median: as('mediana', count), mostly: as('ochentaPorCiento', count) })),
      ),
    }),
  }),
  modules: endpoint({
    method: 'GET',
    path: '/consultas/get_lista_modulos',
    summary: 'The modules that a ticket can concern',
    input: query({}),
    data: list(
      wireObject({
        name: as('shdeno', text(100)),
        number: as('shnumreg', moduleNumber),
        area: as('shcateg', clientArea),
      }),
    ),
  }),
  requests: endpoint({
    method: 'GET',
    path: '/consultas/get_lista_peticiones',
    summary: 'The incidents and developments that a ticket may refer to',
    input: query({}),
    data: list(
      wireObject({
        number: as('pcnpet', incidentNumber),
        title: as('pcdes1', text(200)),
        state: as('pcesta', incidentState),
        kind: as('tipo', workKind),
      }),
    ),
  }),
  view: endpoint({
    method: 'GET',
    path: '/consultas/ver_consulta',
    isOfOneTicket: true,
    summary: 'One ticket with its timeline; the number of a child shows its root',
    input: query({ number: as('llnumreg', inAddress(ticketNumber)) }),
    data: ticketView,
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/consultas/marcar_leida',
    summary: 'This person has seen the ticket up to an entry; it does not count as using the session',
    budget: 'draft',
    access: 'full-session',
    isActivity: false,
    input: body({ ticket: as('llnumreg', ticketNumber), upTo: as('hasta', entryId) }),
    data: nullable(wireObject({})),
  }),
  earlier: endpoint({
    method: 'GET',
    path: '/consultas/ver_anteriores',
    isOfOneTicket: true,
    summary: 'The next older part of a timeline that is too long for one answer',
    input: query({ number: as('llnumreg', inAddress(ticketNumber)), before: as('antes', timelineBefore) }),
    data: timelinePart,
  }),
  create: endpoint({
    method: 'POST',
    path: '/consultas/nueva_consulta',
    summary: 'Raise a ticket',
    budget: 'create',
    input: body({ ...ticketForm, files: as('documentos', optional(nullable(list(stagedFileReference, 100)))) }),
    data: list(
      wireObject({
        number: as('llnumreg', ticketNumber),
        nextOpening: as('checkDate', officeCheck),
        contactName: as('contacto', text(200)),
      }),
    ),
  }),
  reply: endpoint({
    method: 'POST',
    path: '/consultas/responder_consulta',
    isOfOneTicket: true,
    summary: "Answer the technician's question",
    input: body({
      ticket: as('llpadre', ticketNumber),
      text: as('llobse', requiredText(20_000)),
      files: as('documentos', optional(nullable(list(stagedFileReference, 100)))),
      installation: as('renuinst', optional(nullable(recordCode('installation')))),
      area: as('llarea', optional(nullable(text(20)))),
      request: as(
        'peticion',
        optional(nullable(identity('none', z.union([z.int(), z.string().check(z.maxLength(20_000))])))),
      ),
      kind: as('tipo', optional(nullable(text(20)))),
      version: as('llvers', optional(nullable(text(20)))),
      customDevelopment: as('lldesa', optional(nullable(yesNo))),
      company: as('empresa', optional(nullable(recordCode('company')))),
    }),
    data: createdMessage,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/consultas/reclamar_consulta',
    summary: 'Claim an answer',
    input: body({
      ticket: as('llnumreg', ticketNumber),
      userName: as('nombreUsuario', optional(nullable(text(200)))),
    }),
    data: claimedMessage,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/consultas/marcar_conformidad',
    summary: 'Accept the answer and rate it',
    input: body({
      ticket: as('llnumreg', ticketNumber),
      rating: as('llvaloracion', chosenRating),
      client: as(
        'cliente',
        optional(nullable(identity('client', z.union([z.int(), z.string().check(z.maxLength(200))])))),
      ),
    }),
    data: createdMessage,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/consultas/marcar_no_conforme',
    summary: 'Reject the answer, with the reason: the ticket is pending again',
    input: body({
      ticket: as('llnumreg', ticketNumber),
      text: as('respuesta', requiredText(20_000)),
      version: as('llvers', optional(nullable(text(20)))),
      email: optional(nullable(text(254))),
      contactName: as('interlocutor', optional(nullable(text(200)))),
      phone: as('telefono', optional(nullable(text(30)))),
    }),
    data: createdMessage,
  }),
  silence: endpoint({
    method: 'GET',
    path: '/consultas/get_silencio',
    summary: 'The closed tickets that will soon count as accepted, and those that do and may still be disputed',
    input: query({}),
    data: wireObject({
      /** The earliest first; at most 50. */
      soon: as(
        'proximas',
        list(
          wireObject({
            number: as('llnumreg', ticketNumber),
            title: as('llobse', text(200)),
            closedAt: as('llfeci', instant),
            at: as('fechaSilencio', instant),
            /** No office day remains before it. */
            lastDay: as('ultimoDia', yesNo),
          }),
        ),
      ),
      /** The newest first; at most 50. */
      done: as(
        'aceptadas',
        list(
          wireObject({
            number: as('llnumreg', ticketNumber),
            title: as('llobse', text(200)),
            at: as('fechaSilencio', instant),
            reversibleUntil: as('reversibleHasta', instant),
          }),
        ),
      ),
    }),
  }),
  undoSilence: endpoint({
    method: 'POST',
    path: '/consultas/deshacer_silencio',
    summary: 'Dispute an acceptance by silence, within 30 days: the ticket is pending again',
    input: body({ ticket: as('llnumreg', ticketNumber), text: as('respuesta', requiredText(20_000)) }),
    data: createdMessage,
  }),
  addInformation: endpoint({
    method: 'POST',
    path: '/consultas/anadir_informacion',
    isOfOneTicket: true,
    summary: 'Add information, while the ticket or its incident is open',
    input: body({
      ticket: as('llnumreg', ticketNumber),
      text: as('llobse', requiredText(20_000)),
      files: as('documentos', optional(nullable(list(stagedFileReference, 100)))),
    }),
    data: createdMessage,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/consultas/retirar_consulta',
    summary: 'Withdraw a pending ticket that is already solved',
    input: body({ ticket: as('llnumreg', ticketNumber), text: as('llobse', optional(nullable(text(20_000)))) }),
    data: createdMessage,
  }),
  correctTranscript: endpoint({
    method: 'POST',
    path: '/consultas/corregir_transcripcion',
    summary: 'Correct the transcript of a message that Support wrote down',
    input: body({ message: as('llnumreg', ticketNumber), text: as('texto', requiredText(20_000)) }),
    data: createdMessage,
  }),
  draft: endpoint({
    method: 'GET',
    path: '/consultas/get_borrador',
    summary: "This person's draft of a new ticket or, with a number, of a message for that ticket",
    access: 'full-session',
    input: query({ ticket: as('llnumreg', optional(inAddress(ticketNumber))) }),
    data: nullable(
      wireObject({
        content: as('borrador', ticketFormContent),
        files: as('documentos', stagedFiles),
        savedAt: as('fecha', instant),
        key: as('clave', text(100)),
      }),
    ),
  }),
  drafts: endpoint({
    method: 'GET',
    path: '/consultas/get_borradores',
    summary: "This person's unsent drafts that can still be sent, the newest first",
    access: 'full-session',
    input: query({}),
    /** At most 10. */
    data: list(wireObject({ ticket: as('llnumreg', nullable(ticketNumber)), savedAt: as('fecha', instant) })),
  }),
  draftKey: endpoint({
    method: 'GET',
    path: '/consultas/get_clave_borradores',
    summary: "The key that encrypts unsaved texts in this person's browsers: 32 bytes in base64",
    access: 'full-session',
    answersSecret: true,
    input: query({}),
    data: wireObject({ key: as('clave', text(44)) }),
  }),
  saveDraft: endpoint({
    method: 'POST',
    path: '/consultas/guardar_borrador',
    summary: 'Save the draft with its staged files; 409 if another writer has saved it since the version `clave`',
    budget: 'draft',
    access: 'full-session',
    input: body({
      ticket: as('llnumreg', optional(nullable(ticketNumber))),
      content: as('borrador', ticketFormContent),
      files: as('documentos', optional(nullable(list(stagedFileReference, 100)))),
      ...heldDraft,
    }),
    data: wireObject({ savedAt: as('fecha', instant), key: as('clave', text(100)) }),
  }),
  discardDraft: endpoint({
    method: 'POST',
    path: '/consultas/borrar_borrador',
    summary: 'Delete the draft, unless another writer has saved it since the version `clave`',
    budget: 'draft',
    access: 'full-session',
    input: body({ ticket: as('llnumreg', optional(nullable(ticketNumber))), ...heldDraft }),
    data: nullable(wireObject({})),
  }),
  simulateAnswer: endpoint({
    method: 'POST',
    path: '/consultas/crear_respuesta_falsa',
    summary: "Test helper: a technician's answer, which may close the ticket or open an incident",
    simulation: true,
    input: body({
      ticket: as('llnumreg', ticketNumber),
      text: as('respuesta', requiredText(20_000)),
      closes: as('cerrar', optional(nullable(yesNo))),
      opensIncident: as('incidencia', optional(nullable(yesNo))),
    }),
    data: createdMessage,
  }),
  remind: endpoint({
    method: 'POST',
    path: '/consultas/enviar_recordatorio',
    summary: 'Test helper: mails the contact of a ticket that it waits for them',
    simulation: true,
    access: 'full-session',
    input: body({ ticket: as('llnumreg', ticketNumber) }),
    data: mail,
  }),
  tryMailTemplate: endpoint({
    method: 'POST',
    path: '/consultas/pruebas_email_plantilla',
    summary: 'Test helper: mails a template with sample data to the caller',
    simulation: true,
    access: 'full-session',
    input: body({
      template: as(
        'plantilla',
        optional(nullable(coded({ recordatorio: 'reminder', respuesta: 'answer', cierre: 'closing' }))),
      ),
    }),
    data: mail,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/consultas/subir_documentacion',
    isOfOneTicket: true,
    summary: 'Upload files for a ticket or, without a number, for one in progress',
    kind: 'upload',
    input: query(uploadFields),
    data: stagedFiles,
  }),
  uploadFromClipboard: endpoint({
    method: 'POST',
    path: '/consultas/subir_imagen_portapapeles',
    summary: 'The same for one pasted image',
    kind: 'upload',
    input: query(uploadFields),
    data: stagedFiles,
  }),
  attachments: endpoint({
    method: 'GET',
    path: '/consultas/get_documentacion',
    isOfOneTicket: true,
    summary: 'The files of a ticket or of an incident',
    access: 'full-session',
    input: query({
      ticket: as('llnumreg', optional(inAddress(ticketNumber))),
      incident: as('pcnpet', optional(inAddress(incidentNumber))),
    }),
    data: attachments,
  }),
  download: endpoint({
    method: 'GET',
    path: '/consultas/get_documento',
    isOfOneTicket: true,
    summary: 'One file of a ticket, incident or development; or a document of the portal itself',
    access: 'full-session',
    kind: 'file',
    checksIdentity: false,
    input: query({
      file: as('iaimagen', optional(fileId)),
      document: as('documento', optional(coded({ manual: 'portal-manual', asistente: 'assistant-guide' }))),
    }),
    data: nullable(wireObject({})),
  }),
}
