import { Button } from '@mantine/core'
import { IconMarquee } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Covered, DraftFile } from '#browser/staged-files.ts'
import { Dialog } from '#ui/dialog.tsx'
import { part } from '#ui/part.tsx'
import { LoadingState } from '#ui/states.tsx'
import { useFileWords } from './file-words.ts'

const editor = part(async () => (await import('./picture-editor.tsx')).PictureEditor)

interface Props {
  readonly file: DraftFile
  readonly shownAs: string
  readonly load: (signal: AbortSignal) => Promise<Blob>
  readonly onCovered: (file: File, covered: Covered | null) => void
}

/** Opens the editor in which parts of a picture are covered; its code comes with it. */
export function CoverButton({ file, shownAs, load, onCovered }: Props) {
  const { covering: words } = useFileWords()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMarquee size={16} aria-hidden />}
        aria-label={words.actOn(shownAs)}
        // A picture that is already being sent can no longer be covered.
        disabled={file.status === 'SAVING' && file.covered === null}
        onClick={() => setOpen(true)}
      >
        {words.act}
      </Button>
      {open && (
        <Suspense
          fallback={
            <Dialog opened size="xl" leave="back" title={words.actOn(shownAs)} onClose={close}>
              <LoadingState />
            </Dialog>
          }
        >
          <editor.Part {...{ file, shownAs, load }} onClose={close} onCovered={onCovered} />
        </Suspense>
      )}
    </>
  )
}
