import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { queryClientOf } from '#browser/query-client.ts'
import { Frame, useFramedMenu } from '#ui/frame.tsx'
import { watchLostFocus } from '#ui/lost-focus.ts'
import { part } from '#ui/part.tsx'
import { type Shortcut, listenToKeys, shortcutsNow, useShortcuts } from '../keyboard/shortcuts.ts'
import { useMessages } from '../messages/index.ts'
import { onStillIn } from '../session/session-check.ts'
import { fetchBehindTheFirst } from './behind-the-first.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useGoing } from './going.ts'

const help = part(async () => (await import('../keyboard/shortcuts-dialog.tsx')).ShortcutsDialog)
const behind = part(async () => (await import('./behind-the-screen.tsx')).BehindTheScreen)

/** The frame of every screen: top bar, side menu, and the keys that work everywhere. */
export const Shell = () => (
  <QueryClientProvider client={queryClient}>
    <Framed />
  </QueryClientProvider>
)

const queryClient = queryClientOf({ staleTime: 10_000, onStillIn })

watchLostFocus()

function Framed() {
  const { layout, keys } = useMessages()
  const [keysShown, setKeysShown] = useState<readonly Shortcut[] | null>(null)
  const { menuButton, menu } = useFramedMenu(layout)
  const showKeys = () => setKeysShown(shortcutsNow())
  useEffect(listenToKeys, [])
  useEffect(() => void fetchBehindTheFirst(), [])
  useShortcuts([{ keys: '?', group: 'go', words: keys.help, run: showKeys }, ...useGoing()])
  return (
    <>
      <Frame
        skip={layout.skipToContent}
        bar={<TopBar menuButton={menuButton} onHelp={showKeys} />}
        menu={<SideMenu {...menu} />}
      >
        <Suspense>
          <behind.Part />
        </Suspense>
        <Outlet />
      </Frame>
      <Suspense>{keysShown && <help.Part shortcuts={keysShown} onClose={() => setKeysShown(null)} />}</Suspense>
    </>
  )
}
