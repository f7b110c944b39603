import { Button } from '@mantine/core'
import { useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import type { Contact } from './client-queries.ts'
import masters from './masters.module.css'
import styles from './waiting-address.module.css'

interface Outcome {
  readonly onSuccess: () => void
  readonly onError: (error: unknown) => void
}

interface Act {
  readonly run: (outcome: Outcome) => void
  readonly isPending: boolean
}

interface Props {
  readonly address: NonNullable<Contact['newAddress']>
  /** Null: this technician may not. */
  readonly acts: { readonly resend: Act; readonly drop: Act } | null
  readonly onDone?: () => void
}

/** A changed address that waits to be confirmed, or that nobody confirmed in time. */
export function WaitingAddress({ address: { email, askedAt, expiresAt, refusal }, acts, onDone }: Props) {
  const { technicians: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const [openedAt] = useState(Date.now)
  const outcome = (done: string) => ({
    onSuccess: () => {
      showAlert('success', done)
      onDone?.()
    },
    onError: (error: unknown) => showAlert('error', sentenceOf(error)),
  })
  return (
    <div role="group" className={`${masters.conflict} ${styles.waiting}`} aria-label={words.unconfirmed}>
      <span>
        {refusal !== null
          ? words.emailWaitingRefused(email, refusal)
          : expiresAt.getTime() <= openedAt
            ? words.emailLapsed(email, dateTime(expiresAt))
            : words.emailWaiting(email, dateTime(askedAt), dateTime(expiresAt))}
      </span>
      {acts && (
        <span className={masters.links}>
          <Button
            size="compact-sm"
            variant="default"
            loading={acts.resend.isPending}
            onClick={() => acts.resend.run(outcome(words.confirmationResent(email)))}
          >
            {words.resendConfirmation}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={acts.drop.isPending}
            onClick={() => acts.drop.run(outcome(words.newEmailDropped(email)))}
          >
            {words.dropNewEmail}
          </Button>
        </span>
      )}
    </div>
  )
}
