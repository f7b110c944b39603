import { SaveListButton } from '#browser/saving/save-list-button.tsx'
import { useSavedFile } from '#browser/saving/use-saved-file.ts'
import { consoleQueueSheet } from '#contract/console/queue/queue-sheet.ts'
import { download, sentenceOf } from '../api.ts'
import type { View } from '../paths.ts'
import { useListMessages } from './list-messages.ts'
import type { ListSearch } from './queue-search.ts'

/** Saves all tickets of a list for Excel, filtered and ordered as it is shown. */
export function ExportButton({ title, view, list }: { title: string; view: View; list: ListSearch }) {
  const { saved: _saved, ...asked } = list
  const words = useListMessages().sheet
  return (
    <SaveListButton
      size="compact-sm"
      words={words}
      saving={useSavedFile({ failed: words.failed, sentenceOf })}
      title={title}
      sheet={() => download(consoleQueueSheet.download, { view, ...asked })}
    />
  )
}
