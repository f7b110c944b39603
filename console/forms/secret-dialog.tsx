import { Button, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useMasterMessages } from '../messages/masters.ts'
import styles from './secret-dialog.module.css'
import masters from '../masters/masters.module.css'

interface Props {
  readonly title: string
  /** The secret's name. */
  readonly label: string
  readonly secret: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows a secret once: nobody can read it afterwards. */
export function SecretDialog({ title, label, secret, onClose, children }: Props) {
  const { secret: words } = useMasterMessages()
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showAlert('success', words.copied),
      () => showAlert('error', words.notCopied),
    )
  return (
    <Dialog
      opened
      title={title}
      leave="back"
      onClose={onClose}
      footer={
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {words.copy}
        </Button>
      }
    >
      <div className={masters.form}>
        <div>{children}</div>
        <TextInput
          label={label}
          readOnly
          value={secret}
          classNames={{ input: styles.secret ?? '' }}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p className={styles.once}>{words.once}</p>
      </div>
    </Dialog>
  )
}
