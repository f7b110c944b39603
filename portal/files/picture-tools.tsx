import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconPlus,
  IconSquareFilled,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Mark } from '#domain/files/marks.ts'
import type { EditorWords } from './editor-words-es.ts'
import css from './picture-editor.module.css'

interface Props {
  readonly words: EditorWords
  readonly kind: Mark['kind']
  readonly onKind: (kind: Mark['kind']) => void
  readonly onPlace: () => void
  /** Each of these is null while there is nothing to do. */
  readonly onUndo: (() => void) | null
  readonly onRedo: (() => void) | null
  readonly onRemove: (() => void) | null
  readonly onLarger: (() => void) | null
  readonly onSmaller: (() => void) | null
}

export const PictureTools = ({ words, kind, onKind, onPlace, ...may }: Props) => (
  <div className={css.tools} role="group" aria-label={words.tools}>
    <Kind words={words.cover} isOn={kind === 'cover'} onPress={() => onKind('cover')}>
      <IconSquareFilled size={16} aria-hidden />
    </Kind>
    <Kind words={words.arrow} isOn={kind === 'arrow'} onPress={() => onKind('arrow')}>
      <IconArrowUpRight size={16} aria-hidden />
    </Kind>
    <Tool words={words.place} onPress={onPlace}>
      <IconPlus size={16} aria-hidden />
    </Tool>
    <Tool words={words.undo} onPress={may.onUndo}>
      <IconArrowBackUp size={16} aria-hidden />
    </Tool>
    <Tool words={words.redo} onPress={may.onRedo}>
      <IconArrowForwardUp size={16} aria-hidden />
    </Tool>
    <Tool words={words.remove} onPress={may.onRemove}>
      <IconTrash size={16} aria-hidden />
    </Tool>
    <Tool words={words.larger} onPress={may.onLarger}>
      <IconZoomIn size={16} aria-hidden />
    </Tool>
    <Tool words={words.smaller} onPress={may.onSmaller}>
      <IconZoomOut size={16} aria-hidden />
    </Tool>
  </div>
)

interface ToolProps {
  readonly words: string
  readonly onPress: (() => void) | null
  readonly children: ReactNode
}

const Tool = ({ words, onPress, children }: ToolProps) => (
  <Button
    size="compact-sm"
    variant="default"
    leftSection={children}
    disabled={onPress === null}
    onClick={onPress ?? undefined}
  >
    {words}
  </Button>
)
const Kind = ({ words, isOn, onPress, children }: ToolProps & { readonly isOn: boolean }) => (
  <Button
    size="compact-sm"
    variant={isOn ? 'filled' : 'default'}
    aria-pressed={isOn}
    data-autofocus={isOn || undefined}
    leftSection={children}
    onClick={onPress ?? undefined}
  >
    {words}
  </Button>
)
