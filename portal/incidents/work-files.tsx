import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Nothing } from '../lists/row-parts.tsx'
import { useMessages } from '../messages/index.ts'
import { useAccount } from '../session/session-store.ts'
import { AttachmentList } from '../tickets/attachment-list.tsx'
import { attachmentsQuery } from '../tickets/ticket-queries.ts'

interface Props {
  /** Of an incident or a development. */
  readonly number: number
  /** The popup's heading. */
  readonly title: string
  readonly count: number
}

/** How many files there are; pressing it shows them (spec §2, Ficheros). A limited session opens none. */
export function WorkFiles({ number, title, count }: Props) {
  const { files } = useMessages().incidents
  const { limited } = useAccount()
  const [open, setOpen] = useState(false)
  if (count === 0) return <Nothing words={files.none} />
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        disabled={limited}
        leftSection={<IconPaperclip size={16} aria-hidden />}
        aria-label={files.counted(title, count)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count}
      </Button>
      {open && <FilesDialog number={number} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}

function FilesDialog({ number, title, onClose }: Omit<Props, 'count'> & { onClose: () => void }) {
  const { files } = useMessages().incidents
  return (
    <Dialog opened size="sm" leave="back" title={title} onClose={onClose}>
      <AttachmentList query={useQuery(attachmentsQuery({ incident: number }))} none={files.none} />
    </Dialog>
  )
}
