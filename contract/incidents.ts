import { body, endpoint, query } from './endpoint.ts'
import { developmentFilter, developmentRow, incidentFilter, incidentNumber, incidentRow } from './incident-codec.ts'
import { awaitedValidation, lifeLine, validationResult } from './life-line-codec.ts'
import { paging } from './paging.ts'
import {
  decisionRow,
  valuationDecision,
  valuationNumber,
  valuationRow,
  valuationView,
} from './valuation/valuation-codec.ts'
import {
  as,
  coded,
  count,
  inAddress,
  jsonInAddress,
  list,
  nullable,
  optional,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from './wire.ts'

export const incidents = {
  list: endpoint({
    method: 'GET',
    path: '/incidencias/get_lista_actuaciones',
    summary: 'One page of the incidents',
    input: query({
      ...paging,
      filter: as('filtros', optional(jsonInAddress(incidentFilter))),
      sortBy: optional(
        coded({
          pcnpet: 'number',
          pcticket: 'ticket',
          estado: 'state',
          pcdes1: 'title',
          fecalta: 'created',
          fechaestado: 'state-date',
          pcfent: 'planned-delivery',
        }),
      ),
    }),
    data: wireObject({ items: list(incidentRow), total: as('totalItems', count) }),
  }),
  claim: endpoint({
    method: 'POST',
    path: '/incidencias/reclamar_incidencia',
    summary: 'Claim an incident',
    input: body({
      incident: as('hcnpet', incidentNumber),
      userName: as('nombreUsuario', optional(nullable(text(200)))),
    }),
    data: list(wireObject({ number: as('pcnpet', incidentNumber) })),
  }),
  developments: endpoint({
    method: 'GET',
    path: '/incidencias/get_lista_desarrollos',
    summary: 'One page of the custom developments',
    input: query({
      ...paging,
      filter: as('filtros', optional(jsonInAddress(developmentFilter))),
      sortBy: optional(
        coded({
          pcnpet: 'number',
          pcppto: 'budget',
          estado: 'state',
          pcdes1: 'title',
          fecalta: 'created',
          pcfent: 'planned-delivery',
        }),
      ),
    }),
    data: wireObject({ items: list(developmentRow), total: as('totalItems', count) }),
  }),
  valuations: endpoint({
    method: 'GET',
    path: '/incidencias/get_lista_valoraciones',
    summary: 'One page of the valuations that wait for an answer',
    access: 'administrator',
    input: query({
      ...paging,
      sortBy: optional(coded({ vinreg: 'number', vodesc: 'description', vifeal: 'created' })),
    }),
    data: wireObject({ items: list(valuationRow), total: as('totalItems', count) }),
  }),
  valuationTotal: endpoint({
    method: 'GET',
    path: '/incidencias/get_total_valoraciones',
    summary: 'How many valuations wait for an answer',
    access: 'administrator',
    input: query({}),
    data: wireObject({ total: count }),
  }),
  lifeLine: endpoint({
    method: 'GET',
    path: '/incidencias/get_linea',
    summary: 'The life line of a ticket, or of an incident or development: exactly one of the two numbers',
    input: query({
      ticket: as('llnumreg', optional(inAddress(recordNumber('ticket')))),
      work: as('pcnpet', optional(inAddress(incidentNumber))),
    }),
    data: lifeLine,
  }),
  awaited: endpoint({
    method: 'GET',
    path: '/incidencias/get_por_validar',
    summary: "The newest 100 installations in BD pruebas that await the person's validation",
    access: 'full-session',
    input: query({}),
    data: list(awaitedValidation),
  }),
  validate: endpoint({
    method: 'POST',
    path: '/incidencias/validar_entrega',
    summary: 'Validate an installation in BD pruebas; `texto` is required if it does not work',
    access: 'full-session',
    input: body({
      work: as('pcnpet', incidentNumber),
      result: as('resultado', validationResult),
      text: as('texto', optional(nullable(text(2000)))),
    }),
    data: list(wireObject({ number: as('pcnpet', incidentNumber) })),
  }),
  valuation: endpoint({
    method: 'GET',
    path: '/incidencias/ver_valoracion',
    summary: 'One valuation, with its decision and questions',
    access: 'administrator',
    input: query({ valuation: as('vinreg', inAddress(valuationNumber)) }),
    data: valuationView,
  }),
  decisions: endpoint({
    method: 'GET',
    path: '/incidencias/get_decisiones',
    summary: 'The decided valuations that Support has not closed, with author and day',
    access: 'administrator',
    input: query({}),
    data: list(decisionRow),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/incidencias/decidir_valoracion',
    summary:
      'Accept or reject a valuation, once; 409 if `version` is no longer its version, and once its last day is over',
    access: 'administrator',
    input: body({
      valuation: as('vinreg', valuationNumber),
      decision: as('resultado', valuationDecision),
      text: as('texto', optional(nullable(text(2000)))),
      /** The one that was read. */
      version: optional(nullable(count)),
    }),
    data: list(wireObject({ number: as('vinreg', valuationNumber) })),
  }),
  undoDecision: endpoint({
    method: 'POST',
    path: '/incidencias/deshacer_decision',
    summary: 'Undo the decision on a valuation within the hour, unless its development has begun',
    access: 'administrator',
    input: body({ valuation: as('vinreg', valuationNumber), text: as('texto', optional(nullable(text(2000)))) }),
    data: list(wireObject({ number: as('vinreg', valuationNumber) })),
  }),
  valuationPdf: endpoint({
    method: 'GET',
    path: '/incidencias/valoracion_pdf',
    summary: 'A valuation as PDF',
    access: 'administrator',
    kind: 'file',
    input: query({ valuation: as('vinreg', inAddress(valuationNumber)) }),
    data: nullable(wireObject({})),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/incidencias/preguntar_valoracion',
    summary: 'Ask about a valuation: raises a ticket that belongs to it',
    access: 'administrator',
    budget: 'create',
    input: body({ valuation: as('vinreg', valuationNumber), text: as('texto', requiredText(20_000)) }),
    data: list(wireObject({ number: as('llnumreg', recordNumber('ticket')) })),
  }),
}
