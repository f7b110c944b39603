import { useState } from 'react'
import { CallFailed } from '#browser/client.ts'

/**
 * A record that two people may change at once. Who comes second keeps what was typed until they take what is there now.
 * `told`: what came with the refusal, where it is of that kind.
 */
export function useRace<Row>(first: Row, told: (refusal: CallFailed) => { readonly current: Row } | null) {
  const [record, setRecord] = useState(first)
  const [current, setCurrent] = useState<Row | null>(null)
  return {
    record,
    lost: current !== null,
    /** Whether it was refused because somebody was faster. */
    isLost: (error: unknown): boolean => {
      const now = error instanceof CallFailed && error.status === 409 ? told(error) : null
      if (now) setCurrent(now.current)
      return now !== null
    },
    take: () => {
      if (current !== null) setRecord(current)
      setCurrent(null)
    },
    /** What was saved is what is changed next. */
    saved: setRecord,
  }
}
