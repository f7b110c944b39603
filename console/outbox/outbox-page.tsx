import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Format } from '#browser/format.ts'
import { consoleOutbox } from '#contract/console/outbox.ts'
import type { Data } from '#contract/endpoint.ts'
import { MAIL_KINDS, MAIL_STATES } from '#contract/mail.ts'
import { showAlert } from '#ui/alert-store.ts'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { Badge } from '../forms/badge.tsx'
import { spanOfDays } from '../forms/office-moment.ts'
import { MASTERS, listQuery } from '../lists/list-query.ts'
import { type MasterColumn, MasterList } from '../lists/master-list.tsx'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import { useFormat } from '../messages/index.ts'
import type { OutboxMessages } from '../messages/outbox-es.ts'
import { useOutboxMessages } from '../messages/outbox.ts'
import { WORK_LISTS, paths } from '../paths.ts'
import { type OutboxFilter, outboxAddress } from './outbox-search.ts'
import styles from './outbox-page.module.css'

type Mail = Data<typeof consoleOutbox.resend>

const TONES = {
  queued: 'quiet',
  sending: 'quiet',
  sent: 'good',
  'possibly-sent': 'warning',
  failed: 'warning',
  suppressed: 'quiet',
} as const

/** The sent and the waiting mails, and the reason if one failed; for supervisors. */
export function OutboxPage() {
  const words = useOutboxMessages()
  const format = useFormat()
  const filter = outboxAddress.read(useSearch({ strict: false }))
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
    <MasterPage title={words.title} lead={words.lead}>
      <MasterList
        label={words.title}
        query={useInfiniteQuery(outboxQuery(filter))}
        rowKey={({ id }) => id}
        filters={<Filters filter={filter} />}
        empty={Object.keys(filter).length > 0 ? words.emptySearch : words.empty}
        columns={columnsOf(words, format, { resend, isBusy })}
      />
    </MasterPage>
  )
}

interface Acts {
  readonly resend: (mail: Mail) => void
  readonly isBusy: (mail: Mail) => boolean
}

const columnsOf = (
  words: OutboxMessages,
  { dateTime }: Format,
  { resend, isBusy }: Acts,
): readonly MasterColumn<Mail>[] => [
  {
    title: words.at,
    cell: ({ createdAt }) => (
      <time className={masters.oneLine} dateTime={createdAt.toISOString()}>
        {dateTime(createdAt)}
      </time>
    ),
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
    cell: ({ state, reason, attempts, nextAt, settledAt, resentAt }) => (
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
    ),
    width: '30%',
  },
  {
    title: words.acts,
    cell: (mail) =>
      mail.mayResend ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy(mail)}
          aria-label={mail.state === 'queued' ? words.tryNowFor(mail.email) : words.resendTo(mail.email)}
          onClick={() => resend(mail)}
        >
          {mail.state === 'queued' ? words.tryNow : words.resend}
        </Button>
      ) : (
        '–'
      ),
  },
]

function Concerned({ by: { ticket, about }, words }: { by: Mail; words: OutboxMessages }) {
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
      {about && about.subject !== 'problem' && (
        <Link to={paths.work} params={{ lista: WORK_LISTS[about.subject], number: String(about.number) }}>
          {words.subjects[about.subject](about.number)}
        </Link>
      )}
    </>
  )
}

function Filters({ filter }: { filter: OutboxFilter }) {
  const words = useOutboxMessages()
  const navigate = useNavigate()
  const narrow = (part: Readonly<Partial<Record<keyof OutboxFilter, string>>>) =>
    void navigate({
      to: paths.outbox,
      search: outboxAddress.changed(outboxAddress.written(filter), part),
      replace: true,
    })
  const field = (name: keyof OutboxFilter) => ({
    size: 'xs',
    // The address's value; another address resets the field.
    key: `${name} ${filter[name] ?? ''}`,
    defaultValue: String(filter[name] ?? ''),
    onBlur: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      if (currentTarget.value !== String(filter[name] ?? '')) narrow({ [name]: currentTarget.value })
    },
  })
  const choice = (name: 'state' | 'kind') => ({
    size: 'xs',
    value: filter[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: HTMLSelectElement }) => narrow({ [name]: currentTarget.value }),
  })
  return (
    <form
      role="search"
      aria-label={words.search}
      className={masters.inline}
      onSubmit={(event) => {
        event.preventDefault()
        // A field's text is taken when the field loses the focus.
        if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      }}
    >
      <TextInput {...field('search')} label={words.reader} maxLength={100} data-list-search />
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
      <NativeSelect
        {...choice('state')}
        label={words.state}
        data={[{ value: '', label: words.any }, ...MAIL_STATES.map((value) => ({ value, label: words.states[value] }))]}
      />
      <NativeSelect
        {...choice('kind')}
        label={words.kind}
        data={[{ value: '', label: words.any }, ...MAIL_KINDS.map((value) => ({ value, label: words.kinds[value] }))]}
      />
      <TextInput {...field('from')} type="date" label={words.from} />
      <TextInput {...field('until')} type="date" label={words.until} />
      <Button type="submit" size="xs" variant="default">
        {words.submit}
      </Button>
      {Object.keys(filter).length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void navigate({ to: paths.outbox, search: {}, replace: true })}
        >
          {words.clear}
        </Button>
      )}
    </form>
  )
}

const outboxQuery = (filter: OutboxFilter) => {
  const { from, until, ...rest } = filter
  return listQuery(['outbox', filter], (part, options) =>
    call(consoleOutbox.list, { ...rest, ...spanOfDays(from, until), ...part }, options),
  )
}
