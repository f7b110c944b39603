import { type Account, type PersonSource, type Visibility, callerDetails } from '#domain/account.ts'

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
  /** The person's own name. */
  readonly name?: string
  readonly version?: string
  readonly origin?: string
  readonly email?: string
  readonly contactName?: string
  readonly phone?: string
  readonly module?: string
  readonly program?: string
}

/** How a person signs: by their own name and, where that is another's, for whom. */
export interface Signature {
  readonly author: string
  /** The contact or the client; empty where that is the author. */
  readonly behalf: string
}

/** `name`: what they call themselves, where that is not what their link said. */
export function signatureOf(caller: Caller, name = caller.entry.name): Signature {
  const represented = callerDetails(caller).name
  const author = name || represented
  return { author, behalf: author === represented ? '' : represented }
}

export const authorOf = (caller: Caller): string => signatureOf(caller).author
