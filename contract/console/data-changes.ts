import { MAX_REQUEST_TEXT } from '#domain/personal-data.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { as, inAddress, instant, list, nullable, oneOf, optional, recordNumber, text, wireObject } from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile } from './revision.ts'

export const listedDataChange = wireObject({
  id: as('id', recordNumber('data-change-request')),
  client: as('client', wireObject({ code: as('code', recordNumber('client')), name: as('name', text(200)) })),
  /** The requester's name. */
  person: as('person', text(200)),
  /** The contact whose data it is; null for a person without one. */
  contact: as(
    'contact',
    nullable(
      wireObject({
        id: as('id', recordNumber('contact')),
        name: as('name', text(200)),
        email: as('email', text(254)),
        phone: as('phone', text(50)),
      }),
    ),
  ),
  text: as('text', text(MAX_REQUEST_TEXT)),
  requestedAt: as('requestedAt', instant),
  handledAt: as('handledAt', nullable(instant)),
  /** The technician's name. */
  handledBy: as('handledBy', nullable(text(200))),
})

export const consoleDataChanges = {
  list: endpoint({
    method: 'GET',
    path: '/console/data-changes',
    summary: 'Requests to change personal data: the open ones, oldest first, or the handled ones, newest first',
    access: 'technician',
    input: consoleInput({
      state: as('state', optional(oneOf(['open', 'handled']))),
      client: as('client', optional(inAddress(recordNumber('client')))),
      /** Found in the client's, the person's or the contact's name, or the text. */
      search,
      ...keyset,
    }),
    data: wireObject({ items: as('items', list(listedDataChange)), next: nextPart }),
  }),
  handle: endpoint({
    method: 'POST',
    path: '/console/data-changes/handle',
    summary: 'Say that a request was handled: what it changes is done at the contact. 409 when somebody else had',
    access: 'technician',
    input: consoleInput({
      client: as('client', recordNumber('client')),
      request: as('request', recordNumber('data-change-request')),
    }),
    data: listedDataChange,
  }),
}

export const dataChangeNow = changedMeanwhile(listedDataChange)
