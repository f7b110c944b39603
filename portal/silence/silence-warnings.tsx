import { Button } from '@mantine/core'
import { IconArrowBackUp, IconHourglassLow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat, useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { type Silence, silenceQuery } from './silence-queries.ts'
import styles from './silence-warnings.module.css'
import { UndoSilenceDialog } from './undo-silence-dialog.tsx'

/** On the home: closed tickets without an answer, before and after silence counts as acceptance. */
export function SilenceWarnings() {
  const { silence: words } = useMessages().tickets
  // The home itself reports an unavailable service.
  const { data } = useQuery(silenceQuery)
  const [undoing, setUndoing] = useState<number | null>(null)
  if (!data || data.soon.length + data.done.length === 0) return null
  return (
    <section className={styles.warnings} aria-label={words.title}>
      {data.soon.length > 0 && (
        <div className={styles.box} data-tone="warning">
          <h2 className={styles.heading}>
            <IconHourglassLow size={20} aria-hidden /> {words.soon}
          </h2>
          <p className={styles.lead}>{words.soonLead}</p>
          <ul className={styles.list}>
            {data.soon.map((ticket) => (
              <Soon key={ticket.number} ticket={ticket} />
            ))}
          </ul>
        </div>
      )}
      {data.done.length > 0 && (
        <div className={styles.box}>
          <h2 className={styles.heading}>
            <IconArrowBackUp size={20} aria-hidden /> {words.done}
          </h2>
          <p className={styles.lead}>{words.doneLead}</p>
          <ul className={styles.list}>
            {data.done.map((ticket) => (
              <Done key={ticket.number} ticket={ticket} onUndo={() => setUndoing(ticket.number)} />
            ))}
          </ul>
        </div>
      )}
      {undoing !== null && <UndoSilenceDialog ticket={undoing} onClose={() => setUndoing(null)} />}
    </section>
  )
}

function Soon({ ticket: { number, title, at, lastDay } }: { ticket: Silence['soon'][number] }) {
  const { silence: words } = useMessages().tickets
  const { date } = useFormat()
  return (
    <li className={styles.item}>
      <TicketLink number={number} title={title} />
      <span className={styles.when} data-last={lastDay || undefined}>
        {lastDay ? words.lastDay(date(at)) : words.on(date(at))}
      </span>
    </li>
  )
}

function Done({
  ticket: { number, title, reversibleUntil },
  onUndo,
}: {
  ticket: Silence['done'][number]
  onUndo: () => void
}) {
  const { silence: words } = useMessages().tickets
  const { date } = useFormat()
  return (
    <li className={styles.item}>
      <TicketLink number={number} title={title} />
      <span className={styles.when}>{words.until(date(reversibleUntil))}</span>
      <Button size="compact-sm" variant="default" aria-label={words.undoOf(number)} onClick={onUndo}>
        {words.undo.act}
      </Button>
    </li>
  )
}

const TicketLink = ({ number, title }: { number: number; title: string }) => (
  <Link to={paths.tickets} params={{ atajo: 'lista' }} search={{ ticket: number }} className={styles.link}>
    {number} · {title}
  </Link>
)
