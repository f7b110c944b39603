import { type ReactNode, createContext, use } from 'react'
import { createPortal } from 'react-dom'

const listeners = new Set<() => void>()
let open: readonly HTMLDialogElement[] = []

/** The topmost open dialog, if any. */
export const topDialog = (): HTMLDialogElement | null => open.at(-1) ?? null

export function onTopDialogChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens it above all others; the returned function closes it, and the focus goes back to where it was. */
export function openOnTop(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  change([...open, dialog])
  return () => {
    dialog.close()
    change(open.filter((other) => other !== dialog))
  }
}

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** The row above the buttons of the surrounding dialog. */
export const RowAboveButtons = createContext<HTMLElement | null>(null)

/**
 * Content that must cover nothing: in a dialog it gets a row of its own above the buttons; elsewhere it stays in its
 * place.
 */
export function AboveButtons({ children }: { children: ReactNode }) {
  const row = use(RowAboveButtons)
  return row ? createPortal(children, row) : children
}
