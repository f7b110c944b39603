import { as, coded, optional, wireObject } from '#contract/wire.ts'
import { addressOf } from '#browser/address.ts'

/** The field that takes the focus when a ticket opens. */
export const ticketAddress = addressOf(
  wireObject({ writing: as('escribir', optional(coded({ respuesta: 'answer', cierre: 'closing', nota: 'note' }))) }),
)

export type Writing = NonNullable<ReturnType<typeof ticketAddress.read>['writing']>
