import { Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/index.ts'
import { useLifeLineMessages } from '../messages/life-line.ts'
import { ActFrame, RequiredText, textProblem, useSend } from '../tickets/act-frame.tsx'
import { useValidate } from './life-line-queries.ts'

export type Verdict = 'validated' | 'failed'

interface Props {
  /** Of the incident or development. */
  readonly number: number
  /** Its name for the customer: «Incidencia 50001». */
  readonly name: string
  readonly verdict: Verdict
  readonly onClose: () => void
}

/** «Validado en pruebas», with an optional text, or «No funciona», which must describe the problem. */
export function ValidateDialog({ number, name, verdict, onClose }: Props) {
  const { shared } = useMessages()
  const { validate: words } = useLifeLineMessages()
  const act = useValidate()
  const [text, setText] = useState('')
  const send = useSend(act, { done: words.done[verdict](name), failed: words.unsent, onClose })
  const fails = verdict === 'failed'
  return (
    <ActFrame
      title={words.title[verdict]}
      busy={act.isPending}
      changed={text !== ''}
      sendUnchanged={!fails}
      problem={fails ? textProblem(text, shared) : null}
      onSend={() => send({ work: number, result: verdict, text: text.trim() || null })}
      onClose={onClose}
    >
      {(problem) => (
        <Stack>
          <Text>{words.explanation[verdict](name)}</Text>
          {fails ? (
            <RequiredText
              label={words.text.failed}
              hint={words.hint.failed}
              value={text}
              maxLength={MAX_TEXT}
              onChange={setText}
              problem={problem}
            />
          ) : (
            <Textarea
              label={words.text.validated}
              description={words.hint.validated}
              rows={4}
              maxLength={MAX_TEXT}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Stack>
      )}
    </ActFrame>
  )
}

const MAX_TEXT = 2000
