/** Ends what was begun; calling it again does nothing. */
type Leave = () => void

export interface Turns<Who> {
  /** Waits until there is room for one more of this line. */
  readonly enter: (who: Who) => Promise<Leave>
}

interface Line {
  inside: number
  /** The time that members of this line have spent inside; a new line starts at the level of the others. */
  had: number
  readonly waiting: (() => void)[]
}

/**
 * Admits `most` at once, of whom `mostOf(who)` may come from one line. The line that has had the least time goes first: whoever
 * asks much or slowly waits for themselves.
 */
export function turns<Who>(
  most: number,
  mostOf: (who: Who) => number,
  clock: () => number = () => performance.now(),
): Turns<Who> {
  let inside = 0
  /** The time of the line admitted last: a new line starts here and has no claim to the time before. */
  let reached = 0
  const lines = new Map<Who, Line>()

  function lineOf(who: Who): Line {
    const line = lines.get(who) ?? { inside: 0, had: 0, waiting: [] }
    lines.set(who, line)
    return line
  }

  const hasRoom = (who: Who, line: Line): boolean => inside < most && line.inside < mostOf(who)

  function admitted(who: Who, line: Line): Leave {
    inside += 1
    line.inside += 1
    line.had = Math.max(line.had, reached)
    reached = line.had
    const since = clock()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      inside -= 1
      line.inside -= 1
      line.had += clock() - since
      callNext()
      if (line.inside === 0 && line.waiting.length === 0 && line.had <= reached) lines.delete(who)
    }
  }

  function callNext(): void {
    let next: Line | undefined
    for (const [who, line] of lines) {
      if (line.waiting.length === 0 || !hasRoom(who, line)) continue
      if (next === undefined || line.had < next.had) next = line
    }
    next?.waiting.shift()?.()
  }

  return {
    enter: async (who) => {
      const line = lineOf(who)
      if (hasRoom(who, line)) return admitted(who, line)
      return new Promise((resolve) => line.waiting.push(() => resolve(admitted(who, line))))
    },
  }
}
