import { Button } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'

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

interface ActProps<E extends Endpoint> {
  readonly title: string
  /** The label of the confirming button. */
  readonly act: string
  readonly endpoint: E
  readonly input: Input<E>
  /** The queries that are read again afterwards. */
  readonly stale: readonly QueryKey[]
  /** The sentence of success. */
  readonly done: string
  readonly onDone?: () => void
  readonly onClose: () => void
  /** Says what will follow. */
  readonly children: ReactNode
}

/** Asks before an irreversible act, makes it, and reports the outcome. After a failure it stays open for another try. */
export function ConfirmedAct<E extends Endpoint>(props: ActProps<E>) {
  const { title, act, endpoint, input, stale, done, onClose, onDone = onClose, children } = props
  const { mutate, isPending } = useAct(endpoint, stale)
  return (
    <ConfirmDialog
      title={title}
      act={act}
      busy={isPending}
      onClose={onClose}
      onConfirm={() =>
        mutate(input, {
          onSuccess: () => {
            showAlert('success', done)
            onDone()
          },
          onError: (error) => showAlert('error', sentenceOf(error)),
        })
      }
    >
      {children}
    </ConfirmDialog>
  )
}
