import { Anchor, Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Data } from '#contract/endpoint.ts'
import { session } from '#contract/session.ts'
import { showAlert } from '#ui/alerts.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { CallFailed, call, sentenceOf } from '../api.ts'
import { useEntranceMessages } from '../messages/language.ts'
import styles from './second-factor-setup.module.css'

export interface NewFactor {
  readonly credentials: { readonly username: string; readonly password: string }
  readonly secret: Data<typeof session.newSecondFactor>
}

type Confirmed = Data<typeof session.confirmSecondFactor>

interface Props {
  readonly factor: NewFactor
  /** The person has seen the recovery codes; the account is set if a session was opened. */
  readonly onDone: (account: Confirmed['account']) => void
}

/** The new secret goes into a phone and a code comes back; then the recovery codes are shown once. */
export function SecondFactorSetup({ factor, onDone }: Props) {
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  return confirmed ? (
    <RecoveryCodes codes={confirmed.recoveryCodes} onKept={() => onDone(confirmed.account)} />
  ) : (
    <Enrolment factor={factor} onConfirmed={setConfirmed} />
  )
}

function Enrolment({
  factor: { credentials, secret },
  onConfirmed,
}: {
  factor: NewFactor
  onConfirmed: (confirmed: Confirmed) => void
}) {
  const { secondFactor: words } = useEntranceMessages()
  const heading = useFocused<HTMLHeadingElement>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [waiting, setWaiting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    try {
      onConfirmed(await call(session.confirmSecondFactor, { ...credentials, verificationCode: code }))
    } catch (error) {
      setProblem((error instanceof CallFailed && error.fields['verificationCode']) || sentenceOf(error))
      setWaiting(false)
    }
  }

  return (
    <div className={styles.steps}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {words.setUp}
      </h2>
      <p>{words.step1}</p>
      <QrCode text={secret.address} label={words.qr} />
      <p>
        <Anchor href={secret.address}>{words.link}</Anchor>
      </p>
      <p className={styles.quiet}>{words.secretLead}</p>
      <p className={styles.secret} role="group" aria-label={words.secret}>
        {grouped(secret.secret)}
      </p>
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
    </div>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { secondFactor: words } = useEntranceMessages()
  const heading = useFocused<HTMLHeadingElement>()
  return (
    <div className={styles.steps}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {words.codesTitle}
      </h2>
      <p>{words.codesLead}</p>
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
      <Button onClick={onKept}>{words.kept}</Button>
    </div>
  )
}

/** The button that led here is gone, and the focus with it. */
function useFocused<E extends HTMLElement>() {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

/** In groups of four, for typing. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
