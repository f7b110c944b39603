import { useMessages } from '../messages/index.ts'
import { EntryCard, NoteCard } from './entry-card.tsx'
import type { TicketView } from './ticket-queries.ts'
import styles from './timeline.module.css'

/** What was said, oldest first, with the internal notes where they were written; it opens at its end. */
export function Timeline({ view: { timeline, notes } }: { view: TicketView }) {
  const { ticket: words } = useMessages()
  const all = [
    ...timeline.map((entry) => ({ at: entry.at, card: <EntryCard entry={entry} />, key: `entry ${entry.id}` })),
    ...notes.map((note) => ({ at: note.at, card: <NoteCard note={note} />, key: `note ${note.id}` })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return (
    <section aria-label={words.timeline}>
      <ol className={styles.timeline}>
        {all.map(({ key, card }, index) => (
          // A new last one is scrolled to as it comes.
          <li key={key} ref={index === all.length - 1 ? showIt : null}>
            {card}
          </li>
        ))}
      </ol>
    </section>
  )
}

const showIt = (item: HTMLElement | null): void => item?.scrollIntoView({ block: 'nearest' })
