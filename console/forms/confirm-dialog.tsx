import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialog.tsx'

interface Props {
  readonly title: string
  /** The word on the button that does it. */
  readonly act: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** What it means. */
  readonly children: ReactNode
}

/** Asks before what cannot be taken back; leaving is what the focus is on. */
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
