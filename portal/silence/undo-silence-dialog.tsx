import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActFrame, RequiredText, textProblem, useSend } from '../tickets/act-frame.tsx'
import { useUndoSilence } from '../tickets/ticket-queries.ts'
import { useMessages } from '../messages/index.ts'

/** Says why a ticket that counted as accepted is not: it goes back to Support. */
export function UndoSilenceDialog({ ticket, onClose }: { ticket: number; onClose: () => void }) {
  const { tickets, shared } = useMessages()
  const words = tickets.silence.undo
  const act = useUndoSilence()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done, failed: words.failed, onClose })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== ''}
      problem={textProblem(text, shared)}
      onSend={() => send({ ticket, text })}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation(ticket)}</Text>
          <RequiredText label={words.text} hint={words.hint} value={text} onChange={setText} problem={problem} />
        </Stack>
      )}
    </ActFrame>
  )
}
