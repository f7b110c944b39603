import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialog.tsx'

interface Props {
  readonly title: string
  /** The label of the confirming button. */
  readonly act: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Says what will follow. */
  readonly children: ReactNode
}

/** Asks before an irreversible act; cancelling has the focus. */
export const ConfirmDialog = ({ title, act, busy, onConfirm, onClose, children }: Props) => (
  <Dialog
    opened
    size="sm"
    title={title}
    onClose={onClose}
    footer={
      <Button color="red" loading={busy} onClick={onConfirm}>
        {act}
      </Button>
    }
  >
    {children}
  </Dialog>
)
