import { Button } from '@mantine/core'
import { useDeferredValue } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { useMessages } from '../messages/index.ts'
import { DraftNotice, KeptMark } from '../tickets/kept-draft.tsx'
import css from './new-ticket.module.css'
import { AnswersFirst, NewTicketAssistant } from './new-ticket-assistant.tsx'
import { NewTicketFields } from './new-ticket-fields.tsx'
import { type FormNeeds, useFormNeeds } from './form-needs.ts'
import { type NewTicketProps, useNewTicket } from './use-new-ticket.ts'

/** The new-ticket form over the list (spec §2, New ticket popup). */
export function NewTicketDialog(props: NewTicketProps) {
  const { form, send } = useMessages().tickets
  const { needs: found, failed, busy, retry } = useFormNeeds(props.onLeave)
  // The form is rendered in steps, so that a slow phone stays responsive.
  const needs = useDeferredValue(found)
  if (needs) return <OpenForm {...props} needs={needs} />
  return (
    <Dialog
      opened
      size="lg"
      title={props.technical ? form.technicalTitle : form.title}
      onClose={props.onLeave}
      footer={<Button disabled>{send.send}</Button>}
    >
      {failed ? <ErrorState text={form.failed} busy={busy} onRetry={retry} /> : <LoadingState label={form.loading} />}
    </Dialog>
  )
}

function OpenForm({ needs, ...props }: NewTicketProps & { needs: FormNeeds }) {
  const { form, send, addition } = useMessages().tickets
  const ticket = useNewTicket(needs, props)
  const { leaving, kept, relatedTicket } = ticket
  const technical = ticket.draft.area === 'technical'
  return (
    <Dialog
      opened
      size="lg"
      title={technical ? form.technicalTitle : form.title}
      {...leaving}
      onClose={props.onLeave}
      footer={
        <>
          <KeptMark state={kept.state} />
          <Button loading={ticket.sending} disabled={!ticket.changed} onClick={() => void ticket.submit()}>
            {send.send}
          </Button>
        </>
      }
    >
      <DraftNotice {...ticket.notice} />
      {relatedTicket !== null && <p className={css.related}>{addition.relatedTo(relatedTicket)}</p>}
      <NewTicketAssistant ticket={ticket} />
      <NewTicketFields ticket={ticket} needs={needs} />
      <AnswersFirst ticket={ticket} />
      <LeaveGuard {...leaving} />
    </Dialog>
  )
}
