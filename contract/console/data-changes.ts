import { MAX_REQUEST_TEXT } from '#domain/personal-data.ts'
import { consoleInput, endpoint } from '../endpoint.ts'
import { consoleObject, inAddress, instant, list, nullable, oneOf, optional, recordNumber, text } from '../wire.ts'
import { keyset, nextPart, search } from './keyset.ts'
import { changedMeanwhile } from './revision.ts'

export const listedDataChange = consoleObject({
  id: recordNumber('data-change-request'),
  client: consoleObject({ code: recordNumber('client'), name: text(200) }),
  /** The requester's name. */
  person: text(200),
  /** The contact whose data it is; null for a person without one. */
  contact: nullable(
    consoleObject({
      id: recordNumber('contact'),
      name: text(200),
      email: text(254),
      phone: text(50),
    }),
  ),
  text: text(MAX_REQUEST_TEXT),
  requestedAt: instant,
  handledAt: nullable(instant),
  /** The technician's name. */
  handledBy: nullable(text(200)),
})

export const consoleDataChanges = {
  list: endpoint({
    method: 'GET',
    path: '/console/data-changes',
    summary: 'Requests to change personal data: the open ones, oldest first, or the handled ones, newest first',
    access: 'technician',
    input: consoleInput({
      state: optional(oneOf(['open', 'handled'])),
      client: optional(inAddress(recordNumber('client'))),
      /** Searches the names of client, person and contact, and the text. */
      search,
      ...keyset,
    }),
    data: consoleObject({ items: list(listedDataChange), next: nextPart }),
  }),
  handle: endpoint({
    method: 'POST',
    path: '/console/data-changes/handle',
    summary: 'Mark a request as handled; the change itself is made at the contact. 409 if somebody else has handled it',
    access: 'technician',
    input: consoleInput({
      client: recordNumber('client'),
      request: recordNumber('data-change-request'),
    }),
    data: listedDataChange,
  }),
}

export const dataChangeNow = changedMeanwhile(listedDataChange)
