import { Button, type ButtonProps, Loader, VisuallyHidden } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { manuals } from '#contract/manuals.ts'
import { download } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import { useSavedFile } from '../use-saved-file.ts'

interface Props extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  /** Ids in the order of the PDF; `cambios` stands for the caller's changes. */
  readonly documents: readonly string[]
  /** The name of the file, without extension. */
  readonly name: string
  readonly label?: string | undefined
  readonly children: string
}

/** Saves documents as one PDF, which may take a moment to make. */
export function PdfButton({ documents, name, label, children, variant = 'default', size = 'xs', className }: Props) {
  const { pdf } = useMessages().manuals
  const { busy, save } = useSavedFile(pdf.failed)
  return (
    <>
      <Button
        variant={variant}
        size={size}
        className={className ?? ''}
        aria-disabled={busy}
        aria-label={label}
        leftSection={busy ? <Loader size={16} aria-hidden /> : <IconFileTypePdf size={18} stroke={1.7} aria-hidden />}
        onClick={() => save(() => download(manuals.downloadPdfs, { documents: [...documents] }), `${name}.pdf`)}
      >
        {children}
      </Button>
      <VisuallyHidden role="status">{busy ? pdf.making : ''}</VisuallyHidden>
    </>
  )
}
