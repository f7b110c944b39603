import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { countInTitle } from '#browser/live/count-in-title.ts'
import { consoleNotifications } from '#contract/console/notifications.ts'
import { call } from '../api.ts'
import { useNotificationMessages } from '../messages/notifications.ts'
import { workListNamed } from '../paths.ts'
import styles from './bell.module.css'
import { NOTIFICATIONS, type Notice, placeOf, unreadQuery } from './notification-queries.ts'
import { NotificationsDialog } from './notifications-dialog.tsx'
import { tell } from './telling.ts'

const MOST_SHOWN = 99

/** This technician's notifications: the count on the bell and in the title, and the list behind the bell. */
export function Bell() {
  const words = useNotificationMessages()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  useReadByOpening(unread)
  useEffect(() => countInTitle(unread), [unread])
  const said = useTelling(data?.newest)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={styles.bell}
        aria-label={words.bell(unread)}
        title={words.title}
        onClick={() => setOpen(true)}
      >
        <IconBell size={22} stroke={1.6} aria-hidden />
        {unread > 0 && (
          <span className={styles.count} aria-hidden>
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </ActionIcon>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {/* Its heading is not part of the page. */}
      {isOpen && createPortal(<NotificationsDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

/** Notifications about the record on the screen count as read once somebody looks at it. */
function useReadByOpening(unread: number): void {
  const client = useQueryClient()
  const isVisible = useDocumentVisibility() === 'visible'
  const { number, lista } = useParams({ strict: false })
  useEffect(() => {
    const subject = lista === undefined ? 'ticket' : workListNamed(lista)
    if (unread === 0 || number === undefined || !subject || !isVisible) return
    void call(consoleNotifications.read, { subject, number: Number(number) }).then(
      (now) => {
        client.setQueryData(unreadQuery.queryKey, now)
        return client.invalidateQueries({ queryKey: [...NOTIFICATIONS, 'list'] })
      },
      // The next visit marks them.
      () => undefined,
    )
  }, [client, unread, number, lista, isVisible])
}

/**
 * Announces each notification that has come since the console was opened, once. Returns the latest one in words, for
 * screen readers.
 */
function useTelling(newest: Notice | null | undefined): string {
  const words = useNotificationMessages()
  const navigate = useNavigate()
  const last = useRef<number | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    // The first answer holds the notifications from before the console was opened: these are not announced.
    if (newest === undefined) return
    const before = last.current
    last.current = Math.max(newest?.id ?? 0, before ?? 0)
    if (!newest || before === null || newest.id <= before) return
    const { id, kind, subject, number, title } = newest
    const text = `${words.number[subject](number)} · ${title}`
    setSaid(`${words.kind[kind]}: ${text}`)
    // Without its code only the bell shows them.
    tell({ id, title: words.kind[kind], text }, () => void navigate(placeOf(newest))).catch(() => undefined)
  }, [newest, words, navigate])
  return said
}
