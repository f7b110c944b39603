import { body, endpoint, query } from './endpoint.ts'
import {
  developmentFilter,
  developmentRow,
  incidentFilter,
  incidentNumber,
  incidentRow,
  valuationRow,
} from './incident-codec.ts'
import { paging } from './paging.ts'
import { as, coded, count, jsonInAddress, list, nullable, optional, text, wireObject } from './wire.ts'

export const incidents = {
  list: endpoint({
    method: 'GET',
    path: '/incidencias/get_lista_actuaciones',
    summary: 'One page of the incidents',
    input: query({
      ...paging,
      filter: as('filtros', optional(jsonInAddress(incidentFilter))),
      sortBy: as(
        'sortBy',
        optional(
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
      ),
    }),
    data: wireObject({ items: as('items', list(incidentRow)), total: as('totalItems', count) }),
  }),
  claim: endpoint({
    method: 'POST',
    path: '/incidencias/reclamar_incidencia',
    summary: 'Chase an incident',
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
      sortBy: as(
        'sortBy',
        optional(
          coded({
            pcnpet: 'number',
            pcppto: 'budget',
            estado: 'state',
            pcdes1: 'title',
            fecalta: 'created',
            pcfent: 'planned-delivery',
          }),
        ),
      ),
    }),
    data: wireObject({ items: as('items', list(developmentRow)), total: as('totalItems', count) }),
  }),
  valuations: endpoint({
    method: 'GET',
    path: '/incidencias/get_lista_valoraciones',
    summary: 'One page of the valuations in progress',
    access: 'administrator',
    input: query({
      ...paging,
      sortBy: as('sortBy', optional(coded({ vinreg: 'number', vodesc: 'description', vifeal: 'created' }))),
    }),
    data: wireObject({ items: as('items', list(valuationRow)), total: as('totalItems', count) }),
  }),
  valuationTotal: endpoint({
    method: 'GET',
    path: '/incidencias/get_total_valoraciones',
    summary: 'How many valuations are in progress',
    access: 'administrator',
    input: query({}),
    data: wireObject({ total: as('total', count) }),
  }),
}
