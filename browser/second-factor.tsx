import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { CallFailed } from './client.ts'
import styles from './second-factor.module.css'
import type { shellWordsEs } from './messages/shell-words-es.ts'

type Words = (typeof shellWordsEs)['secondFactor'] & { readonly step1: string }

interface EnrolmentProps<Confirmed> {
  readonly words: Words
  readonly secret: { readonly secret: string; readonly address: string }
  /** Opens the app if it is on this device. */
  readonly link: ReactNode
  readonly confirm: (code: string) => Promise<Confirmed>
  readonly onConfirmed: (confirmed: Confirmed) => void
  readonly sentenceOf: (error: unknown) => string
}

/** The person types a new secret into a phone, and a code made with it into this form. */
export function Enrolment<Confirmed>(props: EnrolmentProps<Confirmed>) {
  const { words, secret, link, confirm, onConfirmed, sentenceOf } = props
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [waiting, setWaiting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    try {
      onConfirmed(await confirm(code.replaceAll(/\s/g, '')))
    } catch (error) {
      setProblem((error instanceof CallFailed && Object.values(error.fields)[0]) || sentenceOf(error))
      setWaiting(false)
    }
  }

  return (
    <div className={styles.steps}>
      <p>{words.step1}</p>
      <QrCode text={secret.address} label={words.qr} />
      {link}
      <p className={styles.quiet}>{words.secretLead}</p>
      <p className={styles.secret} role="group" aria-label={words.secret}>
        {grouped(secret.secret)}
      </p>
      <form className={styles.steps} noValidate onSubmit={(event) => void submit(event)}>
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

interface CodesProps {
  readonly words: Pick<Words, 'codesLead' | 'copied' | 'copy'>
  readonly codes: readonly string[]
  /** The label of the last button. */
  readonly kept: string
  readonly onKept: () => void
}

/** The recovery codes, shown once. */
export const RecoveryCodes = ({ words, codes, kept, onKept }: CodesProps) => (
  <div className={styles.steps}>
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
    <Button onClick={onKept}>{kept}</Button>
  </div>
)

/** In groups of four, for typing. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
