import { type RefObject, useRef, useState } from 'react'
import { session } from '#contract/session.ts'
import { type PasswordChange, passwordProblems } from '#domain/password-change.ts'
import { showAlert } from '#ui/alerts.tsx'
import { CallFailed, call, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { focusFirstProblem } from './form-focus.ts'
import { passwordSentence } from './password-sentence.ts'

export type PasswordField = keyof PasswordChange
export const PASSWORD_FIELDS: readonly PasswordField[] = ['current', 'next', 'repeated']

export interface PasswordChangeForm {
  readonly form: RefObject<HTMLFormElement | null>
  readonly fields: Readonly<Record<PasswordField, string>>
  readonly state: 'editing' | 'sending' | 'done'
  /** Something was typed that has not been sent. */
  readonly dirty: boolean
  readonly problemOf: (field: PasswordField) => string | undefined
  readonly change: (field: PasswordField, value: string) => void
  readonly leave: (field: PasswordField) => void
  readonly submit: () => Promise<void>
}

/** Changing one's password (spec §5, Password and personal data). */
export function usePasswordChange(): PasswordChangeForm {
  const { shared } = useMessages()
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<PasswordChangeForm['fields']>({ current: '', next: '', repeated: '' })
  const [checked, setChecked] = useState<ReadonlySet<PasswordField>>(new Set())
  /** What the server says of a field, until it is changed. */
  const [refused, setRefused] = useState<CallFailed['fields']>({})
  const [state, setState] = useState<PasswordChangeForm['state']>('editing')
  const problems = passwordProblems(fields)

  const problemOf = (field: PasswordField): string | undefined => {
    const problem = problems[field]
    return refused[field] ?? (problem && checked.has(field) ? passwordSentence(problem, shared) : undefined)
  }

  const submit = async () => {
    if (state !== 'editing') return
    if (Object.keys(problems).length > 0) {
      setChecked(new Set(PASSWORD_FIELDS))
      showAlert('error', shared.session['check-fields']())
      focusFirstProblem(form)
      return
    }
    setState('sending')
    try {
      await call(session.changePassword, fields)
      setState('done')
      showAlert('success', shared.confirmation['password-changed']())
    } catch (error) {
      setState('editing')
      showAlert('error', sentenceOf(error))
      if (!(error instanceof CallFailed)) return
      setRefused(error.fields)
      focusFirstProblem(form)
    }
  }

  return {
    form,
    fields,
    state,
    dirty: state !== 'done' && PASSWORD_FIELDS.some((field) => fields[field] !== ''),
    problemOf,
    change: (field, value) => {
      setFields({ ...fields, [field]: value })
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)))
    },
    leave: (field) => setChecked(new Set([...checked, field])),
    submit,
  }
}
