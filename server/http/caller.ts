import { type Account, type PersonSource, type Visibility, callerDetails } from '#domain/account.ts'

/** The person who makes a request: the public account, and facts that only the server knows. */
export interface Caller extends Account {
  readonly source: PersonSource
  readonly session: number
  readonly person: number
  readonly visibility: Visibility
  /** The contact's installations, including the session's own. */
  readonly installations: readonly string[]
  /** If a mail's code opened the session: the only ticket that it sees. Null for any other session. */
  readonly onlyTicket: number | null
  /** The link's other parameters: they fill in forms and are recorded on tickets. */
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

/**
 * The limits that a caller's calls and files count against. `limited`: those of unsigned links, which open any number
 * of sessions. A mail's code opens only one, and its acts count like the person's others.
 */
export const chargedAs = ({ person, client, installation, limited, onlyTicket }: Caller) => ({
  person,
  client,
  installation,
  limited: limited && onlyTicket === null,
})

/** A person's signature: their own name and, if they write for somebody of another name, that name. */
export interface Signature {
  readonly author: string
  /** The contact or the client; empty if that is the author. */
  readonly behalf: string
}

/** `name`: the name typed by the person, if it differs from the link's. */
export function signatureOf(caller: Caller, name = caller.entry.name): Signature {
  const represented = callerDetails(caller).name
  const author = name || represented
  return { author, behalf: author === represented ? '' : represented }
}

export const authorOf = (caller: Caller): string => signatureOf(caller).author
