import type { Identity } from '#contract/wire.ts'
import type { Wire } from './request.ts'

/** A published problem of the product. */
export const PROBLEM = 900001
export const LEVANTE = 1001
export const DUERO = 1002
export const TEIDE = 1003
/** A copy of a client under another number: its records have the same numbers as the original's. */
export const TWINS = { [LEVANTE]: 901, [TEIDE]: 903 } as const

/** Shared by everybody and their twins. */
export const IDEMPOTENCY_KEY = 'isolation'

/** The id of an entry that only the twin has used. */
export const USED_ENTRY = 'isolation-used'

export type Value = number | string

/** It belongs to the provider, so that no other client has one, or occurs only at the console. */
export const PROVIDERS = [
  'module',
  'technician',
  'canned-answer',
  'notice',
  'problem',
  'signing-key',
  'api-key',
  'webhook',
  'delivery',
  'mail',
  'received-mail',
  'data-change-request',
  'saved-view',
] as const

/** Values that never existed, by kind. */
export const NEVER: Readonly<Record<Exclude<Identity, 'none' | 'person' | (typeof PROVIDERS)[number]>, Value>> = {
  client: 987_654,
  installation: 'NUL-99',
  company: 'N99',
  contact: 987_654,
  ticket: 98_765_432,
  entry: 98_765_432,
  incident: 98_765_432,
  development: 98_765_432,
  valuation: 98_765_432,
  file: 'never-existing-file-id-x',
  'staged-file': 'never-existing-file-id-y',
  conversation: 'never-existing-conversation-z',
}
export type Kind = keyof typeof NEVER

/** An attacker's own records, used in the calls. */
export interface Own {
  readonly cookie: string
  readonly installation: string
  readonly company: string
  readonly contact: number | null
  /** Whether the attacker may raise tickets. */
  readonly mayCreate: boolean
  readonly password: { readonly usuario: string; readonly password: string } | null
  readonly module: number
  readonly ticket: number
  /** Another ticket, with an incident. */
  readonly blocked: number | null
  readonly incident: number | null
  readonly development: number | null
  readonly file: string
  /** A staged file that is never sent. */
  readonly waiting: string
  /** Each makes a record that its call uses up. */
  readonly pending: () => Promise<number>
  readonly answered: () => Promise<number>
  readonly closed: () => Promise<number>
  /** A ticket that silence has just accepted. */
  readonly silent: () => Promise<number>
  /** A transcript by a technician. */
  readonly transcribed: () => Promise<number>
  /** An incident that may be claimed. */
  readonly claimable: () => Promise<number>
  /** An incident installed for testing. */
  readonly tested: () => Promise<number>
  /** The client's valuation; for an administrator, one not yet decided. */
  readonly valuation: () => Promise<number>
  /** Another one of those, just accepted. */
  readonly decided: () => Promise<number>
  readonly staged: () => Promise<string>
  readonly entry: () => Promise<object>
  readonly freshCookie: () => Promise<string>
  /** A conversation with one question. */
  readonly conversation: string
  /** The same, but a new one each time. */
  readonly asked: () => Promise<string>
  /** A conversation with its ticket and a question not yet in it; null if the attacker may not raise tickets. */
  readonly along: () => Promise<{ readonly conversation: string; readonly ticket: number } | null>
  /** The token of a colleague's password link; null if nobody has one. */
  readonly passwordLink: () => Promise<string | null>
  /** The token of the link that confirms a colleague's changed address; null if nobody has one. */
  readonly addressLink: () => Promise<string | null>
  /** A link for choosing which mails reach an address of the client; null if nobody has one. */
  readonly mailsLink: string | null
  /** A colleague with a second factor, in force or new, and its current code; null if nobody has one. */
  readonly secondFactor: (state: 'new' | 'in-force') => Promise<Wire | null>
}

export interface Attacker {
  readonly name: string
  readonly cookie: string | null
  readonly client: number
  readonly limited: boolean
  readonly administrator: boolean
  readonly own: Own
  readonly foreign: Readonly<Record<Kind, readonly Value[]>>
  /** Canaries that the attacker may read. */
  readonly mayRead: RegExp
  /** Rows of the attacker's own client that the attacker must not touch, by table: an SQL condition on `x`. */
  readonly others: Readonly<Record<string, string>>
}
