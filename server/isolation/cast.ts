import type { Identity } from '#contract/wire.ts'
import type { Wire } from './request.ts'

export const LEVANTE = 1001
export const DUERO = 1002
export const TEIDE = 1003
/** A copy of a client under another number: its records carry the very numbers of the client's own. */
export const TWINS = { [LEVANTE]: 901, [TEIDE]: 903 } as const

/** Everybody's, and their twins' too. */
export const IDEMPOTENCY_KEY = 'isolation'

/** The id of an entry that only the twin has had. */
export const USED_ENTRY = 'isolation-used'

export type Value = number | string

/** What is the provider's, so that there is none of another client's, or is named at the console alone. */
export const PROVIDERS = [
  'module',
  'technician',
  'canned-answer',
  'notice',
  'signing-key',
  'data-change-request',
] as const

/** What never existed, by what it would be. */
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

/** The records of an attacker's own that calls are made with. */
export interface Own {
  readonly cookie: string
  readonly installation: string
  readonly company: string
  readonly contact: number | null
  /** False where the attacker may raise no ticket. */
  readonly mayCreate: boolean
  readonly password: { readonly usuario: string; readonly password: string } | null
  readonly module: number
  readonly ticket: number
  /** Another ticket, which an incident was opened for. */
  readonly blocked: number | null
  readonly incident: number | null
  readonly development: number | null
  readonly file: string
  /** A staged file that stays one. */
  readonly waiting: string
  /** Each makes a record that is used up by the call it is for. */
  readonly pending: () => Promise<number>
  readonly answered: () => Promise<number>
  readonly closed: () => Promise<number>
  /** Accepted by silence, not long ago. */
  readonly silent: () => Promise<number>
  /** Written down by a technician, word by word. */
  readonly transcribed: () => Promise<number>
  /** An incident that may be claimed. */
  readonly claimable: () => Promise<number>
  /** An incident that is installed for testing. */
  readonly tested: () => Promise<number>
  /** A valuation of the client's; an administrator's is not decided yet. */
  readonly valuation: () => Promise<number>
  readonly staged: () => Promise<string>
  readonly entry: () => Promise<object>
  readonly freshCookie: () => Promise<string>
  /** A conversation with the assistant that one question was asked in. */
  readonly conversation: string
  /** The same, each time another. */
  readonly asked: () => Promise<string>
  /** One whose ticket goes along, with a question that is not in it yet; null where the attacker may raise no ticket. */
  readonly along: () => Promise<{ readonly conversation: string; readonly ticket: number } | null>
  /** The token of a link for a colleague's password; null where nobody has one. */
  readonly passwordLink: () => Promise<string | null>
  /** A colleague who has a second factor, in force or not yet, with the code of now; null where nobody has one. */
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
  /** Canaries that are no leak. */
  readonly mayRead: RegExp
  /** Rows of the attacker's client that are not the attacker's either, by table: an SQL condition on `x`. */
  readonly others: Readonly<Record<string, string>>
}
