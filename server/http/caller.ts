import { type Account, type PersonSource, type Visibility, callerDetails } from '#domain/account.ts'

/** The person who makes a request: the public account, and facts that only the server knows. */
export interface Caller extends Account {
  readonly source: PersonSource
  readonly session: number
  readonly person: number
  readonly visibility: Visibility
  /** The contact's installations, including the session's own. */
  readonly installations: readonly string[]
  /** The session was opened by a mail's code, and sees this ticket alone; null for any other session. */
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
 * Whose bounds a caller's calls and files count against. `limited`: those of unsigned links, which open any number of sessions; a
 * mail's code opens one, and what is done in it counts as the person's other acts do.
 */
export const chargedAs = ({ person, client, installation, limited, onlyTicket }: Caller) => ({
  person,
  client,
  installation,
  limited: limited && onlyTicket === null,
})

/** A person's signature: their own name and, if they write for another, that name. */
export interface Signature {
  readonly author: string
  /** The contact or the client; empty if that is the author. */
  readonly behalf: string
}

/** `name`: the name that the person types, if it differs from the link's. */
export function signatureOf(caller: Caller, name = caller.entry.name): Signature {
  const represented = callerDetails(caller).name
  const author = name || represented
  return { author, behalf: author === represented ? '' : represented }
}

export const authorOf = (caller: Caller): string => signatureOf(caller).author
