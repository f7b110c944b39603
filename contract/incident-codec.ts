import type * as z from 'zod/mini'
import { DEVELOPMENT_STATES, SHOWN_DEVELOPMENT_STATES } from '#domain/development.ts'
import { INCIDENT_STATES, type IncidentState, SHOWN_INCIDENT_STATES } from '#domain/incident.ts'
import { WORK_KINDS } from '#domain/work.ts'
import {
  type Known,
  as,
  boolean,
  coded,
  count,
  day,
  instant,
  integer,
  lettered,
  list,
  nullable,
  officeTime,
  optional,
  orItsText,
  recordNumber,
  strictWireObject,
  text,
  wireObject,
} from './wire.ts'

/** Incidents and developments share one sequence of numbers. */
export const incidentNumber = recordNumber('incident')
export const developmentNumber = recordNumber('development')

export const WORK_KIND_LETTERS = { incident: 'incidencia', development: 'desarrollo' } as const
export const workKind = lettered(WORK_KINDS, WORK_KIND_LETTERS)

/** The wire's letters for the states of incidents and developments (spec §4 and §9). */
const STATE_LETTERS = {
  pending: 'S',
  planned: 'P',
  resolved: 'R',
  clarified: 'A',
  supervised: 'K',
  'in-progress': 'EC',
  delivered: 'E',
  valuation: 'V',
  expired: 'C',
  returned: 'D',
  'installed-in-test': 'Y',
  'installed-in-production': 'I',
  cancelled: 'Z',
} as const satisfies Record<IncidentState, string>

export const incidentState = lettered(INCIDENT_STATES, STATE_LETTERS)
export const shownIncidentState = lettered(SHOWN_INCIDENT_STATES, STATE_LETTERS)
const developmentState = lettered(DEVELOPMENT_STATES, STATE_LETTERS)
export const shownDevelopmentState = lettered(SHOWN_DEVELOPMENT_STATES, STATE_LETTERS)

/** Why something is refused and, if only time lifts the refusal, until when. */
export const refusalOf = <Reason extends Known<z.ZodMiniType<string, string>>>(code: Reason) =>
  wireObject({
    reason: as('codigo', code),
    sentence: as('mensaje', text(300)),
    until: as('hasta', nullable(instant)),
  })

const incidentRefusal = refusalOf(
  coded({
    no_reclamable: 'incident-not-claimable',
    reclamada_hace_poco: 'incident-claimed-recently',
    reclamaciones_agotadas: 'incident-claims-exhausted',
  }),
)

const incidentClaims = list(
  wireObject({
    sequence: as('hcsecu', integer),
    at: as('fecalta', instant),
    time: as('hchora', officeTime),
  }),
)

/** One row of the incidents' tab. */
export const incidentRow = wireObject({
  number: as('pcnpet', incidentNumber),
  ticket: as('pcticket', nullable(recordNumber('ticket'))),
  state: as('pcesta', incidentState),
  situation: as('pcsitu', nullable(text(40))),
  shownState: as('estado', shownIncidentState),
  title: as('pcdes1', text(200)),
  department: as('pcdpto', text(100)),
  createdAt: as('fecalta', instant),
  stateAt: as('fechaestado', instant),
  sprint: text(100),
  plannedDelivery: as('pcfent', nullable(day)),
  claims: as('reclamaciones', incidentClaims),
  attachments: as('documentos', count),
  mayClaim: as('puedeReclamar', boolean),
  refusals: as('motivos', wireObject({ claim: as('reclamar', optional(incidentRefusal)) })),
})

/** The data of a 409 for the loser of a race. */
export const currentIncident = wireObject({
  number: as('pcnpet', incidentNumber),
  state: as('pcesta', incidentState),
  claims: as('reclamaciones', incidentClaims),
})

/** One row of the developments' tab. `installed`: «BD pruebas 12/10», «BD real 03/11» or empty. */
export const developmentRow = wireObject({
  number: as('pcnpet', developmentNumber),
  budget: as('pcppto', text(40)),
  state: as('pcesta', developmentState),
  shownState: as('estado', shownDevelopmentState),
  title: as('pcdes1', text(200)),
  createdAt: as('fecalta', instant),
  requestedOn: as('pcfpet', nullable(day)),
  plannedDelivery: as('pcfent', nullable(day)),
  installed: as('instalacion', text(40)),
  attachments: as('documentos', count),
})

const filterFields = {
  number: as('numero', optional(nullable(orItsText(incidentNumber)))),
  from: as('entre', optional(nullable(day))),
  to: as('hasta', optional(nullable(day))),
  all: as('todas', optional(nullable(boolean))),
  mine: as('mias', optional(nullable(boolean))),
}

/** spec §9, Filter states. */
export const incidentFilter = strictWireObject({
  ...filterFields,
  state: as('estado', optional(nullable(coded({ EC: 'in-progress', E: 'delivered' })))),
})

export const developmentFilter = strictWireObject({
  ...filterFields,
  number: as('numero', optional(nullable(orItsText(developmentNumber)))),
  state: as(
    'estado',
    optional(nullable(coded({ P: 'pending', R: 'resolved', E: 'delivered', A: 'clarified', K: 'supervised' }))),
  ),
})
