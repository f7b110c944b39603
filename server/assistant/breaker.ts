const FAILURES = 5
const WITHIN_MS = 30_000
const REST_MS = 30_000

export interface Breaker {
  /** While it is open, no model is asked. */
  isOpen(now: Date): boolean
  failed(now: Date): void
  succeeded(): void
}

/** Opens after five failures within 30 s, for 30 s; then one more failure opens it again, and a success closes it. */
export function breaker(): Breaker {
  let failures: number[] = []
  let openUntil = Number.NEGATIVE_INFINITY
  let onTrial = false
  return {
    isOpen: (now) => now.getTime() < openUntil,
    failed(now) {
      const at = now.getTime()
      failures = [...failures.filter((before) => at - before < WITHIN_MS), at]
      if (!onTrial && failures.length < FAILURES) return
      openUntil = at + REST_MS
      onTrial = true
      failures = []
    },
    succeeded() {
      failures = []
      onTrial = false
    },
  }
}
