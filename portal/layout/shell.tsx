import { Outlet } from '@tanstack/react-router'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useMessages } from '../messages/index.ts'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { WithQueries } from './with-queries.tsx'

/** The layout of spec §2: top bar and side menu around the screen. */
export function Shell() {
  const { layout } = useMessages()
  const [menuOpened, setMenuOpened] = useState(false)
  const menuId = useId()
  const Icon = menuOpened ? IconX : IconMenu2
  return (
    <div className={styles.shell}>
      <SkipLink />
      <TopBar
        menuButton={
          <button
            type="button"
            className={styles.burger}
            aria-controls={menuId}
            aria-expanded={menuOpened}
            aria-label={menuOpened ? layout.closeMenu : layout.openMenu}
            onClick={() => setMenuOpened(!menuOpened)}
          >
            <Icon size={24} aria-hidden />
          </button>
        }
      />
      <div className={styles.columns}>
        <SideMenu id={menuId} opened={menuOpened} onNavigate={() => setMenuOpened(false)} />
        <main id="contenido" tabIndex={-1} className={styles.main}>
          <WithQueries>
            <Outlet />
          </WithQueries>
        </main>
      </div>
    </div>
  )
}
