import { expect, test } from 'vitest'
import { pino } from 'pino'
import { testAppForThisTest } from './testing/test-app.ts'
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
  metrics.count({ method: 'GET', route: '/api/buscar', status: 200, ms: 40 })
  const { port, close } = await serveMetrics(metrics, 0, '127.0.0.1')
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('portal_request_seconds_count{method="GET",route="/api/buscar",status="200"} 1')
  expect(text).toContain('portal_database_up 1')
  expect(text).toMatch(/portal_waiting\{what="mails"\} \d/)
  await close()
})
