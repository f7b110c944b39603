import { type Account, type Visibility, callerDetails } from '#domain/account.ts'

/** Who gave out a login: the installation's application, the portal, or (for want of either) a contact or a limited link. */
export type PersonSource = 'application' | 'contact' | 'portal' | 'limited'

/** Who makes a request: the account as everybody sees it, and what only the server knows of it. */
export interface Caller extends Account {
  readonly source: PersonSource
  readonly session: number
  readonly person: number
  readonly visibility: Visibility
  /** The contact's installations, the session's own among them. */
  readonly installations: readonly string[]
  /** What the link carried beside the identity, for prefilling and for the ticket's record. */
  readonly entry: EntryContext
}

export interface EntryContext {
  readonly company?: string
  readonly version?: string
  readonly origin?: string
  readonly email?: string
  readonly contactName?: string
  readonly phone?: string
  readonly module?: string
  readonly program?: string
}

/** Under whose name a person writes: a limited session has no contact, only what its link says. */
export const authorOf = (caller: Caller): string =>
  caller.contact || !caller.entry.contactName ? callerDetails(caller).name : caller.entry.contactName
