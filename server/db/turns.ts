/** Ends a stay; calling it again does nothing. */
type Leave = () => void

export interface Turns<Who> {
  /** Waits until one more of theirs may enter. `person` tells the people of one line apart. */
  readonly enter: (who: Who, person?: number) => Promise<Leave>
}

interface Line {
  inside: number
  /** Total time its entrants spent inside, starting from where the other lines were when it appeared. */
  had: number
  /** The same over the last seconds, as of `at`; it halves every `HALF_MS`. */
  lately: number
  at: number
  /** Waiting calls by person; the first person is next. */
  readonly waiting: Map<number | undefined, (() => void)[]>
}

const HALF_MS = 2000
/** A line that had less than this lately counts as absent. */
const NOTHING_MS = 1

/**
 * Admits up to `most` at once, and up to `mostOf(who)` from one line. Of the waiting lines, the one that has had the least time
 * goes first; within a line, people alternate. Heavy or slow use therefore delays only its own line. While other lines are
 * active, a line that had more than its share of the last seconds is admitted one at a time, because everything inside slows
 * down everything else inside.
 */
export function turns<Who>(
  most: number,
  mostOf: (who: Who) => number,
  clock: () => number = () => performance.now(),
): Turns<Who> {
  let inside = 0
  /** `had` of the line that entered last: a new line starts there, so its absence earns it nothing. */
  let reached = 0
  const lines = new Map<Who, Line>()

  function lineOf(who: Who): Line {
    const line = lines.get(who) ?? { inside: 0, had: 0, lately: 0, at: clock(), waiting: new Map() }
    lines.set(who, line)
    return line
  }

  const latelyOf = (line: Line): number => line.lately * 0.5 ** ((clock() - line.at) / HALF_MS)

  /** The average recent time of the active lines; unlimited for a line that is alone. */
  function fairShare(): number {
    const had = [...lines.values()].map(latelyOf).filter((lately) => lately >= NOTHING_MS)
    return had.length > 1 ? had.reduce((sum, lately) => sum + lately, 0) / had.length : Infinity
  }

  const hasRoom = (who: Who, line: Line, fair: number): boolean =>
    inside < most && line.inside < (latelyOf(line) > fair ? 1 : mostOf(who))

  function admitted(line: Line): Leave {
    inside += 1
    line.inside += 1
    line.had = Math.max(line.had, reached)
    reached = line.had
    const since = clock()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      const now = clock()
      inside -= 1
      line.inside -= 1
      line.had += now - since
      line.lately = latelyOf(line) + now - since
      line.at = now
      callNext()
    }
  }

  function callNext(): void {
    const fair = fairShare()
    for (let next = nextOf(fair); next; next = nextOf(fair)) callFirst(next)
    for (const [who, line] of lines) {
      const isGone = line.inside === 0 && line.waiting.size === 0 && line.had <= reached
      if (isGone && latelyOf(line) < NOTHING_MS) lines.delete(who)
    }
  }

  function nextOf(fair: number): Line | undefined {
    let next: Line | undefined
    for (const [who, line] of lines) {
      if (line.waiting.size === 0 || !hasRoom(who, line, fair)) continue
      if (next === undefined || line.had < next.had) next = line
    }
    return next
  }

  /** Admits one call of the first person, who then moves behind the others. */
  function callFirst({ waiting }: Line): void {
    const [[person, calls] = []] = waiting
    waiting.delete(person)
    const call = calls?.shift()
    if (calls && calls.length > 0) waiting.set(person, calls)
    call?.()
  }

  return {
    enter: async (who, person) => {
      const line = lineOf(who)
      if (hasRoom(who, line, fairShare())) return admitted(line)
      return new Promise((resolve) => {
        const own = line.waiting.get(person) ?? []
        line.waiting.set(person, own)
        own.push(() => resolve(admitted(line)))
      })
    },
  }
}
