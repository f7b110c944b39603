/** Why the portal does not start: one sentence for the operator, shown without a stack. */
export class StartProblem extends Error {}

/** The short reason in an error of the system or PostgreSQL, such as `EACCES: permission denied`. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
