import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { MenuButton } from '#ui/menu-button.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { ShortcutsDialog } from '../keyboard/shortcuts-dialog.tsx'
import { type Shortcut, listenToKeys, shortcutsNow, useShortcuts } from '../keyboard/shortcuts.ts'
import { useMessages } from '../messages/index.ts'
import { JobsNotice } from './jobs-notice.tsx'
import { queryClient } from './query-client.ts'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useGoing } from './going.ts'

/** What is around every screen: top bar, the views at the side, and the keys that act everywhere. */
export const Shell = () => (
  <QueryClientProvider client={queryClient}>
    <Frame />
  </QueryClientProvider>
)

function Frame() {
  const { layout, keys } = useMessages()
  const [menuOpened, setMenuOpened] = useState(false)
  const [help, setHelp] = useState<readonly Shortcut[] | null>(null)
  const menuId = useId()
  useEffect(listenToKeys, [])
  useShortcuts([{ keys: '?', group: 'go', words: keys.help, run: () => setHelp(shortcutsNow()) }, ...useGoing()])
  return (
    <div className={styles.shell}>
      <SkipLink words={layout.skipToContent} />
      <TopBar
        onHelp={() => setHelp(shortcutsNow())}
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
          <JobsNotice />
          <Outlet />
        </main>
      </div>
      {help && <ShortcutsDialog shortcuts={help} onClose={() => setHelp(null)} />}
    </div>
  )
}
