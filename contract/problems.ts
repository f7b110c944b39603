import { endpoint, query } from './endpoint.ts'
import { as, day, list, nullable, recordNumber, text, wireObject } from './wire.ts'

/** A published problem of the product: what customers read of it. */
const knownProblem = wireObject({
  problem: as('prnreg', recordNumber('problem')),
  title: as('titulo', text(200)),
  description: as('descripcion', text(4000)),
  workaround: as('solucion', text(4000)),
  mendedVersion: as('versionCorregida', nullable(text(20))),
  plannedOn: as('fechaPrevista', nullable(day)),
})

export const problems = {
  known: endpoint({
    method: 'GET',
    path: '/consultas/problemas_conocidos',
    summary: 'The published problems of the product in the versions that the caller has installed, the newest first',
    access: 'full-session',
    input: query({}),
    data: list(knownProblem),
  }),
}
