import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { NOON, type TestApp, testApp } from './test-app.ts'

/** A question in the section's own words. The quality of answers is measured elsewhere. */
export const Q1 = 'Al cerrar el ejercicio con F8 o con el ratón, ¿el cierre no se deshace solo?'
export const Q2 = '¿Y con qué tecla se cierra?'
export const Q3 = '¿Cómo hago un pastel de manzana?'
export const REFUSE =
  'No he encontrado nada sobre esto en los manuales. Puede enviar su consulta a Soporte: le responderá una persona.'
/** Any part of the found section. */
export const anAnswer: unknown = expect.stringMatching(
  /^tecnico respuesta Alma S manuales: (?:Esto es lo que|No he encontrado)/,
)

export const HOUR_MS = 3_600_000

/** The assistant over the wire, without a language model. For one test file; Lucía begins each of its tests at noon. */
export function talkDesk() {
  let portal: TestApp
  let lucia: string
  let modulo: number

  const enter = (caller?: string) => portal.enter('LEV-01', 11, { company: '001' }, caller)
  const enterAgain = async () => {
    lucia = await enter()
  }
  const get = (path: string, sent: object = {}, cookie = lucia) =>
    portal.call(cookie, 'GET', `/consultas/${path}`, sent)
  const post = (path: string, sent: object, headers: Record<string, string> = {}, cookie = lucia) =>
    portal.call(cookie, 'POST', `/consultas/${path}`, sent, headers)
  const view = async (llnumreg: number) => (await get('ver_consulta', { llnumreg })).data

  beforeAll(async () => {
    portal = await testApp({
      settings: (given) => ({ ...given, assistant: { ...given.assistant, questionsPerHour: 10_000 } }),
    })
    const modules = await portal.call(await enter(), 'GET', '/consultas/get_lista_modulos')
    modulo = modules.data.find(({ shdeno }: { shdeno: string }) => shdeno === 'Contabilidad').shnumreg
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    portal.clock.now = NOON
    await enterAgain()
  })

  return {
    get portal() {
      return portal
    },
    get lucia() {
      return lucia
    },
    /** The number of Contabilidad. */
    get module() {
      return modulo
    },
    enter,
    /** Enters again after the clock has ended her session. */
    enterAgain,
    get,
    post,
    view,
    open: async (cookie = lucia): Promise<string> => (await get('get_session_chat_GPT', {}, cookie)).data.sessionGPT,
    ask: (session_id: string, new_question = '¿Cómo se cierra el ejercicio en contabilidad?', over: object = {}) =>
      post('chat_GPT', { new_question, session_id, db: '', ...over }),
    later: (ms: number) => {
      portal.clock.now = new Date(portal.clock.now.getTime() + ms)
    },
    form: (session_id: string, over: object = {}) => ({
      aplicacion: 'RE',
      tipoConsulta: 'C',
      modulo,
      textoConsulta: 'Esto lo dice el navegador, y no se cree.',
      interlocutor: 'Lucía Ferrer',
      email: 'lucia@levante.example',
      session_id,
      ...over,
    }),
    /** A timeline, one line for each entry. */
    told: async (llnumreg: number) =>
      (await view(llnumreg)).fcontsopor.map(
        ({ tipoRes, tipo, texto, autor, textnew, generado }: Record<string, string>) =>
          `${tipoRes} ${tipo} ${autor} ${textnew} ${generado ?? '-'}: ${texto?.split('\n')[0]}`,
      ),
  }
}
