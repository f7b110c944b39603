import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Covered, DraftFile } from '#browser/staged-files.ts'
import { allowedExtension } from '#domain/attachment.ts'
import { extensionOf } from '#domain/files/file-name.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useLanguage } from '../messages/language.ts'
import { useConfiguration } from '../session/configuration.ts'
import { editorWordsEn } from './editor-words-en.ts'
import { type EditorWords, editorWordsEs } from './editor-words-es.ts'
import { type OpenedPicture, markedFile, openedPicture } from './marked-picture.ts'
import css from './picture-editor.module.css'
import { PictureMarks } from './picture-marks.tsx'
import { useMarks } from './use-marks.ts'

interface Props {
  readonly file: DraftFile
  readonly shownAs: string
  /** Loads a picture of an earlier visit. */
  readonly load: (signal: AbortSignal) => Promise<Blob>
  /** Null marks: the picture is the original again. */
  readonly onCovered: (file: File, covered: Covered | null) => void
  readonly onClose: () => void
}

/** Covers parts of a picture, in the browser alone. */
export function PictureEditor(props: Props) {
  const { file, shownAs, load, onClose } = props
  const words = useLanguage() === 'es' ? editorWordsEs : editorWordsEn
  const { data, isError } = useQuery({
    queryKey: ['picture', useId()],
    queryFn: async ({ signal }) => {
      const original = file.covered?.original ?? file.file ?? new File([await load(signal)], file.name)
      const type = allowedExtension(extensionOf(file.name)) === 'png' ? 'image/png' : 'image/jpeg'
      return { original: new File([original], file.name, { type }), picture: await openedPicture(original, type) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    // The picture is in memory: the editor needs no network.
    networkMode: 'always',
  })
  if (data) return <Editor {...props} {...data} words={words} />
  return (
    <Dialog opened size="xl" leave="back" title={words.title(shownAs)} onClose={onClose}>
      {isError ? <ErrorState text={words.broken} /> : <LoadingState label={words.opening(shownAs)} />}
    </Dialog>
  )
}

interface EditorProps extends Omit<Props, 'load'> {
  readonly original: File
  readonly picture: OpenedPicture
  readonly words: EditorWords
}

function Editor({ file, shownAs, original, picture, words, onCovered, onClose }: EditorProps) {
  const marks = useMarks(file.covered?.marks ?? [])
  const saving = useSaving({ file, original, picture, onCovered, onClose })
  const { width, height } = picture.canvas
  return (
    <Dialog
      opened
      size="xl"
      title={words.title(shownAs)}
      dirty={marks.isChanged}
      onClose={onClose}
      footer={
        <Button loading={saving.busy} disabled={!marks.isChanged} onClick={() => void saving.save(marks.all)}>
          {words.use}
        </Button>
      }
    >
      <div className={css.editor}>
        <p className={css.lead}>{file.file ? words.lead : words.leadSent}</p>
        {picture.isReduced && <p className={css.lead}>{words.reduced(width, height)}</p>}
        {picture.isMoving && <p className={css.lead}>{words.moving}</p>}
        {saving.failed && (
          <p className={css.failed} role="alert">
            {words.failed}
          </p>
        )}
        <PictureMarks {...{ picture, marks, words }} name={shownAs} />
      </div>
    </Dialog>
  )
}

/** Makes the new file. Until it has succeeded nothing is changed or sent. */
function useSaving({
  file,
  original,
  picture,
  onCovered,
  onClose,
}: Pick<EditorProps, 'file' | 'original' | 'picture' | 'onCovered' | 'onClose'>) {
  const { data } = useConfiguration()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const save = async (marks: Covered['marks']) => {
    setBusy(true)
    try {
      const maxBytes = data?.maxAttachmentBytes ?? Number.POSITIVE_INFINITY
      if (marks.length === 0) onCovered(original, null)
      else onCovered(await markedFile(picture, marks, { name: file.name, maxBytes }), { original, marks })
      onClose()
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }
  return { busy, failed, save }
}
