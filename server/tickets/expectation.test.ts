import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshPaces } from '../console/jobs/pace-store.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let portal: TestApp
let lucia: string
let module: number
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  // Friday 20 November 2026, noon in Spain: the office is open from 9:00 to 18:30, on Fridays to 15:00.
  portal.clock.now = new Date('2026-11-20T11:00:00Z')
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
  const modules = await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')
  module = modules.data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
})

const ask = async (sent: object = {}) => (await portal.call(lucia, 'GET', '/consultas/get_expectativa', sent)).data

const OFFICE = (opens: string, closes: string, friday: string) => ({
  zone: 'Europe/Madrid',
  seasons: [
    {
      name: 'normal',
      week: {
        ...Object.fromEntries(['1', '2', '3', '4'].map((day) => [day, { opens, closes }])),
        5: { opens, closes: friday },
      },
    },
  ],
  daysOff: [{ date: '2026-11-02', name: 'Un festivo' }],
})

describe('how long similar tickets took', () => {
  beforeAll(async () => {
    // 9:00 to 17:00, on Fridays to 13:00, so that it is easy to calculate by hand.
    await portal.owner.query('update office_calendar set calendar = $1', [OFFICE('09:00', '17:00', '13:00')])
  })
  beforeEach(async () => {
    await portal.owner.query('update ticket set closed_at = null')
  })

  /** Closes tickets of the module, of several clients, raised and closed at these times. */
  const closeSome = async (times: readonly (readonly [raised: string, closed: string])[]) => {
    const { rows } = await portal.owner.query(
      `select client_id, number from ticket where merged_into is null order by number limit $1`,
      [times.length],
    )
    expect(rows).toHaveLength(times.length)
    for (const [index, [raised, closed]] of times.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await portal.owner.query(
        `update ticket set module_number = $3, created_at = $4, closed_at = $5, technician = 'Sonia', state = 'closed'
         where client_id = $1 and number = $2`,
        [rows[index].client_id, rows[index].number, module, raised, closed],
      )
    }
    await refreshPaces(portal.staff, portal.clock.now)
  }

  /**
   * Ten that took an hour each, six that took a day of eight hours, and four over a weekend or longer; by hand, in
   * minutes of open office.
   */
  const TWENTY: readonly (readonly [string, string])[] = [
    // Tuesday 10:00 to 11:00: 60.
    ...Array.from({ length: 10 }, (): [string, string] => ['2026-11-10T09:00:00Z', '2026-11-10T10:00:00Z']),
    // Tuesday 12:00 to Wednesday 12:00: 5 h and 3 h, 480.
    ...Array.from({ length: 6 }, (): [string, string] => ['2026-11-10T11:00:00Z', '2026-11-11T11:00:00Z']),
    // Friday 30 October 12:00 to Tuesday 3 November 10:00: 1 h, the weekend, Monday a holiday, 1 h: 120.
    ['2026-10-30T11:00:00Z', '2026-11-03T09:00:00Z'],
    // Thursday 22 October 16:00 in summer time to Monday 26 October 10:00 in winter time: 1 h, Friday's 4 h, 1 h: 360.
    ['2026-10-22T14:00:00Z', '2026-10-26T09:00:00Z'],
    // Saturday to Sunday: 0.
    ['2026-11-07T09:00:00Z', '2026-11-08T20:00:00Z'],
    // Monday 9 November 8:00 to Friday 13 November 20:00: 4 × 8 h and 4 h: 2160.
    ['2026-11-09T07:00:00Z', '2026-11-13T19:00:00Z'],
  ]

  test('is what a hand finds: the middle one and the sixteenth of twenty', async () => {
    await closeSome(TWENTY)
    // In order: 0, 60 × 10, 120, 360, 480 × 6, 2160. The tenth is 60, the sixteenth 480.
    expect((await ask({ modulo: module })).habitual).toEqual({ mediana: 60, ochentaPorCiento: 480 })
  })

  test('is nothing of nineteen, of another module, or of what ended more than 90 days ago', async () => {
    await closeSome(TWENTY.slice(1))
    expect((await ask({ modulo: module })).habitual).toBeNull()
    const old = ['2026-08-20T08:00:00Z', '2026-08-21T11:00:00Z'] as const
    await closeSome([...TWENTY.slice(1), old])
    expect((await ask({ modulo: module })).habitual).toBeNull()
    await closeSome(TWENTY)
    expect((await ask({ modulo: module })).habitual).not.toBeNull()
    expect((await ask({ modulo: module + 1 })).habitual).toBeNull()
    expect((await ask()).habitual).toBeNull()
  })

  test('is told of a ticket as long as it is pending, and of no other’s', async () => {
    await closeSome(TWENTY)
    const raised = await portal.call(lucia, 'POST', '/consultas/nueva_consulta', {
      tipoConsulta: 'C',
      modulo: module,
      textoConsulta: 'Al contabilizar la remesa sale un aviso de descuadre que no entendemos.',
      interlocutor: 'Lucía',
      email: 'lucia@levante.example',
      urgenciaSeleccionada: '1',
    })
    const llnumreg: number = raised.data[0].llnumreg
    const { rows } = await portal.owner.query('select due_at from ticket where number = $1', [llnumreg])
    expect(await ask({ llnumreg })).toEqual({
      proximaApertura: null,
      respuestaAntes: rows[0].due_at.toISOString(),
      habitual: { mediana: 60, ochentaPorCiento: 480 },
    })
    await portal.call(lucia, 'POST', '/consultas/crear_respuesta_falsa', { llnumreg, respuesta: 'Hecho', cerrar: 'S' })
    expect(await ask({ llnumreg })).toEqual({ proximaApertura: null, respuestaAntes: null, habitual: null })
    const stranger = await portal.logIn('pablo', 'Demo-pablo-1')
    expect((await portal.call(stranger, 'GET', '/consultas/get_expectativa', { llnumreg })).status).toBe(404)
  })
})

describe('before a ticket is raised', () => {
  test('the promise is that of its urgency, and the office says when it opens', async () => {
    await portal.owner.query('update office_calendar set calendar = $1', [OFFICE('09:00', '17:00', '13:00')])
    await portal.owner.query(`
      update provider set promises = jsonb_set(jsonb_set(promises, '{officeHours,1}', '2'), '{officeHours,3}', '8')`)
    // Friday 12:00: an hour today, one on Monday.
    expect(await ask({ urgenciaSeleccionada: '1' })).toMatchObject({
      proximaApertura: null,
      respuestaAntes: '2026-11-23T09:00:00.000Z',
    })
    portal.clock.now = new Date('2026-11-21T11:00:00Z')
    lucia = await portal.enter('LEV-01', 11, { company: '001' })
    expect(await ask()).toMatchObject({
      proximaApertura: '2026-11-23T08:00:00.000Z',
      respuestaAntes: '2026-11-23T16:00:00.000Z',
    })
  })
})
