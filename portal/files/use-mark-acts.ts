import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { type Mark, boxOf, markIn, moved, stretched } from '#domain/files/marks.ts'
import type { EditorWords } from './editor-words-es.ts'
import type { Marks } from './use-marks.ts'

interface Acting {
  readonly marks: Marks
  readonly words: EditorWords
  readonly view: RefObject<HTMLDivElement | null>
  readonly size: { readonly width: number; readonly height: number }
}

/** The acts on the marks. Each says what has happened, and keeps the focus. */
export function useMarkActs({ marks, words, view, size }: Acting) {
  const [said, setSaid] = useState('')
  const focus = useFocus(view)
  const nameOf = (index: number, mark = marks.all[index]) => words.mark(mark?.kind ?? 'cover', index + 1)
  const say = (index: number, mark: Mark) => {
    const { x, y, width, height } = boxOf(mark, size)
    const across = (part: number) => Math.round((100 * part) / size.width)
    const down = (part: number) => Math.round((100 * part) / size.height)
    setSaid(words.at(nameOf(index, mark), across(x), down(y), across(width), down(height)))
  }
  const put = (index: number, mark: Mark) => {
    marks.put(index, mark)
    say(index, mark)
  }
  const add = (mark: Mark) => {
    marks.add(mark)
    say(marks.all.length, mark)
  }
  const remove = (index: number) => {
    marks.remove(index)
    setSaid(words.removed(nameOf(index)))
    // The mark that had the focus is gone.
    focus(marks.all.length > 1 ? Math.min(index, marks.all.length - 2) : null)
  }
  const undo = () => {
    marks.undo()
    setSaid(words.undone)
  }
  const redo = () => {
    marks.redo()
    setSaid(words.redone)
  }
  return {
    said,
    nameOf,
    put,
    add,
    remove,
    undo,
    redo,
    place: (kind: Mark['kind']) => {
      add(markIn(kind, seenOf(view.current, size)))
      focus(marks.all.length)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    },
    onMarkKey: (index: number, event: KeyboardEvent) => {
      const mark = marks.all[index]
      const way = mark && STEPS[event.key]
      const step = Math.max(1, Math.round(Math.max(size.width, size.height) / 100))
      if (way) {
        const by = { x: way[0] * step, y: way[1] * step }
        put(index, event.shiftKey ? stretched(mark, by, size) : moved(mark, by, size))
      } else if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
      else return
      event.preventDefault()
    },
  }
}

export type MarkActs = ReturnType<typeof useMarkActs>

/** Focuses a mark once it is drawn; null for the picture. */
function useFocus(view: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ readonly index: number | null } | null>(null)
  useEffect(() => {
    if (!asked) return
    const mark = view.current?.querySelector<HTMLElement>(`[data-mark="${asked.index}"]`)
    const target = mark ?? view.current
    target?.focus()
  }, [asked, view])
  return (index: number | null) => setAsked({ index })
}

const STEPS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The visible part of the picture, in its pixels. */
function seenOf(view: HTMLElement | null, size: Acting['size']) {
  const stage = view?.firstElementChild?.getBoundingClientRect()
  if (!view || !stage) return { x: 0, y: 0, ...size }
  const scale = size.width / stage.width
  return {
    x: view.scrollLeft * scale,
    y: view.scrollTop * scale,
    width: Math.min(stage.width, view.clientWidth) * scale,
    height: Math.min(stage.height, view.clientHeight) * scale,
  }
}
