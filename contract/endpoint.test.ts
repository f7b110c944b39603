import { expect, test } from 'vitest'
import { api } from './api.ts'
import { consoleApi } from './console/api.ts'
import { isOfTickets } from './endpoint.ts'

test('wrong fields of the portal’s tickets have a sentence of their own; log-in, own data and the console share the other', () => {
  const { session, tickets, incidents, assistant } = api
  expect(
    [tickets.create, incidents.claim, assistant.createTicket, session.login, session.changePassword].map(isOfTickets),
  ).toEqual([true, true, true, false, false])
  expect(Object.values(consoleApi).flatMap((group) => Object.values(group).filter(isOfTickets))).toEqual([])
})
