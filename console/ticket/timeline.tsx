import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EarlierPart } from '#ui/earlier-part.tsx'
import { useMessages } from '../messages/index.ts'
import { EntryCard, NoteCard } from './entry-card.tsx'
import { type TicketView, earlierQuery, isAll } from './ticket-queries.ts'
import styles from './timeline.module.css'

/**
 * The conversation, oldest first, with internal notes in their place; it opens at its end. Earlier parts are loaded on
 * request.
 */
export function Timeline({ view }: { view: TicketView }) {
  const { ticket: words } = useMessages()
  const { number } = view.ticket
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const earlier = useInfiniteQuery({ ...earlierQuery(client, number), enabled: isAsked && !isAll(view.earlier) })
  const list = useRef<HTMLOListElement>(null)
  const parts = [...(earlier.data?.pages ?? []), view]
  const all = parts
    .flatMap(({ timeline, notes }) => [
      ...timeline.map((entry) => ({ at: entry.at, card: <EntryCard entry={entry} />, key: `entry ${entry.id}` })),
      ...notes.map((note) => ({ at: note.at, card: <NoteCard note={note} />, key: `note ${note.id}` })),
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
        {all.map(({ key, card }, index) => (
          // Scrolls to a new last entry.
          <li key={key} ref={index === all.length - 1 ? showIt : null}>
            {card}
          </li>
        ))}
      </ol>
    </section>
  )
}

const showIt = (item: HTMLElement | null): void => item?.scrollIntoView({ block: 'nearest' })
