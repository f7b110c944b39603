/** The database does not answer: what it was asked may have been done, or may still be. */
export class DatabaseSilent extends Error {
  constructor(message = 'The database does not answer') {
    super(message)
  }
}

/** Whether the database could not be reached, went away or fell silent, which says nothing about the request. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof DatabaseSilent ||
  (error instanceof Error && (AWAY_CODES.test(codeOf(error)) || AWAY_MESSAGES.test(error.message)))

/** Whether the connection that said so is of no more use. */
export const endsConnection = (error: unknown): boolean => error instanceof Error && ENDING_CODES.test(codeOf(error))

/** The code of PostgreSQL or of the system; empty when there is none. */
export const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

// Connection exceptions, resources that ran out, a deadlock, shutdowns and start-up, a transaction or a session that was
// ended for having taken too long, a statement out of time, read-only stand-by, a database closed to connections; and
// the sockets' and the resolver's own.
const AWAY_CODES =
  /^(08...|53...|40P01|25P0[34]|57P0[1235]|57014|25006|55000|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/
const ENDING_CODES = /^(08...|25P0[34]|57P0.)$/
