import { MAIL_KINDS, MAIL_STATES, TECHNICIAN_MAIL_KINDS } from '#contract/mail.ts'
import { as, day, oneOf, optional, wireObject } from '#contract/wire.ts'
import { addressOf, numberInAddress, wordsInAddress } from '#browser/address.ts'

const KINDS = [...new Set([...MAIL_KINDS, ...TECHNICIAN_MAIL_KINDS])]

/** The outbox's filter in the browser's address. */
export const outboxAddress = addressOf(
  wireObject({
    /** Technicians' mails; by default customers'. */
    to: as('a', optional(oneOf(['technicians']))),
    search: as('para', optional(wordsInAddress(100))),
    client: as('cliente', optional(numberInAddress('client'))),
    ticket: optional(numberInAddress('ticket')),
    state: as('estado', optional(oneOf(MAIL_STATES))),
    kind: as('motivo', optional(oneOf(KINDS))),
    /** Office days, both included. */
    from: as('desde', optional(day)),
    until: as('hasta', optional(day)),
  }),
)

export type OutboxFilter = ReturnType<typeof outboxAddress.read>

/** The address of all mails to one reader. */
export const listAddressOf = (to: OutboxFilter['to']) => (to === undefined ? {} : outboxAddress.written({ to }))

/** Whether only some of the mails are shown. */
export const isNarrowed = ({ to: _to, ...filter }: OutboxFilter): boolean => Object.keys(filter).length > 0
