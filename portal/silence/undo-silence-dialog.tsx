import { TextActDialog } from '../tickets/act-frame.tsx'
import { useUndoSilence } from '../tickets/ticket-queries.ts'
import { useMessages } from '../messages/index.ts'

/** Disputes an acceptance by silence: the ticket goes back to Support. */
export function UndoSilenceDialog({ ticket, onClose }: { ticket: number; onClose: () => void }) {
  const words = useMessages().tickets.silence.undo
  return (
    <TextActDialog
      words={words}
      explanation={words.explanation(ticket)}
      act={useUndoSilence()}
      input={(text) => ({ ticket, text })}
      onClose={onClose}
    />
  )
}
