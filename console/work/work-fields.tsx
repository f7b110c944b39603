import { Textarea } from '@mantine/core'
import { sendByKeys } from '../masters/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'

interface Props {
  readonly value: string
  readonly required: boolean
  readonly error: string | undefined
  readonly onChange: (reason: string) => void
}

/** Why something is changed; it is for the customer. */
export function ReasonField({ value, required, error, onChange }: Props) {
  const { form: words } = useWorkMessages()
  return (
    <Textarea
      label={words.reason}
      description={words.reasonShown}
      name="reason"
      required={required}
      rows={3}
      maxLength={1000}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={sendByKeys}
    />
  )
}
