/** Why the portal does not start, as one sentence for the operator; it is shown without a stack. */
export class StartProblem extends Error {}

/** The short reason in an error of the system or of PostgreSQL, such as `EACCES: permission denied`. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
