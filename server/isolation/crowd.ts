import type { AddressInfo } from 'node:net'
import { sql } from '../db/sql.ts'
import { draft } from './walked-calls.ts'
import { DUERO, LEVANTE, NEVER, TEIDE } from './isolation-cast.ts'
import type { Server, World } from './world.ts'

export interface Crowded {
  readonly persons: number
  /** Reads that were answered, and calls that were cut off, failed in mid-transaction or lost their connection. */
  readonly answered: number
  readonly aborted: number
  readonly rolledBack: number
  readonly broken: number
  readonly foreign: readonly string[]
}

interface Person {
  readonly client: number
  readonly cookie: string
}

const PLACES = [
  { client: LEVANTE, installation: 'LEV-01', contact: 12 },
  { client: DUERO, installation: 'DUE-01', contact: 22 },
  { client: TEIDE, installation: 'TEI-01', contact: 31 },
] as const
const PERSONS = 20

/**
 * People of three clients at once over real connections, while requests are cut off, transactions fail or time out, and database
 * connections are killed.
 */
export async function crowd(world: World, server: Server, requests: number): Promise<Crowded> {
  await world.restore()
  const { owner } = world.portal
  const persons: Person[] = []
  for (let index = 0; index < PERSONS; index += 1) {
    const place = PLACES[index % PLACES.length] ?? PLACES[0]
    const company = place.client === LEVANTE ? { company: '001' } : {}
    const cookie = await world.portal.enter(place.installation, place.contact, company, `crowd-${index}`)
    persons.push({ client: place.client, cookie })
  }
  const { rows: owned } = await owner.query<{ client: number; number: number; file: string | null }>(
    `select e.client_id::int as client, e.number::int as number,
       (select a.attachment_id from attachment a where a.client_id = e.client_id and a.entry_id = e.entry_id limit 1) as file
     from entry e where e.number is not null`,
  )
  const ownedBy = new Map<number, typeof owned>(
    PLACES.map(({ client }) => [client, owned.filter((row) => row.client === client)]),
  )
  const numbersOf = new Map([...ownedBy].map(([client, rows]) => [client, new Set(rows.map(({ number }) => number))]))
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' }).then(() => {
    const { port } = server.app.server.address() as AddressInfo // listens on TCP
    return `http://127.0.0.1:${port}/api`
  })

  const foreign: string[] = []
  const done = { answered: 0, aborted: 0, rolledBack: 0, broken: 0 }
  let left = requests
  await Promise.all(persons.map((person, seat) => sit(person, seat)))
  // Connections that are cut before any request would delay closing.
  server.app.server.closeAllConnections()
  return { persons: PERSONS, ...done, foreign }

  async function sit(person: Person, seat: number) {
    for (let turn = seat; left > 0; turn += 1) {
      left -= 1
      if (turn % 41 === 0) await breakConnections()
      else if (turn % 11 === 0) await failInTransaction(person, turn)
      else if (turn % 7 === 0) await read(person, turn, AbortSignal.timeout(turn % 4))
      else await read(person, turn)
    }
  }

  async function read({ client, cookie }: Person, turn: number, signal: AbortSignal | null = null) {
    const rows = ownedBy.get(client) ?? []
    const { number, file } = rows[(turn * 31) % rows.length] ?? { number: 0, file: null }
    const paths = [
      '/consultas/get_lista?itemsPerPage=50',
      '/consultas/get_lista?itemsPerPage=50&estado=C',
      `/consultas/ver_consulta?llnumreg=${number}`,
      `/consultas/get_documentacion?llnumreg=${number}`,
      '/login/get_empresas',
      '/incidencias/get_lista_actuaciones?itemsPerPage=50',
      '/incidencias/get_lista_desarrollos?itemsPerPage=50',
      '/login/check_session',
      ...(file === null ? [] : [`/consultas/get_documento?iaimagen=${file}`]),
    ]
    const path = paths[turn % paths.length] ?? ''
    try {
      const response = await fetch(`${origin}${path}`, { headers: { cookie }, signal })
      const text = await response.text()
      if (response.status === 200) done.answered += 1
      else done.broken += 1
      inspect(client, path, text)
    } catch {
      done.aborted += 1
    }
  }

  function inspect(client: number, path: string, text: string) {
    for (const [canary, of] of text.matchAll(/CAN-(\d+)-\w+/g)) {
      if (Number(of) !== client) foreign.push(`client ${client} was told ${canary} by ${path}`)
    }
    for (const [, number] of text.matchAll(/"(?:llnumreg|pcticket)":(\d+)/g)) {
      if (!numbersOf.get(client)?.has(Number(number))) foreign.push(`client ${client} was told ${number} by ${path}`)
    }
    const [, told] = /"codigoCliente":(\d+)/.exec(text) ?? []
    if (told !== undefined && Number(told) !== client) foreign.push(`client ${client} was taken for ${told}`)
  }

  /** Everything is written, and then a file turns out to be missing; or a statement fails or takes too long. */
  async function failInTransaction({ client, cookie }: Person, turn: number) {
    if (turn % 3 === 0) {
      const body = { ...draft({ installation: '', company: '001' }, 1), documentos: [{ id_temporal: NEVER.file }] }
      const headers = { cookie, 'content-type': 'application/json' }
      const response = await fetch(`${origin}/consultas/nueva_consulta`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      inspect(client, 'nueva_consulta', await response.text())
    } else {
      const statement = turn % 3 === 1 ? sql`select 1 / 0` : sql`select pg_sleep(0.2)`
      const failing = server.database.inClient(client, async (tx) => {
        await tx.rows(sql`set local statement_timeout = 20`)
        return tx.rows(statement)
      })
      await failing.catch(() => undefined)
    }
    done.rolledBack += 1
  }

  async function breakConnections() {
    await owner.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    done.broken += 1
  }
}
