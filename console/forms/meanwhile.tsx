import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useMasterMessages } from '../messages/masters.ts'
import styles from '../masters/masters.module.css'

/** Said in a form whose record somebody else has changed. */
export function Meanwhile({ onTake }: { onTake: () => void }) {
  const { form: words } = useMasterMessages()
  // The button goes with what it said: what is there now has the focus.
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
