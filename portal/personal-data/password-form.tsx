import { Button, PasswordInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../messages/index.ts'
import css from './own-data-page.module.css'
import { PASSWORD_FIELDS, type PasswordChangeForm, type PasswordField } from './use-password-change.ts'

const AUTOCOMPLETE: Readonly<Record<PasswordField, string>> = {
  current: 'current-password',
  next: 'new-password',
  repeated: 'new-password',
}

/** After success the fields stay, masked and disabled (spec §4, Password change). */
export function PasswordForm({ password }: { password: PasswordChangeForm }) {
  const { password: words } = useMessages().pages.ownData
  const { form, fields, state, problemOf, change, leave, submit } = password
  const done = state === 'done'
  return (
    <section className={css.card} aria-labelledby="contrasena">
      <h2 id="contrasena" className={css.title}>
        {words.title}
      </h2>
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {PASSWORD_FIELDS.map((field) => (
          <PasswordInput
            // Rendered anew after success, so that shown passwords are masked again.
            key={`${field} ${done}`}
            name={field}
            label={words[field]}
            description={field === 'next' ? words.rules : undefined}
            autoComplete={AUTOCOMPLETE[field]}
            required
            withAsterisk={false}
            disabled={done}
            value={fields[field]}
            error={problemOf(field)}
            aria-invalid={problemOf(field) !== undefined}
            onChange={({ currentTarget }) => change(field, currentTarget.value)}
            onBlur={() => leave(field)}
            visibilityToggleButtonProps={{ 'aria-label': words.toggle(words[field]), tabIndex: 0 }}
          />
        ))}
        {done ? (
          <Done />
        ) : (
          <Button type="submit" className={css.submit} loading={state === 'sending'}>
            {words.submit}
          </Button>
        )}
      </form>
    </section>
  )
}

/** Replaces the button and takes its focus. */
function Done() {
  const { pages, shared } = useMessages()
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p ref={note} tabIndex={-1} className={css.done}>
      <IconCircleCheck size={22} aria-hidden />
      <span>
        <strong>{shared.confirmation['password-changed']()}.</strong> {pages.ownData.password.doneNext}
      </span>
    </p>
  )
}
