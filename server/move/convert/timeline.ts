import { type EntryKind, type Standing, type StandingEntry, standingOf } from '#domain/ticket.ts'
import type { OldEntry, OldTicket } from './old-system.ts'

/** The entries made of a ticket's words, in their order. */
export interface Said {
  readonly ticket: number
  readonly kind: EntryKind
  readonly closes: boolean
  readonly text: string
  readonly at: string
  /** Null: the provider itself. */
  readonly author: number | null
  /** As it was shown, if no account says so. */
  readonly authorName?: string | undefined
  /** The old system's entry. Null for the ticket's own text, and for an entry that only follows from its state. */
  readonly entry: number | null
}

interface Timeline {
  readonly said: readonly Said[]
  readonly standing: Standing
  readonly lastAt: string
  readonly closedAt: string | null
}

/**
 * The timeline of a ticket and of those that joined it. It ends in the state that the old system gives the ticket. A
 * ticket that is closed there counts as accepted, because nobody waits for its customer any more.
 */
export function timelineOf(
  tickets: readonly [OldTicket, ...OldTicket[]],
  entries: readonly OldEntry[],
  isTechnician: (user: number) => boolean,
): Timeline {
  const [root, ...joined] = tickets
  const said = [
    ...tickets.map(openingOf),
    ...entries.flatMap((entry) => saidIn(entry, isTechnician(entry.author)) ?? []),
    ...joined.map(({ id, updatedAt }) => ofProvider(root.id, 'merge', String(id), updatedAt)),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const end = [root.updatedAt, said.at(-1)?.at ?? ''].toSorted(byText).at(-1) ?? root.updatedAt
  const { state } = standingOf(said.map(factsOf), null)
  if (root.isClosed && state === 'pending')
    said.push({ ...ofProvider(root.id, 'answer', root.status, end), closes: true })
  if (!root.isClosed && state === 'closed') said.push(ofProvider(root.id, 'rejection', root.status, end))
  if (root.isClosed && !standingOf(said.map(factsOf), null).accepted) said.push(ofProvider(root.id, 'silence', '', end))

  const moments = new Map<Date, string>()
  const facts = said.map((each): StandingEntry => {
    const fact = factsOf(each)
    moments.set(fact.at, each.at)
    return fact
  })
  const standing = standingOf(facts, null)
  return {
    said,
    standing,
    lastAt: moments.get(standing.lastEntryAt) ?? end,
    closedAt: standing.closedAt && (moments.get(standing.closedAt) ?? null),
  }
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1)

const openingOf = ({ id, subject, description, author, authorName, createdAt }: OldTicket): Said => ({
  ticket: id,
  kind: 'query',
  closes: false,
  text: description.trim() === '' ? subject : description,
  at: createdAt,
  author,
  authorName,
  entry: null,
})

/** Null for a change without content, and for one that customers cannot read. */
function saidIn(of: OldEntry, isTechnician: boolean): Said | null {
  const { id, ticket, notes, isPrivate, closes, status, at, author, authorName } = of
  if (isPrivate || (notes.trim() === '' && closes === null)) return null
  const text = notes.trim() === '' ? (status ?? '') : notes
  const said = { ticket, text, at, author, authorName, entry: id, closes: closes === true && isTechnician }
  if (closes === false) return { ...said, kind: 'rejection' }
  if (isTechnician) return { ...said, kind: 'answer' }
  return { ...said, kind: closes === true ? 'withdrawal' : 'reply' }
}

const ofProvider = (ticket: number, kind: EntryKind, text: string, at: string): Said => ({
  ticket,
  kind,
  closes: false,
  text,
  at,
  author: null,
  entry: null,
})

const factsOf = ({ kind, closes, at }: Said): StandingEntry => ({ kind, closes, at: new Date(at) })
