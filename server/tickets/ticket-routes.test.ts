import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, form, answerOf, testApp } from '../testing/test-app.ts'

let portal: TestApp
let lucia: string

beforeAll(async () => {
  portal = await testApp()
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
})
afterAll(() => portal.close())

const LONG_TEXT = 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.'

const valid = {
  tipoConsulta: 'C',
  textoConsulta: LONG_TEXT,
  interlocutor: 'Lucía Ferrer',
  email: 'lucia@levante.example',
  urgenciaSeleccionada: '3',
}

async function raise(over: object = {}, headers: Record<string, string> = {}) {
  const modules = await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')
  const modulo = modules.data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
  return portal.call(lucia, 'POST', '/consultas/nueva_consulta', { ...valid, modulo, ...over }, headers)
}

describe('raising a ticket', () => {
  test('is answered with its number and whether the office is open', async () => {
    const { status, data } = await raise()
    expect(status).toBe(200)
    expect(data[0]).toMatchObject({ checkDate: 'OK', contacto: 'Lucía Ferrer' })
    const { data: view } = await portal.call(lucia, 'GET', '/consultas/ver_consulta', { llnumreg: data[0].llnumreg })
    expect(view.consultas[0]).toMatchObject({ llesta: 'P', llmodu: 'Contabilidad', renuinst: 'LEV-01', empresa: '001' })
  })
})
