import { PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { RecoveryCodes } from '#browser/second-factor.tsx'
import type { Words } from '#browser/words.ts'
import { consoleSession } from '#contract/console/session.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/use-form.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'

const es = {
  title: 'Códigos de recuperación nuevos',
  lead: 'Sustituyen a los que tiene: desde ahora los antiguos no sirven. Para hacerlos, demuestre otra vez quién es.',
  password: 'Contraseña',
  code: 'Código de la aplicación',
  submit: 'Hacer códigos nuevos',
  kept: 'Los he guardado',
}
const en: Words<typeof es> = {
  title: 'New recovery codes',
  lead: 'They replace the ones you have, which no longer count from now on. To make them, prove again who you are.',
  password: 'Password',
  code: 'Code of the app',
  submit: 'Make new codes',
  kept: 'I have kept them',
}

/** Makes new recovery codes for a technician's own second factor, and shows them once. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const own = useLanguage() === 'es' ? es : en
  const { login, secondFactor } = useMessages()
  const form = useForm({ password: '', code: '' })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { mutate, isPending } = useAct(consoleSession.renewRecoveryCodes, [])
  if (codes) {
    return (
      <Dialog opened size="sm" title={secondFactor.codesTitle} leave="back" onClose={onClose}>
        <RecoveryCodes words={secondFactor} codes={codes} kept={own.kept} onKept={onClose} />
      </Dialog>
    )
  }
  const send = () =>
    mutate(form.fields, {
      onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
      onError: form.refuse,
    })
  return (
    <FormDialog
      size="sm"
      title={own.title}
      submit={own.submit}
      dirty={form.dirty}
      busy={isPending}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
    >
      <p>{own.lead}</p>
      <PasswordInput
        {...form.text('password')}
        label={own.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': login.togglePassword, tabIndex: 0 }}
      />
      <TextInput
        {...form.text('code')}
        label={own.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
    </FormDialog>
  )
}
