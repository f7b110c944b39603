import { Badge } from '@mantine/core'
import { type Situation, situationOf } from '#domain/ticket.ts'
import { useFormat, useMessages } from '../messages/index.ts'
import type { QueueRow } from './queue-queries.ts'
import { useNow } from '#browser/live/use-now.ts'
import styles from './standing.module.css'

/** A promise due within this time is marked. */
const SOON_MS = 2 * 3_600_000

type Stood = Pick<QueueRow, 'turn' | 'state' | 'claimsInARow'>

/** Whose turn it is, in a word and a colour; a claim takes precedence. */
export function Standing({ ticket }: { ticket: Stood }) {
  const { standing: words } = useMessages()
  const { claimsInARow } = ticket
  const situation = situationOf(ticket)
  return (
    <span className={styles.standing}>
      {claimsInARow > 0 && (
        <Badge size="sm" tt="none" variant="filled" color="red">
          {words.claimed(claimsInARow)}
        </Badge>
      )}
      {(claimsInARow === 0 || ticket.turn !== 'support') && (
        <Badge size="sm" tt="none" variant="light" color={COLOURS[situation]}>
          {words[situation]}
        </Badge>
      )}
    </span>
  )
}

const COLOURS: Readonly<Record<Situation, string>> = {
  support: 'accent',
  reply: 'gray',
  conclude: 'green',
  incident: 'gray',
  accepted: 'green',
  talking: 'grape',
  unfinished: 'grape',
}

/** 4, 5 and 6 are urgent. */
export function Urgency({ urgency }: { urgency: QueueRow['urgency'] }) {
  const { urgency: words } = useMessages()
  return (
    <span className={styles.urgency} data-urgency={urgency}>
      {words[urgency]}
    </span>
  )
}

/** When Support's answer is due. If that time has passed, a word and a colour say so. */
export function DueTime({ dueAt }: { dueAt: Date | null }) {
  const { queue: words } = useMessages()
  const { dateTime, span } = useFormat()
  const now = useNow()
  if (!dueAt) return <span className={styles.quiet}>{words.noPromise}</span>
  const late = dueAt.getTime() <= now.getTime()
  const soon = !late && dueAt.getTime() - now.getTime() < SOON_MS
  return (
    <time
      dateTime={dueAt.toISOString()}
      title={dateTime(dueAt)}
      className={styles.promise}
      data-late={late || undefined}
      data-soon={soon || undefined}
    >
      {late ? words.overdue(span(now.getTime() - dueAt.getTime())) : words.due(span(dueAt.getTime() - now.getTime()))}
    </time>
  )
}
