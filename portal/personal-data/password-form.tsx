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
  const { form, done, onSubmit } = password
  return (
    <section className={css.card} aria-labelledby="contrasena">
      <h2 id="contrasena" className={css.title}>
        {words.title}
      </h2>
      <form className={css.form} noValidate onSubmit={onSubmit}>
        {PASSWORD_FIELDS.map((field) => (
          <PasswordInput
            // Rendered anew after success, so that shown passwords are masked again.
            key={`${field} ${done}`}
            {...form.text(field)}
            label={words[field]}
            description={field === 'next' ? words.rules : undefined}
            autoComplete={AUTOCOMPLETE[field]}
            required
            withAsterisk={false}
            disabled={done}
            aria-invalid={form.problems[field] !== undefined}
            onBlur={() => form.leave(field)}
            visibilityToggleButtonProps={{ 'aria-label': words.toggle(words[field]), tabIndex: 0 }}
          />
        ))}
        {done ? (
          <Done />
        ) : (
          <Button type="submit" className={css.submit} loading={form.busy}>
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
