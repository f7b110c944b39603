import { ActionIcon, Anchor, Button, Text } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { allowedExtension, extensionOf, mimeOf } from '#domain/attachment.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { sentenceOf } from '../api.ts'
import { useMessages } from '../messages/index.ts'
import css from './file-preview.module.css'

interface Props {
  readonly name: string
  /** Where its bytes come from: the service, or the disk it was chosen from. */
  readonly load: (signal: AbortSignal) => Promise<Blob>
}

/** Shows a picture or a PDF without leaving the page; nothing for files that a browser cannot show by itself. */
export function PreviewButton({ name, load }: Props) {
  const { files } = useMessages().tickets
  const [open, setOpen] = useState(false)
  const type = shownType(name)
  if (!type) return null
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={files.preview(name)} onClick={() => setOpen(true)}>
        <IconEye size={18} aria-hidden />
      </ActionIcon>
      {open && <PreviewDialog name={name} type={type} load={load} onClose={() => setOpen(false)} />}
    </>
  )
}

type ShownType = 'image/png' | 'image/jpeg' | 'application/pdf'
const SHOWN_TYPES: readonly ShownType[] = ['image/png', 'image/jpeg', 'application/pdf']

function shownType(name: string): ShownType | undefined {
  const extension = allowedExtension(extensionOf(name))
  return extension === null ? undefined : SHOWN_TYPES.find((type) => type === mimeOf(extension))
}

function PreviewDialog({ name, type, load, onClose }: Props & { type: ShownType; onClose: () => void }) {
  const { files } = useMessages().tickets
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['file', useId()],
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Large files are not kept for another time.
    gcTime: 0,
  })
  const url = useObjectUrl(data, type)
  return (
    <Dialog
      opened
      size="lg"
      leave="back"
      title={name}
      onClose={onClose}
      footer={
        url && (
          <Button component="a" href={url} download={name} leftSection={<IconDownload size={18} aria-hidden />}>
            {files.download}
          </Button>
        )
      }
    >
      {url ? (
        <Shown name={name} type={type} url={url} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={files.opening(name)} />
      )}
    </Dialog>
  )
}

function Shown({ name, type, url }: { name: string; type: ShownType; url: string }) {
  const { files } = useMessages().tickets
  const [broken, setBroken] = useState(false)
  if (broken) return <Text>{files.notShown}</Text>
  if (type !== 'application/pdf')
    return <img className={css.image} src={url} alt={name} onError={() => setBroken(true)} />
  return (
    <div className={css.document}>
      {/* Browsers of telephones have no viewer that fits in a page. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's viewer does not open in a sandbox */}
      {navigator.pdfViewerEnabled && <iframe className={css.frame} src={url} title={name} />}
      <Anchor href={url} target="_blank" rel="noopener">
        {files.openInTab}
      </Anchor>
    </div>
  )
}

/** An address for bytes; of the type that their name promises, so that no browser takes them for a page. */
function useObjectUrl(bytes: Blob | undefined, type: ShownType): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes) return undefined
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and given back outside React
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [bytes, type])
  return url
}
