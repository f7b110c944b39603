import { Anchor, Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { consoleSession } from '#contract/console/session.ts'
import type { Data } from '#contract/endpoint.ts'
import { CallFailed } from '#browser/client.ts'
import { showAlert } from '#ui/alerts.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { call, sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { Door } from './door.tsx'
import styles from './door.module.css'
import { sessionOpened } from './session-check.ts'
import { sessionNow } from './session-store.ts'

type Secret = Data<typeof consoleSession.newSecondFactor>

/** The second factor is set up before anything else; then the recovery codes are shown once. */
export function SecondFactorPage() {
  const { secondFactor } = useMessages()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Door title={codes ? secondFactor.codesTitle : secondFactor.title}>
      {codes ? <RecoveryCodes codes={codes} /> : <Enrolment onDone={setCodes} />}
    </Door>
  )
}

function Enrolment({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const { secondFactor: words } = useMessages()
  const { secret, failure, retry } = useNewSecret()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [waiting, setWaiting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    try {
      const { recoveryCodes } = await call(consoleSession.confirmSecondFactor, { code: code.replaceAll(/\s/g, '') })
      onDone(recoveryCodes)
    } catch (error) {
      setProblem((error instanceof CallFailed && error.fields['code']) || sentenceOf(error))
    }
    setWaiting(false)
  }

  if (failure !== '') return <ErrorState text={failure} onRetry={retry} />
  if (!secret) return <LoadingState />
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <div className={styles.steps}>
        <p>{words.step1}</p>
        <QrCode text={secret.address} label={words.qr} />
        <p className={styles.lead}>{words.secretLead}</p>
        <p className={styles.secret} aria-label={words.secret}>
          {grouped(secret.secret)}
        </p>
        <p className={styles.lead}>{words.address}</p>
        <p className={styles.address}>
          <Anchor href={secret.address}>{secret.address}</Anchor>
        </p>
      </div>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{words.step2}</p>
        <TextInput
          label={words.code}
          size="md"
          value={code}
          error={problem || undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" size="md" loading={waiting} disabled={code.trim() === ''}>
          {words.confirm}
        </Button>
      </form>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { secondFactor: words } = useMessages()
  const navigate = useNavigate()
  return (
    <>
      <p className={styles.lead}>{words.codesLead}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        variant="default"
        onClick={() => {
          navigator.clipboard.writeText(codes.join('\n')).then(
            () => showAlert('success', words.copied),
            () => undefined, // the codes can still be written down
          )
        }}
      >
        {words.copy}
      </Button>
      <Button
        onClick={() => {
          const now = sessionNow()
          if (now.is === 'open') sessionOpened({ ...now.technician, enrolling: false })
          void navigate({ to: paths.start, replace: true })
        }}
      >
        {words.toConsole}
      </Button>
    </>
  )
}

function useNewSecret() {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [failure, setFailure] = useState('')
  const load = useCallback(() => {
    call(consoleSession.newSecondFactor, {}).then(setSecret, (error: unknown) => setFailure(sentenceOf(error)))
  }, [])
  useEffect(load, [load])
  const retry = () => {
    setFailure('')
    load()
  }
  return { secret, failure, retry }
}

/** In groups of four, for typing. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
