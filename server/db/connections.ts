import pg from 'pg'
import { endsConnection } from './away.ts'
import { openPulse } from './pulse.ts'
import { turns } from './turns.ts'

/** A statement as it is sent to PostgreSQL. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The client that a connection serves and, if known, the person; null for neither. */
export type ForWhom = { readonly client: number; readonly person?: number | undefined } | null

/** Connections that act under one role, however PostgreSQL is reached. */
export interface Connections {
  /** Runs one statement under the role, in a transaction of its own and one round trip. */
  readonly alone: <Row>(statement: Sent, whom: ForWhom) => Promise<Row[]>
  /** The message that begins a transaction under the role; `more` are further settings, written by us. */
  readonly begin: (more?: Readonly<Record<string, string>>) => string
  /** Waits for a connection. One client holds at most half of them, and those who wait take turns. */
  readonly take: (whom: ForWhom) => Promise<Connection>
  readonly close: () => Promise<void>
}

/** A connection for the length of a transaction. */
export interface Connection {
  readonly run: <Row>(statement: Sent) => Promise<Row[]>
  /** Begins or ends a transaction; returns PostgreSQL's command tag. */
  readonly say: (text: string) => Promise<string>
  /** Whether it is broken, or still busy with a statement that was given up: nothing more can be sent on it. */
  readonly isBroken: () => boolean
  /** Returns it to the pool, unless it is broken. */
  readonly giveBack: () => void
}

const CONNECT_MS = 2000

/**
 * No limit of a transaction is set at the start of a connection: a pooler might drop such settings, or change connections between
 * transactions. Role, limits and time zone come in the message that begins each transaction.
 */
export function openConnections(url: string, { role, most }: { readonly role: string; readonly most: number }) {
  const settings = {
    role,
    timezone: 'UTC',
    // Compiling a statement would take longer than running it.
    jit: 'off',
    statement_timeout: '15000',
    idle_in_transaction_session_timeout: '30000',
  }
  const prepared = preparing(`select ${localSettings(settings)}`)
  let pool = newPool(url, most, prepared)
  // Open connections may be dead, or may resume in the middle of abandoned work: all are replaced.
  const pulse = openPulse(url, () => {
    pool.end().catch(() => undefined)
    pool = newPool(url, most, prepared)
  })

  const half = Math.ceil(most / 2)
  // The pool itself never makes anybody wait: its time limit applies to connecting alone.
  const inTurn = turns<number | null>(most, (client) => (client === null ? most : half))

  /** If a caller is given up while waiting, they leave at once, and a connection that comes too late is returned. */
  async function take(whom: ForWhom) {
    let failure: Error | undefined
    const coming = async () => {
      const leave = await inTurn.enter(whom?.client ?? null, whom?.person)
      try {
        if (failure) throw failure
        const connection = await pool.connect()
        if (failure) connection.release(failure)
        else return taken(connection, leave, { pulse, prepared })
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

/** The statement that sets role and limits, and the connections that keep it prepared. */
interface Preparing {
  readonly statement: { readonly name: string; readonly text: string }
  readonly on: (connection: pg.PoolClient) => Promise<void>
  /** Whether a connection leads to one PostgreSQL process, which keeps prepared statements. */
  readonly isKept: (connection: pg.PoolClient) => boolean
}

function preparing(text: string): Preparing {
  const statement = { name: 'settings', text }
  const direct = new WeakSet<pg.ClientBase>()
  return {
    statement,
    on: async (connection) => {
      if (!(await isDirect(connection))) return
      await connection.query(statement)
      direct.add(connection)
    },
    isKept: (connection) => direct.has(connection),
  }
}

function newPool(url: string, most: number, prepared: Preparing): pg.Pool {
  const opened = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser },
    verify: (connection, done) => void prepared.on(connection).then(() => done(), done),
  })
  // A broken connection, idle or in use, is replaced at the next use; without a listener its error would end the process.
  opened.on('error', () => undefined)
  opened.on('connect', (connection) => void connection.on('error', () => undefined))
  return opened
}

interface Taking {
  readonly pulse: ReturnType<typeof openPulse>
  readonly prepared: Preparing
}

/** A connection for its taker's use; `leave` gives its place to the next in turn. */
function taken(connection: pg.PoolClient, leave: () => void, { pulse, prepared }: Taking) {
  const named = ({ text, values }: Sent) => ({
    ...(prepared.isKept(connection) && { name: nameOf(text) }),
    text,
    values: [...values],
  })
  let broken: Error | undefined
  async function answered<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await pulse.during(ask)
      pulse.heard()
      return answer
    } catch (error) {
      if (error instanceof pg.DatabaseError) pulse.heard()
      // An error that PostgreSQL reports for a statement does not harm the connection.
      if (!(error instanceof pg.DatabaseError) || endsConnection(error)) broken ??= asError(error)
      throw error
    }
  }
  return {
    run: async <Row>(statement: Sent) => {
      const rows = await answered(() => rowsOf(connection, new Query(named(statement))))
      return rows as Row[] // the caller states the rows' type; `rows.test.ts` compares
    },
    runAlone: async <Row>(statement: Sent) => {
      const before = { ...prepared.statement, isPrepared: prepared.isKept(connection) }
      const query = new SettledQuery(named(statement), before)
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

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/**
 * Whether a connection leads to a single PostgreSQL process, which reports its own number at the start. A pooler reports a
 * different one; behind it a prepared statement may be gone, or somebody else's, in the next transaction.
 */
export async function isDirect(connection: pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  return 'processID' in connection && rows[0]?.pid === connection.processID
}

/** Names and values are ours, never a visitor's. */
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

/** The driver's messages that its types omit. */
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

/** A statement whose columns arrive in camelCase: `created_at` as `createdAt`. */
class Query extends DriverQuery {
  override handleRowDescription(message: { readonly fields: { name: string }[] }): void {
    for (const field of message.fields) field.name = inCamelCase(field.name)
    super.handleRowDescription(message)
  }
}

export const inCamelCase = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * A statement sent right behind another. Both are one transaction up to their common «sync»: if the first fails, the second does
 * not run.
 */
class SettledQuery extends Query {
  readonly before: Before
  private isSettled = false

  constructor(statement: pg.QueryConfig, before: Before) {
    // Statements share a «sync» only in the extended protocol, which must be asked for if there are no values.
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

/** A prepared statement's name. There are as many as texts in the code, times the combinations of their filters. */
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
