import { CLIENT_AREAS } from './account.ts'

/** Who wrote an entry of the timeline decides whose turn it is; what it is decides what may follow. */
export const ENTRY_KINDS = [
  'query',
  'reply',
  /** Something the customer adds unasked: it changes neither whose turn it is nor when one may claim. */
  'note',
  'answer',
  'claim',
  'rejection',
  'acceptance',
  /** The customer says that it is solved before anybody closed it. */
  'withdrawal',
  /** Nobody of the customer's said anything of a closed ticket for so long that it counts as accepted. */
  'silence',
  /** A conversation with the assistant that its customer went away from was closed. */
  'abandonment',
  /** Another ticket of the client's was joined to this one; its text is that ticket's number. */
  'merge',
  /** What the customer asks the assistant, and what that answers: nobody of either side waits for it. */
  'question',
  'assistance',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const TICKET_STATES = ['pending', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

export const TICKET_KINDS = ['query', 'incident'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

/** What a client may have, and what anybody may ask of. */
export const AREAS = [...CLIENT_AREAS, 'technical'] as const
export type Area = (typeof AREAS)[number]

/** 1 to 5, one per face (spec §2, Action popups). */
export const RATINGS = [1, 2, 3, 4, 5] as const

/** The customer's own messages, each with a ticket number: the first one the ticket's, the others a child's. */
export const MESSAGES: readonly EntryKind[] = ['query', 'reply', 'note', 'question']

/** A conversation with the assistant. */
const TALK: readonly EntryKind[] = ['question', 'assistance']

/** What the rules need to know of one entry. `closes`: an answer that also closes the ticket. */
export interface StandingEntry {
  readonly kind: EntryKind
  readonly at: Date
  readonly closes: boolean
}

/**
 * Where a ticket stands. Kept on the ticket's row, in the transaction of each entry, so that lists, counters and rules
 * never read the timeline; `standingOf` rebuilds it from there.
 */
export interface Standing {
  readonly state: TicketState
  readonly accepted: boolean
  readonly lastEntryKind: EntryKind
  readonly lastEntryAt: Date
  /** When a technician closed it or the customer withdrew it; null while it is open. */
  readonly closedAt: Date | null
  readonly lastClaimAt: Date | null
  /** Claims since any other entry, the last entry included. */
  readonly claimsInARow: number
  /** The incident that must be delivered or ended before the customer may accept or reject. */
  readonly blockingIncident: number | null
}

/** The standing of a ticket whose only entry is the customer's query, or the question that its conversation began with. */
export const openingStanding = (at: Date, kind: EntryKind = 'query'): Standing => ({
  state: 'pending',
  accepted: false,
  lastEntryKind: kind,
  lastEntryAt: at,
  closedAt: null,
  lastClaimAt: null,
  claimsInARow: 0,
  blockingIncident: null,
})

/** The standing after one more entry. The only place where an entry changes a ticket. */
export function afterEntry(standing: Standing, entry: StandingEntry): Standing {
  if (entry.kind === 'note' || entry.kind === 'merge') return standing
  // Whoever wrote to the other side waits for that, whatever the assistant is asked besides.
  if (TALK.includes(entry.kind) && !TALK.includes(standing.lastEntryKind)) return standing
  return {
    ...standing,
    state: stateAfter(standing.state, entry),
    accepted: CONCLUDING.includes(entry.kind) || (standing.accepted && !REOPENING.includes(entry.kind)),
    lastEntryKind: entry.kind,
    lastEntryAt: entry.at,
    closedAt: closedAtAfter(standing, entry),
    lastClaimAt: entry.kind === 'claim' ? entry.at : standing.lastClaimAt,
    claimsInARow: entry.kind === 'claim' ? standing.claimsInARow + 1 : 0,
  }
}

/** The standing that a whole timeline gives, oldest entry first. */
export function standingOf(timeline: readonly StandingEntry[], blockingIncident: number | null): Standing {
  const [first, ...rest] = timeline
  if (!first) throw new Error('A ticket has at least the entry that opened it')
  return { ...rest.reduce(afterEntry, openingStanding(first.at, first.kind)), blockingIncident }
}

export const SIDES = ['customer', 'technician'] as const
export type Side = (typeof SIDES)[number]

export const sideOf = (kind: EntryKind): Side => (PROVIDERS.includes(kind) ? 'technician' : 'customer')

const PROVIDERS: readonly EntryKind[] = ['answer', 'merge', 'silence', 'abandonment', 'assistance']

/** Whether a ticket is a conversation with the assistant that nobody has ended: it waits for nobody. */
export const isTalking = ({ state, lastEntryKind }: Pick<Standing, 'state' | 'lastEntryKind'>): boolean =>
  state === 'pending' && TALK.includes(lastEntryKind)

/** Whether it was one that its customer went away from: over, and accepted by nobody. */
export const isUnfinishedTalk = ({ lastEntryKind }: Pick<Standing, 'lastEntryKind'>): boolean =>
  lastEntryKind === 'abandonment'

/** What a list shows as the ticket's state (spec §4, Ticket state). */
export const LISTED_STATES = [...TICKET_STATES, 'incident'] as const
export type ListedState = (typeof LISTED_STATES)[number]

export function listedState({ state, blockingIncident }: Pick<Standing, 'state' | 'blockingIncident'>): ListedState {
  if (state === 'pending') return 'pending'
  return blockingIncident === null ? 'closed' : 'incident'
}

/** Whose turn a ticket in progress is: the customer's, to answer or to accept; else Support's. Null: it is only talked. */
export const TURNS = ['reply', 'conclude', 'support'] as const
export type Turn = (typeof TURNS)[number]

export function turnOf(standing: Pick<Standing, 'state' | 'blockingIncident' | 'lastEntryKind'>): Turn | null {
  if (isTalking(standing)) return null
  if (standing.state === 'closed') return standing.blockingIncident === null ? 'conclude' : 'support'
  return sideOf(standing.lastEntryKind) === 'technician' ? 'reply' : 'support'
}

/** What technicians are told of where a ticket stands, the same wherever it stands. */
export type Situation = ShownTurn | 'incident' | 'accepted'

/** A conversation that nobody ended, while it goes on and afterwards, is nobody's turn. */
export const SHOWN_TURNS = [...TURNS, 'talking', 'unfinished'] as const
export type ShownTurn = (typeof SHOWN_TURNS)[number]

/** Null: it is over. */
export function shownTurn(
  standing: Pick<Standing, 'state' | 'accepted' | 'lastEntryKind' | 'blockingIncident'>,
): ShownTurn | null {
  if (standing.accepted) return isUnfinishedTalk(standing) ? 'unfinished' : null
  return turnOf(standing) ?? 'talking'
}

/** `turn` is nobody's once it is over. A closed one whose turn is Support's waits for its incident. */
export function situationOf({
  turn,
  state,
}: {
  readonly turn: ShownTurn | null
  readonly state: TicketState
}): Situation {
  if (turn === null) return 'accepted'
  return turn === 'support' && state === 'closed' ? 'incident' : turn
}

/** The row icon, by the priority of spec §4. */
export const ROW_ICONS = ['incident-opened', 'closed', 'more-information', 'nothing-needed'] as const
export type RowIcon = (typeof ROW_ICONS)[number]

export function rowIcon(standing: Standing): RowIcon {
  if (standing.blockingIncident !== null) return 'incident-opened'
  if (standing.state === 'closed') return 'closed'
  return turnOf(standing) === 'reply' ? 'more-information' : 'nothing-needed'
}

/** After these the ticket is over. */
const CONCLUDING: readonly EntryKind[] = ['acceptance', 'withdrawal', 'silence', 'abandonment']

/**
 * After these somebody waits for an answer, whatever was closed before. Of a closed ticket only a rejection is allowed, also
 * of one that was accepted by silence; the others can follow its closing where another ticket's timeline was joined to it.
 */
const REOPENING: readonly EntryKind[] = ['query', 'reply', 'claim', 'rejection', 'question']

/** These close whatever nobody had closed before. */
const CLOSING: readonly EntryKind[] = ['withdrawal', 'abandonment']

function closedAtAfter(standing: Standing, entry: StandingEntry): Date | null {
  if (REOPENING.includes(entry.kind)) return null
  return entry.closes || CLOSING.includes(entry.kind) ? entry.at : standing.closedAt
}

function stateAfter(state: TicketState, entry: StandingEntry): TicketState {
  switch (entry.kind) {
    case 'answer':
    case 'assistance':
      return entry.closes ? 'closed' : state
    case 'query':
    case 'reply':
    case 'claim':
    case 'rejection':
    case 'question':
      return 'pending'
    case 'withdrawal':
    case 'abandonment':
      return 'closed'
    case 'note':
    case 'acceptance':
    case 'silence':
    case 'merge':
      return state
  }
}

/** Raised in the portal, with no program behind it (spec §3). */
export const DEFAULT_ORIGIN = 'SOPORTE30'

/** How a ticket reached the provider (spec §4, Origin codes). */
export const CHANNELS = ['mail', 'phone', 'online'] as const
export type Channel = (typeof CHANNELS)[number]

export function channelOf(origin: string): Channel {
  if (origin === 'X') return 'mail'
  return PHONE_ORIGINS.some((one) => one === origin) ? 'phone' : 'online'
}

/** Of a call: which phone it came by. */
export const PHONE_ORIGINS = ['E', 'P', 'D'] as const

/** The program of the customer's application that it was raised from; null: from none. */
export const programOf = (origin: string): string | null =>
  hasSpecialAvatar(origin) || origin === DEFAULT_ORIGIN || origin === '' ? null : origin

/** Origins whose entries show a special avatar (spec §2, Ticket detail popup). */
export const hasSpecialAvatar = (origin: string): boolean => origin === '4' || channelOf(origin) !== 'online'
