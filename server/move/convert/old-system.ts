/** Another ticket system, read at one moment: what `convert` writes as a folder in the neutral format. */
export interface OldSystem {
  /** Begins installations' codes, and the names of people without a user name. */
  readonly code: string
  /** The author where only a change of state shows that something was said. */
  readonly name: string
  readonly clients: () => Promise<readonly OldClient[]>
  readonly users: () => Promise<readonly OldUser[]>
  /** The first number above all tickets: the converted messages are numbered from here. */
  readonly firstMessage: () => Promise<number>
  /** Which ticket joined which, within a client. */
  readonly joined: () => Promise<readonly { readonly joined: number; readonly to: number }[]>
  readonly ticketsOf: (client: number) => Promise<readonly number[]>
  readonly tickets: (numbers: readonly number[]) => Promise<readonly OldTicket[]>
  readonly entries: (tickets: readonly number[]) => Promise<readonly OldEntry[]>
  readonly files: (tickets: readonly number[]) => Promise<readonly OldFile[]>
  /** Sentences about data that stay in the old system. */
  readonly left: () => Promise<readonly string[]>
  readonly close: () => Promise<unknown>
}

export interface OldClient {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
}

export interface OldUser {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly email: string | null
  readonly phone?: string
  readonly isActive: boolean
  readonly isTechnician: boolean
  /** A deleted person: without a name, and no contact. */
  readonly isAnonymous: boolean
  /** The only client whose contact they are; without it they are one of each client for which they wrote. */
  readonly client?: number
  /** They read the tickets of all their client's contacts, not their own alone. By default they do. */
  readonly seesAll?: boolean
}

export interface OldTicket {
  /** Its number in the portal. */
  readonly id: number
  readonly client: number
  readonly subject: string
  readonly description: string
  readonly author: number
  /** Who opened it, as it was shown, if no account says so. */
  readonly authorName?: string
  readonly assignee: number | null
  readonly isClosed: boolean
  readonly status: string
  /** How many priorities lie between this one and the default. A more urgent one is positive. */
  readonly pressing: number
  readonly isIncident: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface OldEntry {
  readonly id: number
  readonly ticket: number
  readonly author: number
  readonly authorName?: string
  readonly notes: string
  readonly isPrivate: boolean
  readonly at: string
  /** Null if it does not change between open and closed. */
  readonly closes: boolean | null
  readonly status: string | null
  readonly files: readonly number[]
}

export interface OldFile {
  readonly id: number
  readonly ticket: number
  readonly author: number
  readonly name: string
  /** The same in every conversion. */
  readonly key: string
  readonly at: string
  /** The content, or the reason why it cannot be read. */
  readonly bytes: () => Promise<Buffer | string>
}
