/** The database does not answer: statements that were sent may or may not take effect. */
export class DatabaseSilent extends Error {
  constructor(message = 'The database does not answer') {
    super(message)
  }
}

/** More work waits for the database than it does: nothing was sent. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many wait for the database')
  }
}

/** Whether the database was unreachable, went away, fell silent or has too much to do. This says nothing about the request. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof DatabaseSilent ||
  error instanceof TooManyWaiting ||
  (error instanceof Error && (AWAY_CODES.test(codeOf(error)) || AWAY_MESSAGES.test(error.message)))

/** Whether the connection that reported this can no longer be used. */
export const endsConnection = (error: unknown): boolean => error instanceof Error && ENDING_CODES.test(codeOf(error))

/** The code of PostgreSQL or the system, or an empty string. */
export const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

// Connection exceptions, exhausted resources, a deadlock, shutdown and start-up, a transaction or session ended for taking too
// long, a statement timeout, a read-only stand-by, a database closed to connections; and the codes of sockets and resolver.
const AWAY_CODES =
  /^(08...|53...|40P01|25P0[34]|57P0[1235]|57014|25006|55000|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
const AWAY_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/
const ENDING_CODES = /^(08...|25P0[34]|57P0.)$/
