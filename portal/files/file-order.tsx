import { ActionIcon } from '@mantine/core'
import { IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import css from './file-order.module.css'
import { useFileWords } from './file-words.ts'

interface Props {
  /** The file's place in its list, from 0. */
  readonly place: number
  readonly onMove: (to: number) => void
}

interface Drag {
  readonly from: number
  readonly rows: readonly { readonly element: HTMLElement; readonly middle: number }[]
  /** How far the files in the way move aside, in pixels. */
  readonly room: number
  to: number
}

/** The handle by which a pointer drags a file. People who cannot drag use `FileBefore`. */
export function FileGrip({ place, onMove }: Props) {
  const { order: words } = useFileWords()
  const drag = useRef<Drag | null>(null)
  const end = (isDropped: boolean) => {
    const ended = drag.current
    if (!ended) return
    drag.current = null
    for (const { element } of ended.rows) {
      element.style.translate = ''
      delete element.dataset.dragged
    }
    document.removeEventListener('keydown', leave, true)
    if (isDropped && ended.to !== place) onMove(ended.to)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The form stays open.
    event.preventDefault()
    event.stopPropagation()
    end(false)
  }
  return (
    <span
      className={css.grip}
      title={words.drag}
      aria-hidden
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        drag.current = begun(event, place)
        document.addEventListener('keydown', leave, true)
      }}
      onPointerMove={({ clientY }) => drag.current && show(drag.current, clientY)}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    >
      <IconGripVertical size={18} />
    </span>
  )
}

/** A button that puts a file before its neighbour. The first file's is disabled but keeps the focus. */
export function FileBefore({ place, name, onMove }: Props & { readonly name: string }) {
  const { order: words } = useFileWords()
  const isFirst = place === 0
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={words.before(name)}
      aria-disabled={isFirst}
      className={css.before}
      onClick={() => !isFirst && onMove(place - 1)}
    >
      <IconArrowUp size={18} aria-hidden />
    </ActionIcon>
  )
}

function begun({ currentTarget: grip, pointerId, clientY }: PointerEvent<HTMLElement>, from: number): Drag | null {
  const elements = [...(grip.closest('ul')?.children ?? [])].filter((row) => row instanceof HTMLElement)
  const boxes = elements.map((element) => element.getBoundingClientRect())
  const [first, second] = boxes
  const own = boxes[from]
  if (!own || !first || !second) return null
  grip.setPointerCapture(pointerId)
  // The handle of a row of several lines is not at its middle.
  const held = clientY - middleOf(own)
  const rows = elements.map((element, index) => ({ element, middle: middleOf(boxes[index] ?? own) + held }))
  return { from, rows, room: own.height + second.top - first.bottom, to: from }
}

function show(drag: Drag, y: number): void {
  const { from, rows, room } = drag
  const others = rows.filter((_, index) => index !== from)
  drag.to = others.filter(({ middle }) => middle < y).length
  for (const [index, { element, middle }] of rows.entries()) {
    const makesRoom = index < from ? index >= drag.to : index <= drag.to
    element.style.translate =
      index === from ? `0 ${y - middle}px` : makesRoom ? `0 ${index < from ? room : -room}px` : ''
    element.toggleAttribute('data-dragged', index === from)
  }
}

const middleOf = ({ top, bottom }: DOMRect): number => (top + bottom) / 2
