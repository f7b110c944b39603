import { SaveListButton } from '#browser/saving/save-list-button.tsx'
import { useMessages } from '../messages/index.ts'
import { useSavedFile } from '../use-saved-file.ts'

interface Props {
  readonly title: string
  readonly sheet: () => Promise<Blob>
}

/** Saves a list for Excel. */
export function ExportButton(list: Props) {
  const words = useMessages().tickets.filter.sheet
  return <SaveListButton {...list} size="sm" words={words} saving={useSavedFile(words.failed)} />
}
