import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { patient } from '../testing/patience.ts'

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

test.each([' null\n', '5', '"a"', '[]'])('a body %j is no form', async (payload) => {
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: `/api${ACT}`,
    headers: { cookie: lucia, 'content-type': 'application/json' },
    payload,
  })
  expect(statusCode).toBe(400)
})

describe('a body that is nested deep', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}"]}\\"[{"${'}'.repeat(levels)}`
  const send = (payload: string) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/consultas/guardar_borrador',
      headers: { cookie: lucia, 'content-type': 'application/json' },
      payload: `{"borrador":{},"documentos":[{"id_temporal":"x","otra":${payload}}]}`,
    })

  test.each([
    ['as deep as may be', nested(29), 200],
    ['deeper', nested(30), 400],
    ['so deep that no stack is enough', nested(10_000), 400],
    ['that closes more than it opened', `${'}'.repeat(50)}${nested(10_000)}`, 400],
    ['with brackets in its words', JSON.stringify('[{'.repeat(500)), 200],
  ])('%s', async (_what, payload, status) => {
    expect((await send(payload)).statusCode).toBe(status)
  })

  test('is refused in no time, however it is quoted', async () => {
    const begun = performance.now()
    expect((await send(`"${'\\"'.repeat(120_000)}`)).statusCode).toBe(400)
    expect(performance.now() - begun).toBeLessThan(patient(2000))
  })
})

describe('a malformed request names the parameter that is wrong, and repeats no value', () => {
  const list = (sent: object) => portal.call(lucia, 'GET', '/consultas/get_lista', sent)
  const filtered = (filtros: object) => list({ filtros: JSON.stringify(filtros) })
  const create = (sent: object) => portal.call(lucia, 'POST', '/consultas/nueva_consulta', sent)
  const secret = 'mi-clave-privada'

  test.each([
    ['a page that is none', () => list({ page: secret }), 'page'],
    ['a filter that is no JSON', () => list({ filtros: `{${secret}` }), 'filtros'],
    ['a day that is none', () => filtered({ entre: secret }), 'filtros.entre'],
    ['a day before the first', () => filtered({ entre: '1949-12-31' }), 'filtros.entre'],
    ['two filters that exclude each other', () => filtered({ todas: true, mias: true }), 'filtros.mias'],
    ['a number as text', () => filtered({ numero: secret }), 'filtros.numero'],
    ['a filter that does not exist', () => filtered({ color: secret }), 'filtros.color'],
    ['the two tabs apart', () => list({ estado: 'P', estadoTab: 'C' }), 'estadoTab'],
    ['a key that does not exist', () => create({ llesta: secret }), 'llesta'],
    ['a wrong type', () => create({ textoConsulta: 7, modulo: secret }), 'modulo, textoConsulta'],
    ['a wrong type deep inside', () => create({ documentos: [{ id_temporal: 7 }] }), 'documentos.0.id_temporal'],
  ])('%s', async (_what, send, names) => {
    const { status, message } = await send()
    expect({ status, message }).toEqual({ status: 400, message: `La petición no es correcta: revise ${names}` })
  })

  test('in English too; and a key that reads like a text is not repeated', async () => {
    const said = await portal.call(lucia, 'GET', '/consultas/get_lista', { page: 'x' }, { 'accept-language': 'en' })
    expect(said.message).toBe('The request is not correct: check page')
    expect((await create({ 'Llame al 600 123 456': 1 })).message).toBe('La petición no es correcta')
  })
})
