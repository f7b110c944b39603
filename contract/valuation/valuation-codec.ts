import { MAX_CONCEPT, MAX_HOURS, MAX_LINES, MAX_PRICE, MAX_VAT } from '#domain/valuation/amounts.ts'
import { DECISIONS, VALUATION_EVENTS } from '#domain/valuation/valuation.ts'
import { workRefusal } from '../life-line-codec.ts'
import {
  amount,
  as,
  boolean,
  consoleObject,
  count,
  day,
  hundredths,
  instant,
  lettered,
  list,
  nullable,
  oneOf,
  optional,
  recordNumber,
  requiredText,
  text,
  wireObject,
} from '../wire.ts'

const hours = hundredths(1, MAX_HOURS)
const price = hundredths(-MAX_PRICE, MAX_PRICE)
const vat = hundredths(0, MAX_VAT)

const DECISION_LETTERS = { accepted: 'aceptada', rejected: 'rechazada' } as const
export const valuationDecision = lettered(DECISIONS, DECISION_LETTERS)

export const valuationNumber = recordNumber('valuation')

/** One row of the list of valuations that wait for an answer. */
export const valuationRow = wireObject({
  number: as('vinreg', valuationNumber),
  description: as('vodesc', text(400)),
  createdOn: as('vifeal', day),
  /** With VAT; null for one without lines. */
  total: nullable(amount),
  /** The last day on which it can be decided. */
  validUntil: as('validaHasta', nullable(day)),
  /** That day has passed. */
  expired: as('caducada', boolean),
})

const decided = {
  decision: as('resultado', valuationDecision),
  by: as('usuario', text(1000)),
  at: as('fecha', instant),
}
const decisionWithText = nullable(wireObject({ ...decided, text: as('texto', text(2000)) }))

/** A decision in the list, with the valuation that it belongs to. */
export const decisionRow = wireObject({
  number: as('vinreg', valuationNumber),
  description: as('vodesc', text(400)),
  total: nullable(amount),
  ...decided,
})

/** The data of a 409 for the loser of a race. */
export const currentValuation = wireObject({
  number: as('vinreg', valuationNumber),
  reason: as('codigo', workRefusal),
  version: count,
  decision: decisionWithText,
})

/** The sums of the lines. All in euros, hours and percent, with at most two decimals. */
const amounts = wireObject({
  lines: as(
    'lineas',
    list(
      wireObject({
        concept: as('concepto', text(MAX_CONCEPT)),
        /** Null: a fixed price. */
        hours: as('horas', nullable(hours)),
        /** Of an hour or, without hours, of the line; without VAT. */
        price: as('precio', price),
        vat: as('iva', vat),
        amount: as('importe', amount),
      }),
    ),
  ),
  hours: as('horas', nullable(amount)),
  base: amount,
  /** One for each rate. */
  taxes: as('impuestos', list(wireObject({ vat: as('iva', vat), base: amount, amount: as('cuota', amount) }))),
  total: amount,
})

export const valuationView = wireObject({
  number: as('vinreg', valuationNumber),
  description: as('vodesc', text(400)),
  createdOn: as('vifeal', day),
  /** Grows with each change of the offer. */
  version: count,
  /** Null for one without lines: its description says everything. */
  amounts: as('importes', nullable(amounts)),
  /** The last day on which it can be decided. */
  validUntil: as('validaHasta', nullable(day)),
  expired: as('caducada', boolean),
  /** Null if the caller may not see it. */
  ticket: as('consulta', nullable(recordNumber('ticket'))),
  development: as('desarrollo', nullable(recordNumber('development'))),
  decision: decisionWithText,
  mayDecide: as('puedeDecidir', boolean),
  /** The reason, in words. */
  refusal: as('motivo', optional(text(300))),
  mayUndo: as('puedeDeshacer', boolean),
  /** After this moment a decision is final; null without one. */
  undoableUntil: as('deshacerHasta', nullable(instant)),
  /** Why a decision can no longer be undone, in words. */
  undoRefusal: as('motivoDeshacer', optional(text(300))),
  mayAsk: as('puedePreguntar', boolean),
  /** Offers, decisions and their undoing, oldest first; nothing from before this history was kept. */
  history: as(
    'historia',
    list(
      wireObject({
        kind: as(
          'tipo',
          lettered(VALUATION_EVENTS, { offered: 'oferta', ...DECISION_LETTERS, undone: 'deshecha', closed: 'cerrada' }),
        ),
        version: count,
        /** Only of an offer. */
        total: nullable(amount),
        validUntil: as('validaHasta', nullable(day)),
        text: as('texto', text(2000)),
        by: as('usuario', text(1000)),
        at: as('fecha', instant),
      }),
    ),
  ),
  /** The tickets raised to ask about it, oldest first, if the caller may see them. */
  questions: as(
    'preguntas',
    list(wireObject({ number: as('llnumreg', recordNumber('ticket')), title: as('titulo', text(200)) })),
  ),
})

/** A line as a technician writes it: in hours, euros and percent, with at most two decimals. */
export const offeredLines = list(
  consoleObject({
    concept: requiredText(MAX_CONCEPT),
    /** Null: a fixed price. */
    hours: nullable(hours),
    /** Of an hour or, without hours, of the line; without VAT. Below zero for a discount. */
    price,
    vat,
  }),
  MAX_LINES,
)

export const consoleAmounts = consoleObject({
  lines: list(consoleObject({ concept: text(MAX_CONCEPT), hours: nullable(hours), price, vat, amount })),
  hours: nullable(amount),
  base: amount,
  taxes: list(consoleObject({ vat, base: amount, amount })),
  total: amount,
})

export const consoleValuationEvent = consoleObject({
  kind: oneOf(VALUATION_EVENTS),
  version: count,
  total: nullable(amount),
  validUntil: nullable(day),
  description: text(400),
  text: text(2000),
  by: text(1000),
  at: instant,
})
