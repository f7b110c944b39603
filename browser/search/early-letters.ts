import { useEffect, useRef } from 'react'
import { topDialog } from '#ui/dialog-stack.ts'
import { isTyping } from '#ui/typing.ts'

/**
 * Keeps the letters that somebody types between the key that opens a search and the arrival of its field. Meanwhile they are no
 * keys of the screen. What is typed into a field stays in it.
 * @returns the letters so far
 */
export function useEarlyLetters(isOpening: boolean): () => string {
  const early = useRef('')
  useEffect(() => {
    early.current = ''
    if (!isOpening) return
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (isTyping(target) || topDialog() || ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Enter')) return
      event.preventDefault()
      event.stopPropagation()
      if (key.length === 1) early.current += key
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [isOpening])
  return () => early.current
}
