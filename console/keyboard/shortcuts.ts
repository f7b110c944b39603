import { useEffect, useEffectEvent } from 'react'
import { topDialog } from '#ui/dialog-stack.ts'
import { isTyping } from '#ui/typing.ts'

export type ShortcutGroup = 'list' | 'ticket' | 'work' | 'go'

export interface Shortcut {
  /** In the notation of `KeyboardEvent.key`; two for a sequence: `g m`. */
  readonly keys: string
  readonly group: ShortcutGroup
  readonly words: string
  readonly run: () => void
}

/** The second key of a sequence must come within this time. */
const SEQUENCE_MS = 1500

const registered = new Set<() => readonly Shortcut[]>()
let quietly = 0
let begun: { readonly key: string; readonly at: number } | null = null

/** These keys work while the component is on the screen. The last registration wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useEffectEvent(() => shortcuts)
  useEffect(() => {
    const list = () => current()
    registered.add(list)
    return () => {
      registered.delete(list)
    }
  }, [])
}

/** As long as this is true, no key but Esc works. */
export function useQuietKeys(quiet: boolean): void {
  useEffect(() => {
    if (!quiet) return undefined
    quietly += 1
    return () => {
      quietly -= 1
    }
  }, [quiet])
}

/** All active keys, for the page that lists them. */
export const shortcutsNow = (): readonly Shortcut[] => [...registered].flatMap((list) => list())

/** Listens until the returned function is called. Keys are ignored in fields, under dialogs, and with Ctrl or Alt. */
export function listenToKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || topDialog() || (quietly > 0 && event.key !== 'Escape')) return
    // A link or a button has its own meaning for Enter.
    if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary')) return
    const found = shortcutOf(event.key)
    if (!found) return
    event.preventDefault()
    found.run()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

function shortcutOf(key: string): Shortcut | undefined {
  const all = shortcutsNow().toReversed()
  const before = begun && performance.now() - begun.at < SEQUENCE_MS ? begun.key : null
  begun = null
  const sequence = before && all.find(({ keys }) => keys === `${before} ${key}`)
  if (sequence) return sequence
  if (all.some(({ keys }) => keys.startsWith(`${key} `))) begun = { key, at: performance.now() }
  return all.find(({ keys }) => keys === key)
}
