import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { ShortcutsDialog } from '../keyboard/shortcuts-dialog.tsx'
import { type Shortcut, listenToKeys, shortcutsNow, useShortcuts } from '../keyboard/shortcuts.ts'
import { useMessages } from '../messages/index.ts'
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
  const Icon = menuOpened ? IconX : IconMenu2
  return (
    <div className={styles.shell}>
      <a href="#contenido" className={styles.skip} onClick={skip}>
        {layout.skipToContent}
      </a>
      <TopBar
        onHelp={() => setHelp(shortcutsNow())}
        menuButton={
          <button
            type="button"
            className={styles.burger}
            aria-controls={menuId}
            aria-expanded={menuOpened}
            aria-label={menuOpened ? layout.closeMenu : layout.openMenu}
            onClick={() => setMenuOpened(!menuOpened)}
          >
            <Icon size={22} aria-hidden />
          </button>
        }
      />
      <div className={styles.columns}>
        <SideMenu id={menuId} opened={menuOpened} onNavigate={() => setMenuOpened(false)} />
        <main id="contenido" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
      {help && <ShortcutsDialog shortcuts={help} onClose={() => setHelp(null)} />}
    </div>
  )
}

/** The router would take the fragment for a navigation. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#contenido')?.focus()
}
