import type { Account } from '#domain/account.ts'

const STORED_UNDER = 'asistente'

/**
 * Whether the assistant has already offered itself for the program that the person came from: once for each (spec §2, Home). A
 * reload does not count as a new arrival.
 */
export const isContextTaken = ({ callingUser, program }: Account): boolean =>
  program === null || sessionStorage.getItem(STORED_UNDER) === markOf(callingUser, program)

/**
 * The assistant has offered itself, or failed to (spec §4, Chat flow): from now on it waits until somebody opens it.
 */
export function takeContext({ callingUser, program }: Account): void {
  if (program) sessionStorage.setItem(STORED_UNDER, markOf(callingUser, program))
}

const markOf = (user: string, { module, program }: NonNullable<Account['program']>): string =>
  [user, module, program].join('\n')
