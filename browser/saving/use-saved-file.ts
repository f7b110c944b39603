import { useState } from 'react'
import { showAlert } from '#ui/alerts.tsx'
import { saveFile } from './save-file.ts'

interface Words {
  readonly failed: (reason: string) => string
  /** The sentence for a failed call. */
  readonly sentenceOf: (error: unknown) => string
}

export interface SavedFile {
  readonly busy: boolean
  readonly save: (fetched: () => Promise<Blob>, name: string) => void
}

/** Saves a file that the server makes, which may take a moment. A second press meanwhile does not ask again. */
export function useSavedFile({ failed, sentenceOf }: Words): SavedFile {
  const [busy, setBusy] = useState(false)
  const save = async (fetched: () => Promise<Blob>, name: string) => {
    setBusy(true)
    try {
      saveFile(await fetched(), name)
    } catch (error) {
      showAlert('error', failed(sentenceOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    save: (fetched, name) => {
      if (!busy) void save(fetched, name)
    },
  }
}
