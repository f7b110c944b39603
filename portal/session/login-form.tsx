import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, Suspense, useState } from 'react'
import { session } from '#contract/session.ts'
import { showAlert } from '#ui/alerts.tsx'
import { LoadingState } from '#ui/states.tsx'
import { part } from '#ui/part.tsx'
import { CallFailed, call, sentenceOf } from '../api.ts'
import { useEntranceMessages } from '../messages/language.ts'
import { type LoginFields, loginProblems } from './login-fields.ts'
import styles from './login-page.module.css'
import type { NewFactor } from './second-factor-setup.tsx'
import { enterPortal } from './session-navigation.ts'

/** Few people need this code: it is loaded on demand. */
const ForgottenPassword = part(async () => (await import('./forgotten-password.tsx')).ForgottenPassword).Part
const SecondFactorSetup = part(async () => (await import('./second-factor-setup.tsx')).SecondFactorSetup).Part

interface Props {
  /** The user who has just set a password. */
  readonly username: string | undefined
  readonly onNotice: () => void
}

export function LoginForm({ username, onNotice }: Props) {
  const { login, secondFactor } = useEntranceMessages()
  const { fields, fieldProps, asked, code, setCode, factor, waiting, ready, submit } = useLogin(username)
  const [forgotten, setForgotten] = useState(false)

  if (factor) {
    return (
      <div className={styles.form}>
        <p className={styles.lead}>{secondFactor.wanted}</p>
        <Suspense fallback={<LoadingState />}>
          <SecondFactorSetup factor={factor} onDone={(account) => account && void enterPortal(account)} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className={styles.form}>
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
        {asked && (
          <TextInput
            ref={(input) => {
              if (code === '') input?.focus()
            }}
            label={secondFactor.codeOrRecovery}
            description={`${secondFactor.codeHint} ${secondFactor.lost}`}
            value={code}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            maxLength={20}
            size="md"
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={waiting} disabled={waiting || !ready}>
          {login.submit}
        </Button>
      </form>
      <details className={styles.forgotten} onToggle={({ currentTarget }) => setForgotten(currentTarget.open)}>
        {/* A field that loses the focus says what it lacks, which would move this button away from the pointer. */}
        <summary onMouseDown={(event) => event.preventDefault()}>{login.forgotten}</summary>
        {forgotten && (
          <Suspense fallback={<LoadingState />}>
            <ForgottenPassword username={fields.username} />
          </Suspense>
        )}
      </details>
      <Button variant="subtle" leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={onNotice}>
        {login.toNotice}
      </Button>
    </div>
  )
}

/** Name and password, and the step that they may lead to: the code of a second factor, or setting one up. */
function useLogin(username = '') {
  const messages = useEntranceMessages()
  const [fields, setFields] = useState<LoginFields>({ username, password: '' })
  const [checked, setChecked] = useState<ReadonlySet<keyof LoginFields>>(new Set())
  const [waiting, setWaiting] = useState(false)
  /** The password was right; the code of the second factor is missing. */
  const [asked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  /** Must be set up before anything else. */
  const [factor, setFactor] = useState<NewFactor | null>(null)
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
      await enterPortal(await call(session.login, asked ? { ...fields, verificationCode: code } : fields))
    } catch (error) {
      await goOn(error)
      setWaiting(false)
    }
  }

  /** The password may have been right, with another step to come. */
  async function goOn(error: unknown) {
    const missing = error instanceof CallFailed ? error.code : null
    try {
      if (missing === 'second-factor') setAsked(true)
      if (missing === 'second-factor-missing') {
        setFactor({ credentials: fields, secret: await call(session.newSecondFactor, fields) })
      } else if (missing !== 'second-factor' || asked) showAlert('error', sentenceOf(error))
    } catch (failure) {
      showAlert('error', sentenceOf(failure))
    }
  }

  const ready = fields.username !== '' && fields.password !== '' && (!asked || code.trim() !== '')
  return { fields, fieldProps, asked, code, setCode, factor, waiting, ready, submit }
}
