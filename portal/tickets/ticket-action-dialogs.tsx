import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type Face, Faces } from '#ui/faces.tsx'
import { CallFailed, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import type { TicketAct } from './ticket-acts.tsx'
import { useAccept, useClaim, useReject, useReply, useSimulateAnswer } from './ticket-queries.ts'

/** Where the act was asked for: a claim says something else in each (api.md, Sentences and their places). */
type Place = 'list' | 'detail'

interface ActProps {
  readonly ticket: number
  readonly from: Place
  readonly onClose: () => void
}

/** The popup of an act on a ticket (spec §2, Action popups). */
export function TicketActionDialog({ act, ...props }: ActProps & { act: TicketAct | 'simulate' }) {
  switch (act) {
    case 'reply':
      return <ReplyDialog {...props} />
    case 'claim':
      return <ClaimDialog {...props} />
    case 'accept':
      return <AcceptDialog {...props} />
    case 'reject':
      return <RejectDialog {...props} />
    case 'simulate':
      return <SimulateDialog {...props} />
  }
}

function ReplyDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.reply
  const act = useReply()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done, failed: shared.ticket['reply-failed'](), onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== ''}
      onSend={() => send({ ticket, text })}
      problem={text.trim() === '' ? shared.field.blank() : null}
      onClose={onClose}
    >
      {(problem) => (
        <RequiredText label={words.text} hint={words.hint} value={text} onChange={setText} problem={problem} />
      )}
    </ActFrame>
  )
}

function ClaimDialog({ ticket, from, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.claim
  const act = useClaim()
  const send = useSend(act, {
    done: from === 'list' ? words.doneFromList : words.done,
    failed: from === 'list' ? null : shared.ticket['claim-failed'](),
    onClose,
  })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={false}
      sendUnchanged
      onSend={() => send({ ticket })}
      onClose={onClose}
    >
      {() => <Text>{words.explanation(ticket)}</Text>}
    </ActFrame>
  )
}

function AcceptDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.accept
  const act = useAccept()
  const [face, setFace] = useState<Face | null>(null)
  const send = useSend(act, { done: words.done, failed: shared.ticket['accept-failed'](), onClose })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={face !== null}
      onSend={() => face !== null && send({ ticket, rating: face })}
      onClose={onClose}
    >
      {() => (
        <Stack>
          <Text>{words.explanation}</Text>
          <Faces legend={words.question} words={words.rating} value={face} onChange={setFace} />
        </Stack>
      )}
    </ActFrame>
  )
}

function RejectDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.reject
  const act = useReject()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done, failed: words.failed, onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== ''}
      onSend={() => send({ ticket, text })}
      problem={text.trim() === '' ? shared.field.blank() : null}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation}</Text>
          <RequiredText label={words.text} hint={words.hint} value={text} onChange={setText} problem={problem} />
        </Stack>
      )}
    </ActFrame>
  )
}

/** Test helper, only while the provider's configuration allows it. */
function SimulateDialog({ ticket, onClose }: ActProps) {
  const { tickets, shared } = useMessages()
  const words = tickets.simulate
  const act = useSimulateAnswer()
  const [text, setText] = useState('')
  const [closes, setCloses] = useState(false)
  const [opensIncident, setOpensIncident] = useState(false)
  const send = useSend(act, { done: words.done, failed: words.failed, onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== ''}
      onSend={() => send({ ticket, text, closes, opensIncident })}
      problem={text.trim() === '' ? shared.field.blank() : null}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation}</Text>
          <RequiredText label={words.text} value={text} onChange={setText} problem={problem} />
          <Checkbox
            label={words.closes}
            checked={closes}
            onChange={({ currentTarget }) => setCloses(currentTarget.checked)}
          />
          <Checkbox
            label={words.opensIncident}
            checked={opensIncident}
            onChange={({ currentTarget }) => setOpensIncident(currentTarget.checked)}
          />
        </Stack>
      )}
    </ActFrame>
  )
}

interface FrameProps {
  readonly title: string
  readonly busy: boolean
  readonly changed: boolean
  /** Enviar is there without a change: a claim has nothing to fill in. */
  readonly sendUnchanged?: boolean
  readonly problem?: string | null
  readonly onSend: () => void
  readonly onClose: () => void
  /** Given what is wrong once Enviar was pressed. */
  readonly children: (problem: string | null) => ReactNode
}

function ActFrame({
  title,
  busy,
  changed,
  sendUnchanged = false,
  problem = null,
  onSend,
  onClose,
  children,
}: FrameProps) {
  const { send } = useMessages().tickets
  const formId = useId()
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    if (problem === null) onSend()
  }
  return (
    <Dialog
      opened
      title={title}
      size="md"
      dirty={changed && !busy}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form={formId}
          loading={busy}
          disabled={!changed && !sendUnchanged}
          {...(sendUnchanged && { 'data-autofocus': true })}
        >
          {send.send}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        {children(tried ? problem : null)}
      </form>
    </Dialog>
  )
}

interface RequiredTextProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly problem: string | null
}

const MAX_ACT_TEXT = 20_000

const RequiredText = ({ label, hint, value, onChange, problem }: RequiredTextProps) => (
  <Textarea
    label={label}
    description={hint}
    required
    rows={7}
    maxLength={MAX_ACT_TEXT}
    value={value}
    error={problem}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

interface Outcome {
  readonly done: string
  /** What is said when the service could not do it; null: what the service says. */
  readonly failed: string | null
  readonly onClose: () => void
  /** Keeps what was typed on the screen when the act is refused. */
  readonly keepOpen?: boolean
}

/** Sends, says how it went, and closes once it is done or can no longer be. */
function useSend<I>(
  act: { mutate: (input: I, on: { onSuccess: () => void; onError: (error: Error) => void }) => void },
  { done, failed, onClose, keepOpen = false }: Outcome,
) {
  return (input: I) =>
    act.mutate(input, {
      onSuccess: () => {
        showAlert('success', done)
        onClose()
      },
      onError: (error) => {
        if (error instanceof CallFailed && error.code === 'no-session') return
        showAlert('error', failureSentence(error, failed))
        if (error instanceof CallFailed && error.status === 409 && !keepOpen) onClose()
      },
    })
}

/** A refusal has its own sentence, and so has a server that did not answer; for the rest the act's sentence stands. */
function failureSentence(error: Error, failed: string | null): string {
  const isOwn = error instanceof CallFailed && (error.status === null || error.status < 500)
  return failed === null || isOwn ? sentenceOf(error) : failed
}
