import { useConversationMessages } from './conversation-words.ts'
import { TextActDialog } from '../tickets/act-frame.tsx'
import { useWithdraw } from '../tickets/ticket-queries.ts'

/** «Ya está resuelto»: asks first, and takes an optional explanation. */
export function WithdrawDialog({ ticket, onClose }: { ticket: number; onClose: () => void }) {
  const words = useConversationMessages().withdrawal
  return (
    <TextActDialog
      words={words}
      explanation={words.explanation(ticket)}
      optional
      act={useWithdraw()}
      input={(text) => ({ ticket, text: text.trim() || null })}
      onClose={onClose}
    />
  )
}
