import { Button } from '@mantine/core'
import { useMasterMessages } from '../messages/masters.ts'
import styles from '../masters/masters.module.css'

/** Said in a form whose record somebody else has changed. */
export function Meanwhile({ onTake }: { onTake: () => void }) {
  const { form: words } = useMasterMessages()
  return (
    <div role="alert" className={styles.conflict}>
      <span>{words.changedMeanwhile}</span>
      <Button size="xs" variant="default" onClick={onTake}>
        {words.takeCurrent}
      </Button>
    </div>
  )
}
