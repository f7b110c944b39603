import { DatabaseSilent } from './away.ts'
import { StartProblem } from '../start-problem.ts'
import { type ForWhom, type Sent, type Setting, openConnections, rowsOf } from './connections.ts'

/** A statement whose values travel apart from its text. Statements may be nested. */
export interface Statement {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]
  readonly plannedOnce?: boolean
}

/** Writes SQL: every `${value}` becomes a bind parameter, every `${sql`…`}` is spliced in. */
export const sql = (strings: TemplateStringsArray, ...parts: readonly unknown[]): Statement => ({ strings, parts })

/**
 * A statement of many parts with the same plan for all its values. Otherwise PostgreSQL may plan it each time it runs, which can take
 * longer than running it. `plans.test.ts` reads that plan too.
 */
export const plannedOnce = (statement: Statement): Statement => ({ ...statement, plannedOnce: true })

/** Joins statements with SQL words. */
export const join = (statements: readonly Statement[], separator: ' and ' | ', '): Statement => ({
  strings: statements.length === 0 ? [''] : ['', ...statements.slice(1).map(() => separator), ''],
  parts: statements,
})

/**
 * Whether a column is one of these numbers. PostgreSQL looks up each of them. With `= any(…)` in a plan for all values it may instead read an
 * index of the whole client, which it takes for a small one.
 */
export const isAmong = (column: Statement, numbers: readonly number[]): Statement =>
  sql`${column} in (select unnest(${numbers}::bigint[]))`

/** Sorts a text as Spanish does: by accents and case, Ñ after N, alike on every server. */
export const inSpanish = (text: Statement): Statement => sql`${text} collate "es-x-icu"`

/** Runs statements: a transaction, or the database, where each has a transaction of its own. */
export interface Runner {
  rows<Row>(statement: Statement): Promise<Row[]>
  /** The only row; throws if there is not exactly one. */
  row<Row>(statement: Statement): Promise<Row>
  /** The first row, if any. */
  maybe<Row>(statement: Statement): Promise<Row | undefined>
}

/** A transaction that writes. */
export interface Acting extends Runner {
  /**
   * Runs a statement for whose answer nobody waits: it travels in front of the next statement, or with the commit. If it
   * fails, they fail.
   */
  later(statement: Statement): void
}

/** A transaction that serves one client: row level security hides the rows of all others. */
export interface Transaction extends Acting {
  readonly client: number
  /** `alias.client_id = <client>`: every statement on a client's table starts with it. */
  own(alias: string): Statement
}

/** A technicians' transaction: as portal_staff it reaches every client, as portal_app none. */
export interface StaffTransaction extends Acting {
  /** The same transaction for one client's statements, which customers and technicians share. */
  of(client: number): Transaction
}

/**
 * An assumption of work that has begun before it was checked. The check travels in front of the work's first statement.
 */
export interface Proof {
  readonly statement: Statement
  /** Gets the statement's rows. */
  readonly hear: (rows: readonly unknown[]) => void
  readonly isHeard: () => boolean
  /** @throws if the assumption proved wrong: then the work gets no answers, and nothing is committed */
  readonly insist: () => void
}

export interface Database extends Runner {
  /** The role under which all statements run. */
  readonly role: string
  /**
   * Runs work in one transaction that serves the client; commits when it returns, rolls back when it throws. It waits
   * for the turn of `person` in the client's line. With a proof, no statement is answered or committed unless the proof
   * holds.
   */
  inClient<T>(client: number, work: (tx: Transaction) => Promise<T>, person?: number, proof?: Proof): Promise<T>
  /**
   * The same for work that only reads; PostgreSQL refuses anything else. As in any transaction here, each statement
   * sees everything that is committed when it runs. Statements requested at once travel together, and no connection is
   * held between them.
   */
  readClient<T>(
    client: number,
    work: (tx: Transaction) => Promise<T>,
    person?: number,
    proof?: Proof,
    /** What is read belongs to an act, and waits as long for its turn. */
    isOfAct?: boolean,
  ): Promise<T>
  /** The same without a client, for technicians. */
  acrossClients<T>(work: (tx: StaffTransaction) => Promise<T>): Promise<T>
  /** The database itself. Its statements serve no client yet, but wait for a connection in that client's line. */
  inLineOf(whom: ForWhom): Runner
  /** How many calls have been refused so far because too many wait for a connection, whoever they are. */
  refused(): number
  /** Whether a long queue waits for a connection, and stays. */
  isCrowded(): boolean
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The server's role; never a superuser or one exempt from row level security. */
  readonly role: string
  readonly connections: number
  /** Only off in tests, which prove that row level security suffices. */
  readonly scoping: boolean
}

/** The limit of a whole transaction, beside the limit of each statement. */
const LONGEST_MS = 60_000

const DEFAULTS: DatabaseOptions = { role: 'portal_app', connections: 10, scoping: true }

export function openDatabase(url: string, options: Partial<DatabaseOptions> = {}): Database {
  const { role, connections: most, scoping } = { ...DEFAULTS, ...options }
  const connections = openConnections(url, { role, most })

  const own = (client: number) => (alias: string) =>
    scoping ? sql`${identifier(alias)}.client_id = ${client}` : sql`true`

  async function transaction<T>(
    whom: ForWhom,
    setting: Setting,
    work: (runner: Acting) => Promise<T>,
    proof?: Proof,
  ): Promise<T> {
    const connection = await connections.take(whom)
    const latest = performance.now() + LONGEST_MS
    let isBegun = false
    const late: Sent[] = []
    const before = () => {
      const opening = isBegun ? [] : connections.begin(setting)
      isBegun = true
      return [...opening, ...late.splice(0)]
    }
    const run = (statements: readonly Sent[]) => {
      if (performance.now() > latest) throw new DatabaseSilent('A transaction took longer than a minute')
      return connection.run(statements, before())
    }
    const later = (statement: Statement) => void late.push(flatten(statement))
    try {
      const result = await work({ ...runnerOf(together(proving(proof, run))), later })
      const isWritten = isBegun || late.length > 0
      // PostgreSQL answers the commit of a failed transaction with a rollback, and no error.
      if (isWritten && (connection.isBroken() || (await connection.say('commit', before())) !== 'COMMIT'))
        throw new Error('The transaction was rolled back: an error inside it was not passed on')
      return result
    } catch (error) {
      if (isBegun && !connection.isBroken()) await connection.say('rollback', []).catch(() => undefined)
      throw error
    } finally {
      connection.giveBack()
    }
  }

  const inLineOf = (whom: ForWhom) =>
    runnerOf(async <Row>(statement: Sent) => rowsOf<Row>(await connections.alone([statement], whom), 0))
  const reading = (client: number, person: number | undefined, proof: Proof | undefined, isOfAct: boolean) => {
    const setting = { client, isReading: true, isOfAct }
    const run = (sent: readonly Sent[]) => connections.alone(sent, { client, person }, setting)
    return runnerOf(together(proving(proof, run)))
  }

  return {
    role,
    ...inLineOf(null),
    inLineOf,
    inClient: (client, work, person, proof) =>
      transaction(
        { client, person },
        { client: wholeNumber(client) },
        (runner) => work({ ...runner, client, own: own(client) }),
        proof,
      ),
    readClient: (client, work, person, proof, isOfAct = false) =>
      work({ ...reading(wholeNumber(client), person, proof, isOfAct), later: neverLater, client, own: own(client) }),
    acrossClients: (work) =>
      transaction(null, {}, (runner) =>
        work({ ...runner, of: (client) => ({ ...runner, client, own: own(wholeNumber(client)) }) }),
      ),
    refused: connections.refused,
    isCrowded: connections.isCrowded,
    close: connections.close,
  }
}

function neverLater(): never {
  throw new TypeError('What only reads has nothing to write later')
}

function wholeNumber(client: number): number {
  if (!Number.isSafeInteger(client)) throw new TypeError('A client is a whole number')
  return client
}

/** No row belongs to this client. */
const NOBODY = 0

/** Throws unless every kind of statement runs under the intended role and row level security applies to it. */
export async function insistOnLeastPrivilege(database: Database): Promise<void> {
  const who = sql`
    select r.rolname::text as name, r.rolsuper or r.rolbypassrls as free from pg_roles r where r.rolname = current_user`
  const kinds: readonly (() => Promise<{ name: string; free: boolean }>)[] = [
    () => database.row(who),
    () => database.inClient(NOBODY, (tx) => tx.row(who)),
    () => database.acrossClients((tx) => tx.row(who)),
  ]
  for (const asked of kinds) {
    const { name, free } = await asked()
    if (name !== database.role)
      throw new StartProblem(
        `The database runs statements as ${name} instead of ${database.role}: the portal refuses to serve`,
      )
    if (free)
      throw new StartProblem(
        `The database role ${name} is exempt from row level security: the portal refuses to run as it`,
      )
  }
}

/** Runs a statement. The caller states the type of its rows, and `rows.test.ts` compares it. */
type Run = <Row>(statement: Sent) => Promise<Row[]>

/** No work ends before its proof, even if it caught the proof's error or ran no statement. */
export async function insistOn(proof: Proof, runner: Runner): Promise<void> {
  if (!proof.isHeard()) proof.hear(await runner.rows(proof.statement))
  proof.insist()
}

type RunAll = (statements: readonly Sent[]) => Promise<unknown[][]>

/** The proof goes with the first message, and is heard before anybody sees its answers. What is proved is not asked again. */
function proving(proof: Proof | undefined, run: RunAll): RunAll {
  let unproved = proof?.isHeard() ? undefined : proof
  return async (statements) => {
    const first = unproved
    unproved = undefined
    if (first) {
      const [rows = [], ...answers] = await run([flatten(first.statement), ...statements])
      first.hear(rows)
      first.insist()
      return answers
    }
    proof?.insist()
    return run(statements)
  }
}

/** Sends everything that one piece of work asks for at once in one message. */
function together(run: RunAll): Run {
  let waiting: Sent[] = []
  let answers: Promise<unknown[][]> | undefined
  return async <Row>(statement: Sent) => {
    const place = waiting.push(statement) - 1
    answers ??= Promise.resolve().then(() => {
      const sent = waiting
      waiting = []
      answers = undefined
      return run(sent)
    })
    return rowsOf<Row>(await answers, place)
  }
}

function runnerOf(run: Run): Runner {
  const rows = <Row>(statement: Statement) => run<Row>(flatten(statement))
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

/** A page of a list and its total, asked for at once. */
export async function pageOf<Item>(
  items: Promise<Item[]>,
  counted: Promise<{ readonly total: number }>,
): Promise<{ items: Item[]; total: number }> {
  const [page, { total }] = await Promise.all([items, counted])
  return { items: page, total }
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

/** The text for PostgreSQL with `$1`, `$2`… and their values. */
export function flatten(statement: Statement): Sent {
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
  return { text: write(statement), values, plannedOnce: statement.plannedOnce ?? false }
}
