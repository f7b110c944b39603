import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { ActFrame, RequiredText, textProblem, useSend } from './act-frame.tsx'
import { type TimelineEntry, useCorrectTranscript } from './ticket-queries.ts'

/** «Corregir la transcripción»: the customer says what they had really said. */
export function CorrectionDialog({ entry, onClose }: { entry: TimelineEntry; onClose: () => void }) {
  const { tickets, shared } = useMessages()
  const words = tickets.correction
  const act = useCorrectTranscript()
  const [text, setText] = useState(entry.text)
  const send = useSend(act, { done: words.done, failed: words.failed, onClose, keepOpen: true })
  return (
    <ActFrame
      title={words.title}
      busy={act.isPending}
      changed={text !== entry.text}
      onSend={() => send({ message: entry.number, text })}
      problem={textProblem(text, shared)}
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
