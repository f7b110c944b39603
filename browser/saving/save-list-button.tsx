import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { officeDay } from '#contract/moment.ts'
import type { SavedFile } from './use-saved-file.ts'

interface Props {
  readonly words: {
    readonly button: string
    readonly save: string
    readonly making: string
  }
  readonly saving: SavedFile
  readonly size: 'sm' | 'compact-sm'
  /** The list's name, and the file's. */
  readonly title: string
  /** Reads all rows of the list, filtered and ordered as on the screen. */
  readonly sheet: () => Promise<Blob>
}

/** Saves a list for Excel. */
export function SaveListButton({ words, saving: { busy, save }, size, title, sheet }: Props) {
  const pixels = size === 'sm' ? 18 : 16
  return (
    <>
      <Button
        variant="default"
        size={size}
        aria-label={words.save}
        aria-disabled={busy}
        leftSection={busy ? <Loader size={pixels} aria-hidden /> : <IconTableExport size={pixels} aria-hidden />}
        onClick={() => save(sheet, `${title} ${officeDay(new Date())}.xlsx`)}
      >
        {words.button}
      </Button>
      <VisuallyHidden role="status">{busy ? words.making : ''}</VisuallyHidden>
    </>
  )
}
