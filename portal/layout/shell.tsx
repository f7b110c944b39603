import { Outlet } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { MenuButton } from '#ui/menu-button.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { useMessages } from '../messages/index.ts'
import { NoticesBanner } from '../notices/notices-banner.tsx'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { WithQueries } from './with-queries.tsx'

/** The layout of spec §2: top bar and side menu around the screen. */
export function Shell() {
  const { layout } = useMessages()
  const [menuOpened, setMenuOpened] = useState(false)
  const menuId = useId()
  return (
    <div className={styles.shell}>
      <SkipLink words={layout.skipToContent} />
      <TopBar
        menuButton={
          <span className={styles.burger}>
            <MenuButton
              menu={menuId}
              opened={menuOpened}
              words={menuOpened ? layout.closeMenu : layout.openMenu}
              onToggle={() => setMenuOpened(!menuOpened)}
            />
          </span>
        }
      />
      <div className={styles.columns}>
        <SideMenu id={menuId} opened={menuOpened} onNavigate={() => setMenuOpened(false)} />
        <main id="contenido" tabIndex={-1} className={styles.main}>
          <WithQueries>
            <NoticesBanner />
            <Outlet />
          </WithQueries>
        </main>
      </div>
    </div>
  )
}
