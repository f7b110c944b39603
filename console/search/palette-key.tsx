import { Suspense, useEffect, useState } from 'react'
import { useEarlyLetters } from '#browser/search/early-letters.ts'
import { topDialog } from '#ui/dialog-stack.ts'
import { part } from '#ui/part.tsx'
import { type Shortcut, shortcutsNow, useShortcuts } from '../keyboard/shortcuts.ts'
import { ownDialog } from '../layout/behind-the-first.ts'
import { usePaletteMessages } from './palette-messages.ts'

const palette = part(async () => (await import('./palette.tsx')).Palette)

/** Ctrl+K opens the palette, also while somebody writes. */
export function PaletteKey() {
  const { open: words } = usePaletteMessages()
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[] | null>(null)
  const [changingPassword, setChangingPassword] = useState(false)
  const open = () => setShortcuts(shortcutsNow())
  const early = useEarlyLetters(shortcuts !== null)
  // Listed with the keys here, because screens' own keys never use Ctrl.
  useShortcuts([{ keys: 'Ctrl+K', group: 'go', words, run: open }])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isCommand || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // An open pop-up has to be closed first.
      if (!topDialog()) setShortcuts(shortcutsNow())
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Suspense>
      {shortcuts && (
        <palette.Part
          shortcuts={shortcuts}
          early={early}
          onPassword={() => setChangingPassword(true)}
          onClose={() => setShortcuts(null)}
        />
      )}
      {changingPassword && <ownDialog.Part what="password" onClose={() => setChangingPassword(false)} />}
    </Suspense>
  )
}
