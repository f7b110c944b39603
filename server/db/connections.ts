import pg from 'pg'

/** A statement as PostgreSQL is sent it. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Connections that act as one role, however PostgreSQL is reached. */
export interface Connections {
  /** Runs one statement as the role, in a transaction of its own and one round trip. */
  readonly alone: <Row>(statement: Sent) => Promise<Row[]>
  /** What begins a transaction as the role; `more`: settings of it, written by us. */
  readonly begin: (more?: Readonly<Record<string, string>>) => string
  readonly take: () => Promise<pg.PoolClient>
  readonly run: <Row>(connection: pg.PoolClient, statement: Sent) => Promise<Row[]>
  readonly close: () => Promise<void>
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
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser },
    verify: (connection, done) => void prepareOn(connection).then(() => done(), done),
  })
  // A connection that breaks, idle or in use, is replaced at the next use; without listeners it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => void connection.on('error', () => undefined))

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

  return {
    begin: (more = {}) => `begin; select ${localSettings({ ...settings, ...more })}`,
    take: () => pool.connect(),
    run: async <Row>(connection: pg.PoolClient, statement: Sent) => {
      const { rows } = await connection.query(named(connection, statement))
      return rows as Row[] // the statement's author says what it gives; the tests over HTTP hold it
    },
    alone: async <Row>(statement: Sent) => {
      const connection = await pool.connect()
      let broken: Error | undefined
      try {
        const before = { ...prepare, isPrepared: direct.has(connection) }
        return (await settled(connection, named(connection, statement), before)) as Row[] // as above
      } catch (error) {
        // What PostgreSQL itself says leaves the connection as it was.
        if (!(error instanceof pg.DatabaseError)) broken = error instanceof Error ? error : new Error(String(error))
        throw error
      } finally {
        connection.release(broken)
      }
    },
    close: () => pool.end(),
  } satisfies Connections
}

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

/** Runs a statement behind another one. Up to the one «sync» both are one transaction: where the first fails, the second is not run. */
const settled = (connection: pg.PoolClient, statement: pg.QueryConfig, before: Before): Promise<unknown[]> =>
  new Promise((resolve, reject) => {
    const query = new SettledQuery(statement, before)
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
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const DriverQuery = pg.Query as unknown as new (config: pg.QueryConfig) => DriverQuery // its types leave these out

class SettledQuery extends DriverQuery {
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
