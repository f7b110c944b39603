import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { session } from '#contract/session.ts'
import { showAlert } from '#ui/alerts.tsx'
import { call, sentenceOf } from '../api.ts'
import { useEntranceMessages } from '../messages/language.ts'
import { type LoginFields, loginProblems } from './login-fields.ts'
import styles from './login-page.module.css'
import { enterPortal } from './session-navigation.ts'
import { SupportContact } from './support-contact.tsx'

interface Props {
  /** Who has just set a password. */
  readonly username: string | undefined
  readonly onNotice: () => void
}

export function LoginForm({ username, onNotice }: Props) {
  const messages = useEntranceMessages()
  const { login } = messages
  const [fields, setFields] = useState<LoginFields>({ username: username ?? '', password: '' })
  const [checked, setChecked] = useState<ReadonlySet<keyof LoginFields>>(new Set())
  const [waiting, setWaiting] = useState(false)
  const [forgotten, setForgotten] = useState(false)
  const problems = loginProblems(fields, messages)

  const fieldProps = (name: keyof LoginFields) => ({
    name,
    value: fields[name],
    error: checked.has(name) ? problems[name] : undefined,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: event.currentTarget.value }),
    onBlur: () => setChecked(new Set([...checked, name])),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (Object.keys(problems).length > 0) {
      setChecked(new Set(['username', 'password']))
      showAlert('error', messages.shared.session['check-fields']())
      return
    }
    setWaiting(true)
    try {
      await enterPortal(await call(session.login, fields))
    } catch (error) {
      showAlert('error', sentenceOf(error))
      setWaiting(false)
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>{username === undefined ? login.onlyAdministrators : login.passwordSet}</p>
      <TextInput {...fieldProps('username')} label={login.username} autoComplete="username" size="md" />
      <PasswordInput
        {...fieldProps('password')}
        label={login.password}
        autoComplete="current-password"
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': login.togglePassword, tabIndex: 0 }}
      />
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={waiting}
        disabled={waiting || fields.username === '' || fields.password === ''}
      >
        {login.submit}
      </Button>
      <details className={styles.forgotten} onToggle={({ currentTarget }) => setForgotten(currentTarget.open)}>
        <summary>{login.forgotten}</summary>
        {forgotten && (
          <>
            <p>{login.forgottenNext}</p>
            <SupportContact />
          </>
        )}
      </details>
      <Button variant="subtle" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onNotice}>
        {login.toNotice}
      </Button>
    </form>
  )
}
