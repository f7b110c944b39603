import pg from 'pg'

/** A statement whose values travel apart from its text. Statements may stand inside one another. */
export interface Statement {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]
}

/** Writes SQL: every `${value}` becomes a bind parameter, every `${sql`…`}` is spliced in. */
export const sql = (strings: TemplateStringsArray, ...parts: readonly unknown[]): Statement => ({ strings, parts })

/** Statements after one another, with SQL words between them. */
export const join = (statements: readonly Statement[], separator: ' and ' | ', '): Statement => ({
  strings: statements.length === 0 ? [''] : ['', ...statements.slice(1).map(() => separator), ''],
  parts: statements,
})

/** A text to sort by as Spanish does: accents and case where they belong, Ñ after N; the same on every server. */
export const inSpanish = (text: Statement): Statement => sql`${text} collate "es-x-icu"`

/** What a statement can be run on: a transaction, or the database outside one. */
export interface Runner {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** The only row; throws when there is not exactly one. */
  row<Row>(statement: Statement): Promise<Row>
  /** The first row, if any. */
  maybe<Row>(statement: Statement): Promise<Row | undefined>
}

/** A transaction that serves one client: row level security lets it reach no other's rows. */
export interface Transaction extends Runner {
  readonly client: number
  /** `alias.client_id = <client>`: where every statement on a client's table starts. */
  own(alias: string): Statement
}

/** A transaction of the provider's people: as portal_staff it reaches every client, as portal_app none. */
export interface StaffTransaction extends Runner {
  /** The same transaction for the statements of one client, which both sides share. */
  of(client: number): Transaction
}

export interface Database extends Runner {
  /** Runs work in one transaction that serves the client; commits when it returns and rolls back when it throws. */
  inClient<T>(client: number, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The same without a client: for what technicians do. */
  acrossClients<T>(work: (tx: StaffTransaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The role that the server acts as; never a superuser, nor one that row level security does not hold. */
  readonly role: string
  readonly connections: number
  /** Off only in tests, which show that row level security alone holds too. */
  readonly scoping: boolean
}

const DEFAULTS: DatabaseOptions = { role: 'portal_app', connections: 10, scoping: true }

export function openDatabase(url: string, options: Partial<DatabaseOptions> = {}): Database {
  const { role, connections, scoping } = { ...DEFAULTS, ...options }
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 2000,
    keepAlive: true,
    // Set as the connection starts, so that a RESET leads back to it.
    // Compiling a statement takes longer than any of ours.
    options: `-c role=${role} -c timezone=UTC -c jit=off -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000`,
    types: { getTypeParser: typeParser },
  })
  // A connection that breaks, idle or in use, is replaced at the next use; without listeners it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => void connection.on('error', () => undefined))

  const own = (client: number) => (alias: string) =>
    scoping ? sql`${identifier(alias)}.client_id = ${client}` : sql`true`

  async function transaction<T>(begin: string, work: (runner: Runner) => Promise<T>): Promise<T> {
    const connection = await pool.connect()
    let broken: Error | undefined
    try {
      await connection.query(begin)
      const result = await work(runnerOn(connection))
      const { command } = await connection.query('commit')
      // A transaction in which a statement failed answers a commit with a rollback, and no error.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: an error inside it was not passed on')
      return result
    } catch (error) {
      await connection.query('rollback').catch((rollbackError: unknown) => {
        broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError))
      })
      throw error
    } finally {
      connection.release(broken)
    }
  }

  return {
    ...runnerOn(pool),
    inClient: (client, work) =>
      transaction(`begin; select set_config('app.client', '${wholeNumber(client)}', true)`, (runner) =>
        work({ ...runner, client, own: own(client) }),
      ),
    acrossClients: (work) =>
      transaction('begin', (runner) =>
        work({ ...runner, of: (client) => ({ ...runner, client, own: own(wholeNumber(client)) }) }),
      ),
    close: () => pool.end(),
  }
}

function wholeNumber(client: number): number {
  if (!Number.isSafeInteger(client)) throw new TypeError('A client is a whole number')
  return client
}

/** Throws unless the connection is held by row level security. */
export async function insistOnLeastPrivilege(database: Database): Promise<void> {
  const { name, free } = await database.row<{ name: string; free: boolean }>(
    sql`select rolname as name, rolsuper or rolbypassrls as free from pg_roles where rolname = current_user`,
  )
  if (free)
    throw new Error(`The database role ${name} is not held by row level security: the portal refuses to run as it`)
}

/** Whether the database could not be reached or went away, which says nothing about the request. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return AWAY_CODES.test(code) || AWAY_MESSAGES.test(error.message)
}

// Connection exceptions, resources that ran out, a deadlock, shutdowns and start-up, a statement out of time, read-only stand-by; and
// the sockets' own.
const AWAY_CODES = /^(08...|53...|40P01|57P0[1-3]|57014|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const BIGINT = 20
const DATE = 1082

const asText = (value: string): string => value
const typeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === BIGINT) return Number as never // numbers here stay far below 2^53
  if (type === DATE) return asText as never // a day without a time is not an instant
  return pg.types.getTypeParser(type, format)
}

function runnerOn(connection: pg.Pool | pg.PoolClient): Runner {
  const rows = async <Row>(statement: Statement): Promise<Row[]> => {
    const { text, values } = flatten(statement)
    const result = await connection.query({ name: nameOf(text), text, values })
    return result.rows as Row[] // the statement's author says what it gives; the tests over HTTP hold it
  }
  return {
    rows,
    maybe: async <Row>(statement: Statement) => (await rows<Row>(statement))[0],
    row: async <Row>(statement: Statement) => {
      const [first, ...rest] = await rows<Row>(statement)
      if (first === undefined || rest.length > 0) throw new Error('Exactly one row was expected')
      return first
    },
  }
}

class Identifier {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A name written in the code, such as an alias; never a value. */
function identifier(name: string): Identifier {
  if (!/^[a-z_]+$/.test(name)) throw new TypeError('Not a name')
  return new Identifier(name)
}

const isStatement = (part: unknown): part is Statement =>
  typeof part === 'object' && part !== null && 'strings' in part && 'parts' in part

/** What goes to PostgreSQL: the text with `$1`, `$2`… and their values. */
export function flatten(statement: Statement): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const write = ({ strings, parts }: Statement): string =>
    strings.reduce((written, string, index) => {
      if (index === 0) return string
      const part = parts[index - 1]
      if (part instanceof Identifier) return written + part.name + string
      if (isStatement(part)) return written + write(part) + string
      values.push(part)
      return `${written}$${values.length}${string}`
    }, '')
  return { text: write(statement), values }
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
