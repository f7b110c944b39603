import { Button } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useMessages } from '../messages/index.ts'
import { ActFrame } from './act-frame.tsx'
import { MessageFields } from '../conversation/message-fields.tsx'
import { type SavedDraft, useSavedDraft } from './use-kept-draft.ts'
import { type MessageKind, useMessageForm, useMessageWords } from '../conversation/use-message-form.ts'

interface Props {
  readonly kind: MessageKind
  readonly ticket: number
  readonly onClose: () => void
}

/** A text for a ticket: the answer that Support waits for, additional information, or a rejection. */
export function TicketMessageDialog(props: Props) {
  const { tickets } = useMessages()
  const { title } = useMessageWords(props.kind)
  const { saved, failed, busy, retry } = useSavedDraft(props.ticket)
  if (saved !== undefined) return <MessageDialog {...props} saved={saved} />
  return (
    <Dialog opened title={title} onClose={props.onClose} footer={<Button disabled>{tickets.send.send}</Button>}>
      {failed ? <ErrorState text={tickets.draft.notLoaded} busy={busy} onRetry={retry} /> : <LoadingState />}
    </Dialog>
  )
}

function MessageDialog({ kind, ticket, onClose, saved }: Props & { saved: SavedDraft | null }) {
  const form = useMessageForm({ kind, ticket, saved, onDone: onClose })
  return (
    <ActFrame
      title={form.words.title}
      ticket={ticket}
      busy={form.busy}
      changed={form.changed}
      leaving={form.leaving}
      kept={form.kept}
      onSend={form.send}
      form={form}
      onClose={onClose}
    >
      <MessageFields form={form} />
    </ActFrame>
  )
}
