import { Stack, Text, Textarea } from '@mantine/core'
import { useLifeLineMessages } from '../messages/life-line.ts'
import { ActFrame, RequiredText, useActForm, useSend } from '../tickets/act-frame.tsx'
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
  const { validate: words } = useLifeLineMessages()
  const act = useValidate()
  const send = useSend(act, { done: words.done[verdict](name), failed: words.unsent, onClose })
  const fails = verdict === 'failed'
  const form = useActForm({ text: '' }, { required: fails })
  const { text } = form.fields
  return (
    <ActFrame
      title={words.title[verdict]}
      busy={act.isPending}
      changed={text !== ''}
      sendUnchanged={!fails}
      form={form}
      onSend={() => send({ work: number, result: verdict, text: text.trim() || null })}
      onClose={onClose}
    >
      <Stack>
        <Text>{words.explanation[verdict](name)}</Text>
        {fails ? (
          <RequiredText label={words.text.failed} hint={words.hint.failed} maxLength={MAX_TEXT} {...form.field} />
        ) : (
          <Textarea
            label={words.text.validated}
            description={words.hint.validated}
            rows={4}
            maxLength={MAX_TEXT}
            {...form.text('text')}
          />
        )}
      </Stack>
    </ActFrame>
  )
}

const MAX_TEXT = 2000
