import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { act, answer, openSupportDesk } from '../testing/support-desk.ts'
import { portal, raised, simulate, view } from '../testing/ticket-desk.ts'

openSupportDesk()

// After any acts of technicians on incidents, a ticket's row names the incident that its links imply, and the customer's rights
// follow the row.

/** Two tickets that Support has closed, and two incidents that answer none. */
async function scene() {
  const tickets = [await raised(), await raised()]
  for (const ticket of tickets) await answer(ticket, { closes: true })
  const incidents: number[] = []
  for (const title of ['Una', 'Otra']) {
    const { data } = await act('/work/create', { kind: 'incident', client: 1001, installation: 'LEV-01', title })
    incidents.push(data.number)
  }
  return { tickets, incidents }
}

/** The technicians' acts on an incident so far: the model that the row is compared with. */
interface Told {
  readonly state: string
  readonly situation: string | null
  /** Whether it was delivered or installed, and work on it has not resumed. */
  readonly delivered: boolean
}

const RAISED: Told = { state: 'pending', situation: null, delivered: false }
const ENDED = ['cancelled', 'expired', 'returned']

const afterState = (was: Told, state: string, situation = was.situation): Told => ({
  state,
  situation,
  delivered: ENDED.includes(state) ? was.delivered : state === 'delivered' || situation === 'ENTREGADO',
})

const waitedFor = ({ state, situation, delivered }: Told): boolean =>
  !delivered && !ENDED.includes(state) && situation !== 'ENTREGADO'

/** The newest linked incident that is neither delivered nor ended. Incidents missing from `told` are untouched. */
async function expected(ticket: number, told = new Map<number, Told>()): Promise<number | null> {
  const { rows } = await portal.owner.query<{ number: number }>(
    'select l.incident_number::int as number from incident_ticket l where l.ticket_number = $1 order by 1 desc',
    [ticket],
  )
  return rows.find(({ number }) => waitedFor(told.get(number) ?? RAISED))?.number ?? null
}

async function hold(tickets: readonly number[], told?: Map<number, Told>): Promise<void> {
  for (const ticket of tickets) {
    const { rows } = await portal.owner.query<{ blocking: number | null }>(
      'select blocking_incident::int as blocking from ticket where number = $1',
      [ticket],
    )
    expect(rows[0]?.blocking).toBe(await expected(ticket, told))
    const { accionesConsulta, consultas } = await view(ticket)
    expect([consultas[0].llesta, accionesConsulta.puedeConformar]).toEqual(['C', rows[0]?.blocking === null])
  }
}

const STATES = [
  'pending',
  'planned',
  'in-progress',
  'valuation',
  'delivered',
  'cancelled',
  'expired',
  'returned',
] as const

const which = { incident: fc.nat({ max: 1 }), ticket: fc.nat({ max: 1 }) }
const step = fc.oneof(
  fc.record({ act: fc.constant('link' as const), ...which }),
  fc.record({ act: fc.constant('unlink' as const), ...which }),
  fc.record({ act: fc.constant('state' as const), ...which, state: fc.constantFrom(...STATES) }),
  fc.record({ act: fc.constant('situation' as const), ...which, situation: fc.constantFrom('ENTREGADO', null) }),
  fc.record({ act: fc.constant('install' as const), ...which, where: fc.constantFrom('test', 'production') }),
)

describe('the incident that a ticket waits for', () => {
  test('follows from its incidents, after any acts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { tickets, incidents } = await scene()
        const told = new Map<number, Told>()
        for (const said of steps) {
          const [number = 0, ticket] = [incidents[said.incident], tickets[said.ticket]]
          const was = told.get(number) ?? RAISED
          const reason = 'Se ha comprobado.'
          if (said.act === 'link' || said.act === 'unlink') await act(`/work/${said.act}`, { number, ticket })
          if (said.act === 'state') {
            const { status } = await act('/work/state', { number, state: said.state, reason })
            if (status === 200) told.set(number, afterState(was, said.state))
          }
          if (said.act === 'situation') {
            const { situation } = said
            const { status } = await act('/work/state', { number, state: 'clarified', situation, reason })
            if (status === 200) told.set(number, afterState(was, 'clarified', situation))
          }
          if (said.act === 'install') {
            const { where } = said
            const { status } = await act('/work/installation', { number, where, on: '2026-11-18', reason })
            if (status === 200) told.set(number, { ...was, state: `installed-in-${where}`, delivered: true })
          }
          await hold(tickets, told)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('is none where nothing was done', async () => {
    const { tickets, incidents } = await scene()
    await hold(tickets)
    const [incident] = incidents
    await act('/work/link', { number: incident, ticket: tickets[0] })
    expect(await expected(tickets[0] ?? 0)).toBe(incident)
  })

  test('is none any more from its first delivery on, until work on it begins anew', async () => {
    const { tickets, incidents } = await scene()
    const [ticket = 0] = tickets
    const [number] = incidents
    await act('/work/link', { number, ticket })
    const refused = async () => (await view(ticket)).accionesConsulta.motivos.conformar?.mensaje
    const undelivered = 'La incidencia asociada aún no está entregada'
    const state = (name: string) => act('/work/state', { number, state: name, reason: 'Se ha comprobado.' })
    expect(await refused()).toBe(undelivered)
    await state('delivered')
    expect(await refused()).toBe(undefined)
    await act('/work/installation', { number, where: 'test', on: '2026-11-18' })
    expect(await refused()).toBe(undefined)
    const [row] = (
      await portal.call(await portal.enter('LEV-01', 11, { company: '001' }), 'GET', '/consultas/get_lista', {
        estado: 'P',
        filtros: JSON.stringify({ numero: ticket }),
      })
    ).data.items
    expect(row).toMatchObject({ estado: 'C', icono: 'cerrada', pcesta: 'Y', puedeConformar: true })
    await state('in-progress')
    expect(await refused()).toBe(undelivered)
    await act('/work/installation', { number, where: 'test', on: '2026-11-18' })
    expect(await refused()).toBe(undefined)
    await act('/work/installation', { number, where: 'production', on: '2026-11-18', reason: 'Se ha comprobado.' })
    expect(await refused()).toBe(undefined)
  })

  test('is the same when two technicians deliver its two incidents at once', async () => {
    const { tickets, incidents } = await scene()
    for (const number of incidents) {
      for (const ticket of tickets) await act('/work/link', { number, ticket })
    }
    const done = await Promise.all(incidents.map((number) => act('/work/state', { number, state: 'delivered' })))
    expect(done.map(({ status }) => status)).toEqual([200, 200])
    await hold(tickets, new Map(incidents.map((number) => [number, afterState(RAISED, 'delivered')])))
    expect((await view(tickets[0] ?? 0)).accionesConsulta.puedeConformar).toBe(true)
  })

  test.each([1, 2, 3, 4])(
    'is the same when a ticket is joined to another while its incident is delivered: %s',
    async () => {
      const { tickets, incidents } = await scene()
      const [one, into] = tickets
      const [number] = incidents
      await act('/work/link', { number, ticket: one })
      const [merged, delivered] = await Promise.all([
        act('/ticket/merge', { ticket: one, into }),
        act('/work/state', { number, state: 'delivered' }),
      ])
      expect([merged.status, delivered.status]).toEqual([200, 200])
      await hold([into ?? 0], new Map([[number ?? 0, afterState(RAISED, 'delivered')]]))
    },
  )

  test('opened while it is answered is the newest', async () => {
    const { tickets, incidents } = await scene()
    const [ticket] = tickets
    await act('/work/link', { number: incidents[0], ticket })
    await simulate(ticket ?? 0, { cerrar: 'S', incidencia: 'S' })
    await hold([ticket ?? 0])
    expect(await expected(ticket ?? 0)).toBeGreaterThan(incidents[1] ?? 0)
  })
})
