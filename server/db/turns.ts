/** Ends a stay. Calling it again does nothing. */
type Leave = () => void

export interface Turns<Who> {
  /** Waits until one more caller of this line may enter. `person` tells the people of a line apart. */
  readonly enter: (who: Who, person?: number) => Promise<Leave>
  /**
   * Whether callers have been waiting for a while because all places are taken, and by now so many of them that one more would
   * wait too long. `patience`: how many times as many may wait. Those who wait because of their own line's bound do not count.
   */
  readonly isCrowded: (patience?: number) => boolean
}

/**
 * Callers that come at once may all wait: after an event every open screen reads at the same moment. A queue that has not
 * been empty for this long is there to stay.
 */
const CROWDED_MS = 1000

/** A line that has been full for this long takes more than its share. */
const FULL_MS = 100
/** A line that has been full for this long floods. */
const FLOOD_MS = 2000
/** A flooding line pauses after each of its callers, for twice as long as the call stayed, within this bound. */
const PAUSE = { stays: 2, mostMs: 1000 }
/** A line counts as active for this long after its last admission. */
const ACTIVE_MS = 2000

/** The calls of one client. */
class Line {
  inside = 0
  /** The total time that its callers spent inside, starting from where the other lines were when it appeared. */
  had = 0
  /** Whether none of its calls is admitted now. */
  isPausing = false
  readonly most: number
  private admittedAt = -Infinity
  /** Since when all its places have been taken without a gap; null if some are free. */
  private fullSince: number | null = null
  /** Waiting calls by person; the first person is next. */
  private readonly waiting = new Map<number | undefined, (() => void)[]>()
  private count = 0

  constructor(most: number) {
    this.most = most
  }

  isWaiting(): boolean {
    return this.waiting.size > 0
  }

  /** How many of its waiting callers would be inside, had there been places without end. */
  lacksPlaces(places: number): number {
    return this.most >= places ? this.count : Math.max(0, Math.min(this.count, this.most - this.inside))
  }

  /** Whether its callers wait although it has room: others have gone first. */
  isHeldBack(): boolean {
    return this.isWaiting() && !this.isPausing && this.inside < this.most
  }

  isActive(now: number): boolean {
    return this.inside > 0 || this.isWaiting() || now - this.admittedAt < ACTIVE_MS
  }

  isFullFor(ms: number, now: number): boolean {
    return this.fullSince !== null && now - this.fullSince >= ms
  }

  wait(person: number | undefined, call: () => void, now: number): void {
    const own = this.waiting.get(person) ?? []
    this.waiting.set(person, own)
    own.push(call)
    this.count += 1
    this.noteFullness(now)
  }

  /** Calls the first person, who then moves behind the others. */
  callFirst(): void {
    const [[person, calls] = []] = this.waiting
    this.waiting.delete(person)
    const call = calls?.shift()
    if (call) this.count -= 1
    if (calls && calls.length > 0) this.waiting.set(person, calls)
    call?.()
  }

  enter(now: number): void {
    this.inside += 1
    this.admittedAt = now
    this.noteFullness(now)
  }

  leave(stay: number, now: number): void {
    this.inside -= 1
    this.had += stay
    this.noteFullness(now)
  }

  private noteFullness(now: number): void {
    const isFull = this.isWaiting() || this.inside >= this.most
    this.fullSince = isFull ? (this.fullSince ?? now) : null
  }
}

/**
 * Admits up to `most` at once, and up to `mostOf(who)` from one line. Of the waiting lines, the one that has had the
 * least time goes first; within a line, people alternate. So heavy or slow use delays only its own line. While other
 * lines are active, a line that stays full is admitted one call at a time, and a flooding line pauses after each call.
 * The reason: calls inside slow each other down, and each answer takes time outside as well.
 */
export function turns<Who>(
  most: number,
  mostOf: (who: Who) => number,
  clock: () => number = () => performance.now(),
): Turns<Who> {
  let inside = 0
  /** `had` of the line that was admitted last. A new line starts there, so that its absence earns it nothing. */
  let reached = 0
  const lines = new Map<Who, Line>()
  let timer: NodeJS.Timeout | undefined
  const queue = standingQueue(clock, () => (inside < most ? 0 : lackingPlaces(lines.values(), most)))

  /** Whether a line has been full for this long at the expense of others. */
  const crowdsOut = (line: Line, ms: number): boolean =>
    line.isFullFor(ms, clock()) && [...lines.values()].some((other) => other !== line && other.isActive(clock()))

  const hasRoom = (line: Line): boolean =>
    inside < most && !line.isPausing && line.inside < (crowdsOut(line, FULL_MS) ? 1 : line.most)

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

  function admitted(line: Line): Leave {
    inside += 1
    line.had = Math.max(line.had, reached)
    reached = line.had
    const since = clock()
    line.enter(since)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      inside -= 1
      const now = clock()
      line.leave(now - since, now)
      if (crowdsOut(line, FLOOD_MS)) pause(line, now - since)
      callNext()
    }
  }

  function callNext(): void {
    for (let next = nextLine(); next; next = nextLine()) next.callFirst()
    for (const [who, line] of lines) if (!line.isActive(clock()) && line.had <= reached) lines.delete(who)
    queue.note()
    callLater()
  }

  /**
   * A line that is held back for others gets its room back once they are gone, even if none of its own calls leaves.
   */
  function callLater(): void {
    if (timer || inside >= most || ![...lines.values()].some((line) => line.isHeldBack())) return
    timer = setTimeout(() => {
      timer = undefined
      callNext()
    }, ACTIVE_MS)
  }

  function nextLine(): Line | undefined {
    let next: Line | undefined
    for (const line of lines.values()) {
      if (!line.isWaiting() || !hasRoom(line)) continue
      if (next === undefined || line.had < next.had) next = line
    }
    return next
  }

  return {
    enter: async (who, person) => {
      const line = lines.get(who) ?? new Line(mostOf(who))
      lines.set(who, line)
      if (hasRoom(line)) return admitted(line)
      return new Promise((resolve) => {
        line.wait(person, () => resolve(admitted(line)), clock())
        queue.note()
        callLater()
      })
    },
    isCrowded: (patience = 1) => queue.isAsLongAs(most * patience),
  }
}

function lackingPlaces(lines: Iterable<Line>, places: number): number {
  let waiting = 0
  for (const line of lines) waiting += line.lacksPlaces(places)
  return waiting
}

/** Tells a queue that stays from callers who come at once and are soon served. */
function standingQueue(clock: () => number, length: () => number) {
  /** Since when somebody has been waiting without a gap; null if nobody is. */
  let since: number | null = null
  return {
    note: (): void => {
      since = length() > 0 ? (since ?? clock()) : null
    },
    isAsLongAs: (most: number): boolean => since !== null && clock() - since >= CROWDED_MS && length() >= most,
  }
}
