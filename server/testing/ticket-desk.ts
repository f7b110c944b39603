import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AppDependencies } from '../app.ts'
import { withoutBudgets } from './without-budgets.ts'
import { type TestApp, NOON, answerOf, form, testApp } from './test-app.ts'

// Lucía's desk: a test file's portal, her session in it, and her acts on tickets.

export const TEXT = 'El asiento de cierre no cuadra: faltan las facturas de octubre de dos proveedores.'
export const HOUR_MS = 3_600_000
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export let portal: TestApp
export let lucia: string
export let modulo: number

/** Lucía enters again, because moving the clock has ended her session. */
export async function enterAgain(): Promise<void> {
  lucia = await portal.enter('LEV-01', 11, { company: '001' })
}

/** Opens it for the test file that calls this. */
export function openTicketDesk(dependencies: () => Partial<AppDependencies> = () => ({})): void {
  beforeAll(async () => {
    portal = await testApp({
      dependencies: dependencies(),
      settings: (given) => ({ ...given, limits: withoutBudgets(given.limits) }),
    })
    await enterAgain()
    const { data } = await portal.call(lucia, 'GET', '/consultas/get_lista_modulos')
    modulo = data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
  })
  afterAll(() => portal.close())
  beforeEach(() => {
    portal.clock.now = NOON
  })
}

export const draft = (over: object = {}) => ({
  tipoConsulta: 'C',
  modulo,
  textoConsulta: TEXT,
  interlocutor: 'Lucía Ferrer',
  email: 'lucia@levante.example',
  urgenciaSeleccionada: '3',
  ...over,
})
export const post = (path: string, sent: object, headers: Record<string, string> = {}, cookie = lucia) =>
  portal.call(cookie, 'POST', `/consultas/${path}`, sent, headers)
export const get = (path: string, sent: object = {}, cookie = lucia) =>
  portal.call(cookie, 'GET', `/consultas/${path}`, sent)
export const raise = (over: object = {}, headers: Record<string, string> = {}, cookie = lucia) =>
  post('nueva_consulta', draft(over), headers, cookie)
export const raised = async (over: object = {}): Promise<number> => (await raise(over)).data[0].llnumreg
export const view = async (llnumreg: number) => (await get('ver_consulta', { llnumreg })).data
export const simulate = (llnumreg: number, over: object = {}) =>
  post('crear_respuesta_falsa', { llnumreg, respuesta: 'Revise el periodo contable.', cerrar: 'N', ...over })
export const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}

export async function stage(
  name = 'captura.png',
  bytes: Uint8Array = PNG,
  mime = 'image/png',
  cookie = lucia,
): Promise<string> {
  const { data } = await upload([{ name, bytes, mime }], {}, cookie)
  return data[0].id_temporal
}

export interface Sent {
  name: string
  bytes: Uint8Array
  mime: string
  extension?: string
}

export async function upload(
  files: Sent[],
  fields: Record<string, string> = {},
  cookie = lucia,
  path = 'subir_documentacion',
) {
  const { payload, headers } = form([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    ...files.flatMap(({ name, bytes, mime, extension }, index) => [
      { name: `documentos[${index}][file]`, value: bytes, filename: name, mime },
      { name: `documentos[${index}][nombre]`, value: name },
      { name: `documentos[${index}][mime]`, value: mime },
      ...(extension === undefined ? [] : [{ name: `documentos[${index}][extension]`, value: extension }]),
    ]),
  ])
  return answerOf(
    await portal.app.inject({
      method: 'POST',
      url: `/api/consultas/${path}`,
      payload,
      headers: { ...headers, cookie },
    }),
  )
}
