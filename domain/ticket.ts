import { CLIENT_AREAS } from './account.ts'

/** The kinds of timeline entries. The author decides whose turn it is next; the kind decides what may follow. */
export const ENTRY_KINDS = [
  'query',
  'reply',
  /** Unasked information from the customer: it changes neither the turn nor when a claim is possible. */
  'note',
  'answer',
  'claim',
  'rejection',
  'acceptance',
  /** The customer reports it solved before anybody closed it. */
  'withdrawal',
  /** A closed ticket counts as accepted because its customer did not answer. */
  'silence',
  /** A conversation that its customer left was closed. */
  'abandonment',
  /** Another ticket of the client joined this one; the text is its number. */
  'merge',
  /** A question to the assistant and its answer: nobody on either side waits. */
  'question',
  'assistance',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const TICKET_STATES = ['pending', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

export const TICKET_KINDS = ['query', 'incident'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

/** The client's products, and technical support, which everybody may ask. */
export const AREAS = [...CLIENT_AREAS, 'technical'] as const
export type Area = (typeof AREAS)[number]

/** 1 to 5, one per face (spec §2, Action popups). */
export const RATINGS = [1, 2, 3, 4, 5] as const

/** The customer's own messages, each with a ticket number: the first one the ticket's, the others a child's. */
export const MESSAGES: readonly EntryKind[] = ['query', 'reply', 'note', 'question']

/** A conversation with the assistant. */
const TALK: readonly EntryKind[] = ['question', 'assistance']

/** The facts about an entry that the rules need. `closes`: an answer that closes the ticket. */
export interface StandingEntry {
  readonly kind: EntryKind
  readonly at: Date
  readonly closes: boolean
}

/**
 * A ticket's state for the rules. It is stored in the ticket's row in the transaction of each entry, so that lists, counters and
 * rules never read the timeline; `standingOf` recomputes it from there.
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

/** The standing after the first entry: the customer's query, or the first question of a conversation. */
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
  // A person who waits for the other side keeps waiting, however long the assistant is asked meanwhile.
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

/** The standing after a whole timeline, oldest entry first. */
export function standingOf(timeline: readonly StandingEntry[], blockingIncident: number | null): Standing {
  const [first, ...rest] = timeline
  if (!first) throw new Error('A ticket without entries')
  return { ...rest.reduce(afterEntry, openingStanding(first.at, first.kind)), blockingIncident }
}

export const SIDES = ['customer', 'technician'] as const
export type Side = (typeof SIDES)[number]

export const sideOf = (kind: EntryKind): Side => (PROVIDERS.includes(kind) ? 'technician' : 'customer')

const PROVIDERS: readonly EntryKind[] = ['answer', 'merge', 'silence', 'abandonment', 'assistance']

interface Heard {
  /**
   * For which side it counts as unread until they open the ticket. Customers read a conversation with the assistant while it
   * goes on.
   */
  readonly unreadBy: Side | null
  /** What open pages of the customer's side hear of it. */
  readonly news: 'answer' | 'claim' | 'message' | 'change'
  /** The ticket's technician is notified of it as of a reply. */
  readonly isReply?: true
}

/** Who hears of an entry. */
const HEARD: Readonly<Record<EntryKind, Heard>> = {
  query: { unreadBy: 'technician', news: 'message' },
  reply: { unreadBy: 'technician', news: 'message', isReply: true },
  note: { unreadBy: 'technician', news: 'message', isReply: true },
  answer: { unreadBy: 'customer', news: 'answer' },
  claim: { unreadBy: 'technician', news: 'claim' },
  rejection: { unreadBy: 'technician', news: 'message', isReply: true },
  acceptance: { unreadBy: null, news: 'change' },
  withdrawal: { unreadBy: 'technician', news: 'change' },
  silence: { unreadBy: null, news: 'change' },
  abandonment: { unreadBy: null, news: 'change' },
  merge: { unreadBy: 'customer', news: 'change' },
  question: { unreadBy: null, news: 'message' },
  assistance: { unreadBy: null, news: 'message' },
}

export const kindsUnreadBy = (side: Side): readonly EntryKind[] =>
  ENTRY_KINDS.filter((kind) => HEARD[kind].unreadBy === side)

/** Undefined for other events than entries. */
export function heardOf(kind: string): Heard | undefined {
  const entry = ENTRY_KINDS.find((one) => one === kind)
  return entry && HEARD[entry]
}

/** Whether a ticket is an open conversation with the assistant, which waits for nobody. */
export const isTalking = ({ state, lastEntryKind }: Pick<Standing, 'state' | 'lastEntryKind'>): boolean =>
  state === 'pending' && TALK.includes(lastEntryKind)

/** Whether it is a conversation that its customer left: over, but not accepted. */
export const isUnfinishedTalk = ({ lastEntryKind }: Pick<Standing, 'lastEntryKind'>): boolean =>
  lastEntryKind === 'abandonment'

/** The state of a ticket in a list (spec §4, Ticket state). */
export const LISTED_STATES = [...TICKET_STATES, 'incident'] as const
export type ListedState = (typeof LISTED_STATES)[number]

export function listedState({ state, blockingIncident }: Pick<Standing, 'state' | 'blockingIncident'>): ListedState {
  if (state === 'pending') return 'pending'
  return blockingIncident === null ? 'closed' : 'incident'
}

/**
 * Whose turn a ticket in progress is: the customer's, to answer or to accept, or Support's. Null: an open conversation with the
 * assistant.
 */
export const TURNS = ['reply', 'conclude', 'support'] as const
export type Turn = (typeof TURNS)[number]

export function turnOf(standing: Pick<Standing, 'state' | 'blockingIncident' | 'lastEntryKind'>): Turn | null {
  if (isTalking(standing)) return null
  if (standing.state === 'closed') return standing.blockingIncident === null ? 'conclude' : 'support'
  return sideOf(standing.lastEntryKind) === 'technician' ? 'reply' : 'support'
}

/** A ticket's state in the technicians' words, alike on all screens. */
export type Situation = ShownTurn | 'incident' | 'accepted'

/** A conversation with the assistant, open or abandoned, is nobody's turn. */
export const SHOWN_TURNS = [...TURNS, 'talking', 'unfinished'] as const
export type ShownTurn = (typeof SHOWN_TURNS)[number]

/** Null if the ticket is over. */
export function shownTurn(
  standing: Pick<Standing, 'state' | 'accepted' | 'lastEntryKind' | 'blockingIncident'>,
): ShownTurn | null {
  if (standing.accepted) return isUnfinishedTalk(standing) ? 'unfinished' : null
  return turnOf(standing) ?? 'talking'
}

/** A finished ticket has no turn. If a closed one is Support's turn, it waits for its incident. */
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

/** These end the ticket. */
const CONCLUDING: readonly EntryKind[] = ['acceptance', 'withdrawal', 'silence', 'abandonment']

/**
 * After these somebody waits for an answer, even on a closed ticket. By the rules only a rejection can follow a closing
 * or an acceptance by silence; the other kinds do so when two timelines are joined.
 */
const REOPENING: readonly EntryKind[] = ['query', 'reply', 'claim', 'rejection', 'question']

/** These close a ticket that is still open. */
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

/** Raised in the portal itself, outside any program (spec §3). */
export const DEFAULT_ORIGIN = 'SOPORTE30'

/** How a ticket reached the provider (spec §4, Origin codes). */
export const CHANNELS = ['mail', 'phone', 'online'] as const
export type Channel = (typeof CHANNELS)[number]

export function channelOf(origin: string): Channel {
  if (origin === 'X') return 'mail'
  return PHONE_ORIGINS.some((one) => one === origin) ? 'phone' : 'online'
}

/** The phone that a call came by. */
export const PHONE_ORIGINS = ['E', 'P', 'D'] as const

/** The program of the customer's application that it was raised from, or null. */
export const programOf = (origin: string): string | null =>
  hasSpecialAvatar(origin) || origin === DEFAULT_ORIGIN || origin === '' ? null : origin

/** Origins whose entries show a special avatar (spec §2, Ticket detail popup). */
export const hasSpecialAvatar = (origin: string): boolean => origin === '4' || channelOf(origin) !== 'online'
