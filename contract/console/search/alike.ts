import { PROBLEM_STATES } from '#domain/problems/problem.ts'
import { consoleInput, endpoint } from '../../endpoint.ts'
import { ticketNumber } from '../../ticket-codec.ts'
import { boolean, consoleObject, inAddress, instant, list, nullable, oneOf, recordNumber, text } from '../../wire.ts'
import { clientCode } from '../tickets.ts'

export const consoleAlike = {
  find: endpoint({
    method: 'GET',
    path: '/console/alike',
    summary:
      'What helps to answer a ticket: solved tickets like it, of any client, sections of manuals, problems of the product',
    access: 'technician',
    input: consoleInput({ ticket: inAddress(ticketNumber) }),
    data: consoleObject({
      tickets: list(
        consoleObject({
          number: ticketNumber,
          title: text(200),
          at: instant,
          client: consoleObject({ code: clientCode, name: text(200) }),
          /** Whether it is a ticket of the same client. A customer must not read other clients' tickets. */
          own: boolean,
          /** The last answer's beginning; null if nobody answered. */
          answer: nullable(text(4000)),
        }),
      ),
      sections: list(
        consoleObject({
          document: text(120),
          section: text(200),
          title: text(500),
          /** Where the customer can read it. */
          address: text(1000),
        }),
      ),
      problems: list(
        consoleObject({
          problem: recordNumber('problem'),
          title: text(200),
          state: oneOf(PROBLEM_STATES),
          workaround: text(4000),
        }),
      ),
    }),
  }),
}
