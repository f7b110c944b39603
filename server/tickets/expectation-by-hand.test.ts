import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import calendar from '#content/office-calendar.json' with { type: 'json' }
import { refreshPaces } from '../console/jobs/pace-store.ts'
import { TEXT, openTicketDesk, portal } from '../testing/ticket-desk.ts'

// The expected times told to customers, compared with times worked out by hand. Nothing here computes: each line says
// what the clock in Madrid showed, and how many minutes of open office lie between. The office is the shipped one:
// Monday to Thursday 8:30 to 18:00 (570 minutes), Friday 8:00 to 14:30 (390); 15 June to 15 September, Monday to Friday
// 8:00 to 14:45 (405); Monday 12 October 2026 is a holiday. Clocks went back on Sunday 25 October 2026, from 3:00 to
// 2:00, and forward on Sunday 28 March 2027, from 2:00 to 3:00.

openTicketDesk()

/** A ticket that Support closed: when it was raised and closed, by UTC, and the minutes by hand. */
type Case = readonly [raised: string, closed: string, minutes: number]

/** The office calendar of the database; a ticket's module has none of the demo's. */
let module: number
beforeAll(async () => {
  const { rows } = await portal.owner.query<{ number: number }>(`
    select m.number::int as number from module m
    where m.area = 'main' and m.listed and not exists (select from ticket t where t.module_number = m.number) order by 1 limit 1`)
  module = rows[0]?.number ?? 0
})
beforeEach(async () => {
  await portal.owner.query('update office_calendar set calendar = $1', [calendar])
  await portal.owner.query('update ticket set closed_at = null where module_number = $1', [module])
})

const enter = () => portal.enter('LEV-01', 11, { company: '001' })
const enterPablo = () => portal.logIn('pablo', 'Demo-pablo-1')

const raiseAt = async (at: string, who = enter): Promise<number> => {
  portal.clock.now = new Date(at)
  const sent = { tipoConsulta: 'C', modulo: module, textoConsulta: TEXT, interlocutor: 'L', email: 'l@levante.example' }
  const raised = await portal.call(await who(), 'POST', '/consultas/nueva_consulta', sent)
  expect(raised.status, raised.message).toBe(200)
  return raised.data[0].llnumreg
}
const closeAt = async (at: string, llnumreg: number, who = enter): Promise<void> => {
  portal.clock.now = new Date(at)
  const sent = { llnumreg, respuesta: 'Hecho.', cerrar: 'S' }
  const closed = await portal.call(await who(), 'POST', '/consultas/crear_respuesta_falsa', sent)
  expect(closed.status, closed.message).toBe(200)
}
/** Raised by customers of two clients in turn, and closed by Support. */
const take = async (cases: readonly Case[]): Promise<void> => {
  for (const [index, [raised, closed]] of cases.entries()) {
    const who = index % 2 === 0 ? enter : enterPablo
    // oxlint-disable-next-line no-await-in-loop -- the clock moves with each
    await closeAt(closed, await raiseAt(raised, who), who)
  }
}
const times = (many: number, one: Case): Case[] => Array.from({ length: many }, () => one)
const toldAt = async (now: string, sent: object = { modulo: module }) => {
  portal.clock.now = new Date(now)
  await refreshPaces(portal.staff, portal.clock.now)
  return (await portal.call(await enter(), 'GET', '/consultas/get_expectativa', sent)).data
}
const paceAt = async (now: string) => (await toldAt(now)).habitual

/** Friday 20 November 2026, 12:00 in Madrid. */
const NOW = '2026-11-20T11:00:00.000Z'

const TWENTY: readonly Case[] = [
  // Tuesday 10 November, 10:00 to 11:00.
  ['2026-11-10T09:00:00Z', '2026-11-10T10:00:00Z', 60],
  // Tuesday 17:00 to Wednesday 9:30: an hour, and an hour.
  ['2026-11-10T16:00:00Z', '2026-11-11T08:30:00Z', 120],
  // Friday 13 November 14:00 to Monday 9:00, over a weekend: half an hour, and half an hour.
  ['2026-11-13T13:00:00Z', '2026-11-16T08:00:00Z', 60],
  // Friday 9 October 14:00 to Tuesday 13 October 9:00; Monday is a holiday. Summer time.
  ['2026-10-09T12:00:00Z', '2026-10-13T07:00:00Z', 60],
  // Thursday 22 October 17:30 in summer time to Monday 26 October 8:45 in winter time: 30, Friday's 390, 15.
  ['2026-10-22T15:30:00Z', '2026-10-26T07:45:00Z', 435],
  // Friday 23 October 14:30, when the office closes, to Monday 26 October 8:30, when it opens: nothing.
  ['2026-10-23T12:30:00Z', '2026-10-26T07:30:00Z', 0],
  // Saturday 24 October to Sunday 25 October, while clocks go back: nothing.
  ['2026-10-24T10:00:00Z', '2026-10-25T18:00:00Z', 0],
  // Tuesday 15 September 14:00, the last day of summer, to Wednesday 9:00: 45 until 14:45, 30 from 8:30.
  ['2026-09-15T12:00:00Z', '2026-09-16T07:00:00Z', 75],
  // A summer's week, Monday 24 August 8:00 to Friday 14:45: five days of 405.
  ['2026-08-24T06:00:00Z', '2026-08-28T12:45:00Z', 2025],
  // Monday 9 November 7:00 to 8:00, before it opens.
  ['2026-11-09T06:00:00Z', '2026-11-09T07:00:00Z', 0],
  // Wednesday 4 November 18:00, when it closes, to Thursday 8:31.
  ['2026-11-04T17:00:00Z', '2026-11-05T07:31:00Z', 1],
  // A week, Monday 2 November 8:30 to Friday 14:30: four days of 570, and 390.
  ['2026-11-02T07:30:00Z', '2026-11-06T13:30:00Z', 2670],
  // Tuesday 17 November, 9:00 to 13:00.
  ['2026-11-17T08:00:00Z', '2026-11-17T12:00:00Z', 240],
  // The same Tuesday, all of it.
  ['2026-11-17T07:30:00Z', '2026-11-17T17:00:00Z', 570],
  // Monday 16 November 8:30 to Tuesday 18:00.
  ['2026-11-16T07:30:00Z', '2026-11-17T17:00:00Z', 1140],
  // Wednesday 18 November, 10:00 to 10:20.
  ['2026-11-18T09:00:00Z', '2026-11-18T09:20:00Z', 20],
  // Wednesday 18 November, 9:00 to 9:45.
  ['2026-11-18T08:00:00Z', '2026-11-18T08:45:00Z', 45],
  // Thursday 19 November, 9:00 to 11:30.
  ['2026-11-19T08:00:00Z', '2026-11-19T10:30:00Z', 150],
  // Thursday 17:00 to Friday 20 November 9:00: an hour, and an hour from 8:00 on.
  ['2026-11-19T16:00:00Z', '2026-11-20T08:00:00Z', 120],
  // Friday 20 November, 10:00 to 11:15.
  ['2026-11-20T09:00:00Z', '2026-11-20T10:15:00Z', 75],
]
// In order: 0, 0, 0, 1, 20, 45, 60, 60, 60, 75 | 75, 120, 120, 150, 240, 435 | 570, 1140, 2025, 2670.
// The tenth is 75, the sixteenth 435.
const OF_TWENTY = { mediana: 75, ochentaPorCiento: 435 }

describe('how long the tickets of a module took', () => {
  test('is of twenty the tenth and the sixteenth, of nineteen nothing, of twenty-one the eleventh and the seventeenth', async () => {
    await take(TWENTY.slice(0, 19))
    expect(await paceAt(NOW)).toBeNull()
    await take(TWENTY.slice(19))
    expect(await paceAt(NOW)).toEqual(OF_TWENTY)
    // Thursday 12 November, 9:00 to 10:30: 90, the twelfth in order. The eleventh is 75 still, the seventeenth 435.
    await take([['2026-11-12T08:00:00Z', '2026-11-12T09:30:00Z', 90]])
    expect(await paceAt(NOW)).toEqual({ mediana: 75, ochentaPorCiento: 435 })
    // Thursday 12 November, 9:00 to 11:00 and 9:00 to 12:00: 120 and 180. The twelfth of 23 is 90, the nineteenth (18.4) 435.
    await take([
      ['2026-11-12T08:00:00Z', '2026-11-12T10:00:00Z', 120],
      ['2026-11-12T08:00:00Z', '2026-11-12T11:00:00Z', 180],
    ])
    expect(await paceAt(NOW)).toEqual({ mediana: 90, ochentaPorCiento: 435 })
  })

  test.each(TWENTY)('twenty from %s to %s took %i minutes each', async (raised, closed, minutes) => {
    const number = await raiseAt(raised)
    await closeAt(closed, number)
    // Nineteen more of it.
    await portal.owner.query(
      `with one as (select * from ticket where number = $1)
       update ticket t set module_number = one.module_number, created_at = one.created_at, closed_at = one.closed_at,
         technician = one.technician
       from one where t.number in (
         select o.number from ticket o where o.number <> $1 and o.merged_into is null order by o.number desc limit 19)`,
      [number],
    )
    expect(await paceAt(NOW)).toEqual({ mediana: minutes, ochentaPorCiento: minutes })
  })

  test('counts tickets closed less than ninety days ago, to the millisecond', async () => {
    await take(TWENTY.slice(0, 19))
    // Ninety days before noon of 20 November, in winter time, is 13:00 of Saturday 22 August, in summer time. From Friday 21 August 14:00:
    // 45 minutes until 14:45.
    const atTheEdge = await raiseAt('2026-08-21T12:00:00Z')
    await closeAt('2026-08-22T11:00:00.000Z', atTheEdge)
    expect(await paceAt(NOW)).toBeNull()
    const insideIt = await raiseAt('2026-08-21T12:00:00Z')
    await closeAt('2026-08-22T11:00:00.001Z', insideIt)
    // 45 in place of 75. In order: 0, 0, 0, 1, 20, 45, 45, 60, 60, 60 | 75, 120, 120, 150, 240, 435.
    expect(await paceAt(NOW)).toEqual({ mediana: 60, ochentaPorCiento: 435 })
    // A moment later that ticket is too old as well.
    expect(await paceAt('2026-11-20T11:00:00.001Z')).toBeNull()
  })

  test('leaves out tickets that Support did not close: withdrawn, joined, still open, of another module', async () => {
    await take(TWENTY)
    const [withdrawn, joined, into] = [await raiseAt(NOW), await raiseAt(NOW), await raiseAt(NOW)]
    const taken = await portal.call(await enter(), 'POST', '/consultas/retirar_consulta', { llnumreg: withdrawn })
    expect(taken.status, taken.message).toBe(200)
    const raul = await portal.consoleLogIn('raul')
    const merged = await portal.console(raul, 'POST', '/ticket/merge', { ticket: joined, into })
    expect(merged.status, merged.message).toBe(200)
    expect(await paceAt(NOW)).toEqual(OF_TWENTY)
    const { rows } = await portal.owner.query<{ number: number }>(
      'select m.number::int as number from module m where m.number <> $1',
      [module],
    )
    const lucia = await enter()
    for (const { number } of rows) {
      // oxlint-disable-next-line no-await-in-loop -- each by itself
      const { data } = await portal.call(lucia, 'GET', '/consultas/get_expectativa', { modulo: number })
      expect(data.habitual, `module ${number}`).toBeNull()
    }
  })

  test('has an hour more in the night that clocks go back, and one less when they go forward, if the office is open then', async () => {
    const opens = { opens: '00:00', closes: '06:00' }
    const sundays = { zone: 'Europe/Madrid', seasons: [{ name: 'normal', week: { 7: opens } }], daysOff: [] }
    await portal.owner.query('update office_calendar set calendar = $1', [sundays])
    // From Saturday to Monday, at noon. Ordinary Sundays have 360 minutes, that of October 420, that of March 300.
    const ordinary: Case = ['2026-11-07T11:00:00Z', '2026-11-09T11:00:00Z', 360]
    const october: Case = ['2026-10-24T10:00:00Z', '2026-10-26T11:00:00Z', 420]
    // Nine ordinary ones and eleven of October: the tenth and the sixteenth are October's.
    await take([...times(9, ordinary), ...times(11, october)])
    expect(await paceAt(NOW)).toEqual({ mediana: 420, ochentaPorCiento: 420 })
    await portal.owner.query('update ticket set closed_at = null where module_number = $1', [module])
    const winter: Case = ['2027-03-13T11:00:00Z', '2027-03-15T11:00:00Z', 360]
    const march: Case = ['2027-03-27T11:00:00Z', '2027-03-29T10:00:00Z', 300]
    // Twelve of March and eight ordinary ones: the tenth is 300, the sixteenth 360.
    await take([...times(12, march), ...times(8, winter)])
    expect(await paceAt('2027-03-31T10:00:00Z')).toEqual({ mediana: 300, ochentaPorCiento: 360 })
  })
})

// Promises of the shipped settings, in hours of open office: 40, 24, 16, 8, 4 and 2 for urgencies 1 to 6.
describe('when an answer is due, and when the office opens', () => {
  test.each([
    // Thursday 19 November 16:30 and 2 hours: 90 minutes until 18:00, 30 on Friday from 8:00.
    ['a closing in between', '2026-11-19T15:30:00Z', '6', null, '2026-11-20T07:30:00.000Z'],
    // Friday 20 November 13:30 and 4 hours: an hour until 14:30, three on Monday from 8:30.
    ['a weekend', '2026-11-20T12:30:00Z', '5', null, '2026-11-23T10:30:00.000Z'],
    // Saturday 21 November: it opens on Monday 8:30; 8 hours from there are 16:30.
    ['a Saturday', '2026-11-21T11:00:00Z', '4', '2026-11-23T07:30:00.000Z', '2026-11-23T15:30:00.000Z'],
    // Friday 9 October 13:30 in summer time and 4 hours: one on Friday, Monday is a holiday, three on Tuesday from 8:30.
    ['a holiday', '2026-10-09T11:30:00Z', '5', null, '2026-10-13T09:30:00.000Z'],
    // Friday 23 October 14:00 in summer time and 2 hours: 30 minutes, and 90 on Monday from 8:30 in winter time.
    ['clocks that go back', '2026-10-23T12:00:00Z', '6', null, '2026-10-26T09:00:00.000Z'],
    // Friday 26 March 2027 is Good Friday, Easter's hours are 8:00 to 14:45. Saturday 27: it opens on Monday 29, 8:00 in summer time.
    ['clocks that go forward', '2027-03-27T11:00:00Z', '6', '2027-03-29T06:00:00.000Z', '2027-03-29T08:00:00.000Z'],
    // Tuesday 15 September 12:45 and 4 hours: two until 14:45, two on Wednesday from 8:30.
    ['the end of summer', '2026-09-15T10:45:00Z', '5', null, '2026-09-16T08:30:00.000Z'],
    // Monday 2 November 8:30 and 40 hours: 9:30 a day are 38 hours until Thursday's closing, two on Friday from 8:00.
    ['a week', '2026-11-02T07:30:00Z', '1', null, '2026-11-06T09:00:00.000Z'],
    // Thursday 19 November 18:00, the moment of closing: it opens on Friday 8:00.
    ['the moment of closing', '2026-11-19T17:00:00Z', '6', '2026-11-20T07:00:00.000Z', '2026-11-20T09:00:00.000Z'],
  ])('over %s, from %s on, urgency %s', async (_what, now, urgenciaSeleccionada, proximaApertura, respuestaAntes) => {
    expect(await toldAt(now, { urgenciaSeleccionada })).toEqual({ proximaApertura, respuestaAntes, habitual: null })
  })
})
