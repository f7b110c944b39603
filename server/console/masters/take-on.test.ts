import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { entrySnippet } from '#contract/console/start/entry-snippet.ts'
import { newCustomer } from '../../testing/new-customer.ts'
import { testAppForThisTest } from '../../testing/test-app.ts'

const run = promisify(execFile)
const PATH = '/clients/take-on'

test('a customer is taken on by one form, and its first person enters by the snippet that follows', async () => {
  const portal = await testAppForThisTest()
  // The snippet signs by the machine's clock.
  portal.clock.now = new Date()
  const raul = await portal.consoleLogIn('raul')
  const { status, data } = await portal.console(raul, 'POST', PATH, newCustomer(2001))
  expect([status, data.client, data.installation, data.contact]).toEqual([
    200,
    { code: 2001, name: 'Promociones Ebro, S.L.' },
    'EBR-2001',
    1,
  ])
  const { rows } = await portal.owner.query('select client_id, details from audit where act = $1', [
    '/console/clients/take-on',
  ])
  expect(rows).toMatchObject([{ client_id: '2001', details: { installation: 'EBR-2001', kid: data.kid, contact: 1 } }])
  // Audit lines outlive the erasure of a person.
  expect(JSON.stringify(rows)).not.toMatch(/Nuria|nuria@/)

  const snippet = entrySnippet({ origin: 'https://soporte.example.com', ...data })
  const env = { PATH: process.env['PATH'], SUPPORT_SECRET: data.secret }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', snippet], { env })
  const [page, t] = stdout.trim().split('#t=')
  expect(page).toBe('https://soporte.example.com/public/home')
  portal.clock.now = new Date()
  const entry = await portal.call(null, 'POST', '/login/nuevo_ticket', { t })
  expect(entry.status, entry.message).toBe(200)
  expect(entry.data).toMatchObject({
    codigoInstalacion: 'EBR-2001',
    empresa: '001',
    contacto: { csnreg: 1, csapec: 'Nuria Lanuza' },
  })
})

test('it is for supervisors; what is wrong is told by field, and nothing of it stays', async () => {
  const portal = await testAppForThisTest()
  const raul = await portal.consoleLogIn('raul')
  const sonia = await portal.consoleLogIn('sonia')
  expect((await portal.console(sonia, 'POST', PATH, newCustomer(2001))).status).toBe(403)
  const refused = async (more: object) => {
    const { status, data } = await portal.console(raul, 'POST', PATH, { ...newCustomer(2001), ...more })
    return [status, data.errores]
  }
  expect(await refused({ email: 'nadie', contactEmail: 'nadie', installation: 'con espacio', company: '0 1' })).toEqual(
    [
      422,
      {
        email: 'Formato email incorrecto',
        contactEmail: 'Formato email incorrecto',
        installation: 'Letras, cifras, puntos y guiones, sin espacios',
        company: 'Letras, cifras, puntos y guiones, sin espacios',
      },
    ],
  )
  expect(await refused({ code: 1001 })).toEqual([422, { code: 'Ese código ya existe' }])
  expect(await refused({ installation: 'LEV-01' })).toEqual([422, { installation: 'Ese código ya existe' }])
  expect((await portal.console(raul, 'GET', '/client', { client: 2001 })).status).toBe(404)
})
