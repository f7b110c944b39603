import { Button } from '@mantine/core'
import { useState } from 'react'
import { consoleNewAddress } from '#contract/console/new-address.ts'
import { showAlert } from '#ui/alerts.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import masters from '../masters/masters.module.css'
import { useFormat } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import styles from './waiting-address.module.css'
import { TECHNICIANS, type Technician } from './technician-queries.ts'

interface Props {
  readonly username: string
  readonly address: NonNullable<Technician['newAddress']>
  readonly onDone: () => void
}

/** A technician's changed address that waits to be confirmed, or that nobody confirmed in time. */
export function WaitingAddress({ username, address: { email, askedAt, expiresAt, refusal }, onDone }: Props) {
  const { technicians: words } = useMasterMessages()
  const { dateTime } = useFormat()
  const [openedAt] = useState(Date.now)
  const resend = useAct(consoleNewAddress.resend, [TECHNICIANS])
  const drop = useAct(consoleNewAddress.drop, [TECHNICIANS])
  const outcome = (done: string) => ({
    onSuccess: () => {
      showAlert('success', done)
      onDone()
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
      <span className={masters.links}>
        <Button
          size="compact-sm"
          variant="default"
          loading={resend.isPending}
          onClick={() => resend.mutate({ username }, outcome(words.confirmationResent(email)))}
        >
          {words.resendConfirmation}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={drop.isPending}
          onClick={() => drop.mutate({ username }, outcome(words.newEmailDropped(email)))}
        >
          {words.dropNewEmail}
        </Button>
      </span>
    </div>
  )
}
