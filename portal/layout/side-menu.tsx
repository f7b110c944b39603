import { Link } from '@tanstack/react-router'
import { IconHome, IconTicket } from '@tabler/icons-react'
import { useMessages } from '../messages/index.ts'
import { paths } from '../paths.ts'
import styles from './side-menu.module.css'

export function SideMenu({ id, opened, onNavigate }: { id: string; opened: boolean; onNavigate: () => void }) {
  const { layout } = useMessages()
  return (
    <nav id={id} aria-label={layout.mainMenu} className={styles.menu} data-opened={opened}>
      <Link to={paths.home} className={styles.link} onClick={onNavigate}>
        <IconHome size={20} stroke={1.7} aria-hidden />
        {layout.home}
      </Link>
      <Link to={paths.tickets} params={{ atajo: 'lista' }} className={styles.link} onClick={onNavigate}>
        <IconTicket size={20} stroke={1.7} aria-hidden />
        {layout.tickets}
      </Link>
    </nav>
  )
}
