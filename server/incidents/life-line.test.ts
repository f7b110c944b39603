import { describe, expect, test } from 'vitest'
import { act, answer, openSupportDesk } from '../testing/support-desk.ts'
import { get, later, lucia, portal, raised } from '../testing/ticket-desk.ts'

openSupportDesk()

const line = async (sent: object, cookie = lucia) => portal.call(cookie, 'GET', '/incidencias/get_linea', sent)
const validate = (sent: object, cookie = lucia, headers: Record<string, string> = {}) =>
  portal.call(cookie, 'POST', '/incidencias/validar_entrega', sent, headers)
const open = async (over: object = {}): Promise<number> =>
  (await act('/work/create', { kind: 'incident', ticket: await raised(), ...over })).data.number
const install = (number: number, where = 'test', over: object = {}) =>
  act('/work/installation', { number, where, on: '2026-11-18', ...over })
/** Each step's kind, state, day and planned day. */
const steps = (pasos: { tipo: string; situacion: string; fecha: string | null; prevista: string | null }[]) =>
  pasos.map(({ tipo, situacion, fecha, prevista }) => [tipo, situacion, fecha, prevista].filter(Boolean).join(' '))

describe('the line of a ticket', () => {
  test('of the demo leads from the question to BD real', async () => {
    const { data } = await get('get_lista', { estado: 'C', itemsPerPage: 50 })
    const { llnumreg } = data.items.find(({ llobse }: { llobse: string }) =>
      llobse.startsWith('Aceptada, con la incidencia'),
    )
    const { consulta, valoraciones, trabajos } = (await line({ llnumreg })).data
    expect(consulta).toEqual({
      tipo: 'consulta',
      numero: llnumreg,
      situacion: 'hecho',
      fecha: '2026-02-27',
      prevista: null,
    })
    expect(valoraciones).toEqual([])
    expect(trabajos).toMatchObject([
      {
        tipo: 'incidencia',
        pcdes1: 'La firma del contrato de arras no toma el segundo titular',
        pcesta: 'I',
        version: 'V030',
        puedeValidar: false,
        consultas: [{ llnumreg }],
        validaciones: [
          {
            resultado: 'validado',
            usuario: 'Lucía Ferrer',
            texto: 'Probado con dos y con tres compradores: salen todos.',
          },
        ],
      },
    ])
    expect(steps(trabajos[0].pasos)).toEqual([
      'incidencia hecho 2026-03-03',
      'version hecho 2026-04-07 2026-04-16',
      'pruebas hecho 2026-04-10 2026-04-10',
      'real hecho 2026-04-17 2026-04-17',
    ])
    expect(trabajos[0].previstas).toMatchObject([
      { etapa: 'entrega', de: null, a: '2026-04-02', motivo: '' },
      { etapa: 'entrega', de: '2026-04-02', a: '2026-04-16', motivo: expect.stringContaining('reservas') },
      { etapa: 'pruebas', de: null },
      { etapa: 'real', de: null },
    ])
    expect(trabajos[0].cambiosEstado.map(({ de, a }: { de: string | null; a: string }) => `${de}-${a}`)).toEqual([
      'null-S',
      'S-P',
      'P-EC',
      'EC-E',
      'E-Y',
      'Y-I',
    ])
  })

  test('is the question alone where nothing came of it yet, also by the number of a reply', async () => {
    const ticket = await raised()
    await answer(ticket)
    const reply = await portal.call(lucia, 'POST', '/consultas/responder_consulta', { llpadre: ticket, llobse: 'Sí.' })
    const { data } = await line({ llnumreg: reply.data[0].llnumreg })
    expect(data).toMatchObject({ consulta: { numero: ticket, situacion: 'actual' }, valoraciones: [], trabajos: [] })
  })

  test('shows each act of Support’s at once', async () => {
    const ticket = await raised()
    const number = await open({ ticket, plannedDelivery: '2026-12-01' })
    const now = async () => steps((await line({ pcnpet: number })).data.trabajos[0].pasos)
    expect(await now()).toEqual([
      'incidencia actual 2026-11-18',
      'version pendiente 2026-12-01',
      'pruebas pendiente',
      'real pendiente',
    ])
    await act('/work/planned-date', { number, stage: 'delivery', on: '2026-12-09', reason: 'Hay un festivo.' })
    await act('/work/planned-date', { number, stage: 'test', on: '2026-12-11' })
    await act('/work/properties', { number, version: 'V032' })
    expect(await now()).toEqual([
      'incidencia actual 2026-11-18',
      'version pendiente 2026-12-09',
      'pruebas pendiente 2026-12-11',
      'real pendiente',
    ])
    await install(number)
    expect(await now()).toEqual([
      'incidencia hecho 2026-11-18',
      'version hecho 2026-11-18 2026-12-09',
      'pruebas actual 2026-11-18 2026-12-11',
      'real pendiente',
    ])
    const { data } = await line({ llnumreg: ticket })
    expect(data.trabajos).toMatchObject([
      { pcnpet: number, version: 'V032', puedeValidar: true, pcfent: '2026-12-09', consultas: [{ llnumreg: ticket }] },
    ])
    expect(data.trabajos[0].previstas[1]).toMatchObject({
      de: '2026-12-01',
      a: '2026-12-09',
      motivo: 'Hay un festivo.',
    })
    await act('/work/state', { number, state: 'cancelled', reason: 'Sobra.' })
    expect((await now())[0]).toBe('incidencia detenido 2026-11-18')
    expect((await line({ pcnpet: number })).data.trabajos[0].cambiosEstado.at(-1)).toMatchObject({
      a: 'Z',
      motivo: 'Sobra.',
    })
  })

  test.each([[{}], [{ llnumreg: 1, pcnpet: 1 }]])('of %j is no request', async (sent) => {
    expect((await line(sent)).status).toBe(400)
  })

  test('has valuations for administrators alone', async () => {
    const ticket = await raised()
    const { number } = (await act('/valuations/create', { ticket, description: 'Aviso de seguros' })).data
    const andres = await portal.logIn('andres', 'Demo-andres-1')
    expect((await line({ llnumreg: ticket }, andres)).data.valoraciones).toMatchObject([
      { tipo: 'valoracion', numero: number, situacion: 'actual', fecha: '2026-11-18' },
    ])
    expect((await line({ llnumreg: ticket })).data.valoraciones).toEqual([])
  })
})

describe('a validation', () => {
  test('is asked for once a time it is installed for testing, and who gave it and when is kept', async () => {
    const number = await open()
    expect((await validate({ pcnpet: number, resultado: 'validado' })).message).toBe(
      'Solo se puede validar lo que está instalado en BD pruebas',
    )
    await install(number)
    later(60_000)
    const bare = await validate({ pcnpet: number, resultado: 'no_funciona', texto: '  ' })
    expect([bare.status, bare.data.errores]).toEqual([422, { texto: 'Cuente qué es lo que no funciona' }])
    expect(
      (await validate({ pcnpet: number, resultado: 'no_funciona', texto: 'Sale un céntimo de más.' })).data,
    ).toEqual([{ pcnpet: number }])
    const seen = await act('/work/state', { number, state: 'in-progress', was: 'pending' })
    expect(seen.status).toBe(409)
    const failed = (
      await portal.console(await portal.consoleLogIn('sonia'), 'GET', '/work', { kind: 'incident', view: 'failed' })
    ).data.items
    expect(failed).toMatchObject([{ number, validation: 'failed', waitingForValidation: false }])
    const again = await validate({ pcnpet: number, resultado: 'validado' })
    expect([again.status, again.message]).toEqual([409, 'Ya se ha dicho si funciona: Soporte tiene la respuesta'])
    expect(again.data).toEqual({
      pcnpet: number,
      pcesta: 'Y',
      codigo: 'ya_validada',
      validacion: {
        resultado: 'no_funciona',
        usuario: 'Lucía Ferrer',
        texto: 'Sale un céntimo de más.',
        fecha: '2026-11-18T11:01:00.000Z',
      },
    })
    expect((await install(number)).status).toBe(200)
    expect((await validate({ pcnpet: number, resultado: 'validado' })).status).toBe(200)
    expect((await install(number, 'production')).status).toBe(200)
    const [work] = (await line({ pcnpet: number })).data.trabajos
    expect(work.validaciones.map(({ resultado }: { resultado: string }) => resultado)).toEqual([
      'no_funciona',
      'validado',
    ])
    expect(steps(work.pasos)).toEqual([
      'incidencia hecho 2026-11-18',
      'version hecho 2026-11-18',
      'pruebas hecho 2026-11-18',
      'real hecho 2026-11-18',
    ])
  })

  test('is awaited for work in BD pruebas, until somebody gives it', async () => {
    const awaited = async (cookie = lucia) => (await portal.call(cookie, 'GET', '/incidencias/get_por_validar')).data
    const before = await awaited()
    expect(before.map(({ tipo }: { tipo: string }) => tipo)).toContain('desarrollo')
    const number = await open({ title: 'El redondeo', version: 'V032' })
    expect(await awaited()).toEqual(before)
    await install(number)
    expect(await awaited()).toEqual([
      { tipo: 'incidencia', pcnpet: number, pcdes1: 'El redondeo', version: 'V032', fecha: '2026-11-18' },
      ...before,
    ])
    expect(await awaited(await portal.enter('DUE-01', 21))).toEqual([])
    await validate({ pcnpet: number, resultado: 'validado' })
    expect(await awaited()).toEqual(before)
  })

  test('is given by one of two at once', async () => {
    const number = await open()
    await install(number)
    const both = await Promise.all([
      validate({ pcnpet: number, resultado: 'validado' }),
      validate({ pcnpet: number, resultado: 'no_funciona', texto: 'No abre.' }),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('may be of a development too', async () => {
    const { data } = await portal.call(lucia, 'GET', '/incidencias/get_lista_desarrollos', { itemsPerPage: 50 })
    const { pcnpet } = data.items.find(({ pcesta }: { pcesta: string }) => pcesta === 'Y')
    expect((await line({ pcnpet })).data.trabajos).toMatchObject([{ tipo: 'desarrollo', puedeValidar: true }])
    expect((await validate({ pcnpet, resultado: 'validado' })).status).toBe(200)
    expect((await line({ pcnpet })).data.trabajos).toMatchObject([{ puedeValidar: false }])
  })

  test("is not for whoever may not see it, and no stranger's line is there", async () => {
    const number = await open()
    await install(number)
    const nuria = await portal.enter('DUE-01', 21)
    expect((await validate({ pcnpet: number, resultado: 'validado' }, nuria)).status).toBe(404)
    expect((await line({ pcnpet: number }, nuria)).status).toBe(404)
    expect((await line({ llnumreg: await raised() }, nuria)).status).toBe(404)
  })
})
