import type { Database, Statement, Transaction } from '../db/sql.ts'
import { sql } from '../db/sql.ts'

/** A database that omits the client from statements that use this alias. */
export const withoutOwn =
  (broken: { alias: string | null }) =>
  (database: Database): Database =>
    withEach(database, (tx) => ({
      ...tx,
      own: (alias) => (alias === broken.alias ? sql`true` : tx.own(alias)),
    }))

/** The same database, whose transactions for a client are altered. */
const withEach = (database: Database, altered: (tx: Transaction) => Transaction): Database => ({
  ...database,
  inClient: (client, work, person, proof) => database.inClient(client, (tx) => work(altered(tx)), person, proof),
  readClient: (client, work, ...more) => database.readClient(client, (tx) => work(altered(tx)), ...more),
})

/** A database that names the client on any free connection, and then continues on any other one. */
export const careless = (database: Database): Database => {
  const inClient: Database['inClient'] = async (client, work) => {
    await database.rows(sql`select set_config('app.client', ${String(client)}, false)`)
    const later = (statement: Statement) => void database.rows(statement).catch(() => undefined)
    return work({ ...database, later, client, own: () => sql`true` })
  }
  return { ...database, inClient, readClient: inClient }
}

/** The statements that a server sent to its database. */
export interface Said {
  readonly statements: Set<string>
  /** The aliases whose statements started at the client. */
  readonly aliases: Set<string>
}

/** A database that records its statements. */
export const overheard =
  ({ statements, aliases }: Said) =>
  (database: Database): Database =>
    withEach(database, (tx) => ({
      ...throughEach(tx, (statement) => {
        statements.add(textOf(statement))
        return statement
      }),
      own: (alias) => {
        aliases.add(alias)
        return tx.own(alias)
      },
    }))

/** A database that runs altered statements. */
export const misspoken =
  (said: { text: string; instead: string }) =>
  (database: Database): Database => {
    const change = ({ strings, parts }: Statement): Statement => ({
      strings: strings.map((string) => (said.text === '' ? string : string.replaceAll(said.text, said.instead))),
      parts: parts.map((part) => (isStatement(part) ? change(part) : part)),
    })
    return withEach(database, (tx) => throughEach(tx, change))
  }

const throughEach = (tx: Transaction, change: (statement: Statement) => Statement): Transaction => ({
  ...tx,
  rows: (statement) => tx.rows(change(statement)),
  row: (statement) => tx.row(change(statement)),
  maybe: (statement) => tx.maybe(change(statement)),
  later: (statement) => tx.later(change(statement)),
})

const textOf = ({ strings, parts }: Statement): string =>
  strings.map((string, index) => string + (isStatement(parts[index]) ? textOf(parts[index]) : '')).join('')

const isStatement = (part: unknown): part is Statement =>
  typeof part === 'object' && part !== null && 'strings' in part && 'parts' in part
