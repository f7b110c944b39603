import { type Account, callerDetails } from './account.ts'
import { countProblem } from './files/file-choice.ts'
import { clippedText } from './clipped-text.ts'
import { oneLine, seenText } from './one-line.ts'
import { isEmail, isPhone, MAX_EMAIL, MAX_PHONE } from './contact-details.ts'
import { type Area, DEFAULT_ORIGIN, type TicketKind } from './ticket.ts'
import { DEFAULT_URGENCY, type Urgency } from './urgency.ts'

/** spec §5 and §9. Lengths in UTF-16 units, but for the shortest, which people count (`lengthOf`). */
export const MIN_TEXT = 50
export const MAX_TEXT = 20_000
export const MAX_TITLE = 80
export const MAX_CONTACT_NAME = 200
export const MAX_CALL_WINDOW = 50
export const MAX_ORIGIN = 100
export const MAX_VERSION = 20

export const DEFAULT_VERSION = 'V030'

/** The new-ticket form as filled in. */
export interface TicketDraft {
  readonly area: Area
  readonly kind: TicketKind
  readonly customDevelopment: boolean
  /** The module's number. */
  readonly module: number | null
  /** Empty: taken from the text. */
  readonly title: string
  readonly text: string
  readonly contactName: string
  readonly email: string
  readonly urgency: Urgency | null
  readonly phoneAssistance: boolean
  readonly phone: string
  readonly callWindow: string
  readonly installation: string | null
  readonly version: string
  readonly company: string | null
  readonly origin: string
  /** The number of documents to send with it. */
  readonly files: number
}

/** Switches and limits of the provider (spec §3, Global configuration flags). */
export interface DraftFlags {
  readonly checkLength: boolean
  readonly checkIncidentFiles: boolean
  readonly maxFiles: number
}

export type DraftProblem =
  | 'required'
  | 'blank'
  | 'too-short'
  | 'too-long'
  | 'bad-email'
  | 'bad-phone'
  | 'not-offered'
  | 'incident-needs-file'
  | 'too-many'

export type DraftField = keyof TicketDraft

/** A new ticket before anything is typed, with the defaults of spec §9. */
export function emptyDraft(
  account: Pick<Account, 'contact' | 'clientDetails' | 'installation' | 'version' | 'company' | 'program'>,
): TicketDraft {
  const { name, email, phone } = callerDetails(account)
  return {
    area: 'main',
    kind: 'query',
    customDevelopment: false,
    module: null,
    title: '',
    text: '',
    contactName: name,
    email,
    urgency: DEFAULT_URGENCY,
    phoneAssistance: false,
    phone: dialled(phone),
    callWindow: '',
    installation: account.installation,
    version: account.version || DEFAULT_VERSION,
    company: account.company,
    origin: account.program?.program || DEFAULT_ORIGIN,
    files: 0,
  }
}

/** The maximum length of each text in the form. */
export const MAX_LENGTHS: ReadonlyMap<string, number> = new Map<string, number>(
  Object.entries({
    title: MAX_TITLE,
    text: MAX_TEXT,
    contactName: MAX_CONTACT_NAME,
    email: MAX_EMAIL,
    phone: MAX_PHONE,
    callWindow: MAX_CALL_WINDOW,
    version: MAX_VERSION,
    origin: MAX_ORIGIN,
  } satisfies Partial<Record<DraftField, number>>),
)

/** Problems that no field can mend. They are checked before any field, the installation's first (spec §5). */
export function missingForCreation(
  account: Pick<TicketDraft, 'installation' | 'company'>,
): 'no-installation' | 'no-company' | null {
  if (!account.installation) return 'no-installation'
  return account.company ? null : 'no-company'
}

/** The form as sent. Telephone and time window are dropped unless a call is wanted. */
export const withoutHidden = (draft: TicketDraft): TicketDraft =>
  draft.phoneAssistance ? draft : { ...draft, phone: '', callWindow: '' }

export type DraftProblems = Partial<Record<DraftField, DraftProblem>>

/**
 * The problem of each field; empty if the ticket may be created. Form and server share it. A ticket from a conversation may have
 * no module, and its text is the conversation's.
 */
export function draftProblems(
  draft: TicketDraft,
  flags: DraftFlags,
  source: 'form' | 'conversation' = 'form',
): DraftProblems {
  const isForm = source === 'form'
  const problems: Record<string, DraftProblem | null> = {
    module: isForm && draft.module === null ? 'required' : null,
    title: tooLong(draft.title, MAX_TITLE),
    text: isForm ? textProblem(draft.text, flags.checkLength) : null,
    contactName: missing(draft.contactName) ?? tooLong(draft.contactName, MAX_CONTACT_NAME),
    email: missing(draft.email) ?? tooLong(draft.email, MAX_EMAIL) ?? (isEmail(draft.email) ? null : 'bad-email'),
    urgency: draft.urgency === null ? 'required' : null,
    phone: draft.phoneAssistance ? phoneProblem(draft.phone) : null,
    callWindow: draft.phoneAssistance ? tooLong(draft.callWindow, MAX_CALL_WINDOW) : null,
    version: tooLong(draft.version, MAX_VERSION),
    origin: tooLong(draft.origin, MAX_ORIGIN),
    files: filesProblem(draft, flags),
  } satisfies Partial<Record<DraftField, DraftProblem | null>>
  return Object.fromEntries(Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, problem]] : [])))
}

/** Whether a file is all that an incident lacks: then only that is reported. */
export const isOnlyFileMissing = (problems: DraftProblems): boolean =>
  problems.files === 'incident-needs-file' && Object.keys(problems).length === 1

/**
 * Whether the ticket is one that the assistant may answer first (spec §4, Chat eligibility). Sending such a draft opens
 * the assistant even when its text is too short to become a ticket.
 */
export const mayAskAssistantFirst = (draft: TicketDraft): boolean =>
  draft.area === 'main' &&
  draft.kind === 'query' &&
  !draft.customDevelopment &&
  draft.files === 0 &&
  draft.module !== null &&
  draft.text.trim() !== ''

/** The title of a ticket that got none: its first line, cut at a word. */
export function titleFrom(text: string): string {
  const line = oneLine(text.trim().split(/[\r\n\u2028\u2029]/, 1)[0] ?? '').trim()
  if (line.length <= MAX_TITLE) return line
  const lastWord = line.slice(0, MAX_TITLE + 1).search(/\s\S*$/)
  return lastWord > 0 ? line.slice(0, lastWord).trimEnd() : clippedText(line, MAX_TITLE)
}

const missing = (text: string): 'required' | 'blank' | null => {
  if (text === '') return 'required'
  return seenText(text) === '' ? 'blank' : null
}

/** A text's length as people count it. One emoji is two units of JavaScript. */
export const lengthOf = (text: string): number => Array.from(seenText(text)).length

const tooLong = (text: string, max: number): 'too-long' | null => (text.length > max ? 'too-long' : null)

function textProblem(text: string, checkLength: boolean): DraftProblem | null {
  const problem = missing(text) ?? tooLong(text, MAX_TEXT)
  if (problem) return problem
  return checkLength && lengthOf(text) < MIN_TEXT ? 'too-short' : null
}

const phoneProblem = (phone: string): DraftProblem | null =>
  tooLong(phone, MAX_PHONE) ?? missing(phone) ?? (isPhone(phone) ? null : 'bad-phone')

function filesProblem({ kind, files }: TicketDraft, flags: DraftFlags): DraftProblem | null {
  if (flags.checkIncidentFiles && kind === 'incident' && files === 0) return 'incident-needs-file'
  return countProblem(files, flags.maxFiles)
}

/** A stored phone number in the form that may be sent. People write theirs with spaces, dots and dashes. */
function dialled(phone: string): string {
  const digits = phone.replaceAll(/[\s.-]/g, '')
  return isPhone(digits) ? digits : ''
}
