import { Button } from '@mantine/core'
import { IconClipboard, IconPaperclip } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import css from './file-drop.module.css'

/** The only types taken from the clipboard (spec §5, Attachments). */
const CLIPBOARD_IMAGES: readonly string[] = ['image/png', 'image/jpeg']

export type ClipboardProblem = 'empty' | 'incompatible'

interface Props {
  readonly words: { readonly add: string; readonly paste: string; readonly drop: string; readonly dropNow: string }
  /** Says what can be attached. */
  readonly hint: string
  /** For the file chooser: `.png,.pdf`. */
  readonly accept: string
  readonly onFiles: (files: readonly File[]) => void
  readonly onPastedImages: (images: readonly File[]) => void
  readonly onClipboardProblem: (problem: ClipboardProblem) => void
  /** Small buttons without text, for narrow forms. Dropping works as well. */
  readonly compact?: boolean
}

/** Takes files by button or when dropped anywhere on the page, and pasted images. */
export function FileDrop({ words, hint, accept, onFiles, onPastedImages, onClipboardProblem, compact = false }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const dragging = useFileDrag(onFiles)
  usePaste(onPastedImages, onClipboardProblem)

  const pasteFromClipboard = async () => {
    const found = await readClipboardImages()
    if (typeof found === 'string') onClipboardProblem(found)
    else onPastedImages(found)
  }

  return (
    <div className={css.zone} data-dragging={dragging || undefined} data-compact={compact || undefined}>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // So that the same file can be chosen again after its removal.
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        size={compact ? 'compact-sm' : 'sm'}
        leftSection={<IconPaperclip size={18} aria-hidden />}
        aria-describedby={hintId}
        onClick={() => chooser.current?.click()}
      >
        {words.add}
      </Button>
      <Button
        variant="default"
        size={compact ? 'compact-sm' : 'sm'}
        leftSection={<IconClipboard size={18} aria-hidden />}
        onClick={() => void pasteFromClipboard()}
      >
        {words.paste}
      </Button>
      <div className={css.text}>
        <p>{dragging ? words.dropNow : words.drop}</p>
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      </div>
    </div>
  )
}

/** A dropped file that misses the zone must not make the browser leave the page. */
function useFileDrag(onFiles: (files: readonly File[]) => void): boolean {
  const [dragging, setDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setDragging(false)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDragging(false)
      take([...event.dataTransfer.files])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return dragging
}

/** Ctrl+V anywhere: images are attached, text goes to the cursor. */
function usePaste(onImages: (images: readonly File[]) => void, onProblem: (problem: ClipboardProblem) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    const images = files.filter(({ type }) => CLIPBOARD_IMAGES.includes(type))
    if (images.length > 0) onImages(images)
    else onProblem('incompatible')
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

async function sizeOf(item: ClipboardItem): Promise<number> {
  const parts = await Promise.all(item.types.map((type) => item.getType(type)))
  return parts.reduce((sum, { size }) => sum + size, 0)
}

async function readClipboardImages(): Promise<readonly File[] | ClipboardProblem> {
  try {
    const items = await navigator.clipboard.read()
    const images = items.flatMap((item) => {
      const type = item.types.find((candidate) => CLIPBOARD_IMAGES.includes(candidate))
      return type === undefined ? [] : [item.getType(type).then((bytes) => new File([bytes], 'captura', { type }))]
    })
    if (images.length > 0) return await Promise.all(images)
    // An empty text also counts as an item.
    const sizes = await Promise.all(items.map(sizeOf))
    return sizes.some((bytes) => bytes > 0) ? 'incompatible' : 'empty'
  } catch {
    // The person or the browser refused: there is nothing to read.
    return 'empty'
  }
}
