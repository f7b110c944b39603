import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type StandingEntry, standingOf } from '#domain/ticket.ts'
import { NOON, type TestApp, testApp } from '../testing/test-app.ts'
import { closeAbandoned } from './abandonment.ts'

// The assistant over the wire, without a language model: what is asked, and what becomes of it.

let portal: TestApp
let lucia: string
let modulo: number

beforeAll(async () => {
  portal = await testApp({
    settings: (given) => ({ ...given, assistant: { ...given.assistant, questionsPerHour: 10_000 } }),
  })
  const modules = await portal.call(await enter(), 'GET', '/consultas/get_lista_modulos')
  modulo = modules.data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = NOON
  lucia = await enter()
})

const enter = (caller?: string) => portal.enter('LEV-01', 11, { company: '001' }, caller)
const get = (path: string, sent: object = {}, cookie = lucia) => portal.call(cookie, 'GET', `/consultas/${path}`, sent)
const post = (path: string, sent: object, headers: Record<string, string> = {}, cookie = lucia) =>
  portal.call(cookie, 'POST', `/consultas/${path}`, sent, headers)
const open = async (cookie = lucia): Promise<string> => (await get('get_session_chat_GPT', {}, cookie)).data.sessionGPT
const ASKED = '¿Cómo se cierra el ejercicio en contabilidad?'
const ask = (session_id: string, new_question = ASKED, over: object = {}) =>
  post('chat_GPT', { new_question, session_id, db: '', ...over })
const view = async (llnumreg: number) => (await get('ver_consulta', { llnumreg })).data

const HOUR_MS = 3_600_000
const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}
const form = (session_id: string, over: object = {}) => ({
  aplicacion: 'RE',
  tipoConsulta: 'C',
  modulo,
  textoConsulta: 'Esto lo dice el navegador, y no se cree.',
  interlocutor: 'Lucía Ferrer',
  email: 'lucia@levante.example',
  session_id,
  ...over,
})
/** What a timeline holds, in a line each. */
const told = async (llnumreg: number) =>
  (await view(llnumreg)).fcontsopor.map(
    ({ tipoRes, tipo, texto, autor, textnew, generado }: Record<string, string>) =>
      `${tipoRes} ${tipo} ${autor} ${textnew} ${generado ?? '-'}: ${texto?.split('\n')[0]}`,
  )
/** In the section's own words: what is an answer is measured elsewhere. */
const Q1 = 'Al cerrar el ejercicio con F8 o con el ratón, ¿el cierre no se deshace solo?'
const Q2 = '¿Y con qué tecla se cierra?'
const Q3 = '¿Cómo hago un pastel de manzana?'
const REFUSE =
  'No he encontrado nada sobre esto en los manuales. Puede enviar su consulta a Soporte: le responderá una persona.'
/** Whatever of it was found. */
const anAnswer = expect.stringMatching(/^tecnico respuesta Alma S ia: (?:Esto es lo que|No he encontrado)/)

describe('a question', () => {
  test('is answered with what the manuals say, and where, or by offering a person', async () => {
    const session_id = await open()
    const { status, data } = await ask(session_id, Q1)
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { verdict: 'answer', turno: 1, module: 'contabilidad', generado: 'ia' },
    })
    expect(data.response).toMatch(/^Esto es lo que dicen los manuales:\n\n«.*El cierre no se deshace solo/s)
    expect(data.response).toMatch(/\[1\]$/)
    expect(data.sources).toEqual([
      { title: 'Contabilidad', section: 'Cerrar el ejercicio', href: '/public/manuales/contabilidad#cerrar' },
    ])
    const refused = await ask(await open(), Q3)
    expect(refused.data).toEqual({
      response: REFUSE,
      verdict: 'refuse',
      module: '',
      sources: [],
      turno: 1,
      generado: 'ia',
    })
  })

  test('in English is answered in English around what is cited', async () => {
    const { data } = await post(
      'chat_GPT',
      { new_question: Q1, session_id: await open() },
      { 'accept-language': 'en-GB' },
    )
    expect(data.response).toMatch(/^This is what the manuals say, in Spanish:\n\n«.*El cierre no se deshace solo/s)
  })

  test('comes as events that each have an id, by address and by body', async () => {
    const bodies = await Promise.all([
      open().then((session_id) => get('chat_GPT_evento', { session_id, new_question: Q1, db: '' })),
      open().then((session_id) => post('chat_GPT_evento', { session_id, new_question: Q1, db: '' })),
    ])
    for (const { raw } of bodies) {
      expect(raw.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      const events = eventsIn(raw.body)
      expect(events.every(({ id }) => id !== undefined)).toBe(true)
      expect(events.flatMap(({ data }) => data.chunk ?? []).join('')).toMatch(/^Esto es lo que dicen los manuales:/)
      expect(events.at(-1)?.data).toEqual({
        finish_reason: 'stop',
        module: 'contabilidad',
        verdict: 'answer',
        sources: [
          { title: 'Contabilidad', section: 'Cerrar el ejercicio', href: '/public/manuales/contabilidad#cerrar' },
        ],
        turno: 1,
        generado: 'ia',
      })
    }
  })

  test('that is asked again under the same turn, name or key is answered the same, and is one question', async () => {
    const session_id = await open()
    const first = await ask(session_id, Q1, { turno: 'mi-turno' })
    expect((await ask(session_id, Q1, { turno: 'mi-turno' })).data).toEqual(first.data)
    expect((await ask(session_id, Q1, { turno: 1 })).data).toEqual(first.data)
    expect((await ask(session_id, Q2, { turno: 1 })).status).toBe(422)
    const second = await post('chat_GPT', { new_question: Q2, session_id }, { 'idempotency-key': 'k' })
    expect(second.data.turno).toBe(2)
    expect((await post('chat_GPT', { new_question: Q2, session_id }, { 'idempotency-key': 'k' })).data).toEqual(
      second.data,
    )
    expect((await ask(session_id, Q3)).data.turno).toBe(3)
  })

  test('goes on after the event that arrived last, with or without the question', async () => {
    const session_id = await open()
    const whole = eventsIn((await get('chat_GPT_evento', { session_id, new_question: Q1 })).raw.body)
    const text = whole.flatMap(({ data }) => data.chunk ?? []).join('')
    for (const sent of [
      { session_id, turno: 1 },
      { session_id, new_question: Q1 },
    ]) {
      const rest = await portal.call(lucia, 'GET', '/consultas/chat_GPT_evento', sent, { 'last-event-id': '1-10' })
      const events = eventsIn(rest.raw.body)
      expect(events.flatMap(({ data }) => data.chunk ?? []).join('')).toBe(text.slice(10))
      expect(events.at(-1)?.data.finish_reason).toBe('stop')
    }
    const end = await portal.call(
      lucia,
      'GET',
      '/consultas/chat_GPT_evento',
      { session_id, turno: 1 },
      { 'last-event-id': whole.at(-1)?.id ?? '' },
    )
    expect(eventsIn(end.raw.body).map(({ data }) => data.finish_reason)).toEqual(['stop'])
  })

  test('goes on with no answer that there is none of, and asks nothing then', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const resumed = (sent: object, last?: string) =>
      post(
        'chat_GPT_evento',
        { session_id, new_question: Q2, ...sent },
        last === undefined ? {} : { 'last-event-id': last },
      )
    for (const answer of [
      await resumed({}, '2-10'),
      await resumed({ turno: 2 }, '2-10'),
      await resumed({ turno: 'otro' }, '1-10'),
      await resumed({}, 'nada'),
      await resumed({ turno: 3 }),
      await resumed({ turno: 0 }),
    ])
      expect(answer.status).toBe(404)
    expect((await ask(session_id, Q2, { turno: 2 })).data.turno).toBe(2)
  })

  test('about what there is no topic of is refused', async () => {
    const session_id = await open()
    const refused = { status: 422, data: { errores: { db: expect.any(String) } } }
    for (const db of ['no-existe', 'No existe', 'a'.repeat(61)])
      expect(await ask(session_id, Q1, { db })).toMatchObject(refused)
    expect(await post('chat_GPT_evento', { session_id, new_question: Q1, db: 'no-existe' })).toMatchObject(refused)
    expect(await get('chat_GPT_evento', { session_id, new_question: Q1, db: 'no-existe' })).toMatchObject(refused)
    expect(await post('rate_chat_GPT', { session_id, message: 'Bien', db: 'no-existe' })).toMatchObject(refused)
    for (const db of ['contabilidad', '', null]) expect((await ask(session_id, Q1, { db })).status).toBe(200)
  })

  test.each([
    'chat_GPT',
    'chat_GPT_evento',
    'nueva_consulta_GPT',
    'nueva_consulta_GPT_cerrada',
    'rate_chat_GPT',
    'crear_ticket_nodo',
    'poner_respuesta',
    'poner_respuesta_cerrada',
  ])('needs a conversation: %s', async (path) => {
    const sent = path.startsWith('poner') ? { numreg: 1 } : path.startsWith('crear') ? { llnumreg: 1 } : {}
    for (const none of [{ session_id: '' }, { session_id: null }, {}])
      expect(await post(path, { ...sent, ...none })).toMatchObject({
        status: 422,
        data: { errores: { session_id: 'Obligatorio' } },
      })
  })

  test.each([
    ['nothing', '', 'Obligatorio'],
    ['blanks', '   ', 'Obligatorio'],
    ['2,001 characters', 'a'.repeat(2001), 'Max. 2000 caracteres'],
  ])('of %s is refused', async (_what, new_question, sentence) => {
    for (const answer of [
      await ask(await open(), new_question),
      await post('chat_GPT_evento', { new_question, session_id: await open() }),
      await get('chat_GPT_evento', { new_question, session_id: await open() }),
    ]) {
      expect({ status: answer.status, data: answer.data }).toEqual({
        status: 422,
        data: { errores: { new_question: sentence } },
      })
    }
    expect((await ask(await open(), `${'a '.repeat(999)}aa`)).status).toBe(200)
  })

  test('that is the fourth is refused', async () => {
    const session_id = await open()
    for (const question of [Q1, Q2, Q3]) expect((await ask(session_id, question)).status).toBe(200)
    expect(await ask(session_id, Q1)).toMatchObject({
      status: 409,
      message: 'Ha llegado al máximo de preguntas de esta conversación',
    })
    expect((await get('chat_GPT_evento', { session_id, new_question: Q1 })).status).toBe(409)
  })

  test.each(['chat_GPT', 'chat_GPT_evento', 'nueva_consulta_GPT', 'rate_chat_GPT'])(
    "in a colleague's conversation finds nothing: %s",
    async (path) => {
      const session_id = await open()
      await ask(session_id)
      const colleague = await enter('otra')
      const sent =
        path === 'nueva_consulta_GPT'
          ? form(session_id)
          : path.startsWith('rate')
            ? { session_id }
            : { new_question: Q1, session_id }
      const theirs = await post(path, sent, {}, colleague)
      const nobodys = await post(path, { ...sent, session_id: 'a'.repeat(32) }, {}, colleague)
      expect(theirs.status).toBe(404)
      expect(theirs.raw.body).toBe(nobodys.raw.body)
    },
  )

  test('from another site is refused, also by address', async () => {
    const session_id = await open()
    for (const path of ['get_session_chat_GPT', 'chat_GPT_evento']) {
      const { status, data } = await portal.call(
        lucia,
        'GET',
        `/consultas/${path}`,
        { session_id },
        { 'sec-fetch-site': 'cross-site' },
      )
      expect({ status, data }).toEqual({ status: 403, data: { codigo: 'origen' } })
    }
    const head = await portal.app.inject({
      method: 'HEAD',
      url: '/api/consultas/get_session_chat_GPT',
      headers: { cookie: lucia },
    })
    expect(head.statusCode).toBe(404)
  })

  test('with a key that is unknown is refused; the test pop-up sends its own', async () => {
    const session_id = await open()
    expect((await ask(session_id, Q1, { modelo: 'x' })).status).toBe(400)
    const tested = await post('chat_GPT_evento', { new_question: Q1, session_id, stream: true })
    expect(tested.status).toBe(200)
    const rated = await post('chat_GPT_evento', {
      new_question: Q1,
      session_id,
      turno: 1,
      stream: true,
      rate_id: 1,
      rate: 4,
    })
    expect(rated.status).toBe(200)
    const { rows } = await portal.owner.query('select rating from conversation_turn where conversation_id = $1', [
      session_id,
    ])
    expect(rows).toEqual([{ rating: '4' }])
  })

  test('need not be asked to rate another', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const rated = await post('chat_GPT_evento', { session_id, rate_id: 1, rate: 2 })
    expect(rated.status).toBe(200)
    expect(eventsIn(rated.raw.body).at(-1)?.data).toMatchObject({ finish_reason: 'stop', turno: 1 })
    const { rows } = await portal.owner.query('select rating from conversation_turn where conversation_id = $1', [
      session_id,
    ])
    expect(rows).toEqual([{ rating: '2' }])
    expect((await post('chat_GPT_evento', { session_id, rate_id: 2, rate: 2 })).status).toBe(404)
  })
})

test('it is operative without any model, and tells the configuration', async () => {
  expect((await get('check_operative_chat_GPT')).data).toEqual({ invalo: 'S' })
  expect((await get('get_global_variables')).data).toMatchObject({
    GUARDADO_TICKETS_CHAT_CERRADOS: 1,
    STREAM_GPT: 1,
    nombreAsistente: 'Alma',
  })
})

test('what an answer was worth is kept', async () => {
  const session_id = await open()
  await ask(session_id, Q1)
  expect(await post('rate_chat_GPT', { message: 'No me sirve', db: '', session_id, answer: 'otra' })).toMatchObject({
    status: 200,
    data: null,
  })
  const { rows } = await portal.owner.query('select rating from conversation_turn where conversation_id = $1', [
    session_id,
  ])
  expect(rows).toEqual([{ rating: 'No me sirve' }])
})

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
    portal.clock.now = new Date('2026-11-21T11:00:00Z')
    lucia = await enter()
    const created = await post('nueva_consulta_GPT', form(session_id, { conforme: 'N' }))
    const [{ llnumreg, checkDate }] = created.data
    expect(checkDate).toBe('2026-11-23T07:30:00.000Z')
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q3}`,
      `tecnico respuesta Alma S ia: ${REFUSE}`,
      'usuario consulta Lucía Ferrer N -: Sigo necesitando ayuda',
    ])
    const { consultas, accionesConsulta } = await view(llnumreg)
    expect(consultas.map(({ llesta, esChat }: Record<string, string>) => `${llesta} ${esChat}`)).toEqual(['P S', 'P S'])
    expect(accionesConsulta).toMatchObject({ puedeReclamar: true, puedeResponder: false, puedeConformar: false })
    const row = (await get('get_lista', { filtros: { numero: llnumreg } })).data.items[0]
    expect(row).toMatchObject({ estado: 'P', ultimaInteraccion: 'cliente' })
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(422)
  })

  test('is made of what the server knows: who asked, when and what, whatever the browser says', async () => {
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
    post('crear_ticket_nodo', { llnumreg, session_id, llobseNodo: 'Mentira', modulo, urgencia: '3', ...over })

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
    const closing = portal.clock.now.toISOString()
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'C', llfeci: closing })
    const row = (await get('get_lista', { filtros: { numero: llnumreg } })).data.items[0]
    expect(row).toMatchObject({ fechaestado: closing, llfeci: closing })
    const { rows } = await portal.owner.query<StandingEntry>(
      'select kind, at, closes from entry where ticket_number = $1 order by at, entry_id',
      [llnumreg],
    )
    expect(standingOf(rows, null)).toMatchObject({ lastEntryAt: portal.clock.now, closedAt: portal.clock.now })
    expect(rows.map(({ kind }) => kind)).toEqual(['query', 'answer'])
    expect(await ask(session_id, Q2)).toMatchObject({ status: 409, message: 'Esta conversación ya ha terminado' })
    later(60_000)
    expect((await post('marcar_conformidad', { llnumreg, llvaloracion: -1 })).status).toBe(200)
  })

  test('ended before it had one: solved or handed over at once', async () => {
    portal.clock.now = new Date('2026-11-21T11:00:00Z')
    lucia = await enter()
    for (const [conforme, llesta, last] of [
      ['S', 'C', anAnswer],
      ['N', 'P', 'usuario consulta Lucía Ferrer N -: Sigo necesitando ayuda'],
    ]) {
      const session_id = await open()
      await ask(session_id, Q1)
      const { data } = await post('nueva_consulta_GPT_cerrada', form(session_id, { conforme }))
      // On a Saturday nobody is there, whatever was pressed.
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

  test('abandoned: closed, over, and says so', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    await ask(session_id, Q2)
    const idle = { abandonedAfterMinutes: 30, name: 'Alma' }
    later(29 * 60_000)
    await closeAbandoned(portal, idle, portal.clock.now)
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P' })
    later(60_000)
    await Promise.all([closeAbandoned(portal, idle, portal.clock.now), closeAbandoned(portal, idle, portal.clock.now)])
    expect(await told(llnumreg)).toEqual([
      `usuario consulta Lucía Ferrer N -: ${Q1}`,
      anAnswer,
      `usuario consulta Lucía Ferrer N -: ${Q2}`,
      anAnswer,
      'tecnico respuesta Alma S ia: Cerrado automáticamente: conversación abandonada',
    ])
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'C', llvbcli: 'S', llvaloracion: -1 })
    const history = await get('get_lista', { estado: 'C', filtros: { numero: llnumreg } })
    expect(history.data.items).toMatchObject([{ llnumreg }])
    expect((await ask(session_id, Q3)).status).toBe(409)
    expect((await node(llnumreg, session_id, { conforme: 'N' })).status).toBe(409)
  })

  test('what its customer or Support said in it meanwhile is not closed', async () => {
    const session_id = await open()
    await ask(session_id, Q1)
    const llnumreg = await opened(session_id)
    expect((await post('responder_consulta', { llpadre: llnumreg, llobse: 'Prefiero una persona.' })).status).toBe(200)
    later(HOUR_MS / 2)
    await closeAbandoned(portal, { abandonedAfterMinutes: 30, name: 'Alma' }, portal.clock.now)
    expect((await view(llnumreg)).consultas[0]).toMatchObject({ llesta: 'P', llvbcli: 'N' })
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

  test('two questions are two exchanges, never the same', async () => {
    const session_id = await open()
    const turns = await Promise.all([ask(session_id, Q1), ask(session_id, Q2)])
    expect(new Set(turns.map(({ data }) => data.turno))).toEqual(new Set([1, 2]))
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

describe('limits', () => {
  test('20 questions an hour a contact, whichever colleague asks', async () => {
    const strict = await testApp()
    try {
      const call = (cookie: string, method: 'GET' | 'POST', path: string, sent: object = {}) =>
        strict.call(cookie, method, `/consultas/${path}`, sent)
      const one = await strict.enter('LEV-01', 11, { company: '001' })
      const two = await strict.enter('LEV-01', 11, { company: '001' }, 'otra')
      let asked = 0
      while (asked < 20) {
        const cookie = asked % 2 === 0 ? one : two
        const { data } = await call(cookie, 'GET', 'get_session_chat_GPT')
        strict.clock.now = new Date(strict.clock.now.getTime() + 1000)
        expect((await call(cookie, 'POST', 'chat_GPT', { new_question: Q1, session_id: data.sessionGPT })).status).toBe(
          200,
        )
        asked += 1
      }
      const { data } = await call(one, 'GET', 'get_session_chat_GPT')
      const refused = await call(one, 'POST', 'chat_GPT', { new_question: Q1, session_id: data.sessionGPT })
      expect(refused).toMatchObject({
        status: 429,
        message: 'Ha hecho muchas preguntas en poco tiempo: espere un poco o envíe su consulta a Soporte',
      })
      expect(refused.raw.headers['retry-after']).toBe(String(3600 - 19))
    } finally {
      await strict.close()
    }
  })
})

describe('at the console', () => {
  test('the whole conversation, with what was cited and who pressed yes', async () => {
    const session_id = await open()
    await ask(session_id, Q3)
    await ask(session_id, Q1)
    const { data } = await post('nueva_consulta_GPT', form(session_id, { conforme: 'S' }))
    const sonia = await portal.consoleLogIn('sonia')
    const shown = await portal.console(sonia, 'GET', '/ticket/conversations', { ticket: data[0].llnumreg })
    expect(shown.data).toMatchObject([
      {
        person: 'Lucía Ferrer',
        topic: 'contabilidad',
        outcome: 'solved',
        solvedBy: 'Lucía Ferrer',
        exchanges: [
          { turn: 1, question: Q3, verdict: 'refuse', answer: REFUSE, sources: [] },
          {
            turn: 2,
            question: Q1,
            verdict: 'answer',
            state: 'complete',
            wordedBy: 'quotes',
            sources: [
              { title: 'Contabilidad', section: 'Cerrar el ejercicio', href: '/public/manuales/contabilidad#cerrar' },
            ],
          },
        ],
      },
    ])
    const view = await portal.console(sonia, 'GET', '/ticket', { number: data[0].llnumreg })
    expect(view.data.timeline.map(({ generated }: { generated: boolean }) => generated)).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(view.data.ticket).toMatchObject({ fromAssistant: true, technician: null })
  })

  test('is counted: only a yes is solved; what had no source is listed', async () => {
    const before = (await portal.console(await portal.consoleLogIn('sonia'), 'GET', '/assistant/figures')).data
    const sonia = await portal.consoleLogIn('sonia')
    const [yes, no, left, rejected] = [await open(), await open(), await open(), await open()]
    await ask(no, `${Q3} Por favor.`)
    for (const session_id of [yes, no, left, rejected]) await ask(session_id, Q1)
    await post('nueva_consulta_GPT', form(yes, { conforme: 'S' }))
    await post('nueva_consulta_GPT', form(no, { conforme: 'N' }))
    const { data } = await post('nueva_consulta_GPT', form(rejected, { conforme: 'S' }))
    later(60_000)
    const rejection = { llnumreg: data[0].llnumreg, respuesta: 'Sigue sin funcionar.' }
    expect((await post('marcar_no_conforme', rejection)).status).toBe(200)
    const after = (await portal.console(sonia, 'GET', '/assistant/figures')).data
    const grown = Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, typeof value === 'number' ? value - before[name] : value]),
    )
    expect(grown).toEqual({
      from: '2026-10-20',
      to: '2026-11-18',
      conversations: 4,
      questions: 5,
      answers: 4,
      offers: 0,
      refusals: 1,
      interrupted: 0,
      solved: 1,
      handedOver: 2,
      abandoned: 0,
      open: 1,
    })
    const first = (await portal.console(sonia, 'GET', '/assistant/questions-without-source', { limit: 25 })).data
    expect(first.items[0]).toMatchObject({
      question: `${Q3} Por favor.`,
      client: { code: 1001 },
      ticket: expect.any(Number),
    })
    expect(
      (await portal.console(sonia, 'GET', '/assistant/figures', { from: '2026-02-02', to: '2026-01-01' })).status,
    ).toBe(400)
  })

  test('sections that were offered are no source for whoever then asked for a person', async () => {
    const [helped, not] = [await open(), await open()]
    await ask(helped, `${Q1} Gracias.`)
    await ask(not, `${Q1} Por favor.`)
    await portal.owner.query("update conversation_turn set verdict = 'offer' where conversation_id in ($1, $2)", [
      helped,
      not,
    ])
    await post('nueva_consulta_GPT', form(helped, { conforme: 'S' }))
    await post('nueva_consulta_GPT', form(not, { conforme: 'N' }))
    const sonia = await portal.consoleLogIn('sonia')
    const { data } = await portal.console(sonia, 'GET', '/assistant/questions-without-source', { limit: 25 })
    const questions = data.items.map(({ question }: { question: string }) => question)
    expect(questions).toContain(`${Q1} Por favor.`)
    expect(questions).not.toContain(`${Q1} Gracias.`)
  })
})

interface Event {
  readonly id: string | undefined
  readonly data: Record<string, unknown> & { readonly chunk?: string }
}

function eventsIn(body: string): Event[] {
  return body
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}'),
    }))
}
