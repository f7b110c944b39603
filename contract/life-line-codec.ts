import { STEP_KINDS, STEP_STANDINGS } from '#domain/life-line.ts'
import { DECISIONS } from '#domain/valuation.ts'
import { VALIDATIONS, WORK_KINDS } from '#domain/work.ts'
import { incidentNumber, incidentState } from './incident-codec.ts'
import {
  as,
  boolean,
  coded,
  day,
  instant,
  integer,
  lettered,
  list,
  nullable,
  optional,
  recordNumber,
  text,
  wireObject,
} from './wire.ts'

const WORK_KIND_LETTERS = { incident: 'incidencia', development: 'desarrollo' } as const
export const workKind = lettered(WORK_KINDS, WORK_KIND_LETTERS)

/** What a customer says of what was installed for testing. */
export const validationResult = lettered(VALIDATIONS, { validated: 'validado', failed: 'no_funciona' })

export const valuationDecision = lettered(DECISIONS, { accepted: 'aceptada', rejected: 'rechazada' })

/** Why a validation or a decision is refused. */
export const workRefusal = coded({
  no_en_pruebas: 'not-in-test',
  ya_validada: 'already-validated',
  ya_decidida: 'already-decided',
  valoracion_cerrada: 'valuation-closed',
})

/** Who said it and when, with their words. */
export const validation = wireObject({
  result: as('resultado', validationResult),
  by: as('usuario', text(1000)),
  text: as('texto', text(2000)),
  at: as('fecha', instant),
})

/**
 * One stop of the line. `situacion`: `hecho`, `actual`, `pendiente`, `detenido` (rejected, cancelled, expired, returned) or
 * `omitido` (passed over, or no longer to come). `fecha`: the day on which a thing was raised or, of the last three, on which
 * it was done.
 */
export const lifeLineStep = wireObject({
  kind: as(
    'tipo',
    lettered(STEP_KINDS, {
      ticket: 'consulta',
      valuation: 'valoracion',
      ...WORK_KIND_LETTERS,
      version: 'version',
      test: 'pruebas',
      production: 'real',
    }),
  ),
  /** Of a ticket, valuation, incident or development: its own. */
  number: as('numero', nullable(integer)),
  standing: as(
    'situacion',
    lettered(STEP_STANDINGS, {
      done: 'hecho',
      current: 'actual',
      ahead: 'pendiente',
      stopped: 'detenido',
      skipped: 'omitido',
    }),
  ),
  on: as('fecha', nullable(day)),
  /** Until when it is meant to be done. */
  planned: as('prevista', nullable(day)),
})

/** A change of a planned date, oldest first; the first one says what was planned at the beginning. */
const plannedChange = wireObject({
  stage: as('etapa', coded({ entrega: 'delivery', pruebas: 'test', real: 'production' })),
  from: as('de', nullable(day)),
  to: as('a', nullable(day)),
  reason: as('motivo', text(1000)),
  at: as('fecha', instant),
})

const stateChange = wireObject({
  from: as('de', nullable(incidentState)),
  to: as('a', incidentState),
  reason: as('motivo', text(1000)),
  at: as('fecha', instant),
})

/** An incident or a development with its part of the line: itself, version, BD pruebas, BD real. */
const lifeLineWork = wireObject({
  kind: as('tipo', workKind),
  number: as('pcnpet', incidentNumber),
  budget: as('pcppto', text(40)),
  title: as('pcdes1', text(200)),
  state: as('pcesta', incidentState),
  situation: as('pcsitu', nullable(text(40))),
  /** Such as V031; empty while it is not known. */
  version: as('version', text(10)),
  plannedDelivery: as('pcfent', nullable(day)),
  steps: as('pasos', list(lifeLineStep)),
  plannedChanges: as('previstas', list(plannedChange)),
  stateChanges: as('cambiosEstado', list(stateChange)),
  /** Everything that was said of it, oldest first: a later installation asks anew. */
  validations: as('validaciones', list(validation)),
  /** It is in BD pruebas, and nobody has said yet whether it works. */
  mayValidate: as('puedeValidar', boolean),
  /** The tickets of it that the caller may see, newest first. */
  tickets: as(
    'consultas',
    list(wireObject({ number: as('llnumreg', recordNumber('ticket')), title: as('titulo', text(200)) })),
  ),
})

export const lifeLine = wireObject({
  /** Of an incident or a development: that of the newest of its tickets that the caller may see. */
  ticket: as('consulta', nullable(lifeLineStep)),
  /** Administrators alone are shown them. */
  valuations: as('valoraciones', list(lifeLineStep)),
  works: as('trabajos', list(lifeLineWork)),
})

/** What is in BD pruebas, and waits for somebody to say whether it works. */
export const awaitedValidation = wireObject({
  kind: as('tipo', workKind),
  number: as('pcnpet', incidentNumber),
  title: as('pcdes1', text(200)),
  version: as('version', text(10)),
  /** The day on which it was installed there. */
  on: as('fecha', nullable(day)),
})

/** What the loser of a race is told with a 409. */
export const currentWork = wireObject({
  number: as('pcnpet', incidentNumber),
  state: as('pcesta', incidentState),
  reason: as('codigo', workRefusal),
  validation: as('validacion', nullable(validation)),
})

const decided = {
  decision: as('resultado', valuationDecision),
  by: as('usuario', text(1000)),
  at: as('fecha', instant),
}

/** A decision among the others: whose it is stands beside it. */
export const decisionRow = wireObject({
  number: as('vinreg', recordNumber('valuation')),
  description: as('vodesc', text(400)),
  ...decided,
})

/** What the loser of a race is told with a 409. */
export const currentValuation = wireObject({
  number: as('vinreg', recordNumber('valuation')),
  reason: as('codigo', workRefusal),
  decision: as('decision', nullable(wireObject({ ...decided, text: as('texto', text(2000)) }))),
})

export const valuationView = wireObject({
  number: as('vinreg', recordNumber('valuation')),
  description: as('vodesc', text(400)),
  createdOn: as('vifeal', day),
  /** Where the caller may see it. */
  ticket: as('consulta', nullable(recordNumber('ticket'))),
  development: as('desarrollo', nullable(recordNumber('development'))),
  decision: as('decision', nullable(wireObject({ ...decided, text: as('texto', text(2000)) }))),
  mayDecide: as('puedeDecidir', boolean),
  /** Why not, in words. */
  refusal: as('motivo', optional(text(300))),
  /** The tickets that were raised to ask about it, oldest first, as far as the caller may see them. */
  questions: as(
    'preguntas',
    list(wireObject({ number: as('llnumreg', recordNumber('ticket')), title: as('titulo', text(200)) })),
  ),
})
