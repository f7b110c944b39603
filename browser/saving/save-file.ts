/** Gives the browser bytes to save under a name, as a link to a file would. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser reads the address once the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER_MS)
}

const RELEASE_AFTER_MS = 60_000
