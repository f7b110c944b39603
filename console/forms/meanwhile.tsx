import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useMasterMessages } from '../messages/masters.ts'
import styles from '../masters/masters.module.css'

/** A form's notice that somebody else has changed the record. */
export function Meanwhile({ onTake }: { onTake: () => void }) {
  const { form: words } = useMasterMessages()
  // The button disappears with its notice: the focus moves to the current record.
  const take = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    flushSync(onTake)
    form?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
  return (
    <div role="alert" className={styles.conflict}>
      <span>{words.changedMeanwhile}</span>
      <Button size="xs" variant="default" onClick={take}>
        {words.takeCurrent}
      </Button>
    </div>
  )
}
