import { type CSSProperties, type PointerEvent, useCallback, useState } from 'react'
import {
  type Mark,
  type Point,
  type Size,
  arrowLines,
  arrowStrokes,
  boxOf,
  inside,
  isSlip,
  moved,
  stretched,
  thicknessIn,
} from '#domain/files/marks.ts'
import css from './picture-editor.module.css'
import type { MarkActs } from './use-mark-acts.ts'
import type { Marks } from './use-marks.ts'

interface Props {
  readonly canvas: HTMLCanvasElement
  readonly marks: Marks
  /** The kind of mark that drawing makes. */
  readonly kind: Mark['kind']
  readonly zoom: number
  readonly acts: MarkActs
}

/** A mark that is being drawn, moved or stretched. */
interface Drawing {
  /** Null: a new one. */
  readonly index: number | null
  readonly begun: Mark
  readonly how: 'move' | 'stretch'
  readonly at: Point
  readonly mark: Mark
}

/** Draws on a picture with mouse, pen or finger; two fingers zoom the page instead. */
export function PictureStage({ canvas, marks, kind, zoom, acts }: Props) {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const size = { width: canvas.width, height: canvas.height }
  const shown =
    drawing === null
      ? marks.all
      : drawing.index === null
        ? [...marks.all, drawing.mark]
        : marks.all.with(drawing.index, drawing.mark)
  const shape: CSSProperties & Record<`--${string}`, number> = { '--zoom': zoom, '--ratio': size.width / size.height }
  const holder = useCallback((node: HTMLDivElement | null) => node?.replaceChildren(canvas), [canvas])

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    // A second finger: the person did not mean to draw.
    if (!event.isPrimary) return setDrawing(null)
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = pointOf(event, size)
    const on = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-mark]') : null
    const index = on ? Number(on.dataset['mark']) : null
    const mark = index === null ? { kind, from: at, to: at } : marks.all[index]
    if (!mark) return
    marks.choose(index)
    const isEnd = event.target instanceof Element && event.target.hasAttribute('data-end')
    setDrawing({ index, begun: mark, mark, at, how: index === null || isEnd ? 'stretch' : 'move' })
  }
  const markAt = (event: PointerEvent<HTMLDivElement>, { at, how, begun }: Drawing): Mark => {
    const now = pointOf(event, size)
    const by = { x: now.x - at.x, y: now.y - at.y }
    if (by.x === 0 && by.y === 0) return begun
    return (how === 'move' ? moved : stretched)(begun, by, size)
  }
  const goOn = (event: PointerEvent<HTMLDivElement>) => {
    if (drawing && event.isPrimary) setDrawing({ ...drawing, mark: markAt(event, drawing) })
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (!drawing) return
    setDrawing(null)
    const { index, begun } = drawing
    // The last movement may not have been rendered yet.
    const mark = markAt(event, drawing)
    if (index === null) {
      if (!isSlip(mark, size)) acts.add(mark)
    } else if (mark !== begun) acts.put(index, mark)
  }

  return (
    <div
      role="presentation"
      className={css.stage}
      style={shape}
      onPointerDown={begin}
      onPointerMove={goOn}
      onPointerUp={end}
      onPointerCancel={() => setDrawing(null)}
      // Esc cancels the drawing, not the editor.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !drawing) return
        event.preventDefault()
        setDrawing(null)
      }}
    >
      <div ref={holder} className={css.picture} aria-hidden />
      <svg className={css.drawn} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
        {shown.map((mark, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- marks have no other name
          <Drawn key={index} mark={mark} size={size} />
        ))}
      </svg>
      {shown.map((mark, index) => (
        <Handle
          // oxlint-disable-next-line react/no-array-index-key -- marks have no other name
          key={index}
          {...{ mark, index, size, marks, acts }}
        />
      ))}
    </div>
  )
}

interface HandleProps extends Pick<Props, 'marks' | 'acts'> {
  readonly mark: Mark
  readonly index: number
  readonly size: Size
}

/** The handle of a mark, for pointer and keys. */
function Handle({ mark, index, size, marks, acts }: HandleProps) {
  const { x, y, width, height } = boxOf(mark, size)
  return (
    <button
      type="button"
      className={css.mark}
      data-mark={index}
      data-chosen={marks.chosen === index || undefined}
      aria-label={acts.nameOf(index, mark)}
      style={{
        left: percent(x, size.width),
        top: percent(y, size.height),
        width: percent(width, size.width),
        height: percent(height, size.height),
      }}
      onFocus={() => marks.choose(index)}
      onKeyDown={(event) => acts.onMarkKey(index, event)}
    >
      <span
        data-end
        className={css.end}
        style={{ left: mark.to.x >= mark.from.x ? '100%' : 0, top: mark.to.y >= mark.from.y ? '100%' : 0 }}
      />
    </button>
  )
}

function Drawn({ mark, size }: { mark: Mark; size: Size }) {
  if (mark.kind === 'cover') return <rect {...boxOf(mark, size)} />
  const thickness = thicknessIn(size)
  const path = arrowLines(mark, thickness)
    .map((line) => `M${line.map(({ x, y }) => `${x} ${y}`).join('L')}`)
    .join('')
  return (
    <>
      {arrowStrokes(thickness).map(({ colour, width }) => (
        <path key={colour} className={css.arrow} d={path} stroke={colour} strokeWidth={width} />
      ))}
    </>
  )
}

/** The position of a pointer in the picture's pixels. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>, size: Size): Point {
  const shown = currentTarget.getBoundingClientRect()
  return inside(
    {
      x: ((clientX - shown.left) / shown.width) * size.width,
      y: ((clientY - shown.top) / shown.height) * size.height,
    },
    size,
  )
}

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`
