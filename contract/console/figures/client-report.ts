import { block } from '#domain/document.ts'
import { consoleInput, endpoint } from '../../endpoint.ts'
import { month } from '../../report.ts'
import { boolean, consoleObject, identity, inAddress, list, nullable, text } from '../../wire.ts'
import { clientCode } from '../tickets.ts'

const asked = consoleInput({ client: inAddress(clientCode), month })

/** A client's monthly report, as its administrators read it, for technicians. */
export const consoleClientReport = {
  view: endpoint({
    method: 'GET',
    path: '/console/client-report',
    summary: "A client's month as its administrators read it, as titled parts",
    access: 'technician',
    input: asked,
    data: consoleObject({
      month,
      title: text(200),
      client: text(200),
      /** The month has not ended yet. */
      underWay: boolean,
      parts: list(consoleObject({ id: text(40), title: text(200), blocks: list(identity('none', block)) })),
    }),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/console/client-report/pdf',
    summary: 'The same as PDF',
    access: 'technician',
    kind: 'file',
    input: asked,
    data: nullable(consoleObject({})),
  }),
}
