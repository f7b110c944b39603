import { Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MAX_TEXT } from '#domain/ticket-draft.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useMessages } from '../messages/index.ts'
import { ActFrame, RequiredText, textProblem, useSend } from './act-frame.tsx'
import { Attachments, useAttachments } from './attachments.tsx'
import { useAddInformation, useWithdraw } from './ticket-queries.ts'

interface Props {
  readonly ticket: number
  readonly onClose: () => void
}

/** What a customer adds to a ticket unasked: more of what is wrong, or that it no longer is. */
export function TicketAdditionDialog({ act, ...props }: Props & { act: 'add-information' | 'withdraw' }) {
  return act === 'withdraw' ? <WithdrawDialog {...props} /> : <InformationDialog {...props} />
}

function InformationDialog({ ticket, onClose }: Props) {
  const { tickets, shared } = useMessages()
  const words = tickets.addition.information
  const act = useAddInformation()
  const files = useAttachments()
  const [text, setText] = useState('')
  const [waiting, setWaiting] = useState(false)
  const send = useSend(act, {
    done: words.done,
    failed: words.failed,
    keepOpen: true,
    onClose: () => {
      onClose()
      void sendLate()
    },
  })
  const sendLate = async () => {
    if (!(await files.sendLate(ticket))) showAlert('error', shared.ticket['upload-failed']())
  }
  const sendAll = async () => {
    setWaiting(true)
    const staged = await files.settled()
    setWaiting(false)
    send({ ticket, text, files: [...staged] })
  }
  return (
    <ActFrame
      title={words.title}
      busy={waiting || act.isPending}
      changed={text !== '' || files.list.length > 0}
      onSend={() => void sendAll()}
      problem={textProblem(text, shared)}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation}</Text>
          <RequiredText label={words.text} hint={words.hint} value={text} onChange={setText} problem={problem} />
          <Attachments files={files} />
        </Stack>
      )}
    </ActFrame>
  )
}

function WithdrawDialog({ ticket, onClose }: Props) {
  const { tickets } = useMessages()
  const words = tickets.addition.withdrawal
  const act = useWithdraw()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done, failed: words.failed, onClose })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== ''}
      sendUnchanged
      onSend={() => send({ ticket, text: text.trim() || null })}
      onClose={onClose}
    >
      {() => (
        <Stack>
          <Text>{words.explanation(ticket)}</Text>
          <Textarea
            label={words.text}
            description={words.hint}
            rows={4}
            maxLength={MAX_TEXT}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Stack>
      )}
    </ActFrame>
  )
}
