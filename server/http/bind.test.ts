import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'

let portal: TestApp
let lucia: string
beforeAll(async () => {
  portal = await testApp()
  lucia = await portal.enter('LEV-01', 11)
})
afterAll(() => portal.close())

const ACT = '/consultas/borrar_borrador'

test.each([
  ['', 200],
  ['?codigoCliente=1001&codigoInstalacion=LEV-01&usuarioLlamada=quien-sea', 200],
  ['?codigoCliente=&codigoInstalacion=', 200],
  ['?codigoCliente=1002', 404],
  ['?codigoInstalacion=DUE-01', 404],
  ['?codigoInstalacion=LEV-02', 404],
  ['?codigoCliente=mil', 400],
  ['?codigoCliente=1001&codigoCliente=1002', 400],
  ['?otra=1', 400],
])('a POST whose address says «%s» is answered with %i', async (query, status) => {
  expect((await portal.call(lucia, 'POST', `${ACT}${query}`, {})).status).toBe(status)
})

test('a contradiction in the address leaves a line in the security log', async () => {
  await portal.call(lucia, 'POST', `${ACT}?codigoCliente=1003`, {})
  expect(portal.logged.filter((line) => line.includes('"claimedClient":1003'))).toHaveLength(1)
})
