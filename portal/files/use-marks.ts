import { useState } from 'react'
import { type Mark, begunWith, changedTo, redone, undone } from '#domain/files/marks.ts'

/** The marks on a picture with undo and redo, and the chosen mark. */
export function useMarks(begun: readonly Mark[]) {
  const [history, setHistory] = useState(() => begunWith(begun))
  const [chosen, setChosen] = useState<number | null>(null)
  const change = (next: readonly Mark[]) => setHistory((before) => changedTo(before, next))
  return {
    all: history.marks,
    isChanged: JSON.stringify(history.marks) !== JSON.stringify(begun),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    undo: () => {
      setChosen(null)
      setHistory(undone)
    },
    redo: () => {
      setChosen(null)
      setHistory(redone)
    },
    chosen,
    choose: setChosen,
    /** Adds a mark and chooses it. */
    add: (mark: Mark) => {
      change([...history.marks, mark])
      setChosen(history.marks.length)
    },
    put: (index: number, mark: Mark) => change(history.marks.with(index, mark)),
    remove: (index: number) => {
      setChosen(null)
      change(history.marks.toSpliced(index, 1))
    },
  }
}

export type Marks = ReturnType<typeof useMarks>
