import pg from 'pg'
import { endsConnection } from './away.ts'
import { openPulse } from './pulse.ts'
import { turns } from './turns.ts'

/** A statement as PostgreSQL is sent it. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The client that a connection is wanted for; null: for nobody in particular. */
export type ForWhom = number | null

/** Connections that act as one role, however PostgreSQL is reached. */
export interface Connections {
  /** Runs one statement as the role, in a transaction of its own and one round trip. */
  readonly alone: <Row>(statement: Sent, whom: ForWhom) => Promise<Row[]>
  /** What begins a transaction as the role; `more`: settings of it, written by us. */
  readonly begin: (more?: Readonly<Record<string, string>>) => string
  /** Waits for a connection. One client has no more than half of them at once, and of those who wait each has their turn. */
  readonly take: (whom: ForWhom) => Promise<Connection>
  readonly close: () => Promise<void>
}

/** A connection for as long as a transaction lasts. */
export interface Connection {
  readonly run: <Row>(statement: Sent) => Promise<Row[]>
  /** Begins or ends a transaction; answers what PostgreSQL says it did. */
  readonly say: (text: string) => Promise<string>
  /** Whether it broke, or is still waited for by what was given up: nothing more can be said by it. */
  readonly isBroken: () => boolean
  /** Gives it back to the others, unless it is broken. */
  readonly giveBack: () => void
}

const CONNECT_MS = 2000

/**
 * Nothing of what holds a transaction in its bounds is set as the connection starts: a pooler in between may drop it, or
 * hand the next transaction another connection. Role, limits and zone come with each transaction, in the message that
 * begins it.
 */
export function openConnections(url: string, { role, most }: { readonly role: string; readonly most: number }) {
  const settings = {
    role,
    timezone: 'UTC',
    // Compiling a statement takes longer than any of ours.
    jit: 'off',
    statement_timeout: '15000',
    idle_in_transaction_session_timeout: '30000',
  }
  const prepare = { name: 'settings', text: `select ${localSettings(settings)}` }
  /** Those that lead to one PostgreSQL process, which keeps what was prepared. */
  const direct = new WeakSet<pg.ClientBase>()
  let pool = newPool()
  // What was open may be dead, or may thaw in the middle of what it was given up with: all is opened anew.
  const pulse = openPulse(url, () => {
    pool.end().catch(() => undefined)
    pool = newPool()
  })

  function newPool(): pg.Pool {
    const opened = new pg.Pool({
      connectionString: url,
      max: most,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      types: { getTypeParser: typeParser },
      verify: (connection, done) => void prepareOn(connection).then(() => done(), done),
    })
    // A connection that breaks, idle or in use, is replaced at the next use; without listeners it would end the process.
    opened.on('error', () => undefined)
    opened.on('connect', (connection) => void connection.on('error', () => undefined))
    return opened
  }

  async function prepareOn(connection: pg.PoolClient): Promise<void> {
    if (!(await isDirect(connection))) return
    await connection.query(prepare)
    direct.add(connection)
  }

  const named = (connection: pg.PoolClient, { text, values }: Sent) => ({
    ...(direct.has(connection) && { name: nameOf(text) }),
    text,
    values: [...values],
  })

  const half = Math.ceil(most / 2)
  // The pool itself never lets anybody wait: its time limit is for connecting alone.
  const inTurn = turns<ForWhom>(most, (whom) => (whom === null ? most : half))

  /** Whoever was given up while they waited leaves at once; a connection that comes too late is put away. */
  async function opened(whom: ForWhom) {
    let failure: Error | undefined
    const coming = async () => {
      const leave = await inTurn.enter(whom)
      try {
        if (failure) throw failure
        const connection = await pool.connect()
        if (failure) connection.release(failure)
        else return { connection, leave }
        throw failure
      } catch (error) {
        leave()
        throw error
      }
    }
    try {
      return await pulse.during(coming)
    } catch (error) {
      failure = asError(error)
      throw error
    }
  }

  async function take(whom: ForWhom) {
    const { connection, leave } = await opened(whom)
    let broken: Error | undefined
    async function answered<T>(ask: () => Promise<T>): Promise<T> {
      try {
        const answer = await pulse.during(ask)
        pulse.heard()
        return answer
      } catch (error) {
        if (error instanceof pg.DatabaseError) pulse.heard()
        // What PostgreSQL says of a statement leaves the connection as it was.
        if (!(error instanceof pg.DatabaseError) || endsConnection(error)) broken ??= asError(error)
        throw error
      }
    }
    return {
      run: async <Row>(statement: Sent) => {
        const rows = await answered(() => rowsOf(connection, new Query(named(connection, statement))))
        return rows as Row[] // the statement's author says what it gives; `rows.test.ts` compares
      },
      runAlone: async <Row>(statement: Sent) => {
        const before = { ...prepare, isPrepared: direct.has(connection) }
        const query = new SettledQuery(named(connection, statement), before)
        return (await answered(() => rowsOf(connection, query))) as Row[] // as above
      },
      say: async (text: string) => (await answered(() => connection.query(text))).command,
      isBroken: () => broken !== undefined,
      giveBack: () => {
        connection.release(broken)
        leave()
      },
    }
  }

  return {
    begin: (more = {}) => `begin; select ${localSettings({ ...settings, ...more })}`,
    take,
    alone: async <Row>(statement: Sent, whom: ForWhom) => {
      const connection = await take(whom)
      try {
        return await connection.runAlone<Row>(statement)
      } finally {
        connection.giveBack()
      }
    },
    close: async () => {
      pulse.close()
      await pool.end()
    },
  } satisfies Connections
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/**
 * Whether a connection leads to one PostgreSQL process, which says its own number as the connection starts. A pooler says
 * another one; behind it, what was prepared may be gone, or be somebody else's, at the next transaction.
 */
export async function isDirect(connection: pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in connection && rows[0]?.pid === connection.processID
}

/** Names and values are written by us, never by anybody else. */
const localSettings = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => {
      if (!/^[\w.]+$/.test(name) || !/^[\w-]*$/.test(value)) throw new TypeError('Not a setting')
      return `set_config('${name}', '${value}', true)`
    })
    .join(', ')

interface Before {
  readonly name: string
  readonly text: string
  readonly isPrepared: boolean
}

const rowsOf = (connection: pg.PoolClient, query: DriverQuery): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result.rows))
    connection.query(query)
  })

/** The messages of the driver that its types do not tell. */
interface Wire {
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string }): void
  execute(portal: object): void
}
interface DriverQuery {
  callback: (error: Error | null, result: pg.QueryResult) => void
  submit(connection: unknown): void
  prepare(wire: Wire): void
  handleRowDescription(message: { readonly fields: { name: string }[] }): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const DriverQuery = pg.Query as unknown as new (config: pg.QueryConfig) => DriverQuery // its types leave these out

/** A statement whose columns are called in the code as code is written: `created_at` is `createdAt`. */
class Query extends DriverQuery {
  override handleRowDescription(message: { readonly fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = inCamelCase(field.name)
    super.handleRowDescription(message)
  }
}

export const inCamelCase = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Runs a statement behind another one. Up to the one «sync» both are one transaction: where the first fails, the second is not run. */
class SettledQuery extends Query {
  readonly before: Before
  private isSettled = false

  constructor(statement: pg.QueryConfig, before: Before) {
    // Also without values it goes by the protocol that several statements share one «sync» in.
    super(Object.assign(statement, { queryMode: 'extended' }))
    this.before = before
  }

  override prepare(wire: Wire): void {
    const name = this.before.isPrepared ? this.before.name : ''
    if (!this.before.isPrepared) wire.parse({ name, text: this.before.text })
    wire.bind({ statement: name })
    wire.execute({})
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.isSettled) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.isSettled) super.handleCommandComplete(message, wire)
    this.isSettled = true
  }
}

const names = new Map<string, string>()

/** A prepared statement's name. There are as many as there are texts in the code, times the filters of its lists. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

const BIGINT = 20
const DATE = 1082

const asText = (value: string): string => value
const typeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === BIGINT) return Number as never // numbers here stay far below 2^53
  if (type === DATE) return asText as never // a day without a time is not an instant
  return pg.types.getTypeParser(type, format)
}
