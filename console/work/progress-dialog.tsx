import { NativeSelect, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { sendByKeys } from '#browser/form.ts'
import type { useForm } from '../forms/use-form.ts'
import { useWorkMessages } from '../messages/work.ts'

type Form = ReturnType<typeof useForm<{ reason: string }>>

interface Props {
  readonly title: string
  /** The form's fields, including the reason. */
  readonly form: Pick<Form, 'dirty' | 'problems' | 'wrong' | 'refuse' | 'onSubmit'> & {
    readonly fields: Form['fields']
    readonly set: (part: { reason: string }) => void
  }
  readonly needsReason: boolean
  readonly busy: boolean
  /** The message after saving. */
  readonly done: string
  readonly onSend: (
    reason: string | null,
    answered: { readonly onSuccess: () => void; readonly onError: (error: unknown) => void },
  ) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Changes the state or dates of work, with a reason that the customer reads. */
export function ProgressDialog({ title, form, needsReason, busy, done, onSend, onClose, children }: Props) {
  const { form: words } = useWorkMessages()
  const reason = form.fields.reason.trim()
  const send = () => {
    if (needsReason && reason === '') {
      form.wrong({ reason: words.reasonRequired }, words.reasonRequired)
      return
    }
    onSend(reason || null, {
      onSuccess: () => {
        showAlert('success', done)
        onClose()
      },
      onError: form.refuse,
    })
  }
  return (
    <FormDialog title={title} dirty={form.dirty} busy={busy} size="sm" onSubmit={form.onSubmit(send)} onClose={onClose}>
      {children}
      <Textarea
        label={words.reason}
        description={words.reasonShown}
        name="reason"
        required={needsReason}
        rows={3}
        maxLength={1000}
        value={form.fields.reason}
        error={form.problems['reason']}
        onChange={({ currentTarget }) => form.set({ reason: currentTarget.value })}
        onKeyDown={sendByKeys}
      />
    </FormDialog>
  )
}

interface OneOfProps<Value extends string> {
  readonly label: string
  readonly description?: string
  readonly name: string
  readonly value: Value
  readonly values: readonly Value[]
  readonly labels: Readonly<Record<Value, string>>
  readonly error: string | undefined
  readonly onChange: (value: Value) => void
}

/** A choice among new values. */
export const OneOf = <Value extends string>({ values, labels, onChange, ...field }: OneOfProps<Value>) => (
  <NativeSelect
    {...field}
    onChange={({ currentTarget }) => {
      const chosen = values.find((one) => one === currentTarget.value)
      if (chosen !== undefined) onChange(chosen)
    }}
    data={values.map((value) => ({ value, label: labels[value] }))}
  />
)
