import { useInfiniteQuery } from '@tanstack/react-query'
import { consoleOutbox } from '#contract/console/outbox.ts'
import type { Data } from '#contract/endpoint.ts'
import { TECHNICIAN_MAIL_KINDS, isTechnicianLink } from '#contract/mail.ts'
import { showAlert } from '#ui/alert-store.ts'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { spanOfDays } from '../forms/office-moment.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import masters from '../masters/masters.module.css'
import type { OutboxMessages } from '../messages/outbox-es.ts'
import { useOutboxMessages } from '../messages/outbox.ts'
import { MailState, MailTime, ResendButton } from './mail-cells.tsx'
import { OutboxFilters } from './outbox-filters.tsx'
import { type OutboxFilter, isNarrowed } from './outbox-search.ts'
import styles from './outbox-page.module.css'

type Mail = Data<typeof consoleOutbox.resendToTechnician>

/**
 * The mails to technicians: notifications, and links for passwords and addresses. A link is made anew rather than sent
 * again.
 */
export function TechnicianMails({ filter }: { filter: OutboxFilter }) {
  const words = useOutboxMessages()
  const { mutate, isPending, variables } = useAct(consoleOutbox.resendToTechnician, [MASTERS])
  const resend = ({ id }: Mail) =>
    mutate(
      { mail: id },
      {
        onSuccess: ({ id: sent, email }) =>
          showAlert('success', sent === id ? words.resent(email) : words.linkMadeAnew(email)),
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  const isBusy = ({ id }: Mail) => isPending && variables.mail === id
  return (
    <MasterList
      label={words.titleToTechnicians}
      query={useInfiniteQuery(technicianMailsQuery(filter))}
      rowKey={({ id }) => id}
      filters={<OutboxFilters filter={filter} kinds={words.technicianKinds} />}
      empty={isNarrowed(filter) ? words.emptySearch : words.empty}
      columns={columnsOf(words, { resend, isBusy })}
    />
  )
}

interface Acts {
  readonly resend: (mail: Mail) => void
  readonly isBusy: (mail: Mail) => boolean
}

const columnsOf = (words: OutboxMessages, { resend, isBusy }: Acts): readonly MasterColumn<Mail>[] => [
  { title: words.at, cell: ({ createdAt }) => <MailTime at={createdAt} /> },
  {
    title: words.reader,
    cell: ({ reader, username, email }) => (
      <div className={styles.lines}>
        <span>{reader}</span>
        <span className={masters.quiet}>{username}</span>
        <span className={styles.address}>{email}</span>
      </div>
    ),
    width: '26%',
  },
  { title: words.kind, cell: ({ kind }) => words.technicianKinds[kind] },
  { title: words.state, cell: (mail) => <MailState mail={mail} />, width: '30%' },
  {
    title: words.acts,
    cell: (mail) => (
      <ResendButton
        mail={mail}
        isBusy={isBusy(mail)}
        isMadeAnew={isTechnicianLink(mail.kind)}
        onResend={() => resend(mail)}
      />
    ),
  },
]

const technicianMailsQuery = ({ search, state, kind, from, until }: OutboxFilter) =>
  listQuery(['outbox', 'technicians', { search, state, kind, from, until }], (part, options) =>
    call(
      consoleOutbox.listToTechnicians,
      {
        search,
        state,
        kind: TECHNICIAN_MAIL_KINDS.find((each) => each === kind),
        ...spanOfDays(from, until),
        ...part,
      },
      options,
    ),
  )
