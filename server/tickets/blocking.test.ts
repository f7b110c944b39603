import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { act, answer } from '../testing/support-desk.ts'
import { portal, raised, simulate, view } from '../testing/ticket-desk.ts'

// Which incident a ticket waits for, after anything that technicians do with incidents: what the row says is what its
// incidents give, and what the customer may do is what the row says.

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

/** What the linked incidents give, told in another way than the code does: the newest that is neither over nor delivered. */
async function expected(ticket: number): Promise<number | null> {
  const { rows } = await portal.owner.query<{ number: number | null }>(
    `select max(i.number)::int as number from incident_ticket l
       join incident i on i.client_id = l.client_id and i.number = l.incident_number
     where l.ticket_number = $1 and i.situation is distinct from 'ENTREGADO'
       and i.state = any('{pending,planned,resolved,clarified,supervised,in-progress,valuation,installed-in-test}')`,
    [ticket],
  )
  return rows[0]?.number ?? null
}

async function hold(tickets: readonly number[]): Promise<void> {
  for (const ticket of tickets) {
    const { rows } = await portal.owner.query<{ blocking: number | null }>(
      'select blocking_incident::int as blocking from ticket where number = $1',
      [ticket],
    )
    expect(rows[0]?.blocking).toBe(await expected(ticket))
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
  test('is what its incidents give, after any acts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { tickets, incidents } = await scene()
        for (const said of steps) {
          const [number, ticket] = [incidents[said.incident], tickets[said.ticket]]
          if (said.act === 'link' || said.act === 'unlink') await act(`/work/${said.act}`, { number, ticket })
          const reason = 'Se ha comprobado.'
          if (said.act === 'state') await act('/work/state', { number, state: said.state, reason })
          if (said.act === 'situation') {
            await act('/work/state', { number, state: 'clarified', situation: said.situation, reason })
          }
          if (said.act === 'install') {
            await act('/work/installation', { number, where: said.where, on: '2026-11-18', reason })
          }
          await hold(tickets)
        }
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  test('is none where nothing was done', async () => {
    const { tickets, incidents } = await scene()
    await hold(tickets)
    const [incident] = incidents
    await act('/work/link', { number: incident, ticket: tickets[0] })
    expect(await expected(tickets[0] ?? 0)).toBe(incident)
  })

  test('is the same when two technicians deliver its two incidents at once', async () => {
    const { tickets, incidents } = await scene()
    for (const number of incidents) {
      for (const ticket of tickets) await act('/work/link', { number, ticket })
    }
    const done = await Promise.all(incidents.map((number) => act('/work/state', { number, state: 'delivered' })))
    expect(done.map(({ status }) => status)).toEqual([200, 200])
    await hold(tickets)
    expect(await expected(tickets[0] ?? 0)).toBe(null)
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
      await hold([into ?? 0])
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
