import { Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MAX_TEXT } from '#domain/ticket-draft.ts'
import { useMessages } from '../messages/index.ts'
import { ActFrame, useSend } from './act-frame.tsx'
import { useWithdraw } from './ticket-queries.ts'

/** «Ya está resuelto»: asks first, and takes a word on how. */
export function WithdrawDialog({ ticket, onClose }: { ticket: number; onClose: () => void }) {
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
