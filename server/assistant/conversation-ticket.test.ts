import { describe, expect, test } from 'vitest'
import { type StandingEntry, standingOf } from '#domain/ticket.ts'
import { closeAbandoned } from './abandonment.ts'
import { Q1, Q2, Q3, REFUSE, anAnswer, HOUR_MS, talkDesk } from '../testing/talk-desk.ts'

// How a conversation becomes a ticket, at its end or along the way.

const desk = talkDesk()
const { ask, form, get, later, open, post, told, view } = desk

describe('a conversation that becomes a ticket at its end', () => {
  test('solved: closed by the last answer, then accepted without a rating', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    await ask(session_id, Q2)
    const created = await post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))
    expect(created).toMatchObject({ status: 200, data: [{ checkDate: 'OK', contacto: 'Lucía Ferrer' }] })
    const [{ llnumreg }] = created.data
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q1}`,
      anAnswer,
      `usuario consulta Lucía Ferrer N -: ${Q2}`,
      anAnswer,
    ])
    expect((await view(llnumreg)).consultas[0]).toMatchObject({
      llesta: 'C',
      llvbcli: 'N',
      llvaloracion: -1,
      titulo: Q1,
      esChat: 'S',
      nombreTecnico: null,
    })
    expect(await post('poner_respuesta_cerrada', { numreg: llnumreg, session_id })).toMatchObject({ status: 200 })
    expect(await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).toMatchObject({
      status: 200,
      data: [{ llnumreg }],
    })
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: -1 })
    expect(await told(llnumreg)).toEqual([
      expect.anything(),
      expect.anything(),
      expect.anything(),
      anAnswer,
      'usuario conforme Lucía Ferrer N -: ',
    ])
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(409)
    expect((await ask(session_id, Q3)).status).toBe(409)
  })

  test('not solved: open, with all that was said, and last that help is still needed', async () => {
    const session_id = await open()
    await ask(session_id, Q3)
    desk.portal.clock.now = new Date('2026-11-21T11:00:00Z')
    await desk.enterAgain()
    const created = await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))
    const [{ llnumreg, checkDate }] = created.data
    expect(checkDate).toBe('2026-11-23T07:30:00.000Z')
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q3}`,
      `tecnico respuesta Alma S manuales: ${REFUSE}`,
      'usuario consulta Lucía Ferrer N -: Sigo necesitando ayuda',
    ])
    const { consultas, accionesConsulta } = await view(llnumreg)
    expect(consultas.map(({ llesta, esChat }: Record<string, string>) => `${llesta} ${esChat}`)).toEqual(['P S', 'P S'])
    expect(accionesConsulta).toMatchObject({ puedeReclamar: true, puedeResponder: false, puedeConformar: false })
    const row = (await get('get_lista', { filtros: { numero: llnumreg } })).data.items[0]
    expect(row).toMatchObject({ estado: 'P', ultimaInteraccion: 'cliente' })
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(422)
  })

  test("is made from the server's own record of author, time and words, whatever the browser sends", async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const { status } = await post('nueva_consulta_GPT', form(session_id, { conforme: 'S', respuesta: 'x' }))
    expect(status).toBe(400)
    const { data } = await post('nueva_consulta_GPT', { session_id, conforme: 'N' })
    const { consultas } = await view(data[0].llnumreg)
    expect(consultas[0]).toMatchObject({
      llobse: `${Q1}\n\n${Q1}`,
      llmodu: 'Contabilidad',
      llcont: 'Lucía Ferrer',
      llarea: 'RE',
      llnivel: '3',
    })
  })

  test('nothing was asked: there is nothing to make one of', async () => {
    const session_id = await open()
    expect(await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))).toMatchObject({
      status: 409,
      message: 'Todavía no ha preguntado nada',
    })
  })

  test('a form that is wrong says where, and makes none', async () => {
    const session_id = await open()
    await ask(session_id)
    const { status, data } = await post('nueva_consulta_GPT', form(session_id, { email: 'nada', conforme: 'N' }))
    expect({ status, data }).toEqual({ status: 422, data: { errores: { email: 'Formato email incorrecto' } } })
    expect((await post('nueva_consulta_GPT', form(session_id, { renuinst: 'DUE-01' }))).status).toBe(404)
    expect((await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))).status).toBe(200)
  })
})

describe('a conversation whose ticket goes along with it', () => {
  const opened = async (session_id: string): Promise<number> =>
    (await post('nueva_consulta_GPT_cerrada', form(session_id))).data[0].llnumreg
  const node = (llnumreg: number, session_id: string, over: object = {}) =>
    post('crear_ticket_nodo', {
      llnumreg,
      session_id,
      llobseNodo: 'Mentira',
      modulo: desk.module,
      urgencia: '3',
      ...over,
    })

  test('solved after two exchanges', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    expect(
      await post('poner_respuesta', { numreg: llnumreg, session_id, turno: 1, respuesta: 'Mentira', llusre: 'raul' }),
    ).toMatchObject({
      status: 200,
      data: [{ llnumreg }],
    })
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P' })
    await ask(session_id, Q2)
    const added = await node(llnumreg, session_id)
    expect(added).toMatchObject({
      status: 200,
      data: { ultimaConsulta: { llnumreg }, consultaNodo: { checkDate: 'OK' } },
    })
    const child = added.data.consultaNodo.llnumreg
    expect(child).not.toBe(llnumreg)
    expect(await post('poner_respuesta_cerrada', { numreg: child, session_id, turno: 2 })).toMatchObject({
      status: 200,
      data: [{ llnumreg: child }],
    })
    expect(await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).toMatchObject({ status: 200 })
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q1}`,
      anAnswer,
      `usuario consulta Lucía Ferrer N -: ${Q2}`,
      anAnswer,
      'usuario conforme Lucía Ferrer N -: ',
    ])
    const { consultas } = await view(llnumreg)
    expect(consultas.map(({ llnumreg: number, llpadre }: Record<string, number>) => [number, llpadre])).toEqual([
      [llnumreg, null],
      [child, llnumreg],
    ])
    expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: -1 })
  })

  test.each<[string, (llnumreg: number, session_id: string) => Promise<unknown>]>([
    [
      'by the call that makes tickets',
      (_number, session_id) => post('nueva_consulta_GPT', form(session_id, { conforme: 'N' })),
    ],
    [
      'by the one for those that go along',
      (_number, session_id) => post('nueva_consulta_GPT_cerrada', form(session_id, { conforme: 'N' })),
    ],
    ['by a last node', (llnumreg, session_id) => node(llnumreg, session_id, { conforme: 'N' })],
  ])('not solved, %s: the same ticket is open, with all that was said', async (_how, handOver) => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await ask(session_id, Q2)
    await post('poner_respuesta_cerrada', { numreg: llnumreg, session_id, turno: 1 })
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'C' })
    expect(await handOver(llnumreg, session_id)).toMatchObject({ status: 200 })
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q1}`,
      anAnswer,
      `usuario consulta Lucía Ferrer N -: ${Q2}`,
      anAnswer,
      'usuario consulta Lucía Ferrer N -: Sigo necesitando ayuda',
    ])
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
  })

  test('closed by an answer: closed when it was pressed, and nothing more is asked', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await post('poner_respuesta', { numreg: llnumreg, session_id })
    later(10 * 60_000)
    await post('poner_respuesta_cerrada', { numreg: llnumreg, session_id })
    const closing = desk.portal.clock.now.toISOString()
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'C', llfeci: closing })
    const row = (await get('get_lista', { filtros: { numero: llnumreg } })).data.items[0]
    expect(row).toMatchObject({ fechaestado: closing, llfeci: closing })
    const { rows } = await desk.portal.owner.query<StandingEntry>(
      'select kind, at, closes from entry where ticket_number = $1 order by at, entry_id',
      [llnumreg],
    )
    expect(standingOf(rows, null)).toMatchObject({
      lastEntryAt: desk.portal.clock.now,
      closedAt: desk.portal.clock.now,
    })
    expect(rows.map(({ kind }) => kind)).toEqual(['question', 'assistance'])
    expect(await ask(session_id, Q2)).toMatchObject({ status: 409, message: 'Esta conversación ya ha terminado' })
    later(60_000)
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(200)
  })

  test('ended before it had one: solved or handed over at once', async () => {
    desk.portal.clock.now = new Date('2026-11-21T11:00:00Z')
    await desk.enterAgain()
    for (const [conforme, llesta, last] of [
      ['S', 'C', anAnswer],
      ['N', 'P', 'usuario consulta Lucía Ferrer N -: Sigo necesitando ayuda'],
    ]) {
      const session_id = await open()
      await ask(session_id, Q1)
      const { data } = await post('nueva_consulta_GPT_cerrada', form(session_id, { conforme }))
      // On a Saturday nobody is at the office, whatever the customer pressed.
      expect(data[0]).toMatchObject({ checkDate: '2026-11-23T07:30:00.000Z' })
      expect((await told(data[0].llnumreg)).at(-1)).toEqual(last)
      expect((await view(data[0].llnumreg)).consultas[0]).toMatchObject({ llesta })
      expect((await ask(session_id, Q2)).status).toBe(409)
    }
    const session_id = await open()
    await ask(session_id, Q1)
    const { data } = await post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))
    expect(data[0]).toMatchObject({ checkDate: '2026-11-23T07:30:00.000Z' })
  })

  const turns = async () => ({
    ...(await get('get_turnos')).data,
    console: (await desk.portal.console(await desk.portal.consoleLogIn('sonia'), 'GET', '/ticket-counts')).data,
  })
  const listed = async (llnumreg: number, over: object = {}, tab: object = {}) =>
    (await get('get_lista', { ...tab, filtros: { numero: llnumreg, ...over } })).data.items[0]

  test("while it goes on it is nobody's turn, nor is it anybody's work, and it says what it is", async () => {
    const before = await turns()
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await post('poner_respuesta', { numreg: llnumreg, session_id })
    expect(await turns()).toEqual(before)
    expect(await listed(llnumreg)).toMatchObject({
      conversacionAbierta: true,
      conversacionSinTerminar: false,
      session_id,
      icono: 'enCurso',
      llvbcli: 'N',
    })
    for (const turno of ['respuesta', 'conformidad', 'soporte'])
      expect(await listed(llnumreg, { turno })).toBe(undefined)
    expect(await post('reclamar_consulta', { llnumreg })).toMatchObject({
      status: 409,
      message: 'Es una conversación con el asistente: continúela, o envíela a Soporte',
    })
    expect((await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))).status).toBe(200)
    const after = await turns()
    expect(after.soporte).toBe(before.soporte + 1)
    expect(after.console['waiting-for-us']).toBe(before.console['waiting-for-us'] + 1)
    expect(await listed(llnumreg)).toMatchObject({ conversacionAbierta: false, session_id: null })
  })

  test('it waits for the answer to an entry written to Support, however long the assistant is asked', async () => {
    const before = await turns()
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    expect((await post('responder_consulta', { llpadre: llnumreg, llobse: 'Que me llamen.' })).status).toBe(200)
    await ask(session_id, Q2)
    expect((await node(llnumreg, session_id)).status).toBe(200)
    expect((await turns()).soporte).toBe(before.soporte + 1)
    expect(await listed(llnumreg)).toMatchObject({ conversacionAbierta: false, ultimaInteraccion: 'cliente' })
  })

  test('its own person comes back to it and goes on; nobody else does, nor once it is over', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await ask(session_id, Q2)
    later(HOUR_MS / 3)
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ conversacionAbierta: true })
    expect(await view(llnumreg)).toMatchObject({ session_id })
    const resumed = await get('get_conversacion_GPT', { session_id })
    expect(resumed).toMatchObject({
      status: 200,
      data: {
        llnumreg,
        intercambios: [
          { turno: 1, new_question: Q1, completa: 'S', enTicket: 'S', generado: 'manuales' },
          { turno: 2, new_question: Q2, completa: 'S', enTicket: 'N' },
        ],
      },
    })
    const colleague = await desk.portal.enter('LEV-01', 12, { company: '001' })
    expect((await get('get_conversacion_GPT', { session_id }, colleague)).status).toBe(404)
    // A customer who reads it has not abandoned it.
    later(HOUR_MS / 3)
    await closeAbandoned(desk.portal, { abandonedAfterMinutes: 30, name: 'Alma' }, desk.portal.clock.now)
    expect((await ask(session_id, Q3)).status).toBe(200)
    later(HOUR_MS / 2)
    await closeAbandoned(desk.portal, { abandonedAfterMinutes: 30, name: 'Alma' }, desk.portal.clock.now)
    await desk.enterAgain()
    expect(await get('get_conversacion_GPT', { session_id })).toMatchObject({
      status: 409,
      message: 'Esta conversación ya ha terminado',
    })
  })

  test('abandoned: over by itself, and no acceptance of anybody', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await ask(session_id, Q2)
    const idle = { abandonedAfterMinutes: 30, name: 'Alma' }
    later(29 * 60_000)
    await closeAbandoned(desk.portal, idle, desk.portal.clock.now)
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P' })
    later(60_000)
    await Promise.all([
      closeAbandoned(desk.portal, idle, desk.portal.clock.now),
      closeAbandoned(desk.portal, idle, desk.portal.clock.now),
    ])
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q1}`,
      anAnswer,
      `usuario consulta Lucía Ferrer N -: ${Q2}`,
      anAnswer,
      'tecnico sinTerminar Alma N -: Conversación sin terminar: se cerró sola tras un rato sin actividad',
    ])
    expect((await view(llnumreg)).consultas[0]).toMatchObject({
      llesta: 'C',
      llvbcli: 'S',
      llvaloracion: -1,
      conversacionSinTerminar: true,
      conversacionAbierta: false,
    })
    expect(await listed(llnumreg, {}, { estado: 'C' })).toMatchObject({ llnumreg, conversacionSinTerminar: true })
    const sonia = await desk.portal.consoleLogIn('sonia')
    const shown = (await desk.portal.console(sonia, 'GET', '/ticket', { number: llnumreg })).data
    expect(shown.ticket).toMatchObject({ turn: 'unfinished', accepted: true, rating: null })
    expect((await ask(session_id, Q3)).status).toBe(409)
  })

  const abandoned = async (session_id: string): Promise<number> => {
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await ask(session_id, Q2)
    later(HOUR_MS / 2)
    await closeAbandoned(desk.portal, { abandonedAfterMinutes: 30, name: 'Alma' }, desk.portal.clock.now)
    return llnumreg
  }

  test.each<[string, (llnumreg: number, session_id: string) => Promise<number>]>([
    [
      'by the call that makes tickets',
      async (_number, session_id) => {
        const { data } = await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))
        return data[0].llnumreg
      },
    ],
    [
      'by a last node',
      async (llnumreg, session_id) =>
        (await node(llnumreg, session_id, { conforme: 'N' })).data.ultimaConsulta.llnumreg,
    ],
  ])('a person after it was abandoned, %s: another ticket has all that was said', async (_how, handOver) => {
    const session_id = await open()
    const left = await abandoned(session_id)
    const before = await told(left)
    const llnumreg = await handOver(left, session_id)
    expect(llnumreg).not.toBe(left)
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q1}`,
      anAnswer,
      `usuario consulta Lucía Ferrer N -: ${Q2}`,
      anAnswer,
      'usuario consulta Lucía Ferrer N -: Sigo necesitando ayuda',
    ])
    const { consultas, fcontsopor, accionesConsulta } = await view(llnumreg)
    expect(consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N', llrelacionada: left, esChat: 'S', titulo: Q1 })
    expect(fcontsopor[1].fuentes.length).toBeGreaterThan(0)
    expect(accionesConsulta).toMatchObject({ puedeReclamar: true })
    expect(await told(left)).toEqual(before)
    expect((await view(left)).consultas[0]).toMatchObject({ llesta: 'C' })
    // It happens once: a second press returns the same ticket.
    expect(await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))).toMatchObject({
      status: 409,
      data: { llnumreg, llesta: 'P' },
    })
  })

  test('without a ticket of its own a conversation that was abandoned becomes one', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    later(HOUR_MS / 2)
    await closeAbandoned(desk.portal, { abandonedAfterMinutes: 30, name: 'Alma' }, desk.portal.clock.now)
    const { status, data } = await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))
    expect(status).toBe(200)
    expect((await view(data[0].llnumreg)).consultas[0]).toMatchObject({ llesta: 'P', llrelacionada: null })
  })

  test('a late yes makes the accepted ticket of a conversation that had none', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    later(HOUR_MS / 2)
    await closeAbandoned(desk.portal, { abandonedAfterMinutes: 30, name: 'Alma' }, desk.portal.clock.now)
    const { status, data } = await post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))
    expect(status).toBe(200)
    expect((await post('marcar_conformidad', { llnumreg: data[0].llnumreg, llvaloracion: -1 })).status).toBe(200)
    const { consultas } = await view(data[0].llnumreg)
    expect(consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', conversacionSinTerminar: false })
  })

  test('a late yes changes nothing in a ticket that was closed as unfinished, whose state is told', async () => {
    const session_id = await open()
    const llnumreg = await abandoned(session_id)
    const before = await told(llnumreg)
    const late = await post('poner_respuesta_cerrada', { numreg: llnumreg, session_id })
    expect(late).toMatchObject({ status: 409, data: { llnumreg, llvbcli: 'S' } })
    expect(await told(llnumreg)).toEqual(before)
  })

  test('one that was abandoned may be sent to Support as it stands, and goes on there', async () => {
    const session_id = await open()
    const llnumreg = await abandoned(session_id)
    expect(await post('marcar_no_conforme', { llnumreg, respuesta: 'No me sirvió.' })).toMatchObject({ status: 200 })
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
    const created = await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))
    expect(created).toMatchObject({ status: 200, data: [{ llnumreg }] })
    expect((await told(llnumreg)).slice(-2)).toEqual([
      'usuario noConforme Lucía Ferrer N -: No me sirvió.',
      'usuario consulta Lucía Ferrer N -: Sigo necesitando ayuda',
    ])
  })

  test('whose ticket was withdrawn meanwhile is brought to a person all the same', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const left = await opened(session_id)
    expect((await post('retirar_consulta', { llnumreg: left })).status).toBe(200)
    const { data } = await node(left, session_id, { conforme: 'N' })
    expect((await view(data.ultimaConsulta.llnumreg)).consultas[0]).toMatchObject({ llrelacionada: left, llesta: 'P' })
  })

  const customerSays = (llnumreg: number) =>
    post('responder_consulta', { llpadre: llnumreg, llobse: 'Prefiero una persona.' })
  const supportSays = (llnumreg: number, cerrar = 'N') =>
    post('crear_respuesta_falsa', { llnumreg, respuesta: 'Le llamo esta tarde.', cerrar })
  const others = [
    ['its customer', customerSays],
    ['Support', supportSays],
  ] as const

  describe.each(others)('what %s wrote in it meanwhile', (_who, says) => {
    test('is not closed by leaving, with or without another question after it', async () => {
      for (const asksOn of [false, true]) {
        const session_id = await open()
        await ask(session_id, Q1)
        const llnumreg = await opened(session_id)
        expect((await says(llnumreg)).status).toBe(200)
        if (asksOn) {
          await ask(session_id, Q2)
          expect((await node(llnumreg, session_id)).status).toBe(200)
        }
        later(HOUR_MS / 2)
        await closeAbandoned(desk.portal, { abandonedAfterMinutes: 30, name: 'Alma' }, desk.portal.clock.now)
        expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
      }
    })

    test.each<[string, boolean, (llnumreg: number, session_id: string) => ReturnType<typeof post>]>([
      ['a yes', false, (_number, session_id) => post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))],
      [
        'a yes after another question',
        true,
        (_number, session_id) => post('nueva_consulta_GPT', form(session_id, { conforme: 'S' })),
      ],
      [
        'the last answer',
        false,
        (llnumreg, session_id) => post('poner_respuesta_cerrada', { numreg: llnumreg, session_id }),
      ],
      [
        'the answer after it',
        true,
        (llnumreg, session_id) => post('poner_respuesta_cerrada', { numreg: llnumreg, session_id }),
      ],
    ])('is not closed by %s, and help may still be asked for', async (_how, asksOn, closes) => {
      const session_id = await open()
      await ask(session_id, Q1)
      const llnumreg = await opened(session_id)
      expect((await says(llnumreg)).status).toBe(200)
      if (asksOn) {
        await ask(session_id, Q2)
        expect((await node(llnumreg, session_id)).status).toBe(200)
      }
      const before = await told(llnumreg)
      expect(await closes(llnumreg, session_id)).toMatchObject({
        status: 409,
        message:
          'En el ticket hay mensajes que no son de esta conversación: siga en él, desde Mis tickets e incidencias',
        data: { llnumreg, llesta: 'P', llvbcli: 'N' },
      })
      expect(await told(llnumreg)).toEqual(before)
      expect((await node(llnumreg, session_id, { conforme: 'N' })).status).toBe(200)
      expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
    })
  })

  test('information that was added is no reason against a yes', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    expect((await post('anadir_informacion', { llnumreg, llobse: 'Es la empresa 001.' })).status).toBe(200)
    expect((await post('poner_respuesta_cerrada', { numreg: llnumreg, session_id })).status).toBe(200)
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(200)
  })

  test('closed by Support: what a person has answered is rated', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    expect((await supportSays(llnumreg, 'S')).status).toBe(200)
    expect((await post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))).status).toBe(409)
    expect((await post('poner_respuesta_cerrada', { numreg: llnumreg, session_id })).status).toBe(409)
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(422)
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: 5 })).status).toBe(200)
  })

  test('a yes that was taken back: what Support answers then is rated', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await post('poner_respuesta_cerrada', { numreg: llnumreg, session_id })
    expect((await post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))).status).toBe(200)
    later(60_000)
    expect((await post('marcar_no_conforme', { llnumreg, respuesta: 'Sigue sin funcionar.' })).status).toBe(200)
    expect((await supportSays(llnumreg, 'S')).status).toBe(200)
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(422)
  })

  test('a node of nothing new, of another ticket, or before there is one, is refused', async () => {
    const session_id = await open()
    const other = await open()
    await ask(session_id, Q1)
    await ask(other, Q1)
    const [llnumreg, elsewhere] = [await opened(session_id), await opened(other)]
    expect(await node(llnumreg, session_id)).toMatchObject({
      status: 409,
      message: 'Todo lo que se ha dicho ya está en el ticket',
      data: { llnumreg, llesta: 'P', llvbcli: 'N' },
    })
    expect((await node(elsewhere, session_id)).status).toBe(404)
    expect((await post('poner_respuesta', { numreg: elsewhere, session_id })).status).toBe(404)
    expect((await post('poner_respuesta', { numreg: llnumreg, session_id, turno: 2 })).status).toBe(404)
    expect((await post('nueva_consulta_GPT_cerrada', form(session_id))).status).toBe(409)
  })
})

describe('of two at once exactly one wins', () => {
  const statuses = async (calls: (() => Promise<{ status: number }>)[]) =>
    (await Promise.all(calls.map((call) => call()))).map(({ status }) => status).toSorted((a, b) => a - b)

  test('two nodes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const session_id = await open()
      await ask(session_id, Q1)
      const { data } = await post('nueva_consulta_GPT_cerrada', form(session_id))
      const [{ llnumreg }] = data
      await ask(session_id, Q2)
      const node = () => post('crear_ticket_nodo', { llnumreg, session_id })
      expect(await statuses([node, node, node])).toEqual([200, 409, 409])
      expect(await told(llnumreg)).toHaveLength(4)
    }
  })

  test('two tickets, two ends', async () => {
    for (const over of [{}, { conforme: 'N' }]) {
      const session_id = await open()
      await ask(session_id, Q1)
      const create = () => post('nueva_consulta_GPT_cerrada', form(session_id, over))
      expect(await statuses([create, create])).toEqual([200, 409])
    }
  })

  test('yes and no', async () => {
    for (let round = 0; round < 5; round += 1) {
      const session_id = await open()
      await ask(session_id, Q1)
      const end = (conforme: string) => () => post('nueva_consulta_GPT', form(session_id, { conforme }))
      expect(await statuses([end('S'), end('N')])).toEqual([200, 409])
    }
  })

  test('a retry with its key is answered the same', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const create = () =>
      post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }), { 'idempotency-key': session_id })
    const [one, two] = await Promise.all([create(), create()])
    expect(one.data).toEqual(two.data)
    expect(one.status).toBe(200)
  })
})
