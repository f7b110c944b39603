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
  /** When one of it was last admitted. */
  admittedAt: number
  /** Since when all its places have been taken without a gap; null if some are free. */
  fullSince: number | null
  /** Nobody of it is admitted now. */
  isPausing: boolean
  /** Waiting calls by person; the first person is next. */
  readonly waiting: Map<number | undefined, (() => void)[]>
}

/** A line that was full for so long wants more than it should have. */
const FULL_MS = 100
/** A line that was full for so long floods. */
const FLOOD_MS = 2000
/** After each of its entrants a flooding line pauses for twice as long as the stay, within this bound. */
const PAUSE = { stays: 2, mostMs: 1000 }
/** A line counts as active for so long after its last admission. */
const ACTIVE_MS = 2000

/**
 * Admits up to `most` at once, and up to `mostOf(who)` from one line. Of the waiting lines, the one that has had the least time
 * goes first; within a line, people alternate. Heavy or slow use therefore delays only its own line. While other lines are
 * active, a line that stays full is admitted one at a time, and one that floods with pauses, because everything inside slows
 * down everything else inside, and each answer takes time outside as well.
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
    const line = lines.get(who) ?? {
      inside: 0,
      had: 0,
      admittedAt: -Infinity,
      fullSince: null,
      isPausing: false,
      waiting: new Map(),
    }
    lines.set(who, line)
    return line
  }

  const isActive = (line: Line): boolean =>
    line.inside > 0 || line.waiting.size > 0 || clock() - line.admittedAt < ACTIVE_MS

  /** Whether a line has been full for so long at the expense of others. */
  const crowdsOut = (line: Line, ms: number): boolean =>
    line.fullSince !== null &&
    clock() - line.fullSince >= ms &&
    [...lines.values()].some((other) => other !== line && isActive(other))

  const hasRoom = (who: Who, line: Line): boolean =>
    inside < most && !line.isPausing && line.inside < (crowdsOut(line, FULL_MS) ? 1 : mostOf(who))

  function pause(line: Line, stay: number): void {
    line.isPausing = true
    setTimeout(
      () => {
        line.isPausing = false
        callNext()
      },
      Math.min(stay * PAUSE.stays, PAUSE.mostMs),
    )
  }

  function noteFullness(who: Who, line: Line): void {
    const isFull = line.waiting.size > 0 || line.inside >= mostOf(who)
    line.fullSince = isFull ? (line.fullSince ?? clock()) : null
  }

  function admitted(who: Who, line: Line): Leave {
    inside += 1
    line.inside += 1
    line.had = Math.max(line.had, reached)
    reached = line.had
    const since = clock()
    line.admittedAt = since
    noteFullness(who, line)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      inside -= 1
      line.inside -= 1
      const stay = clock() - since
      line.had += stay
      noteFullness(who, line)
      if (crowdsOut(line, FLOOD_MS)) pause(line, stay)
      callNext()
    }
  }

  function callNext(): void {
    for (let next = nextLine(); next; next = nextLine()) callFirst(next)
    for (const [who, line] of lines) if (!isActive(line) && line.had <= reached) lines.delete(who)
  }

  function nextLine(): Line | undefined {
    let next: Line | undefined
    for (const [who, line] of lines) {
      if (line.waiting.size === 0 || !hasRoom(who, line)) continue
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
      if (hasRoom(who, line)) return admitted(who, line)
      return new Promise((resolve) => {
        const own = line.waiting.get(person) ?? []
        line.waiting.set(person, own)
        own.push(() => resolve(admitted(who, line)))
        noteFullness(who, line)
      })
    },
  }
}
