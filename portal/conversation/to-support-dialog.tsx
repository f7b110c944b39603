import { useConversationMessages } from './conversation-words.ts'
import { TextActDialog } from '../tickets/act-frame.tsx'
import { useSendToSupport } from '../tickets/ticket-queries.ts'

/** «Enviar a Soporte»: sends a conversation that nobody ended to a person. */
export function ToSupportDialog({ ticket, onClose }: { ticket: number; onClose: () => void }) {
  const words = useConversationMessages().toSupport
  return (
    <TextActDialog
      words={words}
      explanation={words.explanation}
      act={useSendToSupport()}
      input={(text) => ({ ticket, text })}
      onClose={onClose}
    />
  )
}
