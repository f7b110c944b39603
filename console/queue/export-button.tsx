import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { useSavedFile } from '#browser/saving/use-saved-file.ts'
import { consoleQueueSheet } from '#contract/console/queue/queue-sheet.ts'
import { officeDay } from '#contract/moment.ts'
import { download, sentenceOf } from '../api.ts'
import type { View } from '../paths.ts'
import { useListMessages } from './list-messages.ts'
import type { ListSearch } from './queue-search.ts'

/** Saves all tickets of a list for Excel, filtered and ordered as it is shown. */
export function ExportButton({ title, view, list }: { title: string; view: View; list: ListSearch }) {
  const words = useListMessages().sheet
  const { saved: _saved, ...asked } = list
  const { busy, save } = useSavedFile({ failed: words.failed, sentenceOf })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.save}
        aria-disabled={busy}
        leftSection={busy ? <Loader size={16} aria-hidden /> : <IconTableExport size={16} aria-hidden />}
        onClick={() =>
          save(() => download(consoleQueueSheet.download, { view, ...asked }), `${title} ${officeDay(new Date())}.xlsx`)
        }
      >
        {words.button}
      </Button>
      <VisuallyHidden role="status">{busy ? words.making : ''}</VisuallyHidden>
    </>
  )
}
