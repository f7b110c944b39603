import { type Account, type PersonSource, type Visibility, callerDetails } from '#domain/account.ts'

/** The person who makes a request: the public account, and what only the server knows. */
export interface Caller extends Account {
  readonly source: PersonSource
  readonly session: number
  readonly person: number
  readonly visibility: Visibility
  /** The contact's installations, including the session's own. */
  readonly installations: readonly string[]
  /** The session was opened by a mail's code, and sees this ticket alone; null: it is another. */
  readonly onlyTicket: number | null
  /** What the link said beside the identity: it fills in forms and is recorded on tickets. */
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

/** How a person signs: by their own name and, if they write for another, for whom. */
export interface Signature {
  readonly author: string
  /** The contact or the client; empty if that is the author. */
  readonly behalf: string
}

/** `name`: what the person types as their name, if it differs from the link's. */
export function signatureOf(caller: Caller, name = caller.entry.name): Signature {
  const represented = callerDetails(caller).name
  const author = name || represented
  return { author, behalf: author === represented ? '' : represented }
}

export const authorOf = (caller: Caller): string => signatureOf(caller).author
