import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useEarlyLetters } from '#browser/search/early-letters.ts'
import { topDialog } from '#ui/dialog-stack.ts'
import { part } from '#ui/part.tsx'
import { isTyping } from '#ui/typing.ts'
import { useMessages } from '../messages/index.ts'
import css from './search-button.module.css'

const dialog = part(async () => (await import('./search-screens.ts')).SearchDialog)

/** Opens the search; «/» and Ctrl+K do so too. */
export function SearchButton() {
  const { search } = useMessages().pages
  const [open, setOpen] = useState(false)
  const early = useEarlyLetters(open)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { ctrlKey, metaKey, altKey, key, target } = event
      const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(target)
      // An open pop-up has to be closed first.
      if ((!isCommand && !isSlash) || topDialog()) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void dialog.load().catch(() => undefined)}
        aria-label={search}
      >
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <span className={css.word}>{search}</span>
        <kbd className={css.key}>/</kbd>
      </button>
      {open && (
        <Suspense>
          <dialog.Part early={early} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
