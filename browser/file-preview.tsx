import { ActionIcon, Anchor, Button, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { allowedExtension, mimeOf } from '#domain/attachment.ts'
import { extensionOf } from '#domain/files/file-name.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import css from './file-preview.module.css'

export interface PreviewWords {
  readonly preview: (name: string) => string
  readonly opening: (name: string) => string
  readonly download: string
  readonly notShown: string
  readonly openInTab: string
  readonly previous: string
  readonly next: string
  /** «2 de 5» */
  readonly place: (position: number, of: number) => string
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
  if (!isViewed(name)) return null
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={words.preview(shownAs)} onClick={() => setOpen(true)}>
        <IconEye size={18} aria-hidden />
      </ActionIcon>
      {open && (
        <FileViewer
          files={[{ key: name, name, shownAs, load: file.load }]}
          words={words}
          sentenceOf={file.sentenceOf}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type ShownType = 'image/png' | 'image/jpeg' | 'application/pdf'
const SHOWN_TYPES: readonly ShownType[] = ['image/png', 'image/jpeg', 'application/pdf']

function shownType(name: string): ShownType | undefined {
  const extension = allowedExtension(extensionOf(name))
  return extension === null ? undefined : SHOWN_TYPES.find((type) => type === mimeOf(extension))
}

export interface ViewedFile {
  /** Tells this preview from the others. */
  readonly key: string
  readonly name: string
  readonly shownAs: string
  readonly load: (signal: AbortSignal) => Promise<Blob>
}

/** Whether the file can be shown within the page. */
export const isViewed = (name: string): boolean => shownType(name) !== undefined

interface ViewerProps extends Pick<Props, 'words' | 'sentenceOf'> {
  readonly files: readonly ViewedFile[]
  /** The position of the first file to show. */
  readonly begin?: number
  readonly onClose: () => void
}

/** Shows files one at a time, in large. The arrow keys lead from one to the next. */
export function FileViewer({ files, begin = 0, words, sentenceOf, onClose }: ViewerProps) {
  const [at, setAt] = useState(begin)
  const id = useId()
  const file = files[at]
  const type = shownType(file?.name ?? '') ?? 'image/png'
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['file', id, file?.key],
    queryFn: ({ signal }) => file?.load(signal) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    // Large files are not cached.
    gcTime: 0,
  })
  const url = useObjectUrl(data, type)
  const goBy = (steps: number) => setAt((now) => Math.min(Math.max(now + steps, 0), files.length - 1))
  useArrowKeys(goBy)
  if (!file) return null
  const { name, shownAs } = file
  return (
    <Dialog
      opened
      size="lg"
      leave="back"
      title={shownAs}
      onClose={onClose}
      footer={
        <>
          {files.length > 1 && (
            <span className={css.around}>
              <ActionIcon
                size="lg"
                variant="default"
                aria-label={words.previous}
                // The focus stays on it at the first file.
                aria-disabled={at === 0}
                onClick={() => goBy(-1)}
              >
                <IconChevronLeft size={18} aria-hidden />
              </ActionIcon>
              <span role="status">{words.place(at + 1, files.length)}</span>
              <ActionIcon
                size="lg"
                variant="default"
                aria-label={words.next}
                aria-disabled={at === files.length - 1}
                onClick={() => goBy(1)}
              >
                <IconChevronRight size={18} aria-hidden />
              </ActionIcon>
            </span>
          )}
          {url && (
            <Button component="a" href={url} download={name} leftSection={<IconDownload size={18} aria-hidden />}>
              {words.download}
            </Button>
          )}
        </>
      }
    >
      {url ? (
        <Shown key={file.key} name={shownAs} type={type} url={url} words={words} />
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.opening(shownAs)} />
      )}
    </Dialog>
  )
}

function useArrowKeys(goBy: (steps: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') goBy(-1)
    else if (event.key === 'ArrowRight') goBy(1)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
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
function useObjectUrl(bytes: Blob | null | undefined, type: ShownType): string | null {
  const [made, setMade] = useState<{ readonly of: Blob; readonly url: string } | null>(null)
  useEffect(() => {
    if (!bytes) return undefined
    const url = URL.createObjectURL(new Blob([bytes], { type }))
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and given back outside React
    setMade({ of: bytes, url })
    return () => {
      setMade(null)
      URL.revokeObjectURL(url)
    }
  }, [bytes, type])
  // The previous file's address is about to be released.
  return made?.of === bytes ? (made?.url ?? null) : null
}
