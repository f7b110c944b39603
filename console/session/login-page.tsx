import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { consoleSession } from '#contract/console/session.ts'
import type { Data } from '#contract/endpoint.ts'
import { LoadingState } from '#ui/states.tsx'
import { part } from '#ui/part.tsx'
import { addressOf, call, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { BASE_PATH, paths } from '../paths.ts'
import { Door } from './door.tsx'
import styles from './door.module.css'
import { sessionOpened, takePlace } from './session-check.ts'
import type { Technician } from './session-store.ts'

/** Few people need this code: it is loaded on demand. */
const ForgottenPassword = part(async () => (await import('./forgotten-password.tsx')).ForgottenPassword).Part

interface Props {
  /** The technician whose session ended and who will return to the same screen. */
  readonly returning?: Technician
  /** The error at the identity provider. */
  readonly problem?: 'openid' | 'unknown' | 'pending' | undefined
  /** The identity provider has confirmed the identity; only the code is missing. */
  readonly vouchedFor?: boolean
}

/** User name and password, then the second factor's code if there is one. */
export function LoginPage({ returning, problem, vouchedFor = false }: Props) {
  const { login } = useMessages()
  const arrive = useArrival(returning !== undefined)
  const [fields, setFields] = useState({ username: returning?.username ?? '', password: '', code: '' })
  const [codeWanted, setCodeWanted] = useState(vouchedFor)
  const [byProvider, setByProvider] = useState(vouchedFor)
  const [failure, setFailure] = useState(problem ? login.error[problem] : '')
  const [waiting, setWaiting] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (codeWanted || first.current?.value === '') first.current?.focus()
  }, [codeWanted])

  const field = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    size: 'md',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    setFailure('')
    try {
      const code = fields.code.trim()
      const technician = byProvider
        ? await call(consoleSession.finishOpenIdByCode, { code })
        : await call(consoleSession.login, { ...fields, code: codeWanted ? code : null })
      if (technician) arrive(technician)
      else setCodeWanted(true)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
    setWaiting(false)
  }

  return (
    <Door title={codeWanted ? login.codeTitle : login.title}>
      {/* The login interrupted somebody's work. */}
      <p className={styles.lead} role={returning && !codeWanted ? 'alert' : undefined}>
        {codeWanted ? login.codeLead : returning ? login.ended(returning.name) : login.lead}
      </p>
      {failure !== '' && (
        <p role="alert" className={styles.problem}>
          {failure}
        </p>
      )}
      <ByProvider hidden={codeWanted} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Fields codeWanted={codeWanted} first={first} field={field} />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={waiting}
          disabled={codeWanted ? fields.code.trim() === '' : fields.username === '' || fields.password === ''}
        >
          {login.submit}
        </Button>
        {codeWanted && (
          <Button
            variant="subtle"
            onClick={() => {
              setCodeWanted(false)
              setByProvider(false)
              setFailure('')
              setFields({ username: '', password: '', code: '' })
            }}
          >
            {login.otherUser}
          </Button>
        )}
      </form>
      {!codeWanted && <Forgotten username={fields.username} />}
    </Door>
  )
}

function Forgotten({ username }: { username: string }) {
  const { login } = useMessages()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.forgotten} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      {/* A field that loses the focus says what it lacks, which would move this link away from the pointer. */}
      <summary onMouseDown={(event) => event.preventDefault()}>{login.forgotten}</summary>
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <ForgottenPassword username={username} />
        </Suspense>
      )}
    </details>
  )
}

/** The login at the identity provider, if there is one. */
function ByProvider({ hidden }: { hidden: boolean }) {
  const { login } = useMessages()
  const configuration = useConfiguration()
  if (hidden || !configuration?.openId) return null
  return (
    <>
      <Button component="a" href={addressOf(consoleSession.startOpenId, {})} size="md" variant="default">
        {login.openId}
      </Button>
      <p className={styles.or}>{login.or}</p>
    </>
  )
}

interface FieldsProps {
  readonly codeWanted: boolean
  readonly first: Ref<HTMLInputElement>
  readonly field: (name: 'username' | 'password' | 'code') => {
    readonly name: string
    readonly value: string
    readonly size: string
    readonly onChange: (event: { currentTarget: HTMLInputElement }) => void
  }
}

/** User name and password; then the code alone. */
function Fields({ codeWanted, first, field }: FieldsProps) {
  const { login } = useMessages()
  if (codeWanted)
    return (
      <TextInput
        key="code"
        ref={first}
        {...field('code')}
        label={login.code}
        autoComplete="one-time-code"
        maxLength={20}
      />
    )
  return (
    <>
      <TextInput
        {...field('username')}
        ref={first}
        label={login.username}
        autoComplete="username"
        autoCapitalize="none"
      />
      <PasswordInput
        {...field('password')}
        label={login.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': login.togglePassword, tabIndex: 0 }}
      />
    </>
  )
}

/** After login the person goes to the address they wanted, or stays on their screen. */
function useArrival(stays: boolean) {
  const navigate = useNavigate()
  const { history } = useRouter()
  return (technician: Technician) => {
    sessionOpened(technician)
    if (technician.enrolling) void navigate({ to: paths.secondFactor, replace: true })
    else if (!stays) history.replace(`${BASE_PATH}${takePlace()}`)
  }
}

/** Null until it is known. Without an answer, login by password still works. */
function useConfiguration() {
  const [configuration, setConfiguration] = useState<Data<typeof consoleSession.configuration> | null>(null)
  useEffect(() => {
    call(consoleSession.configuration, {}).then(setConfiguration, () => undefined)
  }, [])
  return configuration
}
