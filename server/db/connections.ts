import pg from 'pg'
import { endsConnection } from './away.ts'
import { openPulse } from './pulse.ts'
import { turns } from './turns.ts'

/** A statement as it is sent to PostgreSQL. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
  /** One plan serves all its values: PostgreSQL need not plan it anew each time. */
  readonly plannedOnce?: boolean
}

/** The client, and the person if known, that a connection serves; a stranger whose session is looked up; null for neither. */
export type ForWhom = { readonly client: number; readonly person?: number | undefined } | 'stranger' | null

/** Settings that a message makes before its statements run. */
export interface Setting {
  /** The client whose rows its statements reach; without one they reach none. */
  readonly client?: number
  /** PostgreSQL refuses to write. */
  readonly isReading?: boolean
  /** What is read belongs to an act, and waits as long as one. */
  readonly isOfAct?: boolean
  readonly plannedOnce?: boolean
}

/** Connections that act under one role, however PostgreSQL is reached. */
export interface Connections {
  /** Runs statements under the role, in a transaction of their own and one round trip; returns the rows of each. */
  readonly alone: (statements: readonly Sent[], whom: ForWhom, setting?: Setting) => Promise<unknown[][]>
  /** The beginning of a transaction under the role. It stands before the first statement, in the same message. */
  readonly begin: (setting?: Setting) => readonly Sent[]
  /**
   * Waits for a connection. One client holds at most half of them, and those who wait take turns.
   * @throws TooManyWaiting if it is for reading or a person's act, and there is more work than the database does (`turns.ts`)
   */
  readonly take: (whom: ForWhom, isReading?: boolean) => Promise<Connection>
  /** How many have been refused so far because too many wait, whoever they are. */
  readonly refused: () => number
  /** Whether a long queue waits for one, and stays. */
  readonly isCrowded: () => boolean
  readonly close: () => Promise<void>
}

/** A connection for the length of a transaction. */
export interface Connection {
  /**
   * Sends statements in one message. Returns the rows of each, without those of `before`. If one fails, those behind it
   * do not run.
   */
  readonly run: (statements: readonly Sent[], before: readonly Sent[]) => Promise<unknown[][]>
  /** Ends a transaction, in one message with statements that go before; returns PostgreSQL's command tag. */
  readonly say: (text: 'commit' | 'rollback', before: readonly Sent[]) => Promise<string | undefined>
  /** Whether it is broken, or still busy with a statement that was given up: nothing more can be sent on it. */
  readonly isBroken: () => boolean
  /** Returns it to the pool, unless it is broken. */
  readonly giveBack: () => void
}

/** The rows of one statement. The caller states their type, and `rows.test.ts` compares it. */
export const rowsOf = <Row>(answers: readonly unknown[][], place: number): Row[] => (answers[place] ?? []) as Row[]

const CONNECT_MS = 2000

/**
 * How long a customer's call waits in a queue that stays. Browsers repeat a refused read by themselves. An act, which a
 * person has to repeat, waits longer, but not until its person has given it up. Technicians' acts and jobs wait for
 * their turn.
 */
const PATIENCE_MS = { read: 100, act: 500 }

/** Settings for every transaction under the role. */
export const settingsOf = (role: string): Readonly<Record<string, string>> => ({
  role,
  timezone: 'UTC',
  // Compiling a statement would take longer than running it.
  jit: 'off',
  statement_timeout: '15000',
  idle_in_transaction_session_timeout: '30000',
})

/**
 * No limit of a transaction is set at the start of a connection, because a pooler might drop such settings, or change
 * connections between transactions. Role, limits and time zone come in the message that begins each transaction.
 */
export function openConnections(url: string, { role, most }: { readonly role: string; readonly most: number }) {
  const kept = keeping()
  let pool = newPool(url, most, kept)
  // Open connections may be dead, or may go on in the middle of abandoned work: all are replaced.
  const pulse = openPulse(url, () => {
    pool.end().catch(() => undefined)
    pool = newPool(url, most, kept)
  })

  const half = Math.ceil(most / 2)
  // The pool itself never makes anybody wait: its time limit applies to connecting alone.
  const inTurn = turns<number | 'stranger' | null>(most, (line) => (typeof line === 'number' ? half : most))

  /** A caller who is given up while waiting leaves at once. A connection that comes too late is returned. */
  async function take(whom: ForWhom, isReading = false) {
    const known = whom === 'stranger' ? null : whom
    const person = known?.person
    // Whoever serves a client without a person is a job.
    const patience = isReading ? PATIENCE_MS.read : person === undefined ? Infinity : PATIENCE_MS.act
    let failure: Error | undefined
    const coming = async () => {
      const leave = await inTurn.enter(known?.client ?? (whom === 'stranger' ? whom : null), person, patience)
      try {
        if (failure) throw failure
        const connection = await pool.connect()
        if (failure) connection.release(failure)
        else return taken(connection, leave, { pulse, kept })
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

  const set = settingUnder(settingsOf(role))
  return {
    begin: (setting = {}) => [BEGIN, set(setting)],
    take,
    refused: inTurn.refused,
    isCrowded: inTurn.isCrowded,
    alone: async (statements: readonly Sent[], whom: ForWhom, setting: Setting = {}) => {
      // A statement in somebody's line without a setting looks up a session, and so reads.
      const connection = await take(whom, !setting.isOfAct && (setting.isReading ?? whom !== null))
      try {
        const plannedOnce = statements.every((statement) => statement.plannedOnce)
        return await connection.run(statements, [set({ ...setting, plannedOnce })])
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

const BEGIN: Sent = { text: 'begin', values: [] }

/** The connections that lead to one PostgreSQL process, which keeps prepared statements. */
interface Keeping {
  readonly on: (connection: pg.PoolClient) => Promise<void>
  readonly isKept: (connection: pg.PoolClient) => boolean
}

function keeping(): Keeping {
  const direct = new WeakSet<pg.ClientBase>()
  return {
    on: async (connection) => {
      if (await isDirect(connection)) direct.add(connection)
    },
    isKept: (connection) => direct.has(connection),
  }
}

function newPool(url: string, most: number, kept: Keeping): pg.Pool {
  const opened = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    verify: (connection, done) => void kept.on(connection).then(() => done(), done),
  })
  // A broken connection, idle or in use, is replaced at the next use; without a listener its error would end the process.
  opened.on('error', () => undefined)
  opened.on('connect', (connection) => void connection.on('error', () => undefined))
  return opened
}

interface Taking {
  readonly pulse: ReturnType<typeof openPulse>
  readonly kept: Keeping
}

/** A connection for its taker's use; `leave` gives its place to the next in turn. */
function taken(connection: pg.PoolClient, leave: () => void, { pulse, kept }: Taking) {
  const named = ({ text, values }: Sent) => ({
    ...(kept.isKept(connection) && { name: nameOf(text) }),
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
    run: (statements: readonly Sent[], before: readonly Sent[]) =>
      answered(() =>
        answersOf(connection, [
          ...before.map((statement) => new Unread(named(statement))),
          ...statements.map((statement) => new Query(named(statement))),
        ]),
      ).then((rows) => rows.slice(before.length)),
    say: async (text: string, before: readonly Sent[]) => {
      const end = new Unread(named({ text, values: [] }))
      await answered(() => answersOf(connection, [...before.map((statement) => new Unread(named(statement))), end]))
      return end.command
    },
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

/** The statement that makes these settings for a transaction. Names and values are ours, never a visitor's. */
function settingUnder(fixed: Readonly<Record<string, string>>): (setting: Setting) => Sent {
  const written = (settings: Readonly<Record<string, string>>) =>
    Object.entries(settings).map(([name, value]) => {
      if (!/^[\w.]+$/.test(name) || !/^[\w-]*$/.test(value)) throw new TypeError('Not a setting')
      return `set_config('${name}', '${value}', true)`
    })
  const textOf = ({ client, isReading = false, plannedOnce = false }: Setting) =>
    `select ${[
      ...written({
        ...fixed,
        ...(isReading && { transaction_read_only: 'on' }),
        ...(plannedOnce && { plan_cache_mode: 'force_generic_plan' }),
      }),
      ...(client === undefined ? [] : ["set_config('app.client', $1, true)"]),
    ].join(', ')}`
  const texts = new Map<string, string>()
  return (setting) => {
    const { client, isReading = false, plannedOnce = false } = setting
    const kind = `${client === undefined} ${isReading} ${plannedOnce}`
    const text = texts.get(kind) ?? textOf(setting)
    texts.set(kind, text)
    return { text, values: client === undefined ? [] : [String(client)] }
  }
}

/** The driver's messages that its types omit. */
interface Wire {
  readonly parsedStatements: Record<string, string | undefined>
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): void }
  parse(statement: object): void
  bind(bound: object): void
  describe(portal: object): void
  execute(portal: object): void
  sync(): void
}
/** Writes one statement. All statements of a message share the parsed ones, and one «sync» at the end. */
type Line = Pick<Wire, 'parsedStatements' | 'parse' | 'bind' | 'describe' | 'execute'> & {
  readonly submittedNamedStatements: Record<string, string>
  /** The same without asking for columns. */
  readonly undescribed: Line
  sync(): void
  close(): void
}
interface DriverQuery {
  name: string | undefined
  readonly text: string
  readonly _result: { _types: { getTypeParser: typeof pg.types.getTypeParser } }
  callback: (error: Error | null, result: pg.QueryResult) => void
  prepare(line: Line): void
  handleRowDescription(message: Description): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: unknown): void
  handleReadyForQuery(wire: unknown): void
}
const DriverQuery = pg.Query as unknown as new (text: string, values?: unknown[]) => DriverQuery // its types leave these out

/** A statement whose columns arrive in camelCase: `created_at` as `createdAt`. */
class Query extends DriverQuery {
  answer: unknown[] = []
  command: string | undefined
  failure: Error | null = null
  private described: Descriptions | undefined

  constructor({ name, text, values }: pg.QueryConfig) {
    // The driver would copy a configuration property by property.
    super(text, values)
    this.name = name
    // oxlint-disable-next-line no-underscore-dangle -- the driver keeps them there
    this._result._types = TYPES
    this.callback = (error, result) => {
      this.failure = error
      if (error) return
      this.answer = result.rows
      this.command = result.command
    }
  }

  /** The columns of a prepared statement never change: PostgreSQL describes them once on each connection. */
  override prepare(line: Line): void {
    this.described = describedOn(line)
    const fields = this.name === undefined ? undefined : this.described.get(this.name)
    if (fields) super.handleRowDescription({ fields })
    super.prepare(fields ? line.undescribed : line)
  }

  override handleRowDescription({ fields }: Description): void {
    for (const field of fields) field.name = inCamelCase(field.name)
    if (this.name !== undefined) this.described?.set(this.name, fields)
    super.handleRowDescription({ fields })
  }
}

/** The columns of an answer. */
interface Description {
  readonly fields: { name: string }[]
}
type Descriptions = Map<string, Description['fields']>

const descriptions = new WeakMap<object, Descriptions>()

function describedOn({ parsedStatements: connection }: Line): Descriptions {
  const known = descriptions.get(connection) ?? new Map<string, Description['fields']>()
  descriptions.set(connection, known)
  return known
}

/** A statement whose answer nobody reads. */
class Unread extends Query {
  override prepare(line: Line): void {
    super.prepare(line.undescribed)
  }
  override handleDataRow(): void {}
}

/** Sends the statements in one message; returns the rows of each, in their order, or fails with the first error. */
const answersOf = (connection: pg.PoolClient, queries: readonly Query[]): Promise<unknown[][]> =>
  new Promise((resolve, reject) => {
    connection.query(
      new Message(queries, (failure) => (failure ? reject(failure) : resolve(queries.map(({ answer }) => answer)))),
    )
  })

/**
 * Statements up to one common «sync», which the driver treats as a single one. Outside a transaction they form one
 * together: if one fails, those behind it do not run, and nothing of those before it stays.
 */
class Message implements pg.Submittable {
  private readonly queries: readonly Query[]
  readonly callback: (failure: Error | null) => void
  private at = 0

  constructor(queries: readonly Query[], callback: (failure: Error | null) => void) {
    this.queries = queries
    this.callback = callback
  }

  /** Under this name the driver notes that PostgreSQL has parsed a statement. */
  get name(): string | undefined {
    return this.queries[this.at]?.name
  }
  get text(): string {
    return this.queries[this.at]?.text ?? ''
  }

  submit(connection: unknown): null {
    const wire = connection as Wire // its types leave the messages out
    const parts: Buffer[] = []
    // The driver writes each part of each statement by itself: together they are one write.
    const gathered = { writable: true, write: (bytes: Buffer) => void parts.push(bytes) }
    const gathering = Object.create(wire, { stream: { value: gathered } }) as Wire
    const undescribed = {
      parsedStatements: wire.parsedStatements,
      submittedNamedStatements: {},
      parse: (statement: object) => gathering.parse(statement),
      bind: (bound: object) => gathering.bind(bound),
      describe: () => undefined,
      execute: (portal: object) => gathering.execute(portal),
      sync: () => undefined,
      close: () => undefined,
      get undescribed() {
        return undescribed
      },
    }
    const line: Line = { ...undescribed, undescribed, describe: (portal) => gathering.describe(portal) }
    for (const query of this.queries) {
      query.prepare(line)
      // A value that cannot be sent. PostgreSQL has not heard of this statement, so none may follow.
      if (query.failure) break
    }
    gathering.sync()
    if (wire.stream.writable) wire.stream.write(Buffer.concat(parts))
    return null
  }

  handleRowDescription(message: Description): void {
    this.queries[this.at]?.handleRowDescription(message)
  }
  handleDataRow(message: unknown): void {
    this.queries[this.at]?.handleDataRow(message)
  }
  handleCommandComplete(message: unknown, wire: unknown): void {
    this.queries[this.at]?.handleCommandComplete(message, wire)
    this.at += 1
  }
  handleReadyForQuery(wire: unknown): void {
    const unsent = this.queries.find(({ failure }) => failure)
    if (!unsent) for (const query of this.queries) query.handleReadyForQuery(wire)
    this.callback(this.queries.find(({ failure }) => failure)?.failure ?? null)
  }
  handleError(error: Error): void {
    this.callback(error)
  }
}

const camelCase = new Map<string, string>()

/** Columns are few, and each arrives with every answer. */
export function inCamelCase(column: string): string {
  const known = camelCase.get(column)
  if (known !== undefined) return known
  const name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  camelCase.set(column, name)
  return name
}

const names = new Map<string, string>()

/**
 * A prepared statement's name. There are as many as texts in the code, multiplied by the combinations of their filters.
 */
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

const TYPES = { getTypeParser: typeParser }
