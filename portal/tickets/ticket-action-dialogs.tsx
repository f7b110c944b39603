import { Checkbox, Stack, Text } from '@mantine/core'
import { currentTicket } from '#contract/ticket-codec.ts'
import { type Face, Faces } from '#ui/faces.tsx'
import { useConversationMessages } from '../conversation/conversation-words.ts'
import { useMessages } from '../messages/index.ts'
import { ActFrame, RequiredText, useActForm, useSend } from './act-frame.tsx'
import { type TicketAct, refusalOf } from './ticket-acts.ts'
import { TicketMessageDialog } from './ticket-message-dialog.tsx'
import { useForm } from '../use-form.ts'
import { useAccept, useClaim, useSimulateAnswer } from './ticket-queries.ts'

/** Where the act was started: a claim has a sentence of its own in each (api.md, Sentences and their places). */
type Place = 'list' | 'detail'

interface ActProps {
  readonly ticket: number
  readonly from: Place
  readonly onClose: () => void
}

/** The pop-up of an act on a ticket (spec §2, Action popups). */
export function TicketActionDialog({ act, ...props }: ActProps & { act: TicketAct | 'simulate' }) {
  switch (act) {
    case 'reply':
      return <TicketMessageDialog kind="reply" {...props} />
    case 'claim':
      return <ClaimDialog {...props} />
    case 'accept':
      return <AcceptDialog {...props} />
    case 'reject':
      return <TicketMessageDialog kind="reject" {...props} />
    case 'simulate':
      return <SimulateDialog {...props} />
  }
}

function ClaimDialog({ ticket, from, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.claim
  const act = useClaim()
  const send = useSend(act, {
    done: from === 'list' ? words.doneFromList : words.done,
    failed: from === 'list' ? null : shared.ticket['claim-failed'](),
    refused: (error) => {
      const current = error.told(currentTicket)
      return current && refusalOf('claim', current.actions, shared)
    },
    onClose,
  })
  return (
    <ActFrame
      title={words.title}
      ticket={ticket}
      busy={act.isPending}
      form={useForm({})}
      changed={false}
      sendUnchanged
      onSend={() => send({ ticket })}
      onClose={onClose}
    >
      <Text>{words.explanation(ticket)}</Text>
    </ActFrame>
  )
}

function AcceptDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.accept
  const act = useAccept()
  const form = useForm<{ readonly face: Face | null }>({ face: null })
  const { face } = form.fields
  const send = useSend(act, { done: words.done, failed: shared.ticket['accept-failed'](), onClose })
  return (
    <ActFrame
      title={words.title}
      ticket={ticket}
      busy={act.isPending}
      form={form}
      changed={face !== null}
      onSend={() => face !== null && send({ ticket, rating: face })}
      onClose={onClose}
    >
      <Stack>
        <Text>{words.explanation}</Text>
        <Faces legend={words.question} words={words.rating} value={face} onChange={(next) => form.put('face', next)} />
      </Stack>
    </ActFrame>
  )
}

/** A test helper, only while the configuration allows it. */
function SimulateDialog({ ticket, onClose }: ActProps) {
  const words = useConversationMessages().simulate
  const act = useSimulateAnswer()
  const form = useActForm({ text: '', closes: false, opensIncident: false })
  const { text, closes, opensIncident } = form.fields
  const send = useSend(act, { done: words.done, failed: words.failed, onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title}
      ticket={ticket}
      busy={act.isPending}
      form={form}
      changed={text !== ''}
      onSend={() => send({ ticket, text, closes, opensIncident })}
      onClose={onClose}
    >
      <Stack>
        <Text>{words.explanation}</Text>
        <RequiredText label={words.text} {...form.field} />
        <Checkbox
          label={words.closes}
          checked={closes}
          onChange={({ currentTarget }) => form.put('closes', currentTarget.checked)}
        />
        <Checkbox
          label={words.opensIncident}
          checked={opensIncident}
          onChange={({ currentTarget }) => form.put('opensIncident', currentTarget.checked)}
        />
      </Stack>
    </ActFrame>
  )
}
