import { MAIL_KINDS, MAIL_STATES } from '#contract/mail.ts'
import { as, day, oneOf, optional, wireObject } from '#contract/wire.ts'
import { addressOf, numberInAddress, wordsInAddress } from '#browser/address.ts'

/** The outbox's filter in the browser's address. */
export const outboxAddress = addressOf(
  wireObject({
    search: as('para', optional(wordsInAddress(100))),
    client: as('cliente', optional(numberInAddress('client'))),
    ticket: as('ticket', optional(numberInAddress('ticket'))),
    state: as('estado', optional(oneOf(MAIL_STATES))),
    kind: as('motivo', optional(oneOf(MAIL_KINDS))),
    /** Office days, both included. */
    from: as('desde', optional(day)),
    until: as('hasta', optional(day)),
  }),
)

export type OutboxFilter = ReturnType<typeof outboxAddress.read>
