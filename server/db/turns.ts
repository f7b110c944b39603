/** Ends what was begun; a second time it does nothing. */
type Leave = () => void

export interface Turns<Who> {
  /** Waits until there is room for one more of theirs. */
  readonly enter: (who: Who) => Promise<Leave>
}

interface Line {
  inside: number
  /** How long those inside have been there together, counted from where the others were when it came. */
  had: number
  readonly waiting: (() => void)[]
}

/**
 * Lets `most` in at once, of whom `mostOf(who)` may be one's. Of the lines that wait the one goes first that has had the least
 * time: whoever wants much, or what takes long, waits for themselves.
 */
export function turns<Who>(
  most: number,
  mostOf: (who: Who) => number,
  clock: () => number = () => performance.now(),
): Turns<Who> {
  let inside = 0
  /** What the line had had that went in last: who comes anew begins there, and is owed nothing for the time before. */
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
