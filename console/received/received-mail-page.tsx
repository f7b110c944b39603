import { Button, NativeSelect, TextInput } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { asRead } from '#browser/query-client.ts'
import { consoleReceivedMail } from '#contract/console/received-mail.ts'
import type { Data } from '#contract/endpoint.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useFormat } from '../messages/index.ts'
import { useReceivedMessages } from '../messages/received/received.ts'
import { paths } from '../paths.ts'
import { useNow } from '../queue/use-now.ts'
import { AFTER_ACT } from '../ticket/ticket-acts.ts'
import styles from './received-mail-page.module.css'

type Mail = Data<typeof consoleReceivedMail.list>['items'][number]

const VIEWS = ['waiting', 'discarded', 'ignored'] as const
type View = (typeof VIEWS)[number]

const RECEIVED = ['received-mail']
const AFTER = [RECEIVED, ...AFTER_ACT]
const FIRST_PART = ''

const receivedQuery = (state: View) =>
  infiniteQueryOptions({
    queryKey: [...RECEIVED, state] as const,
    queryFn: ({ pageParam, ...query }) =>
      call(
        consoleReceivedMail.list,
        { state, limit: 25, ...(pageParam !== FIRST_PART && { after: pageParam }) },
        asRead(query),
      ),
    initialPageParam: FIRST_PART,
    getNextPageParam: ({ next }) => next,
  })

/** «Correo por ordenar»: each mail becomes a ticket, joins one, or is discarded. */
export function ReceivedMailPage() {
  const words = useReceivedMessages()
  const [view, setView] = useState<View>('waiting')
  const [joining, setJoining] = useState<Mail | null>(null)
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    receivedQuery(view),
  )
  usePageTitle(words.title)
  const mails = data?.pages.flatMap(({ items }) => items)
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{words.title}</h1>
      <p className={styles.quiet}>
        {words.lead} {view === 'waiting' && words.keys}
      </p>
      <NativeSelect
        label={words.view}
        maw="16rem"
        data={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        value={view}
        onChange={({ currentTarget }) => setView(VIEWS.find((each) => each === currentTarget.value) ?? 'waiting')}
      />
      {mails && mails.length > 0 ? (
        <ul className={styles.list} aria-label={words.label}>
          {mails.map((mail) => (
            <Row key={mail.id} mail={mail} onJoin={() => setJoining(mail)} />
          ))}
        </ul>
      ) : mails ? (
        <EmptyState title={view === 'waiting' ? words.empty : words.emptyOthers} />
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
      {joining && <JoinDialog mail={joining} onClose={() => setJoining(null)} />}
    </section>
  )
}

const failed = (error: Error) => showAlert('error', sentenceOf(error))

function Row({ mail, onJoin }: { mail: Mail; onJoin: () => void }) {
  const words = useReceivedMessages()
  const raise = useAct(consoleReceivedMail.raise, AFTER)
  const discard = useAct(consoleReceivedMail.discard, AFTER)
  const restore = useAct(consoleReceivedMail.restore, AFTER)
  const subject = mail.subject || words.noSubject
  const isBusy = raise.isPending || discard.isPending || restore.isPending
  const acts = {
    c: () =>
      mail.client &&
      raise.mutate(
        { mail: mail.id },
        { onSuccess: ({ ticket }) => showAlert('success', words.raised(ticket)), onError: failed },
      ),
    u: onJoin,
    x: () =>
      discard.mutate({ mail: mail.id }, { onSuccess: () => showAlert('success', words.discarded), onError: failed }),
  }
  const back = () =>
    restore.mutate({ mail: mail.id }, { onSuccess: () => showAlert('success', words.restored), onError: failed })
  const byKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey || isBusy || mail.state !== 'waiting') return
    if (key === 'c' || key === 'u' || key === 'x') void acts[key]()
  }
  const button = (label: string, onClick: () => unknown, disabled = false) => (
    <Button
      size="xs"
      variant="default"
      disabled={disabled || isBusy}
      aria-label={words.about(label, subject)}
      onClick={() => void onClick()}
      onKeyDown={byKey}
    >
      {label}
    </Button>
  )
  return (
    <li className={styles.mail}>
      <MailText mail={mail} subject={subject} />
      <div className={styles.acts} role="group" aria-label={subject}>
        {mail.state === 'waiting' ? (
          <>
            {button(words.raise, acts.c, mail.client === null)}
            {button(words.join, acts.u)}
            {button(words.discard, acts.x)}
          </>
        ) : (
          button(words.restore, back)
        )}
      </div>
      {mail.state === 'waiting' && mail.client === null && <p className={styles.quiet}>{words.noClient}</p>}
    </li>
  )
}

function MailText({ mail, subject }: { mail: Mail; subject: string }) {
  const words = useReceivedMessages()
  const { ago, dateTime } = useFormat()
  const now = useNow()
  const { client, contact, module, ticket, reason, proof, files, sender, senderName, receivedAt, said, rest } = mail
  const from = [senderName, sender && `<${sender}>`].filter(Boolean).join(' ') || words.unknown
  const whose = [client?.name ?? words.unknown, contact?.name, module && words.module(module)]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.subject}>{subject}</h2>
        <time className={styles.quiet} dateTime={receivedAt.toISOString()} title={dateTime(receivedAt)}>
          {ago(receivedAt, now)}
        </time>
      </div>
      <p className={styles.quiet}>
        {words.from} {from}
        {proof !== 'pass' && ` (${words.notProven})`}
      </p>
      <p className={styles.quiet}>{whose}</p>
      <p className={styles.quiet}>
        {reason && words.reasons[reason]}{' '}
        {ticket !== null && (
          <Link to={paths.ticket} params={{ number: String(ticket) }}>
            {words.ticket(ticket)}
          </Link>
        )}
      </p>
      {said !== '' && <p className={styles.text}>{said}</p>}
      {rest !== '' && (
        <details>
          <summary>{words.rest}</summary>
          <p className={styles.text}>{rest}</p>
        </details>
      )}
      {files.length > 0 && <p className={styles.quiet}>{words.files(files.map(({ name }) => name).join(', '))}</p>}
    </>
  )
}

function JoinDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const words = useReceivedMessages()
  const [typed, setTyped] = useState(mail.ticket === null ? '' : String(mail.ticket))
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useAct(consoleReceivedMail.join, AFTER)
  const confirm = () => {
    const ticket = Number(typed.trim())
    if (!Number.isSafeInteger(ticket) || ticket < 1) return setProblem(words.badNumber)
    mutate(
      { mail: mail.id, ticket },
      {
        onSuccess: (joined) => {
          showAlert('success', words.joined(joined.ticket))
          onClose()
        },
        onError: (error) => setProblem(sentenceOf(error)),
      },
    )
  }
  return (
    <Dialog
      opened
      size="sm"
      title={words.joinTitle}
      dirty={false}
      onClose={onClose}
      footer={
        <Button loading={isPending} onClick={confirm}>
          {words.join}
        </Button>
      }
    >
      <TextInput
        label={words.number}
        inputMode="numeric"
        maxLength={15}
        error={problem}
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={({ key }) => key === 'Enter' && confirm()}
      />
    </Dialog>
  )
}
