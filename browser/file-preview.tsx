import { ActionIcon, Anchor, Button, Text } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { allowedExtension, mimeOf } from '#domain/attachment.ts'
import { extensionOf } from '#domain/files/file-name.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import css from './file-preview.module.css'

interface PreviewWords {
  readonly preview: (name: string) => string
  readonly opening: (name: string) => string
  readonly download: string
  readonly notShown: string
  readonly openInTab: string
}

interface Props {
  readonly name: string
  /** Its name on the screen, if that is another. */
  readonly shownAs?: string
  /** Loads its bytes, from the server or the disk. */
  readonly load: (signal: AbortSignal) => Promise<Blob>
  readonly words: PreviewWords
  /** The message for a failed call. */
  readonly sentenceOf: (error: unknown) => string
}

/** Shows a picture or a PDF within the page; renders nothing for other kinds of file. */
export function FilePreview(file: Props) {
  const { name, shownAs = name, words } = file
  const [open, setOpen] = useState(false)
  const type = shownType(name)
  if (!type) return null
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={words.preview(shownAs)} onClick={() => setOpen(true)}>
        <IconEye size={18} aria-hidden />
      </ActionIcon>
      {open && <PreviewDialog {...file} type={type} onClose={() => setOpen(false)} />}
    </>
  )
}

type ShownType = 'image/png' | 'image/jpeg' | 'application/pdf'
const SHOWN_TYPES: readonly ShownType[] = ['image/png', 'image/jpeg', 'application/pdf']

function shownType(name: string): ShownType | undefined {
  const extension = allowedExtension(extensionOf(name))
  return extension === null ? undefined : SHOWN_TYPES.find((type) => type === mimeOf(extension))
}

function PreviewDialog({
  name,
  shownAs = name,
  type,
  load,
  words,
  sentenceOf,
  onClose,
}: Props & { type: ShownType; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['file', useId()],
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Large files are not cached.
    gcTime: 0,
  })
  const url = useObjectUrl(data, type)
  return (
    <Dialog
      opened
      size="lg"
      leave="back"
      title={shownAs}
      onClose={onClose}
      footer={
        url && (
          <Button component="a" href={url} download={name} leftSection={<IconDownload size={18} aria-hidden />}>
            {words.download}
          </Button>
        )
      }
    >
      {url ? (
        <Shown name={shownAs} type={type} url={url} words={words} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.opening(shownAs)} />
      )}
    </Dialog>
  )
}

function Shown({ name, type, url, words }: Pick<Props, 'name' | 'words'> & { type: ShownType; url: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Text>{words.notShown}</Text>
  if (type !== 'application/pdf')
    return <img className={css.image} src={url} alt={name} onError={() => setBroken(true)} />
  return (
    <div className={css.document}>
      {/* Browsers of telephones have no viewer that fits in a page. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's viewer does not open in a sandbox */}
      {navigator.pdfViewerEnabled && <iframe className={css.frame} src={url} title={name} />}
      <Anchor href={url} target="_blank" rel="noopener">
        {words.openInTab}
      </Anchor>
    </div>
  )
}

/** An address for bytes, with the type of their file name, so that no browser renders them as a page. */
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
