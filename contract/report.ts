import * as z from 'zod/mini'
import { block } from '#domain/document.ts'
import { endpoint, query } from './endpoint.ts'
import { as, boolean, identity, list, nullable, text, wireObject } from './wire.ts'

/** A calendar month at the office, `YYYY-MM`. */
export const month = identity('none', z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/)))

export const report = {
  view: endpoint({
    method: 'GET',
    path: '/consultas/ver_informe',
    summary: "What happened in a month with the client's tickets, deliveries and answers, as titled parts",
    access: 'administrator',
    input: query({ month: as('mes', month) }),
    data: wireObject({
      month: as('mes', month),
      title: as('titulo', text(200)),
      /** The month has not ended yet. */
      underWay: as('enCurso', boolean),
      parts: as(
        'partes',
        list(
          wireObject({
            id: text(40),
            title: as('titulo', text(200)),
            blocks: as('bloques', list(identity('none', block))),
          }),
        ),
      ),
    }),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/consultas/informe',
    summary: 'The same as PDF',
    access: 'administrator',
    kind: 'file',
    input: query({ month: as('mes', month) }),
    data: nullable(wireObject({})),
  }),
}
