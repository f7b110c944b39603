import * as z from 'zod/mini'
import { SEARCH_GROUPS } from '#domain/search/search.ts'
import { endpoint, query } from './endpoint.ts'
import { fileId } from './files/file-codec.ts'
import { incidentNumber } from './incident-codec.ts'
import { knownProblem } from './problems.ts'
import { ticketNumber } from './ticket-codec.ts'
import {
  as,
  count,
  identity,
  inAddress,
  instant,
  lettered,
  list,
  nullable,
  optional,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from './wire.ts'

/** A group's page. */
export const foundPage = identity('none', z.int().check(z.minimum(1), z.maximum(10)))

/** The record to open for a hit: a message's ticket; a file's ticket, incident or development. */
const hit = wireObject({
  ticket: as('llnumreg', optional(ticketNumber)),
  work: as('pcnpet', optional(incidentNumber)),
  valuation: as('vinreg', optional(recordNumber('valuation'))),
  file: as('iaimagen', optional(fileId)),
  document: as('enlace', optional(text(120))),
  section: as('seccion', optional(text(200))),
  title: as('titulo', text(400)),
  fragment: as('fragmento', text(2000)),
  at: as('fecha', nullable(instant)),
})

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/buscar',
    summary:
      'Everything the caller may see that says some words, by kind; `fragmento` has them in <mark>, otherwise escaped',
    input: query({ question: as('q', requiredText(200)), page: optional(inAddress(foundPage)) }),
    data: wireObject({
      groups: as(
        'grupos',
        list(
          wireObject({
            kind: as(
              'tipo',
              lettered(SEARCH_GROUPS, {
                ticket: 'ticket',
                message: 'mensaje',
                file: 'adjunto',
                incident: 'incidencia',
                development: 'desarrollo',
                valuation: 'valoracion',
                manual: 'manual',
                version: 'version',
              }),
            ),
            total: count,
            items: list(hit),
          }),
        ),
      ),
    }),
  }),
  alike: endpoint({
    method: 'GET',
    path: '/consultas/parecidos',
    summary:
      'Open tickets that the caller may see and published problems of their version that say much of a text, the likest first; `fragmento` as in /buscar',
    input: query({
      text: as('texto', requiredText(2000)),
      module: as('modulo', optional(inAddress(recordNumber('module')))),
    }),
    data: wireObject({
      tickets: list(
        wireObject({
          number: as('llnumreg', ticketNumber),
          title: as('titulo', text(400)),
          fragment: as('fragmento', text(2000)),
          at: as('fecha', instant),
        }),
      ),
      problems: as('problemas', list(wireObject({ ...knownProblem, fragment: as('fragmento', text(2000)) }))),
    }),
  }),
}
