import { describe, expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { Q1, Q2, Q3, REFUSE, talkDesk } from '../testing/talk-desk.ts'

// Questions over the wire, without a language model.

const desk = talkDesk()
const { ask, form, get, open, post } = desk

describe('a question', () => {
  test("is answered with the manuals' words and their place, or by offering a person", async () => {
    const session_id = await open()
    const { status, data } = await ask(session_id, Q1)
    expect({ status, data }).toMatchObject({
      status: 200,
      data: { verdict: 'answer', turno: 1, module: 'contabilidad', generado: 'manuales' },
    })
    expect(data.response).toMatch(
      /^Esto es lo que dicen los manuales:\n\n1\. «.*» \[1\]\n\n«El cierre no se deshace solo\.» \[1\]$/s,
    )
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
      generado: 'manuales',
    })
  })

  test('in English is answered in English around the citations', async () => {
    const { data } = await post(
      'chat_GPT',
      { new_question: Q1, session_id: await open() },
      { 'accept-language': 'en-GB' },
    )
    expect(data.response).toMatch(
      /^This is what the manuals say, in Spanish:\n\n1\. «.*«El cierre no se deshace solo\.» \[1\]$/s,
    )
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
        generado: 'manuales',
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
      const rest = await desk.portal.call(desk.lucia, 'GET', '/consultas/chat_GPT_evento', sent, {
        'last-event-id': '1-10',
      })
      const events = eventsIn(rest.raw.body)
      expect(events.flatMap(({ data }) => data.chunk ?? []).join('')).toBe(text.slice(10))
      expect(events.at(-1)?.data.finish_reason).toBe('stop')
    }
    const end = await desk.portal.call(
      desk.lucia,
      'GET',
      '/consultas/chat_GPT_evento',
      { session_id, turno: 1 },
      { 'last-event-id': whole.at(-1)?.id ?? '' },
    )
    // Whoever has the end is told nothing twice.
    expect(eventsIn(end.raw.body)).toEqual([])
  })

  test('cannot resume an answer that does not exist, and is not asked then', async () => {
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

  test('about an unknown topic is refused', async () => {
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
      const colleague = await desk.enter('otra')
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
      const { status, data } = await desk.portal.call(
        desk.lucia,
        'GET',
        `/consultas/${path}`,
        { session_id },
        { 'sec-fetch-site': 'cross-site' },
      )
      expect({ status, data }).toEqual({ status: 403, data: { codigo: 'origen' } })
    }
    const head = await desk.portal.app.inject({
      method: 'HEAD',
      url: '/api/consultas/get_session_chat_GPT',
      headers: { cookie: desk.lucia },
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
    const { rows } = await desk.portal.owner.query('select rating from conversation_turn where conversation_id = $1', [
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
    const { rows } = await desk.portal.owner.query('select rating from conversation_turn where conversation_id = $1', [
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

test('the mark given to an answer is kept', async () => {
  const session_id = await open()
  await ask(session_id, Q1)
  expect(await post('rate_chat_GPT', { message: 'No me sirve', db: '', session_id, answer: 'otra' })).toMatchObject({
    status: 200,
    data: null,
  })
  const { rows } = await desk.portal.owner.query('select rating from conversation_turn where conversation_id = $1', [
    session_id,
  ])
  expect(rows).toEqual([{ rating: 'No me sirve' }])
})

test('two questions at once are two exchanges, never the same', async () => {
  const session_id = await open()
  const turns = await Promise.all([ask(session_id, Q1), ask(session_id, Q2)])
  expect(new Set(turns.map(({ data }) => data.turno))).toEqual(new Set([1, 2]))
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
