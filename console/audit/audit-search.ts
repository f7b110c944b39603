import { as, day, optional, wireObject } from '#contract/wire.ts'
import { addressOf, numberInAddress, wordsInAddress } from '#browser/address.ts'

/** The audit's filter in the browser's address. */
export const auditAddress = addressOf(
  wireObject({
    client: as('cliente', optional(numberInAddress('client'))),
    ticket: optional(numberInAddress('ticket')),
    technician: as('usuario', optional(wordsInAddress(200))),
    act: as('acto', optional(wordsInAddress(200))),
    /** Office days, both included. */
    from: as('desde', optional(day)),
    until: as('hasta', optional(day)),
  }),
)

export type AuditFilter = ReturnType<typeof auditAddress.read>
