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
