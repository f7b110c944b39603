import { IconSparkles } from '@tabler/icons-react'
import { Suspense } from 'react'
import { AboveButtons } from '#ui/dialog-stack.ts'
import { part } from '#ui/part.tsx'
import { useMessages } from '../messages/index.ts'
import css from './new-ticket.module.css'
import type { NewTicket } from './use-new-ticket.ts'

const FormAssistant = part(async () => (await import('../assistant/assistant-popups.tsx')).FormAssistant).Part

/** The assistant over the form, which answers first (spec §4), or its outcome. */
export function NewTicketAssistant({ ticket: { assistant, holdsConversation } }: { ticket: NewTicket }) {
  const { form } = useMessages().tickets
  if (!assistant) return holdsConversation ? <p className={css.related}>{form.withConversation}</p> : null
  return (
    <Suspense fallback={null}>
      <FormAssistant {...assistant} />
    </Suspense>
  )
}

/** Says before Enviar is pressed that an AI answers first, since pressing it asks the AI. */
export function AnswersFirst({ ticket: { asksAssistant } }: { ticket: NewTicket }) {
  const { form } = useMessages().tickets
  if (!asksAssistant) return null
  return (
    <AboveButtons>
      <p className={css.answersFirst}>
        <IconSparkles size={18} aria-hidden />
        <span>{form.answersFirst}</span>
      </p>
    </AboveButtons>
  )
}
