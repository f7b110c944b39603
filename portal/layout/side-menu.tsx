import { type LinkProps, Link, useLocation } from '@tanstack/react-router'
import { type TablerIcon, IconAdjustments, IconAddressBook, IconBooks, IconHome, IconTicket } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import { useAccount } from '../session/session-store.ts'
import styles from './side-menu.module.css'
import { UndecidedMark } from './undecided-mark.tsx'

interface Entry {
  readonly link: Pick<LinkProps, 'to' | 'params'>
  readonly icon: TablerIcon
  readonly words: string
  /** Another address whose screens belong to this entry. */
  readonly also?: string
  /** The number of things that wait there for this person. */
  readonly mark?: ReactNode
}

/** The screens that this person may see (spec §2, Layout). */
export function SideMenu({ id, opened, onNavigate }: { id: string; opened: boolean; onNavigate: () => void }) {
  const { layout, pages } = useMessages()
  const { administrator, limited } = useAccount()
  const { pathname } = useLocation()
  const entries: readonly Entry[] = [
    { link: { to: paths.home }, icon: IconHome, words: layout.home },
    { link: { to: paths.tickets, params: { atajo: 'lista' } }, icon: IconTicket, words: layout.tickets },
    ...(limited
      ? []
      : [{ link: { to: paths.manuals }, icon: IconBooks, words: pages.menu.manuals, also: paths.versions }]),
    ...(administrator
      ? [
          {
            link: { to: paths.options },
            icon: IconAdjustments,
            words: pages.menu.options,
            mark: <UndecidedMark className={styles.waits} />,
          },
        ]
      : []),
    { link: { to: paths.contact }, icon: IconAddressBook, words: pages.menu.contact },
  ]
  return (
    <nav id={id} aria-label={layout.mainMenu} className={styles.menu} data-opened={opened}>
      {entries.map(({ link, icon: Icon, words, also, mark }) => (
        <Link
          key={link.to}
          {...link}
          {...(also && pathname.startsWith(also) && HERE)}
          className={styles.link}
          onClick={onNavigate}
        >
          <Icon size={20} stroke={1.7} aria-hidden />
          {words}
          {mark}
        </Link>
      ))}
    </nav>
  )
}

/** The router's mark for the current entry. */
const HERE = { 'data-status': 'active', 'aria-current': 'page' } as const
