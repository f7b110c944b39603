/** Ends what was begun; a second time it does nothing. */
type Leave = () => void

export interface Turns<Who> {
  /** Waits until there is room for one more of theirs. */
  readonly enter: (who: Who) => Promise<Leave>
}

/**
 * Lets `most` in at once, of whom `mostOf(who)` may be one's. Of those who wait each has their turn: whoever wants much waits
 * for themselves.
 */
export function turns<Who>(most: number, mostOf: (who: Who) => number): Turns<Who> {
  let inside = 0
  const insideOf = new Map<Who, number>()
  /** Who waits, line by line; whose turn is next comes first. */
  const lines = new Map<Who, (() => void)[]>()

  const hasRoom = (who: Who): boolean => inside < most && (insideOf.get(who) ?? 0) < mostOf(who)

  function admitted(who: Who): Leave {
    count(who, 1)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      count(who, -1)
      callNext()
    }
  }

  function count(who: Who, more: 1 | -1): void {
    inside += more
    const now = (insideOf.get(who) ?? 0) + more
    if (now > 0) insideOf.set(who, now)
    else insideOf.delete(who)
  }

  function callNext(): void {
    for (const [who, line] of lines) {
      if (!hasRoom(who)) continue
      lines.delete(who)
      const first = line.shift()
      if (line.length > 0) lines.set(who, line)
      first?.()
      return
    }
  }

  return {
    enter: async (who) => {
      if (hasRoom(who)) return admitted(who)
      return new Promise((resolve) => {
        const line = lines.get(who) ?? []
        line.push(() => resolve(admitted(who)))
        lines.set(who, line)
      })
    },
  }
}
