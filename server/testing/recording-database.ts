import { type Acting, type Database, type Proof, type Runner, type Statement, flatten } from '../db/sql.ts'

/** A statement as sent to PostgreSQL, and the client that its transaction serves; null outside one. */
export interface Recorded {
  readonly client: number | null
  readonly text: string
  readonly values: readonly unknown[]
}

/** The same database, which also records its statements. */
export function recordingDatabase(database: Database): { database: Database; recorded: Recorded[] } {
  const recorded: Recorded[] = []
  const record = (runner: Runner, client: number | null): Runner => {
    const noting = (statement: Statement): Statement => {
      recorded.push({ client, ...flatten(statement) })
      return statement
    }
    return {
      rows: (statement) => runner.rows(noting(statement)),
      row: (statement) => runner.row(noting(statement)),
      maybe: (statement) => runner.maybe(noting(statement)),
    }
  }
  const recordActing = (acting: Acting, client: number | null): Acting => ({
    ...record(acting, client),
    later: (statement) => {
      recorded.push({ client, ...flatten(statement) })
      acting.later(statement)
    },
  })
  /** A look-up by itself would serve no client yet. */
  const noted = (proof: Proof | undefined): Proof | undefined => {
    if (proof) recorded.push({ client: null, ...flatten(proof.statement) })
    return proof
  }
  return {
    recorded,
    database: {
      ...database,
      ...record(database, null),
      inLineOf: (whom) => record(database.inLineOf(whom), null),
      inClient: (client, work, person, proof) =>
        database.inClient(client, (tx) => work({ ...tx, ...recordActing(tx, client) }), person, noted(proof)),
      readClient: (client, work, person, proof, isOfAct) =>
        database.readClient(client, (tx) => work({ ...tx, ...record(tx, client) }), person, noted(proof), isOfAct),
      acrossClients: (work) =>
        database.acrossClients((tx) =>
          work({ ...recordActing(tx, null), of: (client) => ({ ...tx.of(client), ...recordActing(tx, client) }) }),
        ),
    },
  }
}
