import { STEP_KINDS, STEP_STANDINGS } from '#domain/life-line.ts'
import { VALIDATIONS } from '#domain/work.ts'
import { WORK_KIND_LETTERS, incidentNumber, incidentState, workKind } from './incident-codec.ts'
import { knownProblem } from './problems.ts'
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
  recordNumber,
  text,
  wireObject,
} from './wire.ts'

/** The customer's verdict on work installed for testing. */
export const validationResult = lettered(VALIDATIONS, { validated: 'validado', failed: 'no_funciona' })

/** Why a validation or a decision is refused. */
export const workRefusal = coded({
  no_en_pruebas: 'not-in-test',
  ya_validada: 'already-validated',
  ya_decidida: 'already-decided',
  valoracion_cerrada: 'valuation-closed',
  valoracion_cambiada: 'valuation-changed',
  valoracion_caducada: 'valuation-expired',
  sin_decidir: 'not-decided',
  trabajo_empezado: 'work-begun',
  fuera_de_plazo: 'undo-too-late',
})

/** A customer's verdict with author, time and text. */
export const validation = wireObject({
  result: as('resultado', validationResult),
  by: as('usuario', text(1000)),
  text: as('texto', text(2000)),
  at: as('fecha', instant),
})

/**
 * One stop of the line. `situacion`: `hecho`, `actual`, `pendiente`, `detenido` (rejected, cancelled, expired, returned) or
 * `omitido` (passed over, or no longer to come). `fecha`: the day on which it was raised; for the last three kinds, the day on which
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
  /** The record's own number: of a ticket, valuation, incident or development. */
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
  /** The planned day. */
  planned: as('prevista', nullable(day)),
})

/** Changes of a planned date, oldest first; the first one holds the original plan. */
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
  /** Such as V031; empty if not known yet. */
  version: text(10),
  plannedDelivery: as('pcfent', nullable(day)),
  steps: as('pasos', list(lifeLineStep)),
  plannedChanges: as('previstas', list(plannedChange)),
  stateChanges: as('cambiosEstado', list(stateChange)),
  /** All verdicts, oldest first: a later installation asks again. */
  validations: as('validaciones', list(validation)),
  /** It is in BD pruebas and awaits a verdict. */
  mayValidate: as('puedeValidar', boolean),
  /** Its tickets that the caller may see, newest first. */
  tickets: as(
    'consultas',
    list(wireObject({ number: as('llnumreg', recordNumber('ticket')), title: as('titulo', text(200)) })),
  ),
})

/** A published problem of the product, without any other client's words. */
const { problem, title, workaround, mendedVersion, plannedOn } = knownProblem
const lineProblem = wireObject({
  problem,
  title,
  workaround,
  mendedVersion,
  plannedOn,
  isMended: as('corregido', boolean),
})

export const lifeLine = wireObject({
  /** For an incident or development: the newest of its tickets that the caller may see. */
  ticket: as('consulta', nullable(lifeLineStep)),
  /** Only for administrators. */
  valuations: as('valoraciones', list(lifeLineStep)),
  works: as('trabajos', list(lifeLineWork)),
  /** Problems of the incidents and, in an open ticket, those that its author has said they meet. */
  problems: as('problemas', list(lineProblem)),
})

/** Work in BD pruebas that awaits a verdict. */
export const awaitedValidation = wireObject({
  kind: as('tipo', workKind),
  number: as('pcnpet', incidentNumber),
  title: as('pcdes1', text(200)),
  version: text(10),
  /** The day of that installation. */
  on: as('fecha', nullable(day)),
})

/** The data of a 409 for the loser of a race. */
export const currentWork = wireObject({
  number: as('pcnpet', incidentNumber),
  state: as('pcesta', incidentState),
  reason: as('codigo', workRefusal),
  validation: as('validacion', nullable(validation)),
})
