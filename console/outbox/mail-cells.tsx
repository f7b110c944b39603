import { Button } from '@mantine/core'
import type { consoleOutbox } from '#contract/console/outbox.ts'
import type { Data } from '#contract/endpoint.ts'
import { Badge } from '../forms/badge.tsx'
import masters from '../masters/masters.module.css'
import { useFormat } from '../messages/index.ts'
import { useOutboxMessages } from '../messages/outbox.ts'
import styles from './outbox-page.module.css'

type AnyMail = Data<typeof consoleOutbox.resend> | Data<typeof consoleOutbox.resendToTechnician>

const TONES = {
  queued: 'quiet',
  sending: 'quiet',
  sent: 'good',
  'possibly-sent': 'warning',
  failed: 'warning',
  suppressed: 'quiet',
} as const

export function MailTime({ at }: { at: Date }) {
  const { dateTime } = useFormat()
  return (
    <time className={masters.oneLine} dateTime={at.toISOString()}>
      {dateTime(at)}
    </time>
  )
}

/** The outcome of a mail, and the reason. */
export function MailState({ mail }: { mail: AnyMail }) {
  const words = useOutboxMessages()
  const { dateTime } = useFormat()
  const { state, reason, attempts, nextAt, settledAt, resentAt } = mail
  return (
    <div className={styles.lines}>
      <span>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </span>
      {settledAt && <span className={masters.quiet}>{dateTime(settledAt)}</span>}
      {nextAt && <span className={masters.quiet}>{words.next(dateTime(nextAt))}</span>}
      {attempts > 1 && <span className={masters.quiet}>{words.attempts(attempts)}</span>}
      {resentAt && <span className={masters.quiet}>{words.resentAt(dateTime(resentAt))}</span>}
      {state === 'possibly-sent' && <span className={masters.quiet}>{words.possiblySent}</span>}
      {reason !== '' && <span className={styles.reason}>{words.reasons[reason] ?? reason}</span>}
    </div>
  )
}

interface ResendProps {
  readonly mail: AnyMail
  readonly isBusy: boolean
  readonly onResend: () => void
  /** The old link is gone: a new one is made. */
  readonly isMadeAnew?: boolean
}

export function ResendButton({ mail, isBusy, onResend, isMadeAnew = false }: ResendProps) {
  const words = useOutboxMessages()
  const { state, email } = mail
  if (!mail.mayResend) return '–'
  const [label, name] =
    state === 'queued'
      ? [words.tryNow, words.tryNowFor(email)]
      : isMadeAnew
        ? [words.anotherLink, words.anotherLinkTo(email)]
        : [words.resend, words.resendTo(email)]
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} aria-label={name} onClick={onResend}>
      {label}
    </Button>
  )
}
