import { Button, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconPhoneCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { consoleTickets } from '#contract/console/tickets.ts'
import { byCallWindow } from '#domain/call-window.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useCallMessages } from '../messages/calls.ts'
import { useFormat } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { Standing } from '../queue/standing.tsx'
import { useNow } from '#browser/live/use-now.ts'
import { AFTER_ACT } from '../ticket/ticket-acts.ts'
import { type Callback, callbacksQuery } from './call-queries.ts'
import styles from './calls.module.css'

/** The calls that customers have asked for and not got yet, by their time window. */
export function CallbacksPage() {
  const { pending: words } = useCallMessages()
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(callbacksQuery)
  const [called, setCalled] = useState<Callback | null>(null)
  usePageTitle(words.title)
  const rows = data?.pages.flatMap(({ items }) => items).toSorted(byCallWindow)
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      {rows && rows.length > 0 ? (
        <ul className={styles.callbacks} aria-label={words.label}>
          {rows.map((row) => (
            <Row key={row.number} row={row} onCalled={() => setCalled(row)} />
          ))}
        </ul>
      ) : rows ? (
        <EmptyState title={words.empty} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
      {called && <CalledDialog row={called} onClose={() => setCalled(null)} />}
    </section>
  )
}

function Row({ row, onCalled }: { row: Callback; onCalled: () => void }) {
  const { pending: words } = useCallMessages()
  const { ago, dateTime } = useFormat()
  const now = useNow()
  const { number, title, client, contactName, phone, callWindow, assignee, createdAt } = row
  return (
    <li className={styles.callback}>
      <div className={styles.when}>
        <strong>{callWindow || words.anyTime}</strong>
        <time dateTime={createdAt.toISOString()} title={dateTime(createdAt)} className={styles.quiet}>
          {words.since} {ago(createdAt, now)}
        </time>
      </div>
      <div className={styles.who}>
        <strong>{contactName}</strong>
        <span className={styles.quiet}>{client.name}</span>
      </div>
      <a className={styles.phone} href={`tel:${phone.replaceAll(' ', '')}`}>
        {phone}
      </a>
      <div className={styles.about}>
        <Link to={paths.ticket} params={{ number: String(number) }}>
          {number} {title}
        </Link>
        <span className={styles.line}>
          <Standing ticket={row} />
          <span className={styles.quiet}>{assignee?.name ?? words.nobody}</span>
        </span>
      </div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPhoneCheck size={16} aria-hidden />}
        aria-label={`${words.done}: ${contactName}, ${number}`}
        onClick={onCalled}
      >
        {words.done}
      </Button>
    </li>
  )
}

function CalledDialog({ row: { number, contactName }, onClose }: { row: Callback; onClose: () => void }) {
  const { pending: words } = useCallMessages()
  const [note, setNote] = useState('')
  const { mutate, isPending } = useAct(consoleTickets.calledBack, AFTER_ACT)
  const confirm = () =>
    mutate(
      { ticket: number, note: note.trim() === '' ? null : note },
      {
        onSuccess: () => {
          showAlert('success', words.marked(number))
          onClose()
        },
        onError: (error) => showAlert('error', sentenceOf(error)),
      },
    )
  return (
    <Dialog
      opened
      size="sm"
      title={words.doneTitle(contactName)}
      dirty={note.trim() !== ''}
      onClose={onClose}
      footer={
        <Button loading={isPending} onClick={confirm}>
          {words.confirm}
        </Button>
      }
    >
      <Textarea
        label={words.note}
        rows={4}
        maxLength={20_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) confirm()
        }}
      />
    </Dialog>
  )
}
