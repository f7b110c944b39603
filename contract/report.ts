import * as z from 'zod/mini'
import { block } from '#domain/document.ts'
import { body, endpoint, query } from './endpoint.ts'
import { as, boolean, count, identity, list, nullable, recordNumber, text, wireObject } from './wire.ts'

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
  readers: endpoint({
    method: 'GET',
    path: '/consultas/ver_destinatarios_informe',
    summary: "The client's contacts, and which of them get the month's report by mail",
    access: 'administrator',
    input: query({}),
    data: wireObject({
      /** The most readers that may be chosen. */
      most: as('maximo', count),
      readers: as(
        'destinatarios',
        list(
          wireObject({
            contact: as('contacto', recordNumber('contact')),
            name: as('nombre', text(200)),
            email: text(254),
            chosen: as('elegido', boolean),
            /** The reader wants no report. An administrator's choice does not overrule that. */
            declined: as('baja', boolean),
          }),
        ),
      ),
    }),
  }),
  chooseReader: endpoint({
    method: 'POST',
    path: '/consultas/elegir_destinatario_informe',
    summary: "Have the month's report mailed to a contact, or no longer",
    access: 'administrator',
    input: body({ contact: as('contacto', recordNumber('contact')), chosen: as('elegido', boolean) }),
    data: nullable(wireObject({})),
  }),
}
