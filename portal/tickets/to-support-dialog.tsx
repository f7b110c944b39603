import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { ActFrame, RequiredText, textProblem, useSend } from './act-frame.tsx'
import { useSendToSupport } from './ticket-queries.ts'

/** «Enviar a Soporte»: a conversation that nobody ended goes to a person after all. */
export function ToSupportDialog({ ticket, onClose }: { ticket: number; onClose: () => void }) {
  const { tickets, shared } = useMessages()
  const words = tickets.talk.toSupport
  const act = useSendToSupport()
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
          <Text>{words.explanation}</Text>
          <RequiredText label={words.text} value={text} onChange={setText} problem={problem} />
        </Stack>
      )}
    </ActFrame>
  )
}
