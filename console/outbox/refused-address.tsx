import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { consoleOutbox } from '#contract/console/outbox.ts'
import type { Data } from '#contract/endpoint.ts'
import type { consoleTickets } from '#contract/console/tickets.ts'
import { showAlert } from '#ui/alert-store.ts'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { MASTERS } from '../lists/list-query.ts'
import masters from '../masters/masters.module.css'
import { useFormat } from '../messages/index.ts'
import { useOutboxMessages } from '../messages/outbox.ts'
import { paths } from '../paths.ts'
import { TICKET } from '../ticket/ticket-queries.ts'
import styles from './outbox-page.module.css'

interface Props {
  readonly client: number
  readonly refusal: NonNullable<Data<typeof consoleTickets.view>['mailRefusal']>
  /** The person in whose form the address can be changed. */
  readonly contact?: number | undefined
}

/** Says that the customer gets no mail and why, with the act that tries their address again. */
export function RefusedAddress({ client, refusal: { email, at, reason }, contact }: Props) {
  const words = useOutboxMessages()
  const { dateTime } = useFormat()
  const { mutate, isPending } = useAct(consoleOutbox.retryAddress, [MASTERS, TICKET])
  const retry = () =>
    mutate(
      { client, email },
      {
        onSuccess: () => showAlert('success', words.retried(email)),
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  return (
    <div role="group" className={`${masters.conflict} ${styles.refusal}`} aria-label={words.refusedTitle}>
      <div className={styles.lines} role="status">
        <strong>{words.refused(email, dateTime(at))}</strong>
        <span className={styles.reason}>{words.saidByServer(reason)}</span>
      </div>
      <span className={masters.links}>
        {contact !== undefined && (
          <Link to={paths.contact} params={{ client: String(client), contact: String(contact) }}>
            {words.toContact}
          </Link>
        )}
        <Button size="compact-sm" variant="default" loading={isPending} onClick={retry}>
          {words.retryAddress}
        </Button>
      </span>
    </div>
  )
}
