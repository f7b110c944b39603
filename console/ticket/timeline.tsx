import { useEffect, useRef } from 'react'
import { useMessages } from '../messages/index.ts'
import { EntryCard, NoteCard } from './entry-card.tsx'
import type { TicketView } from './ticket-queries.ts'
import styles from './timeline.module.css'

/** What was said, oldest first, with the internal notes where they were written; it opens at its end. */
export function Timeline({ view: { timeline, notes } }: { view: TicketView }) {
  const { ticket: words } = useMessages()
  const list = useRef<HTMLOListElement>(null)
  const length = timeline.length + notes.length
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [length])
  const all = [
    ...timeline.map((entry) => ({ at: entry.at, card: <EntryCard entry={entry} />, key: `entry ${entry.id}` })),
    ...notes.map((note) => ({ at: note.at, card: <NoteCard note={note} />, key: `note ${note.id}` })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return (
    <section aria-label={words.timeline}>
      <ol ref={list} className={styles.timeline}>
        {all.map(({ key, card }) => (
          <li key={key}>{card}</li>
        ))}
      </ol>
    </section>
  )
}
