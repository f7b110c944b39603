import { VisuallyHidden } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { TablerIcon } from '@tabler/icons-react'
import { shownCount } from '#browser/shown-count.ts'
import { useMessages } from '../messages/index.ts'
import styles from './side-menu.module.css'

interface EntryProps {
  readonly icon: TablerIcon
  readonly words: string
  readonly link: LinkProps
  readonly count?: number | undefined
  /** Whether there are more than that. */
  readonly hasMore?: boolean | undefined
  /** The number of these that have something unread. */
  readonly unread?: number | undefined
  readonly alarming?: boolean
  readonly onNavigate: () => void
}

/** One line of the menu. */
export function MenuEntry({
  icon: Icon,
  words,
  link,
  count,
  hasMore = false,
  unread = 0,
  alarming = false,
  onNavigate,
}: EntryProps) {
  const { layout } = useMessages()
  return (
    <Link
      {...link}
      className={styles.link}
      data-alarming={alarming || undefined}
      onClick={onNavigate}
      {...(count !== undefined && !unread && { 'aria-label': layout.counted(words, count, hasMore) })}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={styles.words}>{words}</span>
      {unread > 0 && (
        // There is no room for the words beside the name and the count.
        <span className={styles.unread} title={layout.unread(unread)}>
          <span aria-hidden>{shownCount(unread)}</span>
          <VisuallyHidden>{layout.unread(unread)}</VisuallyHidden>
        </span>
      )}
      {count !== undefined && <span className={styles.count}>{hasMore ? `${count}+` : count}</span>}
    </Link>
  )
}
