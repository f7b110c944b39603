import { type EntryKind, type Standing, type StandingEntry, standingOf } from '#domain/ticket.ts'
import type { RedmineIssue, RedmineJournal } from './read-redmine.ts'

/** The entries made of an issue's words, in their order. */
export interface Said {
  readonly issue: number
  readonly kind: EntryKind
  readonly closes: boolean
  readonly text: string
  readonly at: string
  /** Null: the provider itself. */
  readonly author: number | null
  /** The journal. Null for the issue's own text, and for an entry that only follows from its state. */
  readonly journal: number | null
}

interface Timeline {
  readonly said: readonly Said[]
  readonly standing: Standing
  readonly lastAt: string
  readonly closedAt: string | null
}

/**
 * The timeline of an issue and of the duplicates that joined it. It ends in the state that Redmine gives the issue. An
 * issue that is closed there counts as accepted, because nobody waits for its customer any more.
 */
export function timelineOf(
  issues: readonly [RedmineIssue, ...RedmineIssue[]],
  journals: readonly RedmineJournal[],
  isTechnician: (user: number) => boolean,
): Timeline {
  const [root, ...duplicates] = issues
  const said = [
    ...issues.map(openingOf),
    ...journals.flatMap((journal) => entryOf(journal, isTechnician(journal.author)) ?? []),
    ...duplicates.map(({ id, updatedAt }) => ofProvider(root.id, 'merge', String(id), updatedAt)),
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

const openingOf = ({ id, subject, description, author, createdAt }: RedmineIssue): Said => ({
  issue: id,
  kind: 'query',
  closes: false,
  text: description.trim() === '' ? subject : description,
  at: createdAt,
  author,
  journal: null,
})

/** Null for a change without content, and for one that customers cannot read. */
function entryOf({ id, issue, notes, isPrivate, closes, status, at, author }: RedmineJournal, isTechnician: boolean) {
  if (isPrivate || (notes.trim() === '' && closes === null)) return null
  const text = notes.trim() === '' ? (status ?? '') : notes
  const entry = { issue, text, at, author, journal: id, closes: closes === true && isTechnician }
  if (closes === false) return { ...entry, kind: 'rejection' as const }
  if (isTechnician) return { ...entry, kind: 'answer' as const }
  return { ...entry, kind: closes === true ? ('withdrawal' as const) : ('reply' as const) }
}

const ofProvider = (issue: number, kind: EntryKind, text: string, at: string): Said => ({
  issue,
  kind,
  closes: false,
  text,
  at,
  author: null,
  journal: null,
})

const factsOf = ({ kind, closes, at }: Said): StandingEntry => ({ kind, closes, at: new Date(at) })
