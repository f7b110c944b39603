import { useState } from 'react'
import { ownData } from '#contract/own-data.ts'
import { type PasswordChange, passwordProblems } from '#domain/password-change.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useForm } from '../use-form.ts'
import { passwordSentences } from './password-sentence.ts'

export type PasswordField = keyof PasswordChange
export const PASSWORD_FIELDS: readonly PasswordField[] = ['current', 'next', 'repeated']

export type PasswordChangeForm = ReturnType<typeof usePasswordChange>

/** Changing one's password (spec §5, Password and personal data). */
export function usePasswordChange() {
  const { shared } = useMessages()
  const [done, setDone] = useState(false)
  const form = useForm(
    { current: '', next: '', repeated: '' },
    { check: (fields) => passwordSentences(passwordProblems(fields), shared) },
  )
  const onDone = () => {
    setDone(true)
    showAlert('success', shared.confirmation['password-changed']())
  }
  return {
    form,
    done,
    /** Typed text has not been sent. */
    dirty: form.dirty && !done,
    onSubmit: form.onSubmit(() => void form.send(() => call(ownData.changePassword, form.fields), onDone)),
  }
}
