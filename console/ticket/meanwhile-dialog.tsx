import { Button } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { useMessages } from '../messages/index.ts'
import { EntryCard } from './entry-card.tsx'
import styles from './meanwhile-dialog.module.css'
import type { TimelineEntry } from './ticket-queries.ts'

interface Props {
  readonly entries: readonly TimelineEntry[]
  readonly busy: boolean
  readonly onAnyway: () => void
  readonly onBack: () => void
}

/** Somebody was faster: shows their text before the technician's own answer is sent. */
export function MeanwhileDialog({ entries, busy, onAnyway, onBack }: Props) {
  const { meanwhile: words } = useMessages()
  return (
    <Dialog
      opened
      leave="back"
      leaveIsBest
      title={words.title}
      onClose={onBack}
      footer={
        <Button variant="default" loading={busy} onClick={onAnyway}>
          {words.anyway}
        </Button>
      }
    >
      <p className={styles.lead}>{words.lead}</p>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryCard entry={entry} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
