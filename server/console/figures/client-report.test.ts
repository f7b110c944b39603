import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let portal: TestApp
let sonia: string
beforeAll(async () => {
  portal = await testApp()
  sonia = await portal.consoleLogIn('sonia')
})
afterAll(() => portal.close())

const asked = { client: 1001, month: '2026-11' }

test('a technician reads what the client’s administrators read', async () => {
  const andres = await portal.logIn('andres', 'Demo-andres-1')
  const own = (await portal.call(andres, 'GET', '/consultas/ver_informe', { mes: '2026-11' })).data
  const { status, data, raw } = await portal.console(sonia, 'GET', '/client-report', asked)
  expect(status, raw.body).toBe(200)
  expect(data).toMatchObject({ client: 'Constructora Levante, S.A.', title: own.titulo, underWay: own.enCurso })
  expect(data.parts).toEqual(
    own.partes.map(({ id, titulo, bloques }: Record<string, unknown>) => ({ id, title: titulo, blocks: bloques })),
  )
  expect(data.parts.length).toBeGreaterThan(3)
})

test('as PDF, with its name, and each reading is in the audit', async () => {
  const { status, raw } = await portal.console(sonia, 'GET', '/client-report/pdf', asked)
  expect([status, raw.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect(raw.headers['content-disposition']).toContain('Informe%20de%20noviembre%20de%202026.pdf')
  const { rows } = await portal.owner.query(
    `select username, act, client_id::int as client, details->>'month' as month from audit
     where act like '/console/client-report%' order by audit_id desc limit 1`,
  )
  expect(rows).toEqual([{ username: 'sonia', act: '/console/client-report/pdf', client: 1001, month: '2026-11' }])
})

test.each(['/client-report', '/client-report/pdf'])(
  '%s is refused to others, and without such a month or client',
  async (path) => {
    const status = async (cookie: string | null, sent: object) =>
      (await portal.console(cookie, 'GET', path, sent)).status
    expect(await status(null, asked)).toBe(403)
    expect(await status(await portal.logIn('andres', 'Demo-andres-1'), asked)).toBe(403)
    expect(await status(sonia, { ...asked, month: '2026-12' })).toBe(400)
    expect(await status(sonia, { ...asked, month: 'noviembre' })).toBe(400)
    expect(await status(sonia, { ...asked, client: 999_999 })).toBe(404)
  },
)
