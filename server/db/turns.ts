import { TooManyWaiting } from './away.ts'

/** Ends a stay. Calling it again does nothing. */
type Leave = () => void

export interface Turns<Who> {
  /**
   * Waits until one more caller of this line may enter. `person` tells the people of a line apart.
   * @throws TooManyWaiting for a caller who has waited longer than `patienceMs` in a long queue that stays, and at once
   *   for one who would wait longer than that by the pace of the queue
   */
  readonly enter: (who: Who, person?: number, patienceMs?: number) => Promise<Leave>
  /** How many have been refused so far while many lines waited, not their own alone. */
  readonly refused: () => number
  /** Whether there is a long queue for the places, and it stays. */
  readonly isCrowded: () => boolean
}

/**
 * Callers that come at once may all wait: after an event every open screen reads at the same moment. A queue that has not
 * been empty for this long is there to stay.
 */
const STAYS_MS = 1000
/** Fewer than these are soon served, however long the calls before them take. */
const FEW = 50
/** How often those who have waited too long are looked for. */
const LOOK_MS = 20
/** Whoever can expect to wait less than this may wait, however little patience there is in a queue that stays. */
const SOON_MS = 250
/** The pace is the mean of about so many departures, and unknown before. */
const PACED = 32

/** A line that has been full for this long takes more than its share. */
const FULL_MS = 100
/** A line that has been full for this long floods. */
const FLOOD_MS = 2000
/** A flooding line pauses after each of its callers, for twice as long as the call stayed, within this bound. */
const PAUSE = { stays: 2, mostMs: 1000 }
/** A line counts as active for this long after its last admission. */
const ACTIVE_MS = 2000

interface Waiting {
  readonly since: number
  readonly patienceMs: number
  readonly call: () => void
  readonly refuse: () => void
}

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
  private readonly waiting = new Map<number | undefined, Waiting[]>()
  private waitingCalls = 0
  /** Since when somebody has been waiting without a gap; null if nobody is. */
  private queueSince: number | null = null

  constructor(most: number) {
    this.most = most
  }

  isWaiting(): boolean {
    return this.waiting.size > 0
  }

  howManyWait(): number {
    return this.waitingCalls
  }

  /** How many of its calls go before the next one of this person. */
  howManyBefore(person: number | undefined): number {
    return Math.min(this.waitingCalls, (this.waiting.get(person)?.length ?? 0) * this.waiting.size + this.waiting.size)
  }

  /** Whether its callers wait although it has room, because other lines go first. */
  isHeldBack(): boolean {
    return this.isWaiting() && !this.isPausing && this.inside < this.most
  }

  isActive(now: number): boolean {
    return this.inside > 0 || this.isWaiting() || now - this.admittedAt < ACTIVE_MS
  }

  isFullFor(ms: number, now: number): boolean {
    return this.fullSince !== null && now - this.fullSince >= ms
  }

  wait(person: number | undefined, waiting: Waiting): void {
    const own = this.waiting.get(person) ?? []
    this.waiting.set(person, own)
    own.push(waiting)
    this.waitingCalls += 1
    this.queueSince ??= waiting.since
    this.noteFullness(waiting.since)
  }

  /** Calls the first person, who then moves behind the others. */
  callFirst(): void {
    const [[person, calls] = []] = this.waiting
    this.waiting.delete(person)
    const first = calls?.shift()
    if (first) this.waitingCalls -= 1
    if (calls && calls.length > 0) this.waiting.set(person, calls)
    if (!this.isWaiting()) this.queueSince = null
    first?.call()
  }

  /** Refuses those who have waited too long, if its own queue stays, or the whole one does; returns how many. */
  refuseOverdue(now: number, staysAnyway: boolean): number {
    if (!staysAnyway && !hasLasted(this.queueSince, now)) return 0
    let refused = 0
    for (const [person, calls] of this.waiting) {
      const left = calls.filter(({ since, patienceMs }) => now - since <= patienceMs)
      if (left.length === calls.length) continue
      if (left.length === 0) this.waiting.delete(person)
      else this.waiting.set(person, left)
      refused += calls.length - left.length
      this.waitingCalls -= calls.length - left.length
      for (const { since, patienceMs, refuse } of calls) if (now - since > patienceMs) refuse()
    }
    if (!this.isWaiting()) this.queueSince = null
    this.noteFullness(now)
    return refused
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

const hasLasted = (since: number | null, now: number): boolean => since !== null && now - since >= STAYS_MS

/**
 * Admits up to `most` at once, and up to `mostOf(who)` from one line. Of the waiting lines, the one that has had the
 * least time goes first; within a line, people alternate. So heavy or slow use delays only its own line. While other
 * lines are active, a line that stays full is admitted one call at a time, and a flooding line pauses after each call.
 * The reason: calls inside slow each other down, and each answer takes time outside as well. In a queue that stays,
 * callers who have waited too long are refused, so that the others are served soon («controlled delay»;
 * queue.acm.org/detail.cfm?id=2209336). Whoever comes when the queue ahead is too long for its pace is refused at once:
 * waiting would help nobody.
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
  const crowd = crowdOf(lines, most, clock)

  /** Whether a line has been full for this long at the expense of others. */
  const crowdsOut = (line: Line, ms: number): boolean =>
    !crowd.isThere() &&
    line.isFullFor(ms, clock()) &&
    [...lines.values()].some((other) => other !== line && other.isActive(clock()))

  const hasRoom = (line: Line): boolean =>
    inside < most && !line.isPausing && line.inside < (crowdsOut(line, FULL_MS) ? 1 : line.most)

  function admitted(line: Line): Leave {
    inside += 1
    line.had = Math.max(line.had, reached)
    reached = line.had
    const since = clock()
    line.enter(since)
    if (inside >= most) crowd.noteFull()
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      if (inside >= most) crowd.noteDeparture()
      inside -= 1
      const now = clock()
      line.leave(now - since, now)
      if (crowdsOut(line, FLOOD_MS)) pause(line, now - since, callNext)
      callNext()
    }
  }

  function callNext(): void {
    crowd.refuseOverdue(inside)
    for (let next = nextLine(); next; next = nextLine()) next.callFirst()
    for (const [who, line] of lines) if (!line.isActive(clock()) && line.had <= reached) lines.delete(who)
    crowd.note(inside)
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
    enter: async (who, person, patienceMs = Infinity) => {
      const line = lines.get(who) ?? new Line(mostOf(who))
      lines.set(who, line)
      if (hasRoom(line)) return admitted(line)
      if (inside >= most && crowd.isHopeless(line, person, Math.max(patienceMs, SOON_MS))) throw new TooManyWaiting()
      return new Promise((resolve, reject) => {
        const call = () => resolve(admitted(line))
        line.wait(person, { since: clock(), patienceMs, call, refuse: () => reject(new TooManyWaiting()) })
        crowd.refuseOverdue(inside)
        callLater()
      })
    },
    ...crowd.told,
  }
}

function pause(line: Line, stay: number, then: () => void): void {
  line.isPausing = true
  setTimeout(
    () => {
      line.isPausing = false
      then()
    },
    Math.min(stay * PAUSE.stays, PAUSE.mostMs),
  )
}

/** Watches all lines: whether many of them wait, and who among them has waited too long. */
function crowdOf<Who>(lines: ReadonlyMap<Who, Line>, most: number, clock: () => number) {
  /** Since when all places have been taken, and somebody has been waiting, without a gap. */
  let queueSince: number | null = null
  let lookedAt = -Infinity
  let refused = 0
  let isThere = false
  /** Since when all places have been taken and nobody has left. */
  let fullSince: number | null = null
  /** The mean time between two departures while all places are taken. */
  let paceMs = 0
  let departures = 0
  /** When somebody was last refused for a queue that was too long for its pace. */
  let hopelessAt = -Infinity

  function note(inside: number): void {
    const isQueue = inside >= most && [...lines.values()].some((line) => line.isWaiting())
    queueSince = isQueue ? (queueSince ?? clock()) : null
  }

  const howManyWait = (): number => {
    let waiting = 0
    for (const line of lines.values()) waiting += line.howManyWait()
    return waiting
  }
  /** A queue that is kept short by refusals is a long one: in it lines that had much may wait for ever. */
  const isLong = (): boolean => howManyWait() >= Math.max(FEW, most) || clock() - hopelessAt < STAYS_MS

  return {
    note,
    noteFull: () => {
      fullSince ??= clock()
    },
    noteDeparture: () => {
      departures += 1
      paceMs += (clock() - (fullSince ?? clock()) - paceMs) / Math.min(departures, PACED)
      fullSince = null
    },
    /** Whether a call would have to wait longer than this: its line takes turns with the other waiting ones. */
    isHopeless: (line: Line, person: number | undefined, mostMs: number): boolean => {
      if (departures < PACED || !isLong()) return false
      let others = 0
      for (const other of lines.values()) if (other !== line && other.isWaiting()) others += 1
      if ((line.howManyBefore(person) * (others + 1) + others) * paceMs <= mostMs) return false
      hopelessAt = clock()
      if (others + 1 >= most / 2) refused += 1
      return true
    },
    /** Whether so many lines are full that no single one is the reason. */
    isThere: () => isThere,
    told: { refused: () => refused, isCrowded: () => hasLasted(queueSince, clock()) && isLong() },
    refuseOverdue: (inside: number): void => {
      note(inside)
      const now = clock()
      if (now - lookedAt < LOOK_MS) return
      lookedAt = now
      isThere = [...lines.values()].filter((line) => line.isFullFor(STAYS_MS, now)).length >= most / 2
      if (!isLong()) return
      const stays = isThere || hasLasted(queueSince, now)
      for (const line of lines.values()) {
        const count = line.refuseOverdue(now, stays)
        if (stays) refused += count
      }
    },
  }
}
