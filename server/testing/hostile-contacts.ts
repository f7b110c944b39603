import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'

// Contacts who do whatever costs the service most, as fast as it answers. They run in a thread of their own, so that
// they do not slow down the measured ones.

const { origin, cookies, ticket, endsAt } = z
  .object({ origin: z.string(), cookies: z.array(z.string()), ticket: z.int(), endsAt: z.number() })
  .parse(workerData)

const LONG = 'Esto se repite. '.repeat(1240)

/** The number of answers with each status. */
const answers: Record<string, number> = {}

const call = async (cookie: string, path: string, sent?: object): Promise<void> => {
  const answer = await fetch(`${origin}/api${path}`, {
    method: sent ? 'POST' : 'GET',
    headers: { cookie, 'content-type': 'application/json' },
    ...(sent && { body: JSON.stringify(sent) }),
  })
  await answer.arrayBuffer()
  answers[answer.status] = (answers[answer.status] ?? 0) + 1
}

const acts: readonly ((cookie: string) => Promise<void>)[] = [
  (cookie) => call(cookie, '/consultas/anadir_informacion', { llnumreg: ticket, llobse: LONG }),
  (cookie) => call(cookie, `/consultas/ver_consulta?llnumreg=${ticket}`),
  (cookie) => call(cookie, '/consultas/guardar_borrador', { borrador: { textoConsulta: LONG }, documentos: [] }),
  (cookie) =>
    call(cookie, '/login/modificar_datos', { params: { texto: LONG.slice(0, 2000), aceptaPrivacidad: true } }),
  (cookie) => call(cookie, '/consultas/get_lista?itemsPerPage=50'),
]

await Promise.all(
  cookies.map(async (cookie, index) => {
    for (let turn = index; Date.now() < endsAt; turn += 1) {
      await acts[turn % acts.length]?.(cookie).catch(() => undefined)
    }
  }),
)
parentPort?.postMessage(answers)
