import * as z from 'zod/mini'
import { EVIDENCE_VERDICTS, MAX_ANSWER, MAX_EXCHANGES, MAX_QUESTION } from '#domain/conversation.ts'
import { configuration } from './account-codec.ts'
import { stagedFileReference } from './attachment-codec.ts'
import { body, endpoint, query } from './endpoint.ts'
import { citedSource, conversation, ticketNumber, wordedBy } from './ticket-codec.ts'
import { createdMessage, officeCheck, ticketForm } from './tickets.ts'
import { as, boolean, identity, integer, list, nullable, oneOf, optional, text, wireObject, yesNo } from './wire.ts'

const nothing = nullable(wireObject({}))

/** An answer's subject: a module's topic; empty for none. */
const topic = identity('none', z.string().check(z.maxLength(60), z.regex(/^[a-z0-9-]*$/)))

/** The topic of a question, which must exist; empty for all topics. */
const askedTopic = text(60)

/** The number of an exchange in its conversation, from 1. */
const turn = identity('none', z.int().check(z.minimum(1), z.maximum(1000)))

/** An exchange's number, or a key that the caller chose for it, like an Idempotency-Key. */
const turnReference = identity(
  'none',
  z.codec(z.union([z.int(), text(100)]), z.string(), {
    decode: String,
    encode: (reference) => reference,
  }),
)

/** The domain limits its length, in addresses as in bodies. */
const question = text(100_000)

export const assistantVerdict = oneOf(EVIDENCE_VERDICTS)

/** The description of a complete answer. */
const answered = {
  topic: as('module', topic),
  verdict: assistantVerdict,
  sources: list(citedSource),
  turn: as('turno', turn),
  generatedBy: as('generado', wordedBy),
}

/**
 * An event of the stream: a piece of the answer, its end, or the reason why it breaks off. A reader resumes after its `id`, by
 * `Last-Event-ID`. An event named `reinicio` says that the server restarts: resume at once.
 */
export const answerEvent = wireObject({
  chunk: optional(text(4000)),
  finish: as('finish_reason', optional(oneOf(['stop']))),
  topic: as('module', optional(topic)),
  verdict: optional(assistantVerdict),
  sources: optional(list(citedSource)),
  turn: as('turno', optional(turn)),
  generatedBy: as('generado', optional(wordedBy)),
  error: optional(text(1000)),
})

/** The event that says that the server restarts. */
export const RESTART_EVENT = 'reinicio'

const asked = {
  question: as('new_question', optional(nullable(question))),
  topic: as('db', optional(nullable(askedTopic))),
  conversation: as('session_id', conversation),
}

/** Accepted for compatibility and ignored: the server stores only its own record. */
const ignored = {
  text: as('respuesta', optional(nullable(text(100_000)))),
  responder: as('llusre', optional(nullable(text(200)))),
}

const answerPosting = body({
  ticket: as('numreg', ticketNumber),
  conversation: as('session_id', conversation),
  turn: as('turno', optional(nullable(turnReference))),
  ...ignored,
})

const conversationTicket = body({
  ...ticketForm,
  files: as('documentos', optional(nullable(list(stagedFileReference, 100)))),
  conversation: as('session_id', conversation),
  /** The customer pressed «Sí, se ha solucionado correctamente», or «No». */
  solved: as('conforme', optional(nullable(yesNo))),
})

const conversationTicketCreated = list(
  wireObject({
    number: as('llnumreg', ticketNumber),
    nextOpening: as('checkDate', officeCheck),
    contactName: as('contacto', text(200)),
  }),
)

export const assistant = {
  open: endpoint({
    method: 'GET',
    path: '/consultas/get_session_chat_GPT',
    summary: 'Begin a conversation with the assistant',
    changes: true,
    input: query({}),
    data: wireObject({ conversation: as('sessionGPT', conversation) }),
  }),
  resume: endpoint({
    method: 'GET',
    path: '/consultas/get_conversacion_GPT',
    summary: "One of the caller's own open conversations, to resume it",
    changes: true,
    input: query({ conversation: as('session_id', conversation) }),
    data: wireObject({
      ticket: as('llnumreg', nullable(ticketNumber)),
      exchanges: as(
        'intercambios',
        list(
          wireObject({
            question: as('new_question', text(MAX_QUESTION)),
            /** The part written so far. The stream with the same `turno` continues it. */
            response: text(MAX_ANSWER),
            complete: as('completa', yesNo),
            inTicket: as('enTicket', yesNo),
            ...answered,
          }),
          MAX_EXCHANGES,
        ),
      ),
    }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/consultas/get_global_variables',
    summary: 'The configuration, for a session',
    input: query({}),
    data: configuration,
  }),
  operative: endpoint({
    method: 'GET',
    path: '/consultas/check_operative_chat_GPT',
    summary: 'Whether the assistant is available; N: the form goes straight to Support',
    input: query({}),
    data: wireObject({ operative: as('invalo', yesNo) }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/consultas/chat_GPT',
    summary: 'Ask, with the whole answer at once',
    input: body({ ...asked, turn: as('turno', optional(nullable(turnReference))) }),
    data: wireObject({ response: text(4000), ...answered }),
  }),
  stream: endpoint({
    method: 'POST',
    path: '/consultas/chat_GPT_evento',
    summary: 'Ask, with the answer as a stream; Last-Event-ID with the same turn resumes a broken one',
    kind: 'stream',
    input: body({
      ...asked,
      turn: as('turno', optional(nullable(turnReference))),
      /** Only for the test pop-up, while SIMULAR_TECNICO is on. */
      stream: optional(nullable(boolean)),
      ratedTurn: as('rate_id', optional(nullable(turnReference))),
      rate: optional(nullable(integer)),
    }),
    data: answerEvent,
  }),
  streamByAddress: endpoint({
    method: 'GET',
    path: '/consultas/chat_GPT_evento',
    summary: 'The same with the question in the address',
    kind: 'stream',
    changes: true,
    input: query({ ...asked, turn: as('turno', optional(turnReference)) }),
    data: answerEvent,
  }),
  rate: endpoint({
    method: 'POST',
    path: '/consultas/rate_chat_GPT',
    summary: 'Rate the last answer',
    input: body({
      message: optional(nullable(text(2000))),
      topic: as('db', optional(nullable(askedTopic))),
      conversation: as('session_id', conversation),
      answer: optional(nullable(text(100_000))),
    }),
    data: nothing,
  }),
  createTicket: endpoint({
    method: 'POST',
    path: '/consultas/nueva_consulta_GPT',
    summary: 'End a conversation with a ticket that contains all of it: solved, or handed over to Support',
    budget: 'create',
    input: conversationTicket,
    data: conversationTicketCreated,
  }),
  createClosedTicket: endpoint({
    method: 'POST',
    path: '/consultas/nueva_consulta_GPT_cerrada',
    summary:
      'Create the ticket of an open conversation after its first answer; with conforme: end it, solved or handed over',
    budget: 'create',
    input: conversationTicket,
    data: conversationTicketCreated,
  }),
  addNode: endpoint({
    method: 'POST',
    path: '/consultas/crear_ticket_nodo',
    summary: "Add the next exchange to the conversation's ticket; with conforme N: «Sigo necesitando ayuda»",
    input: body({
      ticket: as('llnumreg', ticketNumber),
      conversation: as('session_id', conversation),
      solved: as('conforme', optional(nullable(yesNo))),
      module: ticketForm.module,
      nodeText: as('llobseNodo', optional(nullable(text(100_000)))),
      urgency: as('urgencia', optional(nullable(text(20)))),
      email: ticketForm.email,
      contactName: ticketForm.contactName,
      phone: ticketForm.phone,
      kind: as('tipo', optional(nullable(text(20)))),
      phoneAssistance: ticketForm.phoneAssistance,
      origin: ticketForm.origin,
      version: ticketForm.version,
      callWindow: ticketForm.callWindow,
    }),
    data: wireObject({
      ticket: as('ultimaConsulta', wireObject({ number: as('llnumreg', ticketNumber) })),
      node: as(
        'consultaNodo',
        wireObject({ number: as('llnumreg', ticketNumber), nextOpening: as('checkDate', officeCheck) }),
      ),
    }),
  }),
  postAnswer: endpoint({
    method: 'POST',
    path: '/consultas/poner_respuesta',
    summary: "Put the assistant's answer to an exchange into the conversation's ticket",
    input: answerPosting,
    data: createdMessage,
  }),
  postClosingAnswer: endpoint({
    method: 'POST',
    path: '/consultas/poner_respuesta_cerrada',
    summary: 'The same, and close the ticket with it',
    input: answerPosting,
    data: createdMessage,
  }),
}
