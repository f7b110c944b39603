import { Button, Checkbox } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOptimistic, useState, useTransition } from 'react'
import { readAgain } from '#browser/read-again.ts'
import { NOTIFICATION_KINDS, consoleNotifications } from '#contract/console/notifications.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { sentenceOf } from '../api.ts'
import { useFormat } from '../messages/index.ts'
import { useNotificationMessages } from '../messages/notifications.ts'
import { NOTIFICATIONS, type Notice, notificationsQuery, placeOf } from './notification-queries.ts'
import styles from './notifications-dialog.module.css'
import { setDesktop, setSound, tellsBySound, tellsOnDesktop } from './telling.ts'

/** The list behind the bell, and the technician's choice of kinds. */
export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const words = useNotificationMessages()
  const query = useInfiniteQuery(notificationsQuery)
  const read = useAct(consoleNotifications.read, [NOTIFICATIONS])
  const items = query.data?.pages.flatMap((page) => page.items)
  const readAll = () => read.mutate({}, { onError: (error) => showAlert('error', sentenceOf(error)) })
  return (
    <Dialog
      opened
      title={words.title}
      leave="back"
      onClose={onClose}
      footer={
        <Button
          variant="default"
          disabled={!items?.some((one) => !one.read)}
          loading={read.isPending}
          onClick={readAll}
        >
          {words.readAll}
        </Button>
      }
    >
      {items === undefined ? (
        query.isError ? (
          <ErrorState text={sentenceOf(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : items.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyLead}</EmptyState>
      ) : (
        <ul className={styles.list}>
          {items.map((notice) => (
            <Row key={notice.id} notice={notice} onOpen={onClose} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {words.more}
        </Button>
      )}
      {query.data?.pages[0] && (
        <>
          <Choices silenced={query.data.pages[0].silenced} />
          <ByMail {...query.data.pages[0]} />
        </>
      )}
    </Dialog>
  )
}

function Row({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const words = useNotificationMessages()
  const { dateTime } = useFormat()
  const { kind, subject, number, title, at, read } = notice
  return (
    <li data-unread={!read || undefined}>
      <Link {...placeOf(notice)} className={styles.link} onClick={onOpen}>
        <span className={styles.kind}>
          {words.kind[kind]}
          {!read && <span className={styles.unread}> · {words.unread}</span>}
        </span>
        <span className={styles.about}>
          {words.number[subject](number)} · {title}
        </span>
        <time className={styles.at} dateTime={at.toISOString()}>
          {dateTime(at)}
        </time>
      </Link>
    </li>
  )
}

interface ByMailProps {
  readonly silenced: readonly Notice['kind'][]
  readonly unmailed: readonly Notice['kind'][]
  readonly email: string | null
}

/** The kinds that reach the technician by mail while they have no console open. */
function ByMail({ silenced, unmailed, email }: ByMailProps) {
  const words = useNotificationMessages()
  const { leftOut, choose } = useChoice('unmailed', unmailed)
  return (
    <details className={styles.choices}>
      <summary>{words.byMail}</summary>
      <p className={styles.hint}>{email === null ? words.noAddress : words.mailedTo(email)}</p>
      {email !== null && (
        <div className={styles.checks}>
          {NOTIFICATION_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={words.choice[kind]}
              checked={!leftOut.includes(kind) && !silenced.includes(kind)}
              disabled={silenced.includes(kind)}
              onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
            />
          ))}
        </div>
      )}
    </details>
  )
}

/**
 * The kinds left out as shown, and how to add or remove one. A choice shows from the press until the list has been read
 * again; the next one waits for that.
 */
function useChoice(of: 'silenced' | 'unmailed', saved: readonly Notice['kind'][]) {
  const client = useQueryClient()
  const { mutateAsync } = useAct(consoleNotifications[CHOOSING[of]], [NOTIFICATIONS])
  const [isPending, startChoosing] = useTransition()
  const [leftOut, showLeftOut] = useOptimistic(saved)
  const choose = (kind: Notice['kind'], wanted: boolean) => {
    if (isPending) return
    const kinds = wanted ? saved.filter((one) => one !== kind) : [...saved, kind]
    startChoosing(async () => {
      showLeftOut(kinds)
      try {
        await mutateAsync({ kinds })
        await readAgain(client, notificationsQuery.queryKey)
      } catch (error) {
        showAlert('error', sentenceOf(error))
      }
    })
  }
  return { leftOut, choose }
}

const CHOOSING = { silenced: 'silence', unmailed: 'unmail' } as const

function Choices({ silenced }: { silenced: readonly Notice['kind'][] }) {
  const words = useNotificationMessages()
  const { leftOut, choose } = useChoice('silenced', silenced)
  const [desktop, putDesktop] = useState(tellsOnDesktop)
  const [sound, putSound] = useState(tellsBySound)
  const chooseDesktop = async (wanted: boolean) => {
    putDesktop(wanted)
    if (await setDesktop(wanted)) return
    putDesktop(false)
    showAlert('warning', words.desktopRefused)
  }
  return (
    <details className={styles.choices}>
      <summary>{words.choices}</summary>
      <div className={styles.checks}>
        {NOTIFICATION_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={words.choice[kind]}
            checked={!leftOut.includes(kind)}
            onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
          />
        ))}
      </div>
      <p className={styles.here}>{words.here}</p>
      <div className={styles.checks}>
        <Checkbox
          label={words.desktop}
          description={words.desktopHint}
          checked={desktop}
          onChange={({ currentTarget }) => void chooseDesktop(currentTarget.checked)}
        />
        <Checkbox
          label={words.sound}
          checked={sound}
          onChange={({ currentTarget: { checked } }) => {
            setSound(checked)
            putSound(checked)
          }}
        />
      </div>
    </details>
  )
}
