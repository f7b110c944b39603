import { IconMailOff } from '@tabler/icons-react'
import type { consoleJobs } from '#contract/console/jobs.ts'
import type { Data } from '#contract/endpoint.ts'
import { useFormat } from '../messages/index.ts'
import { useMailboxMessages } from '../messages/received/mailbox.ts'
import styles from './jobs-notice.module.css'

type Unread = NonNullable<Data<typeof consoleJobs.state>['mailbox']>

/** For supervisors: since when and why no mail comes in. It disappears once the mailbox is read again. */
export function MailboxNotice({ mailbox: { since, reason, said } }: { mailbox: Unread }) {
  const words = useMailboxMessages()
  const { dateTime } = useFormat()
  return (
    <section className={styles.notice} aria-labelledby="mailbox-unread">
      <IconMailOff className={styles.icon} size={24} stroke={1.6} aria-hidden />
      <div className={styles.words} role="status">
        <p id="mailbox-unread" className={styles.title}>
          {words.title}
        </p>
        <p>
          {words.since(dateTime(since), words.why[reason])} {said !== '' && words.said(said)} {words.afterwards}
        </p>
      </div>
    </section>
  )
}
