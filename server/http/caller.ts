import type { Account, Visibility } from '#domain/account.ts'

/** Who makes a request: the account as everybody sees it, and what only the server knows of it. */
export interface Caller extends Account {
  readonly session: number
  readonly person: number
  readonly visibility: Visibility
  /** The contact's installations, the session's own among them. */
  readonly installations: readonly string[]
  /** What the link carried beside the identity, for prefilling and for the ticket's record. */
  readonly entry: EntryContext
}

export interface EntryContext {
  readonly version?: string
  readonly origin?: string
  readonly email?: string
  readonly contactName?: string
  readonly phone?: string
  readonly module?: string
  readonly program?: string
}
