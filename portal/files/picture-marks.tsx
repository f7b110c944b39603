import { useRef, useState } from 'react'
import type { Mark } from '#domain/files/marks.ts'
import type { EditorWords } from './editor-words-es.ts'
import type { OpenedPicture } from './marked-picture.ts'
import css from './picture-editor.module.css'
import { PictureStage } from './picture-stage.tsx'
import { PictureTools } from './picture-tools.tsx'
import { useMarkActs } from './use-mark-acts.ts'
import type { Marks } from './use-marks.ts'

const ZOOMS = [1, 2, 4]

interface Props {
  readonly picture: OpenedPicture
  readonly name: string
  readonly marks: Marks
  readonly words: EditorWords
}

/** The picture with its marks, the tools above it, and a message about the last act below. */
export function PictureMarks({ picture: { canvas }, name, marks, words }: Props) {
  const [kind, setKind] = useState<Mark['kind']>('cover')
  const [zoom, setZoom] = useState(0)
  const view = useRef<HTMLDivElement>(null)
  const acts = useMarkActs({ marks, words, view, size: { width: canvas.width, height: canvas.height } })
  const { chosen } = marks
  return (
    // Ctrl+Z works anywhere within the editor.
    <div role="presentation" className={css.marking} onKeyDown={acts.onKeyDown}>
      <PictureTools
        words={words}
        kind={kind}
        onKind={setKind}
        onPlace={() => acts.place(kind)}
        onUndo={marks.mayUndo ? acts.undo : null}
        onRedo={marks.mayRedo ? acts.redo : null}
        onRemove={chosen === null ? null : () => acts.remove(chosen)}
        onLarger={zoom < ZOOMS.length - 1 ? () => setZoom(zoom + 1) : null}
        onSmaller={zoom > 0 ? () => setZoom(zoom - 1) : null}
      />
      <div ref={view} className={css.view} tabIndex={-1} role="group" aria-label={words.picture(name)}>
        <PictureStage {...{ canvas, marks, kind, acts }} zoom={ZOOMS[zoom] ?? 1} />
      </div>
      <p className={css.said} role="status">
        {acts.said || words.how}
      </p>
    </div>
  )
}
