import { TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { consoleOutbox } from '#contract/console/outbox.ts'
import type { Data } from '#contract/endpoint.ts'
import { MAIL_KINDS } from '#contract/mail.ts'
import { monthOfNumber } from '#domain/report/mailed-month.ts'
import { showAlert } from '#ui/alert-store.ts'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { spanOfDays } from '../forms/office-moment.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import type { OutboxMessages } from '../messages/outbox-es.ts'
import { useOutboxMessages } from '../messages/outbox.ts'
import { WORK_LISTS, paths } from '../paths.ts'
import { MailState, MailTime, ResendButton } from './mail-cells.tsx'
import { OutboxFilters } from './outbox-filters.tsx'
import { type OutboxFilter, isNarrowed, listAddressOf, outboxAddress } from './outbox-search.ts'
import { TechnicianMails } from './technician-mails.tsx'
import styles from './outbox-page.module.css'

type Mail = Data<typeof consoleOutbox.resend>

/** The sent and the waiting mails, with the reasons of failures; for supervisors. */
export function OutboxPage() {
  const words = useOutboxMessages()
  const filter = outboxAddress.read(useSearch({ strict: false }))
  return (
    <MasterPage title={words.title} lead={words.lead}>
      <nav className={masters.tabs} aria-label={words.tabs}>
        {([undefined, 'technicians'] as const).map((to) => (
          <Link
            key={to ?? 'customers'}
            to={paths.outbox}
            search={listAddressOf(to)}
            // Otherwise the tab of a filtered list would not count as current, and each of the two tabs would also
            // match the other.
            activeOptions={{ exact: true }}
            aria-current={filter.to === to ? 'page' : undefined}
          >
            {to === undefined ? words.toCustomers : words.toTechnicians}
          </Link>
        ))}
      </nav>
      {filter.to === 'technicians' ? <TechnicianMails filter={filter} /> : <CustomerMails filter={filter} />}
    </MasterPage>
  )
}

function CustomerMails({ filter }: { filter: OutboxFilter }) {
  const words = useOutboxMessages()
  const { mutate, isPending, variables } = useAct(consoleOutbox.resend, [MASTERS])
  const resend = ({ client, id }: Mail) =>
    mutate(
      { client: client.code, mail: id },
      {
        onSuccess: ({ email }) => showAlert('success', words.resent(email)),
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  const isBusy = ({ id }: Mail) => isPending && variables.mail === id
  return (
    <MasterList
      label={words.title}
      query={useInfiniteQuery(outboxQuery(filter))}
      rowKey={({ id }) => id}
      filters={
        <OutboxFilters filter={filter} kinds={words.kinds}>
          {(field) => (
            <>
              <TextInput
                {...field('client')}
                className={styles.number}
                label={words.clientCode}
                inputMode="numeric"
                maxLength={9}
              />
              <TextInput
                {...field('ticket')}
                className={styles.number}
                label={words.ticket}
                inputMode="numeric"
                maxLength={12}
              />
            </>
          )}
        </OutboxFilters>
      }
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
  {
    title: words.at,
    cell: ({ createdAt }) => <MailTime at={createdAt} />,
  },
  {
    title: words.reader,
    cell: ({ reader, email, client }) => (
      <div className={styles.lines}>
        <span>{reader}</span>
        <span className={styles.address}>{email || words.noAddress}</span>
        <Link to={paths.client} params={{ client: String(client.code) }}>
          {client.name}
        </Link>
      </div>
    ),
    width: '26%',
  },
  {
    title: words.kind,
    cell: (mail) => (
      <div className={styles.lines}>
        <span>{words.kinds[mail.kind]}</span>
        <Concerned by={mail} words={words} />
      </div>
    ),
  },
  {
    title: words.state,
    cell: (mail) => <MailState mail={mail} />,
    width: '30%',
  },
  {
    title: words.acts,
    cell: (mail) => <ResendButton mail={mail} isBusy={isBusy(mail)} onResend={() => resend(mail)} />,
  },
]

function Concerned({ by: { client, ticket, about }, words }: { by: Mail; words: OutboxMessages }) {
  return (
    <>
      {ticket !== null && (
        <Link to={paths.ticket} params={{ number: String(ticket) }}>
          {words.ticketNumbered(ticket)}
        </Link>
      )}
      {about?.subject === 'problem' && (
        <Link to={paths.problem} params={{ problem: String(about.number) }}>
          {words.subjects.problem(about.number)}
        </Link>
      )}
      {about?.subject === 'report' && (
        <Link
          to={paths.clientReport}
          params={{ client: String(client.code) }}
          search={{ periodo: monthOfNumber(about.number) }}
        >
          {words.subjects.report(about.number)}
        </Link>
      )}
      {about && about.subject !== 'problem' && about.subject !== 'report' && (
        <Link to={paths.work} params={{ lista: WORK_LISTS[about.subject], number: String(about.number) }}>
          {words.subjects[about.subject](about.number)}
        </Link>
      )}
    </>
  )
}

const outboxQuery = (filter: OutboxFilter) => {
  const { from, until, to: _to, kind, ...rest } = filter
  const asked = MAIL_KINDS.find((each) => each === kind)
  return listQuery(['outbox', filter], (part, options) =>
    call(consoleOutbox.list, { ...rest, kind: asked, ...spanOfDays(from, until), ...part }, options),
  )
}
