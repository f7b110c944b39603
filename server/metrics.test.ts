import { expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import { counted, openMailer } from './mail/mailer.ts'
import { readSettings } from './provider-settings.ts'
import { mailServer } from './testing/mail-server.ts'
import { modelServer } from './testing/model-server.ts'
import { secondServer } from './testing/second-server.ts'
import { Q1 } from './testing/talk-desk.ts'
import { TEST_CONTENT, testAppForThisTest } from './testing/test-app.ts'
import { openMetrics, serveMetrics } from './metrics.ts'

const CANARY = 'canario-que-nadie-apunta'

test('the log has a line a request by its route, and nothing that anybody wrote, asked or holds', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const portal = await testAppForThisTest({ dependencies: { log } })
  const lucia = await portal.enter('LEV-01', 11)
  await portal.call(lucia, 'GET', '/buscar', { q: CANARY })
  const { data } = await portal.call(lucia, 'GET', '/consultas/get_session_chat_GPT')
  const asked = { new_question: `¿Qué es ${CANARY}?`, session_id: data.sessionGPT }
  expect((await portal.call(lucia, 'POST', '/consultas/chat_GPT', asked)).status).toBe(200)
  await portal.call(null, 'POST', '/login/login', { usuario: CANARY, password: CANARY })
  await portal.call(null, 'POST', '/login/nuevo_ticket', { t: CANARY })
  await portal.app.inject({
    url: `/api/${CANARY}`,
    headers: { cookie: `sesion=${CANARY}`, authorization: `Bearer ${CANARY}` },
  })
  const written = lines.join('')
  const [, token = ''] = lucia.split('=')
  expect(written.includes(CANARY)).toBe(false)
  expect(token.length > 20 && written.includes(token)).toBe(false)
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(requests).toHaveLength(7)
  expect(requests[1]).toMatchObject({ method: 'GET', route: '/api/buscar', status: 200, ms: expect.any(Number) })
  expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(7)
})

test('whose request fails is told the name that the log has for it', async () => {
  const portal = await testAppForThisTest()
  const lucia = await portal.enter('LEV-01', 11)
  await portal.owner.query('alter table notice rename to notice_away')
  const { status, message } = await portal.call(lucia, 'GET', '/login/get_avisos')
  expect(status).toBe(500)
  const failure = portal.logged.find((line) => line.includes('unexpected error')) ?? '{}'
  expect(message).toContain(`(referencia ${JSON.parse(failure).reqId})`)
})

test('the figures tell requests by route, and what waits for all servers', async () => {
  const portal = await testAppForThisTest()
  const metrics = openMetrics(portal.staff)
  metrics.figures.request({ method: 'GET', route: '/api/buscar', status: 200, ms: 40 })
  const { port, close } = await serveMetrics(metrics, 0, '127.0.0.1')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('portal_request_seconds_count{method="GET",route="/api/buscar",status="200"} 1')
  expect(text).toContain('portal_database_up 1')
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  expect(text).toMatch(/portal_waiting\{what="mails"\} \d/)
  await close()
})

test('the figures tell streams, questions, the model with its failures, and what was handed over', async () => {
  const portal = await testAppForThisTest()
  const { figures, text } = openMetrics(portal.staff)
  expect(await text()).not.toMatch(/^portal_(streams|model_resting) /m)
  const model = await modelServer()
  onTestFinished(model.close)
  const server = await secondServer(portal, {
    figures,
    content: TEST_CONTENT,
    model: { baseUrl: model.baseUrl, model: 'uno' },
  })
  onTestFinished(() => server.close())
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const cookie = await portal.enter('LEV-01', 11)
  expect(await text()).toMatch(/^portal_streams 0$/m)

  const leaving = new AbortController()
  const stream = await fetch(`${origin}/api/eventos`, { headers: { cookie }, signal: leaving.signal })
  expect(stream.status).toBe(200)
  expect(await text()).toMatch(/^portal_streams 1$/m)
  leaving.abort()
  await expect.poll(text).toMatch(/^portal_streams 0$/m)

  const ask = async (question: string) => {
    const opened = await server.inject({ url: '/api/consultas/get_session_chat_GPT', headers: { cookie } })
    const payload = { new_question: question, session_id: opened.json().data.data.sessionGPT }
    const asked = await server.inject({ method: 'POST', url: '/api/consultas/chat_GPT', headers: { cookie }, payload })
    expect(asked.statusCode).toBe(200)
  }
  await ask(Q1)
  model.answer((response) => void response.writeHead(500).end())
  await ask(Q1)
  await ask('¿Quién ganó la liga?')
  const told = await text()
  expect(told).toMatch(/^portal_assistant_questions_total\{verdict="answer",worded="model"\} 2$/m)
  expect(told).toMatch(/^portal_assistant_questions_total\{verdict="\w+(-\w+)*",worded="manuals"\} 1$/m)
  expect(told).toMatch(/^portal_model_answers_total\{outcome="status"\} 1$/m)
  expect(told).toMatch(/^portal_model_resting 0$/m)
  for (let failure = 2; failure <= 5; failure += 1) await ask(Q1)
  expect(await text()).toMatch(/^portal_model_resting 1$/m)

  const smtp = await mailServer()
  onTestFinished(smtp.close)
  const mailer = counted(openMailer(smtp.url, await readSettings()), figures)
  const mail = { to: 'lucia@levante.example', subject: CANARY, text: CANARY, html: CANARY }
  await mailer.deliver(mail, async () => true)
  smtp.behaviour.at = () => 451
  await mailer.deliver(mail, async () => true)
  const delivered = await text()
  expect(delivered).toMatch(/^portal_deliveries_total\{what="mail",outcome="sent"\} 1$/m)
  expect(delivered).toMatch(/^portal_deliveries_total\{what="mail",outcome="not-now"\} 1$/m)
  expect(delivered).not.toContain(CANARY)
})
