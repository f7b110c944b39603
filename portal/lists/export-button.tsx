import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { officeDay } from '#contract/moment.ts'
import { useMessages } from '../messages/index.ts'
import { useSavedFile } from '../use-saved-file.ts'

interface Props {
  /** The list's name, which is the file's as well. */
  readonly title: string
  /** All rows of the list, filtered and ordered as it is shown. */
  readonly sheet: () => Promise<Blob>
}

/** Saves a list for Excel. */
export function ExportButton({ title, sheet }: Props) {
  const words = useMessages().tickets.filter.sheet
  const { busy, save } = useSavedFile(words.failed)
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={words.save}
        aria-disabled={busy}
        leftSection={busy ? <Loader size={18} aria-hidden /> : <IconTableExport size={18} aria-hidden />}
        onClick={() => save(sheet, `${title} ${officeDay(new Date())}.xlsx`)}
      >
        {words.button}
      </Button>
      <VisuallyHidden role="status">{busy ? words.making : ''}</VisuallyHidden>
    </>
  )
}
