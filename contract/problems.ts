import { body, endpoint, query } from './endpoint.ts'
import { as, boolean, day, list, nullable, recordNumber, text, wireObject } from './wire.ts'

/** A published problem of the product, as customers read it. */
export const knownProblem = {
  problem: as('prnreg', recordNumber('problem')),
  title: as('titulo', text(200)),
  description: as('descripcion', text(4000)),
  workaround: as('solucion', text(4000)),
  mendedVersion: as('versionCorregida', nullable(text(20))),
  plannedOn: as('fechaPrevista', nullable(day)),
  /** The caller has said that they meet it. */
  affectsMe: as('meAfecta', boolean),
}

export const problems = {
  known: endpoint({
    method: 'GET',
    path: '/consultas/problemas_conocidos',
    summary: 'The published problems of the product in the versions that the caller has installed, the newest first',
    access: 'full-session',
    input: query({}),
    data: list(wireObject(knownProblem)),
  }),
  affectsMe: endpoint({
    method: 'POST',
    path: '/consultas/me_afecta',
    summary: 'Says that the caller meets a published problem of their version, or that they do not any more',
    access: 'full-session',
    input: body({ problem: as('prnreg', recordNumber('problem')), affectsMe: as('afecta', boolean) }),
    data: wireObject(knownProblem),
  }),
}
