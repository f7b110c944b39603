import type { Database, Statement, Transaction } from '../db/sql.ts'
import { sql } from '../db/sql.ts'

/** A database whose statements do not start from the client where they read by this alias. */
export const withoutOwn =
  (broken: { alias: string | null }) =>
  (database: Database): Database => ({
    ...database,
    inClient: (client, work) =>
      database.inClient(client, (tx) =>
        work({ ...tx, own: (alias) => (alias === broken.alias ? sql`true` : tx.own(alias)) }),
      ),
  })

/** A database that says something else than the code does. */
export const misspoken =
  (said: { text: string; instead: string } | { text: null }) =>
  (database: Database): Database => ({
    ...database,
    inClient: (client, work) => database.inClient(client, (tx) => work(misspokenTransaction(tx, said))),
  })

function misspokenTransaction(tx: Transaction, said: { text: string; instead: string } | { text: null }): Transaction {
  const change = (statement: Statement): Statement =>
    said.text === null
      ? statement
      : {
          strings: statement.strings.map((string) => string.replaceAll(said.text ?? '', said.instead)),
          parts: statement.parts.map((part) => (isStatement(part) ? change(part) : part)),
        }
  return {
    ...tx,
    rows: (statement) => tx.rows(change(statement)),
    row: (statement) => tx.row(change(statement)),
    maybe: (statement) => tx.maybe(change(statement)),
  }
}

const isStatement = (part: unknown): part is Statement =>
  typeof part === 'object' && part !== null && 'strings' in part && 'parts' in part
