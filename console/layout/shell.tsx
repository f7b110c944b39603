import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useId, useState } from 'react'
import { queryClientOf } from '#browser/query-client.ts'
import { watchLostFocus } from '#ui/lost-focus.ts'
import { MenuButton } from '#ui/menu-button.tsx'
import { part } from '#ui/part.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { type Shortcut, listenToKeys, shortcutsNow, useShortcuts } from '../keyboard/shortcuts.ts'
import { useMessages } from '../messages/index.ts'
import { onStillIn } from '../session/session-check.ts'
import { fetchBehindTheFirst } from './behind-the-first.ts'
import styles from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useGoing } from './going.ts'

const help = part(async () => (await import('../keyboard/shortcuts-dialog.tsx')).ShortcutsDialog)
const jobs = part(async () => (await import('./jobs-notice.tsx')).JobsNotice)

/** The frame of every screen: top bar, side menu, and the keys that work everywhere. */
export const Shell = () => (
  <QueryClientProvider client={queryClient}>
    <Frame />
  </QueryClientProvider>
)

const queryClient = queryClientOf({ staleTime: 10_000, onStillIn })

watchLostFocus()

function Frame() {
  const { layout, keys } = useMessages()
  const [menuOpened, setMenuOpened] = useState(false)
  const [keysShown, setKeysShown] = useState<readonly Shortcut[] | null>(null)
  const menuId = useId()
  useEffect(listenToKeys, [])
  useEffect(() => void fetchBehindTheFirst(), [])
  useShortcuts([{ keys: '?', group: 'go', words: keys.help, run: () => setKeysShown(shortcutsNow()) }, ...useGoing()])
  return (
    <div className={styles.shell}>
      <SkipLink words={layout.skipToContent} />
      <TopBar
        onHelp={() => setKeysShown(shortcutsNow())}
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
          <Suspense>
            <jobs.Part />
          </Suspense>
          <Outlet />
        </main>
      </div>
      <Suspense>{keysShown && <help.Part shortcuts={keysShown} onClose={() => setKeysShown(null)} />}</Suspense>
    </div>
  )
}
