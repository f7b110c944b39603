import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'

// People at work with a fixed mix of calls. `atOnce`: how many work at a time; each calls again once answered.
// `perSecond`: how many calls they make, answered or not. They run in a thread of their own, so that nothing delays
// their clock.

const work = z
  .object({
    origin: z.string(),
    module: z.int(),
    seconds: z.number(),
    atOnce: z.optional(z.number()),
    perSecond: z.optional(z.number()),
    people: z.array(
      z.object({
        cookie: z.string(),
        ticket: z.int(),
        installation: z.string(),
        /** Of the loopback network, as if many offices called. */
        address: z.string(),
      }),
    ),
  })
  .parse(workerData)

type Person = (typeof work.people)[number]

/** A call and its answer. */
export interface Called {
  readonly kind: string
  /** Milliseconds from the beginning until it was made, and until it was answered. */
  readonly at: number
  readonly ms: number
  /** 0 without an answer. */
  readonly status: number
  readonly mayRetry: boolean
}

const PICTURE = Buffer.concat([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.alloc(200_000),
])
const BOUNDARY = 'una-captura'
const FORM = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="documentos[0][file]"; filename="captura.png"\r\nContent-Type: image/png\r\n\r\n`,
  ),
  PICTURE,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])

/** As many as a proxy or a browser keeps open, for each address; more wait here, and their waiting counts. */
const CONNECTIONS = 4
const agents = new Map<string, Agent>()
const called: Called[] = []
let began = performance.now()
let turn = 0

/** Seventy lists, fifteen tickets, five creations, five notes and five files of each hundred, mixed alike each time. */
function callOf(person: Person): () => Promise<void> {
  turn += 1
  const place = (turn * 37) % 100
  const { ticket } = person
  if (place < 70) return () => call(person, 'list', 'get_lista?estado=P')
  if (place < 85) return () => call(person, 'ticket', `ver_consulta?llnumreg=${ticket}`)
  if (place < 90) return () => call(person, 'create', 'nueva_consulta', json(newTicket(person)))
  if (place < 95) return () => call(person, 'note', 'anadir_informacion', json({ llnumreg: ticket, llobse: TEXT }))
  return () =>
    call(person, 'file', 'subir_documentacion', { type: `multipart/form-data; boundary=${BOUNDARY}`, body: FORM })
}

const TEXT = 'Lo hemos vuelto a probar con el fichero de hoy y descuadra en los mismos céntimos.'

const newTicket = ({ installation }: Person) => ({
  aplicacion: 'RE',
  tipoConsulta: 'C',
  modulo: work.module,
  titulo: `Carga ${turn}`,
  textoConsulta: TEXT,
  interlocutor: 'Quien llama',
  email: 'quien@carga.example',
  urgenciaSeleccionada: '3',
  empresa: '001',
  renuinst: installation,
})

interface Sent {
  readonly type: string
  readonly body: Buffer
}
const json = (sent: object): Sent => ({ type: 'application/json', body: Buffer.from(JSON.stringify(sent)) })

function agentOf(address: string): Agent {
  const agent = agents.get(address) ?? new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  agents.set(address, agent)
  return agent
}

/** Opens all connections: the server accepts one in each turn of its event loop, which under load would be measured instead of it. */
async function connect(): Promise<void> {
  for (const address of new Set(work.people.map((person) => person.address))) {
    const open = () =>
      new Promise((resolve, reject) => {
        const asked = request(`${work.origin}/api/health`, { agent: agentOf(address), localAddress: address })
        asked
          .once('response', (answer) => answer.resume().once('end', resolve))
          .once('error', reject)
          .end()
      })
    await Promise.all(Array.from({ length: CONNECTIONS }, open))
  }
}

function call({ cookie, address }: Person, kind: string, path: string, sent?: Sent): Promise<void> {
  const at = performance.now()
  const agent = agentOf(address)
  return new Promise((resolve) => {
    const done = (status: number, mayRetry = false) => {
      called.push({ kind, at: at - began, ms: performance.now() - at, status, mayRetry })
      resolve()
    }
    const asked = request(
      `${work.origin}/api/consultas/${path}`,
      {
        agent,
        localAddress: address,
        method: sent ? 'POST' : 'GET',
        headers: {
          cookie,
          ...(sent && {
            'content-type': sent.type,
            'content-length': sent.body.byteLength,
            'idempotency-key': randomUUID(),
          }),
        },
      },
      (answer) => {
        answer.resume()
        answer.once('close', () => done(answer.statusCode ?? 0, answer.headers['retry-after'] !== undefined))
      },
    )
    asked.once('error', () => done(0))
    asked.end(sent?.body)
  })
}

function someone(): Person {
  const { [Math.floor(Math.random() * work.people.length)]: person } = work.people
  if (!person) throw new Error('Nobody is there')
  return person
}

await connect()
began = performance.now()
const endsAt = began + work.seconds * 1000
if (work.perSecond === undefined) {
  await Promise.all(
    Array.from({ length: work.atOnce ?? 1 }, async () => {
      while (performance.now() < endsAt) await callOf(someone())()
    }),
  )
} else {
  const calls: Promise<void>[] = []
  while (performance.now() < endsAt) {
    const due = ((performance.now() - began) / 1000) * work.perSecond
    while (calls.length < due) calls.push(callOf(someone())())
    await sleep(2)
  }
  await Promise.all(calls)
}
parentPort?.postMessage(called)
