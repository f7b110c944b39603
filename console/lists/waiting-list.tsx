import { Button } from '@mantine/core'
import { useId } from 'react'
import { useMasterMessages } from '../messages/masters.ts'
import masters from '../masters/masters.module.css'
import styles from './waiting-list.module.css'

interface Waiting {
  readonly key: string
  readonly text: string
  readonly hint: string
  /** The person concerned, for people who hear the buttons without the text beside them. */
  readonly about: string
  /** False for one's own request. */
  readonly mayConfirm: boolean
}

interface Props {
  readonly title: string
  readonly lead: string
  readonly items: readonly Waiting[]
  readonly busy: boolean
  readonly onDecide: (key: string, confirmed: boolean) => void
}

/** Requests that a supervisor has to accept or refuse; renders nothing without any. */
export function WaitingList({ title, lead, items, busy, onDecide }: Props) {
  const { waiting: words } = useMasterMessages()
  const id = useId()
  if (items.length === 0) return null
  return (
    <section className={masters.box} aria-labelledby={id}>
      <h2 id={id} className={masters.boxTitle}>
        {title}
      </h2>
      <p className={masters.lead}>{lead}</p>
      <ul className={styles.list}>
        {items.map(({ key, text, hint, about, mayConfirm }) => (
          <li key={key} className={styles.item}>
            <div>
              <p className={styles.text}>{text}</p>
              <p className={`${styles.text} ${masters.quiet}`}>{mayConfirm ? hint : `${hint} · ${words.own}`}</p>
            </div>
            <span className={styles.acts}>
              <Button
                size="xs"
                disabled={!mayConfirm || busy}
                aria-label={words.confirmOf(about)}
                onClick={() => onDecide(key, true)}
              >
                {words.confirm}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={busy}
                aria-label={words.refuseOf(about)}
                onClick={() => onDecide(key, false)}
              >
                {words.refuse}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
