import { PasswordInput } from '@mantine/core'
import { consoleSession } from '#contract/console/session.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/use-form.ts'
import { useMessages } from '../messages/index.ts'

/** Changes a technician's own password; their other sessions end. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { passwordChange: words, login, shared } = useMessages()
  const form = useForm({ current: '', next: '', repeated: '' })
  const { mutate, isPending } = useAct(consoleSession.changePassword, [])
  const send = () =>
    mutate(form.fields, {
      onSuccess: () => {
        showAlert('success', shared.confirmation['password-changed']())
        onClose()
      },
      onError: form.refuse,
    })
  const field = (name: 'current' | 'next' | 'repeated') => ({
    ...form.text(name),
    label: words[name],
    'aria-invalid': form.problems[name] !== undefined,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': login.togglePassword, tabIndex: 0 },
  })
  return (
    <FormDialog
      size="sm"
      title={words.title}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <p>{words.lead}</p>
      <PasswordInput {...field('current')} />
      <PasswordInput {...field('next')} />
      <PasswordInput {...field('repeated')} />
    </FormDialog>
  )
}
