import { Button } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { useMessages } from '../messages/index.ts'
import styles from './meanwhile-dialog.module.css'

interface Props {
  readonly fields: readonly string[]
  readonly busy: boolean
  readonly onAsWritten: () => void
  readonly onBack: () => void
}

/** The answer has unknown fields, which its customer would see unfilled. */
export function UnfilledDialog({ fields, busy, onAsWritten, onBack }: Props) {
  const { unfilled: words } = useMessages()
  return (
    <Dialog
      opened
      size="sm"
      leave="back"
      leaveIsBest
      title={words.title}
      onClose={onBack}
      footer={
        <Button variant="default" loading={busy} onClick={onAsWritten}>
          {words.asWritten}
        </Button>
      }
    >
      <p className={styles.lead}>{words.lead(fields.join(', '))}</p>
    </Dialog>
  )
}
