import { Button } from '@mantine/core'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { LeaveGuard } from '#browser/leave-guard.tsx'
import { useMessages } from '../messages/index.ts'
import { DraftNotice, KeptMark } from '../tickets/kept-draft.tsx'
import css from './new-ticket.module.css'
import { AnswersFirst, NewTicketAssistant } from './new-ticket-assistant.tsx'
import { NewTicketFields } from './new-ticket-fields.tsx'
import { type FormNeeds, useFormNeeds } from './form-needs.ts'
import { type NewTicketProps, useNewTicket } from './use-new-ticket.ts'

/** The new-ticket form as a page of its own (spec §2, /nuevo-ticket). */
export function NewTicketForm(props: NewTicketProps) {
  const { form } = useMessages().tickets
  const { needs, failed, busy, retry } = useFormNeeds(props.onLeave)
  if (needs) return <PageForm {...props} needs={needs} />
  return failed ? <ErrorState text={form.failed} busy={busy} onRetry={retry} /> : <LoadingState label={form.loading} />
}

function PageForm({ needs, ...props }: NewTicketProps & { needs: FormNeeds }) {
  const { tickets, ui } = useMessages()
  const ticket = useNewTicket(needs, props)
  const { leaving, kept, relatedTicket } = ticket
  return (
    <div className={css.page}>
      <h1 className={css.heading}>{props.technical ? tickets.form.technicalTitle : tickets.form.title}</h1>
      <DraftNotice {...ticket.notice} />
      {relatedTicket !== null && <p className={css.related}>{tickets.addition.relatedTo(relatedTicket)}</p>}
      <NewTicketAssistant ticket={ticket} />
      <NewTicketFields ticket={ticket} needs={needs} />
      <AnswersFirst ticket={ticket} />
      <div className={css.footer}>
        <KeptMark state={kept.state} />
        <Button variant="default" onClick={props.onLeave}>
          {ui.cancel}
        </Button>
        <Button loading={ticket.sending} disabled={!ticket.changed} onClick={() => void ticket.submit()}>
          {tickets.send.send}
        </Button>
      </div>
      <LeaveGuard {...leaving} />
    </div>
  )
}
