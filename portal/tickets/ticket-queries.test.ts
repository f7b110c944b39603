import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayAddInformation, mayConclude } from '#domain/ticket-actions.ts'
import { ENTRY_KINDS, TICKET_STATES, openingStanding } from '#domain/ticket.ts'
import { type TicketMessage, type TicketView, takesInformation } from './ticket-queries.ts'

test('a view tells that a ticket takes information whenever the rule allows it', () => {
  const standings = fc
    .record({
      state: fc.constantFrom(...TICKET_STATES),
      accepted: fc.boolean(),
      lastEntryKind: fc.constantFrom(...ENTRY_KINDS),
      blockingIncident: fc.constantFrom(null, 7),
    })
    .map((facts) => ({ ...openingStanding(new Date(0)), ...facts }))
  fc.assert(
    fc.property(standings, (standing) => {
      const view = { actions: { mayConclude: mayConclude(standing).allowed } } as TicketView
      expect(takesInformation(view, standing as unknown as TicketMessage)).toBe(mayAddInformation(standing).allowed)
    }),
  )
})
