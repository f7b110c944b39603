import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useReceivedMessages } from '../messages/received/received.ts'
import { JoinDialog } from './join-dialog.tsx'
import { OwnerDialog } from './owner-dialog.tsx'
import { ReceivedMailRow } from './received-mail-row.tsx'
import { type Mail, VIEWS, type View, receivedQuery } from './received-queries.ts'
import styles from './received-mail-page.module.css'

/** «Correo por ordenar»: each mail becomes a ticket, joins one, or is discarded. */
export function ReceivedMailPage() {
  const words = useReceivedMessages()
  const [view, setView] = useState<View>('waiting')
  const [joining, setJoining] = useState<Mail | null>(null)
  const [choosing, setChoosing] = useState<Mail | null>(null)
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
            <ReceivedMailRow
              key={mail.id}
              mail={mail}
              onJoin={() => setJoining(mail)}
              onChoose={() => setChoosing(mail)}
            />
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
      {choosing && <OwnerDialog mail={choosing} onClose={() => setChoosing(null)} />}
      {joining && <JoinDialog mail={joining} onClose={() => setJoining(null)} />}
    </section>
  )
}
