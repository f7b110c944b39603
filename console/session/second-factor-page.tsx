import { Anchor } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { consoleSession } from '#contract/console/session.ts'
import type { Data } from '#contract/endpoint.ts'
import { Enrolment, RecoveryCodes } from '#browser/second-factor.tsx'
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
  const { secondFactor: words } = useMessages()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const toConsole = useToConsole()
  // The form is gone, and the focus with it.
  useEffect(() => {
    if (codes) document.querySelector('main')?.focus()
  }, [codes])
  return (
    <Door title={codes ? words.codesTitle : words.title}>
      {codes ? (
        <RecoveryCodes words={words} codes={codes} kept={words.toConsole} onKept={toConsole} />
      ) : (
        <NewSecret onDone={setCodes} />
      )}
    </Door>
  )
}

function NewSecret({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const { secondFactor: words } = useMessages()
  const { secret, failure, retry } = useNewSecret()
  if (failure !== '') return <ErrorState text={failure} onRetry={retry} />
  if (!secret) return <LoadingState />
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <Enrolment
        words={words}
        secret={secret}
        link={
          <>
            <p className={styles.lead}>{words.address}</p>
            <p className={styles.address}>
              <Anchor href={secret.address}>{secret.address}</Anchor>
            </p>
          </>
        }
        confirm={(code) => call(consoleSession.confirmSecondFactor, { code })}
        onConfirmed={({ recoveryCodes }) => onDone(recoveryCodes)}
        sentenceOf={sentenceOf}
      />
    </>
  )
}

function useToConsole() {
  const navigate = useNavigate()
  return () => {
    const now = sessionNow()
    if (now.is === 'open') sessionOpened({ ...now.technician, enrolling: false })
    void navigate({ to: paths.start, replace: true })
  }
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
