import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { EarlierPart } from '#ui/earlier-part.tsx'
import { useNewEntries } from '#browser/live/new-entries.tsx'
import { useMessages } from '../messages/index.ts'
import { useTechnician } from '../session/session-store.ts'
import { EntryCard, NoteCard } from './entry-card.tsx'
import { type InternalNote, type TicketView, type TimelineEntry, earlierQuery, isAll } from './ticket-queries.ts'
import styles from './timeline.module.css'

/**
 * The conversation, oldest first, with internal notes in their place; it opens at its end. Earlier parts are loaded on
 * request.
 */
export function Timeline({ view, list }: { view: TicketView; list: RefObject<HTMLOListElement | null> }) {
  const { ticket: words } = useMessages()
  const { number } = view.ticket
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const earlier = useInfiniteQuery({ ...earlierQuery(client, number), enabled: isAsked && !isAll(view.earlier) })
  // Newer browsers return a promise, which must not become the effect's clean-up.
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [list])
  const parts = [...(earlier.data?.pages ?? []), view]
  const all = parts
    .flatMap(({ timeline, notes }) => [
      ...timeline.map((entry) => ({ at: entry.at, card: <EntryCard entry={entry} />, key: entryKey(entry) })),
      ...notes.map((note) => ({ at: note.at, card: <NoteCard note={note} />, key: noteKey(note) })),
    ])
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const before = all.length - view.timeline.length - view.notes.length
  const onMore = () => {
    if (!isAsked) setAsked(true)
    else void (earlier.data ? earlier.fetchNextPage() : earlier.refetch())
  }
  return (
    <section aria-label={words.timeline}>
      {!isAll(view.earlier) && (
        <EarlierPart
          list={list}
          count={all.length}
          words={{
            more: words.earlier,
            failed: words.earlierFailed,
            loaded: before > 0 ? words.earlierLoaded(before) : '',
          }}
          hasMore={earlier.data ? earlier.hasNextPage : true}
          busy={earlier.isFetching && (earlier.isPending || earlier.isFetchingNextPage)}
          failed={earlier.isError}
          onMore={onMore}
        />
      )}
      <ol ref={list} className={styles.timeline}>
        {all.map(({ key, card }) => (
          <li key={key}>{card}</li>
        ))}
      </ol>
    </section>
  )
}

const entryKey = ({ id }: TimelineEntry): string => `entry ${id}`
const noteKey = ({ id }: InternalNote): string => `note ${id}`

/** The timeline above somebody who writes: others' new entries wait until the technician asks for them. */
export function useQuietTimeline(view: TicketView, isHeld: boolean) {
  const { name } = useTechnician()
  const list = useRef<HTMLOListElement>(null)
  const { timeline, notes } = view
  const entries = [
    ...timeline.map((entry) => ({
      key: entryKey(entry),
      at: entry.at,
      isOwn: entry.side === 'technician' && entry.author === name,
    })),
    ...notes.map((note) => ({ key: noteKey(note), at: note.at, isOwn: note.author === name })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const news = useNewEntries({ entries, list, isHeld })
  const shown = timeline.filter((entry) => news.isShown(entryKey(entry)))
  return {
    list,
    news,
    view: {
      ...view,
      timeline: shown,
      notes: notes.filter((note) => news.isShown(noteKey(note))),
      // A hidden entry does not count as seen: an answer sent meanwhile must not claim that it was.
      latestEntry: shown.length === timeline.length ? view.latestEntry : (shown.at(-1)?.id ?? 0),
    },
  }
}
