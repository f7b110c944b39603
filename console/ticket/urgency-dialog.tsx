import { useEffect } from 'react'
import { consoleTickets } from '#contract/console/tickets.ts'
import { URGENCIES, type Urgency } from '#domain/urgency.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import type { QueueRow } from '../queue/queue-queries.ts'
import { AFTER_ACT } from './ticket-acts.ts'
import styles from './urgency-dialog.module.css'

/** A button for each urgency, with its digit as a key. */
export function UrgencyDialog({
  ticket,
  urgency,
  onClose,
}: {
  ticket: number
  urgency: QueueRow['urgency']
  onClose: () => void
}) {
  const { urgencyDialog: words, urgency: names } = useMessages()
  const { mutate, isPending } = useAct(consoleTickets.change, AFTER_ACT)
  const choose = (chosen: Urgency) => {
    if (isPending) return
    mutate(
      { ticket, urgency: chosen },
      {
        onSuccess: () => {
          showAlert('success', words.done(ticket, names[chosen]))
          onClose()
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  }
  useDigits((digit) => {
    const chosen = URGENCIES.find((one) => one === digit)
    if (chosen) choose(chosen)
  })
  return (
    <Dialog opened size="sm" title={words.title(ticket)} onClose={onClose}>
      <p className={styles.lead}>{words.lead}</p>
      <div className={styles.choices}>
        {URGENCIES.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.choice}
            aria-pressed={one === urgency}
            data-autofocus={one === urgency || undefined}
            onClick={() => choose(one)}
          >
            <kbd>{one}</kbd> {names[one]}
          </button>
        ))}
      </div>
    </Dialog>
  )
}

function useDigits(onDigit: (digit: string) => void): void {
  useEffect(() => {
    const onKey = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
      if (!ctrlKey && !altKey && !metaKey) onDigit(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
