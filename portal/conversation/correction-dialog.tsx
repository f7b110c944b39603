import { useConversationMessages } from './conversation-words.ts'
import { TextActDialog } from '../tickets/act-frame.tsx'
import { type TimelineEntry, useCorrectTranscript } from '../tickets/ticket-queries.ts'

/** «Corregir la transcripción»: the customer replaces a transcript with their real words. */
export function CorrectionDialog({ entry, onClose }: { entry: TimelineEntry; onClose: () => void }) {
  const words = useConversationMessages().correction
  return (
    <TextActDialog
      words={words}
      explanation={words.explanation}
      begun={entry.text}
      keepOpen
      act={useCorrectTranscript()}
      input={(text) => ({ message: entry.number, text })}
      onClose={onClose}
    />
  )
}
